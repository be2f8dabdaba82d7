# x1' W x2 + b, for batches and single vectors.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(15)
layer = nn.Bilinear(3, 4, 2).to(device)
a, b = torch.randn(5, 3).to(device).requires_grad_(), torch.randn(5, 4).to(device).requires_grad_()
y = layer(a, b)
print(layer, tuple(y.shape), torch.allclose(y, torch.einsum("ni,oij,nj->no", a, layer.weight, b) + layer.bias, atol=1e-5))
y.square().sum().backward()
print(f"{a.grad.norm().item():.4f} {b.grad.norm().item():.4f} {layer.weight.grad.norm().item():.4f}", [f"{v:.4f}" for v in layer.bias.grad.tolist()])
print(tuple(layer(a[0], b[0]).shape), nn.Bilinear(2, 2, 1, bias=False).bias)
try:
    layer(a, b[:, :3])
except RuntimeError as error:
    print(str(error)[:60])
