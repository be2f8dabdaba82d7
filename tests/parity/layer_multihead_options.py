# Self and cross attention; other widths of keys and values; bias_kv; averaged weights or each head's.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(25)
attention = nn.MultiheadAttention(8, 2, batch_first=True).to(device)
x = torch.randn(3, 5, 8).to(device).requires_grad_()
y, weights = attention(x, x, x)
print(attention, tuple(y.shape), tuple(weights.shape), torch.allclose(weights.sum(-1), torch.ones(3, 5, device=device)))
y.square().mean().backward()
print(f"{x.grad.norm().item():.4f}", [(n, f"{p.grad.norm().item():.4f}") for n, p in attention.named_parameters()])
_, heads = attention(x, x, x, average_attn_weights=False)
print(tuple(heads.shape), torch.allclose(heads.mean(1), weights, atol=1e-6), attention(x, x, x, need_weights=False)[1])
cross = nn.MultiheadAttention(8, 4, kdim=6, vdim=3, bias=False).to(device)
print(sorted(cross.state_dict()), tuple(cross(torch.randn(4, 2, 8).to(device), torch.randn(7, 2, 6).to(device), torch.randn(7, 2, 3).to(device))[0].shape))
extra = nn.MultiheadAttention(4, 2, add_bias_kv=True, add_zero_attn=True).to(device)
print(tuple(extra(*[torch.randn(3, 1, 4).to(device)] * 3)[1].shape))
padding = torch.zeros(3, 5, dtype=torch.bool, device=device)
padding[1, 3:] = True
_, weights = attention(x, x, x, key_padding_mask=padding)
print(weights[1, :, 3:].abs().sum().item())
try:
    nn.MultiheadAttention(7, 2)
except AssertionError as error:
    print(error)
