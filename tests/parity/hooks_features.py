# Features and gradients from inside a model: forward hooks, pre-hooks, full backward hooks, tensor hooks, hooks of all modules.
import torch
import torch.nn as nn
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)
model = nn.Sequential()
model.add_module("conv", nn.Conv2d(1, 3, 3, padding=1))
model.add_module("act", nn.ReLU())
model.add_module("pool", nn.AdaptiveAvgPool2d(2))
model.add_module("flat", nn.Flatten())
model.add_module("head", nn.Linear(12, 4))
x = torch.randn(2, 1, 6, 6)
model, x = model.to(device), x.to(device)
activation = {}


def get_activation(name):
    def hook(model, input, output):
        activation[name] = output.detach()

    return hook


handles = [model.act.register_forward_hook(get_activation("act")), model.head.register_forward_hook(get_activation("head"))]
out = model(x)
print({k: (tuple(v.shape), f"{v.mean().item():.4f}") for k, v in activation.items()})
print(torch.equal(activation["head"], out.detach()), len(model.act._forward_hooks), list(model.act._forward_hooks) == [handles[0].id])
for handle in handles:
    handle.remove()
print(len(model.act._forward_hooks))

order = []
model.head.register_forward_pre_hook(lambda m, args: order.append("pre 1"))
model.head.register_forward_pre_hook(lambda m, args: order.append("pre 0"), prepend=True)
h = model.head.register_forward_pre_hook(lambda m, args, kwargs: (args, {}), with_kwargs=True)
model.head.register_forward_hook(lambda m, args, kwargs, out: out * 2, with_kwargs=True)
doubled = model(x)
print(order, torch.allclose(doubled, out * 2))
h.remove()

grads = {}
model.conv.register_full_backward_hook(lambda m, gi, go: grads.update(conv=[None if g is None else tuple(g.shape) for g in gi + go]))
model.head.register_full_backward_hook(lambda m, gi, go: (gi[0] * 0.5,))
model.head.register_full_backward_pre_hook(lambda m, go: grads.update(head=tuple(go[0].shape)))
leaf = torch.ones(3, device=device, requires_grad=True)
handle = leaf.register_hook(lambda g: g * 10)
(leaf * 2).sum().backward()
print(leaf.grad.tolist())
handle.remove()
leaf.grad = None
(leaf * 2).sum().backward()
print(leaf.grad.tolist())
model(x).sum().backward()
print(grads, f"{model.conv.weight.grad.abs().sum().item():.4f}")

seen = []
with register_module_forward_hook(lambda m, i, o: seen.append(type(m).__name__)):
    pre = register_module_forward_pre_hook(lambda m, i: seen.append("before " + type(m).__name__) if isinstance(m, nn.Linear) else None)
    model(x)
    pre.remove()
model(x)
print(seen)
leaf.grad = None
leaf.register_post_accumulate_grad_hook(lambda p: seen.append(("done", p is leaf, p.grad.tolist())))
(leaf * 3).sum().backward()
print(seen[-1])


class Logger(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.sizes = []
        for name, layer in self.inner.named_children():
            layer.register_forward_hook(lambda layer, _, output, name=name: self.sizes.append((name, tuple(output.shape))))

    def forward(self, x):
        return self.inner(x)


log = Logger(nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))).to(device)
log(torch.zeros(2, 3, device=device))
print(log.sizes)
try:
    model.act.register_forward_hook(lambda m, i, o: 1 / 0)
    model(x)
except ZeroDivisionError as error:
    print(error)
