# Gamma, beta, Dirichlet, chi-squared: draws for a seed, densities, and gradients through draws.
import torch
from torch.distributions import Beta, Chi2, Dirichlet, Gamma, InverseGamma, StudentT, kl_divergence

torch.manual_seed(0)
print([[round(v, 4) for v in row] for row in Gamma(torch.tensor([0.5, 2.0]), torch.tensor([1.0, 4.0])).sample((3,)).tolist()])
print([round(v, 4) for v in Beta(torch.tensor(2.0), torch.tensor(3.0)).sample((4,)).tolist()])
print([[round(v, 4) for v in row] for row in Dirichlet(torch.tensor([0.5, 1.0, 3.0])).sample((2,)).tolist()])
print([round(v, 4) for v in Chi2(torch.tensor([1.0, 5.0])).sample().tolist()], [round(v, 4) for v in StudentT(torch.tensor([3.0, 9.0])).sample().tolist()])
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
a, b = torch.tensor([0.7, 3.0], device=device, requires_grad=True), torch.tensor([2.0, 0.5], device=device, requires_grad=True)
x = torch.tensor([0.3, 0.6], device=device)
for d in (Gamma(a, b), Beta(a, b), InverseGamma(a, b), StudentT(a, b), Chi2(a)):
    logs = d.log_prob(x)
    g = torch.autograd.grad(logs.sum(), (a, b), allow_unused=True)
    print(type(d).__name__, [round(v, 5) for v in logs.tolist()], [None if v is None else [round(w, 4) for w in v.tolist()] for v in g])
    print("  ", [round(v, 4) for v in d.mean.tolist()], [round(v, 4) for v in d.variance.tolist()], [round(v, 5) for v in d.entropy().tolist()])
d = Dirichlet(torch.tensor([[0.5, 1.0, 3.0], [2.0, 2.0, 2.0]], device=device))
print([round(v, 5) for v in d.log_prob(torch.tensor([0.2, 0.3, 0.5], device=device)).tolist()], [round(v, 5) for v in d.entropy().tolist()], [[round(v, 4) for v in row] for row in d.mode.tolist()])
print([round(v, 5) for v in kl_divergence(Gamma(a, b), Gamma(b, a)).tolist()], [round(v, 5) for v in kl_divergence(Beta(a, b), Beta(b, a)).tolist()], round(kl_divergence(d, Dirichlet(torch.ones(3, device=device)))[0].item(), 5))
torch.manual_seed(5)
for concentration in (0.3, 1.0, 4.0, 60.0):
    c = torch.full((3,), concentration, requires_grad=True)
    z = Gamma(c, 1.0).rsample()
    g, = torch.autograd.grad(z.sum(), c)
    print(concentration, [round(v, 3) for v in z.tolist()], [round(v, 3) for v in g.tolist()])
c = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
z = Dirichlet(c).rsample()
print([round(v, 3) for v in torch.autograd.grad(z[0], c)[0].tolist()])
