# The first values of layers are PyTorch's for a seed.
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


for make in (lambda: nn.Linear(3, 4), lambda: nn.Conv1d(2, 3, 3), lambda: nn.Conv2d(2, 4, 3, groups=2), lambda: nn.ConvTranspose2d(2, 3, 3), lambda: nn.Bilinear(2, 3, 2), lambda: nn.Embedding(4, 3), lambda: nn.EmbeddingBag(4, 3), lambda: nn.LSTM(2, 3, 2), lambda: nn.GRU(2, 3, bidirectional=True), lambda: nn.RNNCell(2, 3), lambda: nn.MultiheadAttention(4, 2), lambda: nn.MultiheadAttention(4, 2, kdim=3, vdim=2, add_bias_kv=True), lambda: nn.TransformerDecoderLayer(4, 2, 8), lambda: nn.Transformer(4, 2, 1, 1, 8), lambda: nn.PReLU(), lambda: nn.BatchNorm2d(2), lambda: nn.Conv3d(1, 2, 2)):
    torch.manual_seed(7)
    layer = make()
    print(type(layer).__name__, [(name, shown(p)[:3]) for name, p in list(layer.named_parameters())[:6]], round(torch.rand(1).item(), 3))
