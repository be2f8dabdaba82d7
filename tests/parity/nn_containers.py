# Lists and dicts of modules and parameters.
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


layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
layers.append(nn.ReLU()).extend([nn.Tanh()])
layers.insert(1, nn.Sigmoid())
print(layers, len(layers), layers[-1], layers[1:3])
del layers[0]
layers[0] = nn.Identity()
print([type(m).__name__ for m in layers], [type(m).__name__ for m in layers + [nn.GELU()]], layers.pop(-1))
named = nn.ModuleDict({"a": nn.Linear(1, 1)})
named["b"] = nn.ReLU()
named.update([("c", nn.Tanh())])
print(named, list(named), "a" in named, len(named), list(named.keys()), named.pop("a"), [k for k, _ in named.items()])
seq = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(seq[0], seq[-1], seq[:2], len(seq))
seq.append(nn.Tanh()).insert(0, nn.Flatten())
del seq[1]
print(seq)
params = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(2, 3)])
params.append(torch.ones(1))
print(params, len(params), [tuple(p.shape) for p in params], len(list(params.parameters())))
table = nn.ParameterDict({"w": nn.Parameter(torch.ones(2, 2))})
table["v"] = nn.Parameter(torch.zeros(3))
print(table, list(table.keys()), "w" in table, len(table), tuple(table.pop("w").shape))
refused(lambda: layers[9])
refused(lambda: nn.ModuleList([1]))
refused(lambda: nn.ModuleDict([("a", 3)]))
import copy
twin = copy.deepcopy(seq)
print(twin[1] is seq[1], twin[2].weight is seq[2].weight, torch.equal(twin[2].weight, seq[2].weight))
