# Volumes made larger.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(4)
layer = nn.ConvTranspose3d(2, 3, 2, stride=2, output_padding=(1, 0, 1)).to(device)
x = torch.randn(1, 2, 2, 3, 2).to(device).requires_grad_()
y = layer(x)
print(layer, tuple(y.shape), f"{y.mean().item():.4f}")
y.pow(3).sum().backward()
print(f"{x.grad.norm().item():.3f} {layer.weight.grad.norm().item():.3f} {layer.bias.grad.norm().item():.3f}")
