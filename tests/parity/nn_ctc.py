# CTC: padded and joined targets, reductions, impossible alignments.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(20)


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


log_probs = torch.randn(6, 2, 5).log_softmax(2).to(device).requires_grad_()
targets = torch.tensor([[1, 2, 2], [3, 1, 4]]).to(device)
lengths = torch.tensor([6, 5])
for reduction in ("mean", "sum", "none"):
    check(nn.CTCLoss(reduction=reduction), log_probs, targets, lengths, torch.tensor([3, 2]))
check(nn.CTCLoss(blank=4), log_probs, torch.tensor([1, 2, 3]).to(device), torch.tensor([6, 6]), torch.tensor([2, 1]))
impossible = nn.CTCLoss(reduction="none", zero_infinity=True)(log_probs[:2], targets, torch.tensor([2, 2]), torch.tensor([3, 1]))
print(shown(impossible))
print(F.ctc_loss(log_probs[:2], targets, torch.tensor([2, 2]), torch.tensor([3, 1]), reduction="none").tolist()[0])
