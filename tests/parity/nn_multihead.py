# MultiheadAttention: weights, masks, padding, other sizes of keys and values.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(8)


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


def check_mha(layer, *operands, **options):
    layer.to(device)
    y, weights = layer(*operands, **options)
    print(tuple(y.shape), shown(y), None if weights is None else (tuple(weights.shape), shown(weights)))
    scale = torch.linspace(-1, 2, y.numel(), device=device).view(y.shape)
    unique = list(dict.fromkeys(operands))
    for g in torch.autograd.grad((y * scale).sum(), unique + list(layer.parameters())):
        print("   ", tuple(g.shape), shown(g))


layer = nn.MultiheadAttention(6, 2)
print(layer, list(layer.state_dict()))
x = rand(4, 3, 6)
check_mha(layer, x, x, x)
check_mha(layer, x, x, x, need_weights=False)
check_mha(layer, rand(2, 3, 6), rand(5, 3, 6), rand(5, 3, 6), average_attn_weights=False)
mask = nn.Transformer.generate_square_subsequent_mask(4).to(device)
check_mha(layer, x, x, x, attn_mask=mask)
check_mha(layer, x, x, x, attn_mask=mask, need_weights=False, is_causal=True)
padding = torch.tensor([[False, False, False, True], [False, False, True, True], [False, False, False, False]], device=device)
check_mha(layer, x, x, x, key_padding_mask=padding)
check_mha(layer, x, x, x, key_padding_mask=padding, need_weights=False)
first = nn.MultiheadAttention(6, 3, batch_first=True, kdim=5, vdim=4, add_bias_kv=True, add_zero_attn=True)
check_mha(first, rand(2, 3, 6), rand(2, 4, 5), rand(2, 4, 4))
check_mha(nn.MultiheadAttention(4, 2, bias=False), rand(3, 4), rand(3, 4), rand(3, 4))
refused(lambda: nn.MultiheadAttention(5, 2))
refused(lambda: layer(x, x, x, attn_mask=torch.zeros(3, 4, device=device)))
