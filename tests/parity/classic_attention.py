import torch
import math
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
B, T, C, H = 2, 5, 8, 2
x = torch.randn(B, T, C).to(device)
Wq, Wk, Wv, Wo = [(torch.randn(C, C) / math.sqrt(C)).to(device).requires_grad_() for _ in range(4)]

def split(t):
    return t.view(B, T, H, C // H).transpose(1, 2)

q, k, v = split(x @ Wq), split(x @ Wk), split(x @ Wv)
scores = q @ k.transpose(-2, -1) / math.sqrt(C // H)
mask = torch.tril(torch.ones(T, T, device=device))
scores = scores.masked_fill(mask == 0, float("-inf"))
weights = F.softmax(scores, dim=-1)
out = (weights @ v).transpose(1, 2).contiguous().view(B, T, C) @ Wo
print(out.shape, [f"{s:.3f}" for s in weights.sum(-1).flatten()[:4].tolist()], weights[0, 0, 0].tolist())
fused = F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(B, T, C) @ Wo
print(torch.allclose(out, fused, atol=1e-5))
out.pow(2).mean().backward()
print([f"{w.grad.norm().item():.4f}" for w in (Wq, Wk, Wv, Wo)])
pos = torch.arange(T, device=device)[:, None] / 10000 ** (torch.arange(0, C, 2, device=device) / C)
pe = torch.stack([pos.sin(), pos.cos()], -1).flatten(1)
print(pe.shape, [f"{v:.3f}" for v in pe[2].tolist()])
print([[f"{v:.3f}" for v in row] for row in weights[1, 1].tolist()][:3])
