# The normal distribution: density, moments, draws for a seed, gradients through draws.
import torch
from torch.distributions import Normal, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
d = Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))
print(d, d.batch_shape, d.event_shape, d.mean.tolist(), d.variance.tolist(), d.stddev.tolist())
print(Normal(0.0, 1.0))
print([[round(v, 4) for v in row] for row in d.sample((3,)).tolist()])
loc, scale = torch.tensor([0.5], device=device, requires_grad=True), torch.tensor([2.0], device=device, requires_grad=True)
e = Normal(loc, scale)
x = torch.tensor([-1.0, 0.0, 3.0], device=device)
print([round(v, 5) for v in e.log_prob(x).tolist()], [round(v, 5) for v in e.cdf(x).tolist()], [round(v, 4) for v in e.icdf(torch.tensor([0.1, 0.5, 0.9], device=device)).tolist()])
e.log_prob(x).sum().backward()
print([round(v, 5) for v in (loc.grad.item(), scale.grad.item(), e.entropy().item(), e.perplexity().item())])
print(round(kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)).item(), 6))
torch.manual_seed(1)
z = Normal(torch.zeros(4, requires_grad=True), torch.ones(4)).rsample()
print(z.requires_grad, Normal(0.0, 1.0).sample((2, 2)).shape, d.expand((5, 2)).batch_shape)
for f in (lambda: Normal(0.0, -1.0), lambda: Normal(torch.zeros(2), 1.0).log_prob(torch.zeros(3)), lambda: Normal(0.0, 1.0).log_prob(2.0), lambda: Normal(0.0, 1.0).log_prob(torch.tensor(float("nan")))):
    try:
        print(f())
    except ValueError as error:
        print(error)
print(Normal(0.0, -1.0, validate_args=False).mean)
