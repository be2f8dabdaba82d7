# Dropout's family: what is kept is scaled, what a seed keeps is PyTorch's.
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


x = torch.ones(2, 3, 4)
for make in (nn.Dropout, nn.Dropout1d, nn.Dropout2d, nn.AlphaDropout, nn.FeatureAlphaDropout):
    torch.manual_seed(3)
    layer = make(0.4)
    y = layer(x if make is not nn.Dropout2d else x.unsqueeze(-1)).flatten(2)
    print(make.__name__, layer, [round(v, 2) for v in y.flatten().tolist()])
    layer.eval()
    print(torch.equal(layer(x), x))
torch.manual_seed(3)
print([round(v, 2) for v in nn.Dropout3d(0.5)(torch.ones(2, 4, 1, 1, 2)).flatten().tolist()])
torch.manual_seed(5)
z = torch.ones(6, requires_grad=True)
y = F.dropout(z, 0.5)
y.sum().backward()
print(y.tolist(), z.grad.tolist())
print(F.dropout(torch.ones(3), 1.0).tolist(), F.dropout(torch.ones(3), 0.5, training=False).tolist())
a = torch.ones(5)
torch.manual_seed(1)
b = F.dropout(a, 0.5, inplace=True)
print(b is a, a.tolist())
refused(lambda: nn.Dropout(1.5))
refused(lambda: F.dropout(a, -0.1))
on_device = F.dropout(torch.ones(1000, device=device), 0.25)
print(sorted(set(round(v, 3) for v in on_device.tolist())), 650 < (on_device > 0).sum().item() < 850)
