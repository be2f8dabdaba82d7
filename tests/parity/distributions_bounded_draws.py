# cpu only: the draws of a device are its own
import torch
from torch.distributions import *


def t(*values):
    return torch.tensor(values)


def show(name, values):
    print(name, [round(v, 3) for v in values.detach().flatten().tolist()])


torch.manual_seed(3)
for d in (
    VonMises(t(0.5, -3.0), t(4.0, 0.1)), ContinuousBernoulli(t(0.1, 0.4995, 0.7)), RelaxedBernoulli(t(0.5), probs=t(0.1, 0.5, 0.8)),
    LogisticNormal(t(0.0, 1.0), t(1.0, 0.5)), FisherSnedecor(t(3.0, 1.0, 5.0), t(5.0, 1.5, 3.0)),
    GeneralizedPareto(t(0.0, 1.0, -1.0), t(1.0, 2.0, 0.5), t(0.0, 0.3, -0.4)),
):
    show(type(d).__name__, d.sample((2,)))
a = torch.tensor([2.0, 3.0], requires_grad=True)
FisherSnedecor(a, t(4.0)).rsample((2,)).sum().backward()
show("grad", a.grad)
b = torch.tensor([0.2, 0.7], requires_grad=True)
ContinuousBernoulli(b).rsample().sum().backward()
show("grad", b.grad)
