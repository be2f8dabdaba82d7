# Transformers with dropout take the generator's numbers in PyTorch's order.
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


torch.manual_seed(0)
model = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.3), 2)
x = torch.randn(4, 2, 8)
torch.manual_seed(1)
print(shown(model(x)))
model.eval()
print(shown(model(x)))
torch.manual_seed(2)
mha = nn.MultiheadAttention(4, 2, dropout=0.5)
print(shown(mha(x[..., :4], x[..., :4], x[..., :4])[1]))
torch.manual_seed(3)
print(shown(F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)))
print(nn.Transformer(8, 2, 1, 1, 16).decoder.layers[0].linear1.weight.flatten()[:3].tolist()[0].__class__.__name__)
