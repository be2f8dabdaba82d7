# Pixels, channels and dimensions in other orders.
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


x = torch.arange(2.0 * 8 * 2 * 3, device=device).view(2, 8, 2, 3).requires_grad_()
check(nn.PixelShuffle(2), x)
check(nn.PixelUnshuffle(2), torch.arange(2.0 * 2 * 4 * 6, device=device).view(2, 2, 4, 6).requires_grad_())
check(nn.ChannelShuffle(4), x)
check(nn.Flatten(), x)
check(nn.Flatten(1, 2), x)
check(nn.Unflatten(1, (2, 4)), x)
print(nn.PixelShuffle(3), nn.PixelUnshuffle(2), nn.ChannelShuffle(2), nn.Flatten(), nn.Unflatten(1, (2, 4)), nn.Identity(3))
refused(lambda: F.pixel_shuffle(x, 3))
refused(lambda: F.pixel_unshuffle(x, 2))
