import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([0.5, 1.5])
f = lambda v: torch.stack([v[0] ** 2 * v[1], v.sum()])
print(jacobian(f, x), jacobian(lambda a, b: a * b, (x, x + 1)))
g = lambda v: (v ** 3).sum() + v.prod()
print(hessian(g, x), hessian(lambda a, b: (a * b ** 2).sum(), (x, x + 1)))
print(vjp(f, x, torch.tensor([1.0, -1.0])), jvp(f, x, torch.tensor([1.0, 0.0])))
print(vhp(g, x, torch.tensor([1.0, 2.0])), hvp(g, x, torch.tensor([1.0, 2.0])))
y = torch.tensor([1.0, 2.0], requires_grad=True)
j = jacobian(lambda v: v ** 3, y, create_graph=True)
print(j.requires_grad, jacobian(lambda v: v ** 3, y).requires_grad)
j.sum().backward()
print(y.grad)
print(jacobian(lambda v: (v.sum(), v * 2), x))
for attempt in (lambda: jvp(f, x), lambda: vjp(f, x), lambda: hessian(lambda v: v, x), lambda: vhp(g, x, torch.ones(3)), lambda: vjp(f, x, torch.ones(3))):
    try:
        attempt()
    except RuntimeError as e:
        print(e)
try:
    jacobian(lambda v: 3, x)
except TypeError as e:
    print(e)
