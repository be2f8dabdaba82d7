# Images read at places.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(12)


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


theta = torch.tensor([[[0.9, -0.4, 0.1], [0.3, 1.1, -0.2]]], device=device).requires_grad_()
image = rand(1, 2, 4, 5)
for align in (False, True):
    check(lambda t: F.affine_grid(t, (1, 2, 3, 4), align_corners=align), theta)
    for padding in ("zeros", "border", "reflection"):
        check(lambda x, t: F.grid_sample(x, F.affine_grid(t, (1, 2, 3, 4), align_corners=align), padding_mode=padding, align_corners=align), image, theta)
check(lambda x: F.grid_sample(x, F.affine_grid(theta.detach(), (1, 2, 3, 4), align_corners=False), mode="nearest", align_corners=False), image)
refused(lambda: F.grid_sample(image, theta, mode="cubic"))
