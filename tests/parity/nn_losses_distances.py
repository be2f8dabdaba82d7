# Losses of distances and distributions.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(19)


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



a, b, c = rand(3, 4), rand(3, 4), rand(3, 4)
y = torch.tensor([1.0, -1.0, 1.0]).to(device)
losses(nn.CosineEmbeddingLoss, a, b, y, margin=0.1)
losses(nn.MarginRankingLoss, rand(3), rand(3), y, margin=0.3)
losses(nn.TripletMarginLoss, a, b, c)
losses(nn.TripletMarginLoss, a, b, c, p=1, margin=2.0, swap=True)
losses(nn.TripletMarginWithDistanceLoss, a, b, c, distance_function=lambda x, y: (x - y).abs().max(1).values)
q = torch.softmax(torch.randn(3, 4), 1).to(device)
for reduction in ("mean", "sum", "none", "batchmean"):
    check(nn.KLDivLoss(reduction=reduction), torch.log_softmax(a, 1), q)
check(nn.KLDivLoss(reduction="batchmean", log_target=True), torch.log_softmax(a, 1), q.log())
refused(lambda: nn.TripletMarginLoss(margin=0))
