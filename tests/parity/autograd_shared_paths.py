import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor(0.7, requires_grad=True)
a = x.sin()
b = a * x
c = a + b
d = c * a
d.backward()
h = 1e-3
f = lambda v: (v.sin() + v.sin() * v) * v.sin()
with torch.no_grad():
    print(f"{x.grad.item():.3f}", f"{((f(x + h) - f(x - h)) / (2 * h)).item():.3f}")
p = torch.ones(3, requires_grad=True)
h = p
for _ in range(200):
    h = h * 1.01
h.sum().backward()
print([f"{g:.4f}" for g in p.grad.tolist()])
q = torch.tensor([1.0, 2.0], requires_grad=True)
parts = [q * i for i in range(4)]
torch.stack(parts).sum().backward()
print(q.grad)
r = torch.tensor(1.5, requires_grad=True)
for branch in (True, False):
    r.grad = None
    y = r ** 2 if branch else r ** 3
    while y < 10:
        y = y * r
    y.backward()
    print(f"{y.item():.4f} {r.grad.item():.4f}")
def recursive(v, n):
    return v if n == 0 else recursive(v, n - 1) * v
(g,) = torch.autograd.grad(recursive(r, 4), r)
print(f"{g.item():.4f}", f"{5 * 1.5 ** 4:.4f}")
