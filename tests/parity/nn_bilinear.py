# Linear, Bilinear and distances.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(15)


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


check(nn.Linear(3, 4), rand(2, 3))
check(nn.Linear(3, 4, bias=False), rand(2, 5, 3))
check(nn.Linear(3, 4), rand(3))
check(nn.Bilinear(3, 4, 2), rand(5, 3), rand(5, 4))
check(nn.Bilinear(3, 4, 2, bias=False), rand(2, 5, 3), rand(2, 5, 4))
check(nn.CosineSimilarity(), rand(3, 4), rand(3, 4))
check(nn.CosineSimilarity(dim=0), rand(3, 4), rand(3, 4))
check(nn.PairwiseDistance(), rand(3, 4), rand(3, 4))
check(nn.PairwiseDistance(p=1, keepdim=True), rand(3, 4), rand(3, 4))
check(lambda x: F.normalize(x), rand(3, 4))
check(lambda x: F.normalize(x, p=1, dim=0), rand(3, 4))
print(nn.Bilinear(3, 4, 2), nn.CosineSimilarity(), nn.PairwiseDistance())
refused(lambda: nn.Linear(3, 4)(torch.randn(2, 5)))
