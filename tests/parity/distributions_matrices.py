# cpu only: the draws of a device are its own
import torch
from torch.distributions import *

torch.set_printoptions(precision=3)
torch.manual_seed(1)
covariance = torch.tensor([[2.0, 0.5, 0.3], [0.5, 1.0, 0.2], [0.3, 0.2, 1.5]])
value = torch.tensor([[3.0, 0.5, 0.1], [0.5, 2.0, 0.2], [0.1, 0.2, 4.0]])
for d in (
    Wishart(5.0, covariance),
    Wishart(torch.tensor([4.0, 6.5]), precision_matrix=covariance),
    Wishart(torch.tensor(4.5), scale_tril=torch.linalg.cholesky(covariance)),
):
    print(d, d.batch_shape, d.event_shape)
    print(d.mean, d.mode, d.variance)
    print(d.log_prob(value), d.entropy())
    print(d.sample(), d.sample((2,)).shape)
    print(d.expand((2, 2)).log_prob(value))
    print(d.covariance_matrix, d.precision_matrix, d.scale_tril)
df = torch.tensor(5.0, requires_grad=True)
Wishart(df, covariance).rsample().sum().backward()
print(round(df.grad.item(), 2))
for wrong in (lambda: Wishart(1.0, covariance), lambda: Wishart(5.0), lambda: Wishart(5.0, torch.ones(3))):
    try:
        wrong()
    except (ValueError, AssertionError) as error:
        print(type(error).__name__, error)

for d in (LKJCholesky(3), LKJCholesky(4, torch.tensor([0.5, 2.0]))):
    print(d, d.batch_shape, d.event_shape)
    drawn = d.sample((2,))
    print(drawn)
    print(d.log_prob(drawn))
    print(d.expand((3,) + tuple(d.batch_shape)).sample().shape)
try:
    LKJCholesky(1)
except ValueError as error:
    print(error)

factor = torch.tensor([[1.0, 0.2], [0.5, -0.3], [0.0, 1.0]])
for d in (
    LowRankMultivariateNormal(torch.zeros(3), factor, torch.tensor([1.0, 2.0, 3.0])),
    LowRankMultivariateNormal(torch.ones(2, 3), factor, torch.tensor([1.0, 0.2, 3.0])),
):
    print(d, d.batch_shape, d.event_shape)
    print(d.mean, d.mode, d.variance)
    print(d.sample((2,)))
    print(d.log_prob(torch.tensor([0.5, 1.0, -1.0])), d.entropy())
    print(d.covariance_matrix, d.precision_matrix, d.scale_tril)
    print(d.expand((2, 2)).log_prob(torch.zeros(3)))
try:
    LowRankMultivariateNormal(torch.zeros(2), factor, torch.ones(2))
except ValueError as error:
    print(error)
