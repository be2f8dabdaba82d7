# Hooks: before and after forward, with keywords, on the way back, of state.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def shown(t):
    return [round(v, 2) or 0.0 for v in t.detach().cpu().double().flatten()[:8].tolist()]


def rand(*shape):
    return torch.randn(*shape).to(device).requires_grad_()


def check(f, *operands):
    """The result, and the gradients of a weighted sum of it by operands and parameters."""
    if isinstance(f, nn.Module):
        f.to(device)
    y = f(*operands)
    print(tuple(y.shape), shown(y), y.grad_fn is not None)
    weights = torch.linspace(-1, 2, y.numel(), device=device, dtype=y.dtype).view(y.shape)
    parameters = list(f.parameters()) if isinstance(f, nn.Module) else []
    wanted = [x for x in list(operands) + parameters if isinstance(x, torch.Tensor) and x.requires_grad]
    for g in torch.autograd.grad((y * weights).sum(), wanted, allow_unused=True):
        print("   ", None if g is None else (tuple(g.shape), shown(g)))


def refused(f):
    try:
        f()
        print("nothing wrong")
    except Exception as error:
        print(type(error).__name__ + ":", error)


log = []
layer = nn.Linear(2, 2).to(device)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[1.0, 2], [3, 4]]))
    layer.bias.zero_()
handles = [
    layer.register_forward_pre_hook(lambda m, args: log.append(("pre", len(args)))),
    layer.register_forward_pre_hook(lambda m, args: (args[0] * 2,), prepend=True),
    layer.register_forward_hook(lambda m, args, out: log.append(("post", shown(args[0]), shown(out)))),
    layer.register_forward_hook(lambda m, args, kwargs, out: out + 1, with_kwargs=True),
    layer.register_full_backward_hook(lambda m, gin, gout: log.append(("back", shown(gin[0]), shown(gout[0])))),
    layer.register_full_backward_pre_hook(lambda m, gout: (gout[0] * 10,)),
]
x = torch.ones(1, 2, device=device, requires_grad=True)
y = layer(x)
y.sum().backward()
print(shown(y), shown(x.grad), shown(layer.weight.grad))
for line in log:
    print(line)
for handle in handles:
    handle.remove()
print(shown(layer(x)), len(layer._forward_hooks))


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.tensor(2.0))
        self.register_buffer("hidden", torch.tensor(1.0), persistent=False)

    def forward(self, x, times=1):
        return x * self.scale * times


model = Scaled()
with model.register_forward_pre_hook(lambda m, args, kwargs: (args, {"times": 3}), with_kwargs=True):
    print(model(torch.ones(2)).tolist())
print(model(torch.ones(2)).tolist(), list(model.state_dict()))
model.register_load_state_dict_post_hook(lambda m, keys: print("loaded", keys))
model.register_load_state_dict_pre_hook(lambda m, state, prefix, *rest: state.__setitem__("scale", torch.tensor(5.0)))
print(model.load_state_dict({}), model.scale)
double = nn.Linear(2, 1)
double.register_full_backward_hook(lambda m, gin, gout: (gin[0] * 2,))
z = torch.ones(1, 2, requires_grad=True)
double(z).sum().backward()
print(torch.allclose(z.grad, 2 * double.weight.detach()))
