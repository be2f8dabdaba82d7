# What the tape keeps, kept otherwise: hooks on saved tensors, and save_on_cpu.
import torch
from torch.autograd.graph import disable_saved_tensors_hooks, save_on_cpu, saved_tensors_hooks

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.tensor([1.0, 2.0, 3.0], device=device, requires_grad=True)
w = torch.tensor([2.0, -1.0, 0.5], device=device, requires_grad=True)
seen = []


def pack(t):
    seen.append(("pack", t.tolist()))
    return (t * 1, "kept")


def unpack(kept):
    t, text = kept
    seen.append((text, t.tolist()))
    return t


with saved_tensors_hooks(pack, unpack):
    y = x.exp()
print(seen)
seen.clear()
y.sum().backward()
print(seen, x.grad.tolist())

x.grad = None
seen.clear()
with saved_tensors_hooks(pack, unpack):
    y = x * w
y.sum().backward()
print(sorted(map(str, seen)), x.grad.tolist(), w.grad.tolist())

# Values changed on the way show in the gradient.
with saved_tensors_hooks(lambda t: t * 10, lambda t: t):
    y = x.pow(2)
x.grad = None
y.sum().backward()
print(x.grad.tolist())

# Inner regions count; outside nothing is packed.
inner, outer = [], []
with saved_tensors_hooks(lambda t: outer.append(1) or t, lambda t: t):
    a = x.sin()
    with saved_tensors_hooks(lambda t: inner.append(1) or t, lambda t: t):
        b = a.exp()
    c = b.exp()
d = c.exp()
print(len(inner), len(outer))
x.grad = None
d.sum().backward()
print([f"{v:.4g}" for v in x.grad.tolist()])

# Gradients of gradients.
with saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
    y = x.pow(3)
(first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), x)
print(first.tolist(), second.tolist())

# On the host until backward.
model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2)).to(device)
for p in model.parameters():
    torch.nn.init.constant_(p, 0.25)
results = []
for region in (None, save_on_cpu(), save_on_cpu(pin_memory=torch.cuda.is_available())):
    model.zero_grad()
    x.grad = None
    if region is None:
        out = model(x)
    else:
        with region:
            out = model(x)
    out.pow(2).sum().backward()
    results.append([x.grad.tolist()] + [p.grad.tolist() for p in model.parameters()])
print(results[0] == results[1] == results[2], [round(v, 4) for v in x.grad.tolist()])


def complaint(work):
    try:
        work()
        print("nothing wrong")
    except (RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, error)


def not_a_tensor():
    with saved_tensors_hooks(lambda t: 3, lambda n: n):
        y = x.exp()
    y.sum().backward()


def failing():
    def pack(t):
        raise ValueError("no room")

    with saved_tensors_hooks(pack, lambda t: t):
        x.exp()


complaint(not_a_tensor)
complaint(failing)
with disable_saved_tensors_hooks("not here"):
    complaint(lambda: saved_tensors_hooks(pack, unpack).__enter__())
complaint(lambda: x.exp().sum().backward())
