# Batches taken for events, mixtures, transforms.
import torch
from torch import distributions as D

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
d = D.Independent(D.Normal(torch.zeros(2, 3, device=device), torch.ones(3, device=device)), 1)
x = torch.tensor([[0.5, 1.0, -1.0], [0.0, 0.0, 2.0]], device=device)
print(d, d.batch_shape, d.event_shape, [round(v, 5) for v in d.log_prob(x).tolist()], [round(v, 5) for v in d.entropy().tolist()])
mix = D.MixtureSameFamily(D.Categorical(torch.tensor([0.3, 0.7], device=device)), D.Normal(torch.tensor([-1.0, 2.0], device=device), torch.tensor([0.5, 1.0], device=device)))
print(mix)
print([round(v, 5) for v in mix.log_prob(torch.tensor([-1.0, 0.0, 2.0], device=device)).tolist()], round(mix.mean.item(), 5), round(mix.variance.item(), 5), round(mix.cdf(torch.tensor(0.5, device=device)).item(), 5))
plane = D.MixtureSameFamily(D.Categorical(torch.ones(3, device=device)), D.Independent(D.Normal(torch.arange(6.0, device=device).view(3, 2), torch.ones(3, 2, device=device)), 1))
print(plane.event_shape, round(plane.log_prob(torch.tensor([1.0, 2.0], device=device)).item(), 5), plane.sample((4,)).shape, plane.mean.tolist())
flow = D.TransformedDistribution(D.Normal(torch.zeros(2, device=device), torch.ones(2, device=device)), [D.AffineTransform(1.0, 2.0), D.SigmoidTransform()])
y = torch.tensor([0.3, 0.8], device=device)
print([round(v, 5) for v in flow.log_prob(y).tolist()], [round(v, 5) for v in flow.cdf(y).tolist()], [round(v, 5) for v in flow.icdf(torch.tensor([0.2, 0.5], device=device)).tolist()], flow.event_shape)
squashed = D.TransformedDistribution(D.Normal(0.0, 1.0), D.TanhTransform(cache_size=1))
torch.manual_seed(0)
a = squashed.rsample((3,))
print([round(v, 4) for v in a.tolist()], [round(v, 4) for v in squashed.log_prob(a).tolist()])
