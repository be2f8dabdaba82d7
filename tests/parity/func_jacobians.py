import torch
from torch.func import hessian, jacfwd, jacrev, vmap

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0, 3.0])
f = lambda v: torch.stack([v[0] * v[1], v[1] ** 2 + v[2], torch.exp(v[2] / 3)])
print(jacrev(f)(x))
print(jacfwd(f)(x))
print(hessian(lambda v: (v ** 3).sum() + v[0] * v[1] * v[2])(x))
print(jacrev(lambda a, b: a[:, None] * b, argnums=1)(x, torch.tensor([1.0, -1.0])).shape)
print(jacrev(lambda a, b: a * b, argnums=(0, 1))(x, x + 1))
print(jacrev(lambda v: {"sum": v.sum(), "square": v ** 2})(x))
batch = torch.arange(6.0).view(2, 3)
print(vmap(jacrev(lambda v: v ** 2))(batch))
print(vmap(hessian(lambda v: (v ** 3).sum()))(batch)[1])
w = torch.tensor([[0.5, -1.0, 0.25], [1.0, 0.0, -0.5]])
net = lambda v: torch.tanh(w @ v)
print(torch.allclose(jacrev(net)(x), (1 - net(x) ** 2)[:, None] * w, atol=1e-6))
def newton(v):
    h = hessian(lambda u: ((u - 1) ** 4).sum() + (u ** 2).sum())(v)
    g = jacrev(lambda u: ((u - 1) ** 4).sum() + (u ** 2).sum())(v)
    return v - torch.linalg.solve(h, g)
v = torch.tensor([2.0, -1.0])
for _ in range(5):
    v = newton(v)
print([round(n, 4) for n in v.tolist()])
