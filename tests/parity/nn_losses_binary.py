# Losses of yes and no.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(18)


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



p, t = torch.rand(3, 4).to(device).requires_grad_(), (torch.rand(3, 4) > 0.5).float().to(device)
x = rand(3, 4)
weight = torch.rand(4).to(device)
losses(nn.BCELoss, p, t)
losses(nn.BCELoss, p, t, weight=weight)
losses(nn.BCEWithLogitsLoss, x, t)
losses(nn.BCEWithLogitsLoss, x, t, weight=weight, pos_weight=torch.tensor([1.0, 2, 3, 0.5]).to(device))
losses(nn.SoftMarginLoss, x, 2 * t - 1)
losses(nn.MultiLabelSoftMarginLoss, x, t, weight=weight)
losses(nn.HingeEmbeddingLoss, x, 2 * t - 1, margin=0.8)
refused(lambda: F.binary_cross_entropy(p, t[:2]))
refused(lambda: F.binary_cross_entropy_with_logits(x, t[:2]))
