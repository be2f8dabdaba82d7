# Angles, shares between 0 and 1, and what exceeds a bound.
import torch
from torch.distributions import *
from torch.distributions.relaxed_bernoulli import LogitRelaxedBernoulli

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def t(*values):
    return torch.tensor(values, device=device)


def show(name, values):
    print(name, [round(v, 4) for v in values.detach().cpu().double().flatten().tolist()])


def tell(d, at, moments=("mean", "mode", "variance")):
    print(d.cpu() if hasattr(d, "cpu") else type(d).__name__, d.batch_shape, d.event_shape, d.has_rsample)
    for name in moments:
        show(name, getattr(d, name))
    show("log_prob", d.log_prob(at))
    print("expanded", d.expand((2,) + tuple(d.batch_shape)).log_prob(at).shape)


tell(VonMises(t(0.5, 1.0, -3.0), t(4.0, 0.1, 30.0)), t(0.2, 3.0, 3.1))
bernoulli = ContinuousBernoulli(t(0.1, 0.4995, 0.7))
tell(bernoulli, t(0.2, 0.5, 0.9), ("mean", "stddev", "variance", "logits"))
show("cdf", bernoulli.cdf(t(0.2, 0.5, 1.0)))
show("icdf", bernoulli.icdf(t(0.2, 0.5, 0.9)))
show("entropy", bernoulli.entropy())
show("by logits", ContinuousBernoulli(logits=t(-1.0, 0.0, 2.0)).probs)
relaxed = RelaxedBernoulli(t(0.5), probs=t(0.1, 0.5, 0.8))
tell(relaxed, t(0.2, 0.5, 0.9), ("temperature", "probs", "logits"))
tell(LogitRelaxedBernoulli(t(2.2), logits=t(0.3, -1.0)), t(0.2, -0.7), ("probs",))
simplex = LogisticNormal(t(0.0, 1.0), t(1.0, 0.5))
tell(simplex, t(0.2, 0.5, 0.3), ("loc", "scale"))
fisher = FisherSnedecor(t(3.0, 1.0, 5.0), t(5.0, 1.5, 3.0))
tell(fisher, t(0.7, 1.0, 2.0))
pareto = GeneralizedPareto(t(0.0, 1.0, -1.0), t(1.0, 2.0, 0.5), t(0.0, 0.3, -0.4))
tell(pareto, t(0.5, 3.0, -0.5))
show("cdf", pareto.cdf(t(0.5, 3.0, -0.5)))
show("icdf", pareto.icdf(t(0.1, 0.5, 0.9)))
show("survival", pareto.log_survival_function(t(0.5, 3.0, -0.5)))
show("entropy", pareto.entropy())
print(pareto.support.check(t(-0.1, 1.0, 0.5)).tolist())

c = torch.tensor([0.5, 2.0], device=device, requires_grad=True)
VonMises(t(0.0), c).log_prob(t(0.4)).sum().backward()
show("grad", c.grad)
for wrong in (lambda: VonMises(t(0.0), t(-1.0)), lambda: ContinuousBernoulli(), lambda: RelaxedBernoulli(t(1.0))):
    try:
        wrong()
    except ValueError as error:
        print(str(error).splitlines()[0].replace(", device='cuda:0'", ""))
