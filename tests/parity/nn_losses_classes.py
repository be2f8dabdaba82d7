# Cross entropy and its relatives: weights, smoothing, what is ignored, images, probabilities.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(17)


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



x, t = rand(4, 3), torch.tensor([0, 2, 1, 2]).to(device)
weight = torch.tensor([0.5, 1.0, 2.0]).to(device)
losses(nn.CrossEntropyLoss, x, t)
losses(nn.CrossEntropyLoss, x, t, weight=weight, label_smoothing=0.1, ignore_index=1)
losses(nn.CrossEntropyLoss, x, torch.softmax(torch.randn(4, 3), 1).to(device), label_smoothing=0.2, weight=weight)
losses(nn.NLLLoss, x, t, weight=weight)
losses(nn.NLLLoss, rand(2, 3, 2, 2), torch.tensor([[[0, 1], [2, 0]], [[1, 1], [0, 2]]]).to(device), ignore_index=2)
losses(nn.CrossEntropyLoss, rand(2, 3, 2), torch.tensor([[0, 1], [2, 2]]).to(device))
check(nn.CrossEntropyLoss(), rand(3), torch.tensor(1).to(device))
losses(nn.MultiMarginLoss, x, t, p=2, margin=0.5, weight=weight)
losses(nn.MultiLabelMarginLoss, rand(2, 4), torch.tensor([[3, 0, -1, 1], [1, -1, 0, 2]]).to(device))
refused(lambda: F.cross_entropy(x, torch.tensor([0, 1]).to(device)))
refused(lambda: F.nll_loss(x, t.float()))
