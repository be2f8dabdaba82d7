# Products with the Jacobian from both sides, of a function of several arguments.
import torch
from torch.autograd.functional import hvp, jacobian, jvp, vhp, vjp

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def f(x, y):
    return torch.stack([x[0] * y[1], torch.sin(x[1]) + y[0] ** 2, x.sum() * y.sum()])


x, y = torch.tensor([1.0, 2.0], device=device).double(), torch.tensor([0.5, -1.0], device=device).double()
jx, jy = jacobian(f, (x, y))
print([[round(v, 5) for v in row] for row in jx.tolist()], [[round(v, 5) for v in row] for row in jy.tolist()])
v = torch.tensor([1.0, -1.0, 2.0], device=device).double()
out, (gx, gy) = vjp(f, (x, y), v)
print([round(t, 5) for t in out.tolist()], torch.allclose(gx, v @ jx), torch.allclose(gy, v @ jy))
u = (torch.ones(2, device=device).double(), torch.tensor([2.0, 0.0], device=device).double())
_, t = jvp(f, (x, y), u)
print(torch.allclose(t, jx @ u[0] + jy @ u[1]))
g = lambda x: (x ** 3).sum() + x[0] * x[1]
print([round(t, 5) for t in hvp(g, x, u[1])[1].tolist()], [round(t, 5) for t in vhp(g, x, u[1])[1].tolist()])
