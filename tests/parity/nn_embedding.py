# Embedding: padding, norms, counts, pretrained tables.
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


ids = torch.tensor([[1, 2, 2], [0, 4, 1]], device=device)
layer = nn.Embedding(5, 3)
check(lambda w: F.embedding(ids, w), layer.weight.detach().to(device).requires_grad_())
check(lambda w: F.embedding(ids, w, padding_idx=1), layer.weight.detach().to(device).requires_grad_())
check(lambda w: F.embedding(ids, w, scale_grad_by_freq=True), layer.weight.detach().to(device).requires_grad_())
padded = nn.Embedding(5, 3, padding_idx=-1)
print(padded, padded.padding_idx, padded.weight[4].tolist())
table = torch.tensor([[3.0, 4.0], [0.3, 0.4], [6.0, 8.0]])
limited = nn.Embedding.from_pretrained(table.clone(), max_norm=1.0)
print(limited(torch.tensor([0, 1])), limited.weight, limited.weight.requires_grad, limited)
print(nn.Embedding.from_pretrained(table, freeze=False).weight.requires_grad)
refused(lambda: nn.Embedding(3, 2, padding_idx=3))
refused(lambda: nn.Embedding(3, 2)(torch.tensor([3])))
refused(lambda: nn.Embedding(3, 2)(torch.tensor([1.0])))
refused(lambda: nn.Embedding.from_pretrained(torch.randn(3)))
print(layer(torch.tensor(2)).shape, F.one_hot(torch.tensor([0, 2]), 4).tolist())
