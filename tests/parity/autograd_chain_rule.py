# Gradients by hand beside autograd's, along a small graph.
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor(2.0, device=device, requires_grad=True)
y = torch.tensor(-3.0, device=device, requires_grad=True)
a = x * y
b = torch.sin(a) + x ** 2
c = torch.exp(-b / 10) * torch.log(x + 5)
a.retain_grad()
b.retain_grad()
c.backward()
print(f"{c.item():.5f} {x.grad.item():.6f} {y.grad.item():.6f} {a.grad.item():.6f} {b.grad.item():.6f}")
db = -torch.exp(-b / 10) / 10 * torch.log(x + 5)
print(torch.allclose(b.grad, db), torch.allclose(a.grad, db * torch.cos(a)), torch.allclose(y.grad, a.grad * x))
print(c.grad_fn.name(), [f[0].name() for f in c.grad_fn.next_functions], x.is_leaf, c.is_leaf, c.requires_grad)
with torch.no_grad():
    print((x * 2).requires_grad, torch.is_grad_enabled())
d = c.detach()
print(d.requires_grad, d.is_leaf)
try:
    c.backward()
except RuntimeError as error:
    print(str(error)[:70])
