import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
y.retain_grad()
z = y.sum()
z.backward(retain_graph=True)
z.backward()
print(x.grad, y.grad)
try:
    z.backward()
except RuntimeError as e:
    print(str(e)[:60])
try:
    torch.ones(2).sum().backward()
except RuntimeError as e:
    print(e)
try:
    (x * 2).backward()
except RuntimeError as e:
    print(e)
try:
    x.add_(1)
except RuntimeError as e:
    print(e)
h = torch.tensor([1.0, 2.0], requires_grad=True)
seen = []
handle = h.register_hook(lambda g: seen.append(g.clone()))
(h * 3).sum().backward()
handle.remove()
(h * 3).sum().backward()
print(seen, h.grad)
h2 = torch.tensor([1.0], requires_grad=True)
h2.register_hook(lambda g: g * 10)
(h2 * 2).sum().backward()
print(h2.grad)
w = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(w ** 3, w, create_graph=True)
g2, = torch.autograd.grad(g, w)
print(g.item(), g2.item())
@torch.no_grad()
def f(a):
    return a * 2
print(f(w).requires_grad)
with torch.set_grad_enabled(False):
    print((w * 2).requires_grad)
with torch.inference_mode():
    print((w * 2).requires_grad)
with torch.no_grad():
    with torch.enable_grad():
        print((w * 2).requires_grad)
v = torch.ones(3, requires_grad=True)
u = v.clone()
u[0] = 5
u.sum().backward()
print(v.grad)
