# EmbeddingBag: sums, means and maxima of bags.
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


ids, offsets = torch.tensor([1, 2, 4, 5, 4, 3, 2, 9], device=device), torch.tensor([0, 4, 4], device=device)
table = torch.randn(10, 3)
for mode in ("sum", "mean", "max"):
    check(lambda w: F.embedding_bag(ids, w, offsets, mode=mode), table.to(device).requires_grad_())
    check(lambda w: F.embedding_bag(ids.view(2, 4), w, mode=mode), table.to(device).requires_grad_())
check(lambda w, s: F.embedding_bag(ids, w, offsets, mode="sum", per_sample_weights=s), table.to(device).requires_grad_(), rand(8))
check(lambda w: F.embedding_bag(ids, w, offsets, mode="mean", padding_idx=4), table.to(device).requires_grad_())
check(lambda w: F.embedding_bag(ids, w, torch.tensor([0, 3, 8], device=device), mode="sum", include_last_offset=True), table.to(device).requires_grad_())
layer = nn.EmbeddingBag(4, 2, mode="sum")
print(layer, nn.EmbeddingBag(4, 2), tuple(nn.EmbeddingBag.from_pretrained(table)(ids.cpu(), offsets.cpu()).shape))
refused(lambda: layer(torch.tensor([1, 2])))
refused(lambda: F.embedding_bag(ids, table, offsets, mode="mean", per_sample_weights=torch.ones(8)))
