# Bijections to the constraints of parameters, and back.
import torch
from torch.distributions import *
from torch.distributions import constraints as C
from torch.distributions.transforms import *
from torch.distributions.constraint_registry import ConstraintRegistry

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(name, values):
    print(name, tuple(values.shape), [round(v, 4) for v in values.detach().cpu().double().flatten().tolist()])


x = torch.tensor([-1.0, 0.2, 0.7], device=device)
for c in (C.real, C.positive, C.nonnegative, C.greater_than(2.0), C.greater_than_eq(-1.0), C.less_than(3.0), C.unit_interval,
          C.interval(-1.0, 2.0), C.half_open_interval(0.0, 4.0), C.simplex, C.corr_cholesky, C.real_vector):
    for registry in (biject_to, transform_to):
        f = registry(c)
        y = f(x)
        print(f, bool(c.check(y).all()))
        show("there", y)
        show("back", f.inv(y))
        if registry is biject_to:
            show("log det", f.log_abs_det_jacobian(x, y))
m = torch.tensor([[0.5, 1.0], [-0.3, 0.2]], device=device)
for c in (C.lower_cholesky, C.positive_definite):
    f = transform_to(c)
    show(repr(f), f(m))
    show("back", f.inv(f(m)))
    try:
        biject_to(c)
    except NotImplementedError as error:
        print(error)
pieces = CatTransform([ExpTransform(), AffineTransform(1.0, 2.0)], dim=0, lengths=[2, 1])
y = pieces(x)
show("cat", y)
show("back", pieces.inv(y))
show("log det", pieces.log_abs_det_jacobian(x, y))
print(pieces.bijective, pieces.codomain.check(y).tolist(), pieces.codomain.is_discrete, pieces.codomain.event_dim)
rows = torch.stack([x, x])
slices = StackTransform([ExpTransform(), TanhTransform()], dim=0)
y = slices(rows)
show("stack", y)
show("back", slices.inv(y))
show("log det", slices.log_abs_det_jacobian(rows, y))
print(slices.codomain.check(y).tolist(), C.stack([C.positive, C.real], 0).check(-rows).tolist())
print(C.cat([C.positive, C.boolean], 0, [1, 2]).check(torch.tensor([1.0, 0.0, 2.0], device=device)).tolist())
for wrong in (lambda: pieces(rows[0, :2]), lambda: slices(x), lambda: CatTransform([ExpTransform()], lengths=[1, 2])):
    try:
        wrong()
    except AssertionError as error:
        print(error)
cumulative = CumulativeDistributionTransform(Normal(torch.tensor(0.5, device=device), torch.tensor(2.0, device=device)))
show("cdf", cumulative(x))
show("back", cumulative.inv(cumulative(x)))
show("log det", cumulative.log_abs_det_jacobian(x, cumulative(x)))
print(CorrCholeskyTransform().forward_shape((5, 6)), CorrCholeskyTransform().inverse_shape((4, 4)))
own = ConstraintRegistry()


@own.register(C.simplex)
def into_simplex(constraint):
    return SoftmaxTransform()


own.register(type(C.positive), lambda c: SoftplusTransform())
show("own", own(C.simplex)(x))
show("own", own(C.positive)(x))
try:
    own.register(3, None)(1)
except TypeError as error:
    print(error)
scale = torch.zeros(2, device=device, requires_grad=True)
loss = -Normal(torch.zeros(2, device=device), transform_to(Normal.arg_constraints["scale"])(scale)).log_prob(x[:2]).sum()
loss.backward()
show("grad", scale.grad)
