# Transformer layers and stacks.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(9)


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


def trained(module, *inputs, **options):
    module.to(device)
    y = module(*inputs, **options)
    print(tuple(y.shape), shown(y))
    grads = torch.autograd.grad((y * torch.linspace(-1, 2, y.numel(), device=device).view(y.shape)).sum(), list(inputs))
    for g in grads:
        print("   ", tuple(g.shape), shown(g))


encoder_layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0)
trained(encoder_layer, rand(4, 3, 8))
trained(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, norm_first=True, activation="gelu", batch_first=True), rand(3, 4, 8))
trained(nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0), rand(4, 3, 8), rand(5, 3, 8))
encoder = nn.TransformerEncoder(encoder_layer, 2, nn.LayerNorm(8))
mask = nn.Transformer.generate_square_subsequent_mask(4).to(device)
trained(encoder, rand(4, 3, 8), mask=mask)
padding = torch.tensor([[False, False, True, True], [False] * 4, [False, False, False, True]], device=device)
trained(encoder, rand(4, 3, 8), src_key_padding_mask=padding)
model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
trained(model, rand(2, 5, 8), rand(2, 4, 8), tgt_mask=mask)
print(encoder_layer)
print(sum(p.numel() for p in model.parameters()), mask.tolist()[1])
refused(lambda: nn.TransformerEncoderLayer(8, 2, activation="sin"))
refused(lambda: model(torch.randn(2, 5, 8).to(device), torch.randn(3, 4, 8).to(device)))
