# Borders: constant, mirrored, repeated, circular.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(10)


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


x = torch.arange(1.0, 13.0, device=device).view(1, 3, 4).requires_grad_()
for layer in (nn.ConstantPad1d(2, 7.5), nn.ZeroPad1d((1, 2)), nn.ReflectionPad1d((2, 1)), nn.ReplicationPad1d(2), nn.CircularPad1d((1, 3)), nn.ConstantPad1d((-1, 2), 3.0)):
    print(layer)
    check(layer, x)
image = rand(2, 2, 3, 4)
for layer in (nn.ConstantPad2d((1, 2, 0, 1), 3.5), nn.ZeroPad2d(1), nn.ReflectionPad2d((1, 2, 2, 0)), nn.ReplicationPad2d((1, 0, 0, 2)), nn.CircularPad2d((1, 1, 2, 0)), nn.ZeroPad2d((-1, 0, 1, -1))):
    print(layer)
    check(layer, image)
volume = rand(1, 2, 2, 3, 2)
for layer in (nn.ConstantPad3d(1, 0.5), nn.ReflectionPad3d(1), nn.ReplicationPad3d((1, 0, 2, 0, 0, 1)), nn.CircularPad3d(1), nn.ZeroPad3d(1)):
    check(layer, volume)
check(lambda x: F.pad(x, (1, 1)), rand(3))
print(F.pad(torch.ones(2, 2), (1, 0, 0, 1), value=9).tolist())
for mode in ("reflect", "replicate", "circular"):
    check(nn.Conv2d(2, 3, 3, padding=1, padding_mode=mode), image)
refused(lambda: F.pad(torch.ones(2), (1, 2, 3)))
refused(lambda: F.pad(torch.ones(1, 2, 2), (1, 1), mode="constant2"))
