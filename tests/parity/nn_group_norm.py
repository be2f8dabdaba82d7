# GroupNorm, InstanceNorm and LocalResponseNorm.
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


for layer, shape in ((nn.GroupNorm(2, 6), (2, 6, 3, 4)), (nn.GroupNorm(3, 6), (2, 6, 5)), (nn.GroupNorm(1, 4, affine=False), (3, 4)), (nn.InstanceNorm1d(3), (2, 3, 5)), (nn.InstanceNorm2d(3, affine=True), (2, 3, 4, 4)), (nn.InstanceNorm3d(2), (1, 2, 3, 2, 2)), (nn.InstanceNorm2d(3), (3, 4, 4)), (nn.LocalResponseNorm(2), (2, 4, 3, 3)), (nn.LocalResponseNorm(3, alpha=0.1), (2, 5, 3))):
    with torch.no_grad():
        for p in layer.parameters():
            p.copy_(torch.rand(p.shape) + 0.5)
    print(layer)
    check(layer, rand(*shape))
layer = nn.InstanceNorm1d(2, track_running_stats=True).to(device)
layer(rand(3, 2, 6))
print(shown(layer.running_mean), shown(layer.running_var), list(layer.state_dict()))
layer.eval()
check(layer, rand(3, 2, 6))
refused(lambda: nn.GroupNorm(4, 6))
refused(lambda: F.group_norm(torch.randn(2, 6, 3), 4))
refused(lambda: F.group_norm(torch.randn(2, 6, 3), 0))
refused(lambda: F.group_norm(torch.randn(2, 6, 3), -1))
refused(lambda: F.group_norm(torch.randn(1, 6), 6))
refused(lambda: torch.group_norm(torch.randn(2, 6), 0))
print(torch.group_norm(torch.randn(1, 6), 6))
refused(lambda: nn.InstanceNorm1d(3)(torch.randn(2, 3, 1)))
refused(lambda: nn.InstanceNorm2d(3)(torch.randn(2, 3)))
