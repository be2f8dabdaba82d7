# scaled_dot_product_attention: masks, causality, scales, grouped heads.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(7)


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


sdpa = F.scaled_dot_product_attention
check(lambda q, k, v: sdpa(q, k, v), rand(2, 3, 5, 4), rand(2, 3, 6, 4), rand(2, 3, 6, 2))
check(lambda q, k, v: sdpa(q, k, v, is_causal=True), rand(2, 3, 5, 4), rand(2, 3, 5, 4), rand(2, 3, 5, 4))
check(lambda q, k, v: sdpa(q, k, v, scale=0.1), rand(4, 5, 4), rand(4, 6, 4), rand(4, 6, 4))
check(lambda q, k, v: sdpa(q, k, v), rand(5, 4), rand(6, 4), rand(6, 4))
seen = (torch.arange(30).view(5, 6) % 4 != 0).to(device)
check(lambda q, k, v: sdpa(q, k, v, attn_mask=seen), rand(2, 2, 5, 4), rand(2, 2, 6, 4), rand(2, 2, 6, 4))
bias = torch.randn(2, 1, 5, 6).to(device)
check(lambda q, k, v: sdpa(q, k, v, attn_mask=bias), rand(2, 2, 5, 4), rand(2, 2, 6, 4), rand(2, 2, 6, 4))
check(lambda q, k, v, m: sdpa(q, k, v, attn_mask=m), rand(1, 2, 5, 4), rand(1, 2, 6, 4), rand(1, 2, 6, 4), rand(5, 6))
check(lambda q, k, v: sdpa(q, k, v, enable_gqa=True), rand(1, 4, 3, 4), rand(1, 2, 3, 4), rand(1, 2, 3, 4))
q, k, v = rand(1, 2, 300, 8), rand(1, 2, 300, 8), rand(1, 2, 300, 8)
check(lambda q, k, v: sdpa(q, k, v, is_causal=True), q, k, v)
