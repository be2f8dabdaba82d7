# Sets, and what they hold.
import torch
from torch.distributions import constraints as C

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([-1.0, 0.0, 0.5, 1.0, 2.0, float("nan")], device=device)
for c in (C.real, C.positive, C.nonnegative, C.unit_interval, C.boolean, C.interval(0.0, 1.0), C.greater_than(0.5), C.less_than(1.0), C.half_open_interval(0.0, 1.0), C.nonnegative_integer, C.integer_interval(0, 1)):
    print(c, c.check(x).tolist(), c.is_discrete, c.event_dim)
m = torch.tensor([[2.0, 0.0], [1.0, 3.0]], device=device)
for c in (C.lower_triangular, C.lower_cholesky, C.symmetric, C.positive_definite, C.square, C.simplex, C.real_vector, C.one_hot):
    print(c, c.check(m).tolist())
print(C.simplex.check(torch.tensor([0.2, 0.8], device=device)).item(), C.independent(C.positive, 1))
