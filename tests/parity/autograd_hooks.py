import torch

torch.set_default_tensor_type("torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor")
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
log = []
handle = x.register_hook(lambda g: log.append(g.tolist()))
(x * 2).sum().backward()
print(log, x.grad)
double = x.register_hook(lambda g: g * 2)
x.grad = None
(x * 2).sum().backward()
print(log, x.grad)
handle.remove()
double.remove()
x.grad = None
(x * 2).sum().backward()
print(len(log), x.grad)
y = x * x
seen = []
y.register_hook(lambda g: seen.append(g.tolist()))
y.register_hook(lambda g: g.clamp(max=1.0))
(y * torch.tensor([0.5, 1.0, 3.0])).sum().backward()
print(seen, x.grad)
p = torch.ones(2, requires_grad=True)
def step(parameter):
    with torch.no_grad():
        parameter -= 0.1 * parameter.grad
    parameter.grad = None
h = p.register_post_accumulate_grad_hook(step)
for _ in range(3):
    (p ** 2).sum().backward()
print(p.detach(), p.grad)
h.remove()
(p ** 2).sum().backward()
print(p.grad)
try:
    torch.ones(2).register_hook(print)
except RuntimeError as e:
    print(e)
try:
    (p * 2).register_post_accumulate_grad_hook(print)
except RuntimeError as e:
    print(e)
with torch.no_grad():
    pass
def boom(g):
    raise ValueError("from the hook")
q = torch.ones(1, requires_grad=True)
q.register_hook(boom)
try:
    (q * 2).sum().backward()
except ValueError as e:
    print("caught", e)
