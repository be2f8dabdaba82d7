# Zero or one, failures before successes, successes among trials.
import torch
from torch.distributions import Bernoulli, Binomial, Geometric, NegativeBinomial, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
p = torch.tensor([0.2, 0.5, 0.9], device=device, requires_grad=True)
for d, value in ((Bernoulli(p), [1.0, 0.0, 1.0]), (Geometric(p), [0.0, 3.0, 1.0]), (Binomial(5, p), [2.0, 5.0, 0.0]), (NegativeBinomial(4, p), [0.0, 2.0, 7.0]), (Bernoulli(logits=p), [1.0, 1.0, 0.0])):
    logs = d.log_prob(torch.tensor(value, device=device))
    g, = torch.autograd.grad(logs.sum(), p)
    print(type(d).__name__, [round(v, 5) for v in logs.tolist()], [round(v, 4) for v in g.tolist()])
    print("  ", [round(v, 4) for v in d.mean.tolist()], [round(v, 4) for v in d.variance.tolist()], [round(v, 4) for v in d.mode.tolist()])
print([round(v, 5) for v in Bernoulli(p).entropy().tolist()], [round(v, 5) for v in Binomial(3, p).entropy().tolist()])
print([round(v, 5) for v in kl_divergence(Bernoulli(p), Bernoulli(0.3)).tolist()], Bernoulli(p).enumerate_support().tolist())
torch.manual_seed(3)
print(Binomial(torch.tensor([3.0, 40.0]), torch.tensor([0.5, 0.4])).sample((4,)).tolist())
print(Geometric(torch.tensor([0.3, 0.6])).sample((3,)).tolist())
print(Binomial(10, torch.tensor(0.3)), Bernoulli(torch.tensor(0.25)))
for f in (lambda: Bernoulli(1.5), lambda: Bernoulli(0.5, logits=0.0), lambda: Binomial(2, 0.5).log_prob(torch.tensor(3.0))):
    try:
        f()
    except ValueError as error:
        print(error)
