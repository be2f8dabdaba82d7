import torch
from torch.func import grad, grad_and_value, vjp, jvp

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0, 3.0])
print(grad(lambda v: (v ** 3).sum())(x), grad(torch.sin)(torch.tensor(0.5)))
print(grad(grad(grad(lambda v: v ** 4)))(torch.tensor(2.0)))
f = lambda a, b: (a * b ** 2).sum()
print(grad(f, argnums=1)(x, x + 1), grad(f, argnums=(0, 1))(x, x + 1))
print(grad_and_value(lambda v: (v ** 2).sum())(x))
print(grad(lambda v: ((v ** 2).sum(), v * 2), has_aux=True)(x))
params = {"w": torch.tensor([0.5, -0.5, 1.0]), "b": torch.tensor(0.25)}
def loss(p, data):
    return ((data @ p["w"] + p["b"] - 1) ** 2).mean()
data = torch.arange(6.0).view(2, 3)
print(grad(loss)(params, data))
value, pull = vjp(lambda v: torch.stack([v.sum(), (v ** 2).sum()]), x)
print(value, pull(torch.tensor([1.0, 0.5])))
print(vjp(lambda a, b: a * b, x, x + 1)[1](torch.ones(3)))
print(jvp(lambda v: v ** 2, (x,), (torch.ones(3),)), jvp(lambda a, b: a * b, (x, x + 1), (torch.ones(3), torch.zeros(3))))
y = torch.tensor(2.0, requires_grad=True)
out = grad(lambda v: v ** 2 * y)(torch.tensor(3.0))
print(out.requires_grad, torch.autograd.grad(out, y))
print(grad(lambda v: v * 2)(torch.tensor(1.0)).requires_grad)
for g in (lambda: grad(lambda v: v)(x), lambda: grad(lambda v: 3)(x), lambda: grad(lambda v: v.sum(), argnums=2)(x)):
    try:
        g()
    except RuntimeError as e:
        print(e)
