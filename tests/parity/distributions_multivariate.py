# Normal vectors by covariance, precision or Cholesky factor.
import torch
from torch.distributions import MultivariateNormal, kl_divergence

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)
a = torch.randn(3, 3).double()
cov = (a @ a.T + torch.eye(3)).to(device)
loc = torch.tensor([1.0, 0.0, -1.0], device=device).double()
x = torch.randn(4, 3).double().to(device)
one = MultivariateNormal(loc, cov)
two = MultivariateNormal(loc, precision_matrix=torch.linalg.inv(cov))
three = MultivariateNormal(loc, scale_tril=torch.linalg.cholesky(cov))
print(one, one.batch_shape, one.event_shape)
for d in (one, two, three):
    print([round(v, 6) for v in d.log_prob(x).tolist()], round(d.entropy().item(), 6), [round(v, 5) for v in d.variance.tolist()], torch.allclose(d.covariance_matrix, cov), torch.allclose(d.precision_matrix @ cov, torch.eye(3, device=device).double()))
print(round(kl_divergence(one, MultivariateNormal(torch.zeros(3, device=device).double(), torch.eye(3, device=device).double())).item(), 6))
batch = MultivariateNormal(loc.expand(2, 3), cov)
print(batch.batch_shape, batch.log_prob(x[:2]).shape, batch.rsample((5,)).shape, one.expand((4,)).log_prob(x).shape)
cov2 = cov.clone().requires_grad_()
MultivariateNormal(loc, cov2).log_prob(x).sum().backward()
print([round(v, 4) for v in cov2.grad.flatten().tolist()])
for f in (lambda: MultivariateNormal(loc), lambda: MultivariateNormal(loc, -cov), lambda: MultivariateNormal(loc[0], cov)):
    try:
        f()
    except ValueError as error:
        print(str(error).split("\n")[0][:150])
