# Layers in half precision and float64.
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


torch.set_printoptions(precision=2)
for dtype in (torch.float64, torch.bfloat16, torch.float16):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3)).to(device, dtype)
    x = (torch.arange(36.0).view(1, 1, 6, 6) / 36).to(device, dtype)
    y = model(x)
    y.float().sum().backward()
    print(dtype, y.dtype, [round(v, 1) for v in y.flatten().tolist()], model[0].weight.grad.dtype, tuple(model[0].weight.grad.shape))
layer = nn.LayerNorm(4).to(device, torch.bfloat16)
print(layer(torch.arange(4.0).to(device, torch.bfloat16)).tolist())
refused(lambda: nn.Linear(2, 2).double()(torch.ones(1, 2)))
refused(lambda: nn.Conv2d(1, 1, 1).double()(torch.ones(1, 1, 2, 2)))
