# Scaled dot products with boolean and additive masks, causal, dropped to a scale, and grouped heads.
import torch
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(24)
q, k, v = (torch.randn(2, 2, 4, 3).to(device).requires_grad_() for _ in range(3))


def plain(q, k, v, bias=None, scale=None):
    scores = q @ k.mT * (scale if scale is not None else 3 ** -0.5)
    return torch.softmax(scores if bias is None else scores + bias, -1) @ v


print(torch.allclose(F.scaled_dot_product_attention(q, k, v), plain(q, k, v), atol=1e-6))
mask = torch.rand(4, 4) < 0.7
mask.fill_diagonal_(True)
mask = mask.to(device)
bias = torch.zeros(4, 4, device=device).masked_fill(~mask, float("-inf"))
a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
print(torch.allclose(a, plain(q, k, v, bias), atol=1e-6), torch.allclose(a, F.scaled_dot_product_attention(q, k, v, attn_mask=bias), atol=1e-6))
causal = torch.full((4, 4), float("-inf"), device=device).triu(1)
b = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3)
print(torch.allclose(b, plain(q, k, v, causal, 0.3), atol=1e-6))
mine = torch.autograd.grad(b.square().sum(), (q, k, v))
other = torch.autograd.grad(plain(q, k, v, causal, 0.3).square().sum(), (q, k, v))
print([torch.allclose(x, y, atol=1e-5) for x, y in zip(mine, other)], [f"{x.norm().item():.4f}" for x in mine])
grouped = F.scaled_dot_product_attention(torch.randn(1, 4, 5, 3).to(device), torch.randn(1, 2, 6, 3).to(device), torch.randn(1, 2, 6, 3).to(device), enable_gqa=True)
print(tuple(grouped.shape))
