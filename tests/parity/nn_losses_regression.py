# Losses between numbers.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(16)


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


def losses(make, *operands, **options):
    for reduction in ("mean", "sum", "none"):
        check(make(reduction=reduction, **options), *operands)



x, y = rand(3, 4), torch.randn(3, 4).to(device)
losses(nn.MSELoss, x, y)
losses(nn.L1Loss, x, y)
losses(nn.SmoothL1Loss, x, y, beta=0.7)
losses(nn.HuberLoss, x, y, delta=0.6)
losses(nn.PoissonNLLLoss, x, torch.tensor([[0.0, 1, 2, 5]] * 3).to(device), full=True)
losses(nn.PoissonNLLLoss, x.abs() + 0.1, y.abs(), log_input=False)
losses(nn.GaussianNLLLoss, x, y, (torch.rand(3, 4) + 0.1).to(device).requires_grad_(), full=True)
losses(nn.GaussianNLLLoss, x, y, (torch.rand(3, 1) + 0.1).to(device))
refused(lambda: nn.MSELoss(reduction="most")(x, y))
refused(lambda: F.gaussian_nll_loss(x, y, -torch.ones(3, 4, device=device)))
