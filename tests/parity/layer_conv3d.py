# Convolutions over volumes, and against a sum written out.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)
layer = nn.Conv3d(2, 3, (2, 3, 1), stride=(1, 2, 1), padding=(0, 1, 2)).to(device)
x = torch.randn(1, 2, 4, 5, 3).to(device).requires_grad_()
y = layer(x)
print(layer, tuple(y.shape))
padded = F.pad(x, (2, 2, 1, 1, 0, 0))
one = (padded[0, :, 1:3, 2:5, 4:5] * layer.weight[1]).sum() + layer.bias[1]
print(torch.allclose(one, y[0, 1, 1, 1, 4], atol=1e-6))
y.square().sum().backward()
print(f"{x.grad.norm().item():.3f} {layer.weight.grad.norm().item():.3f}", [f"{v:.3f}" for v in layer.bias.grad.tolist()])
grouped = nn.Conv3d(2, 4, 2, groups=2, dilation=(1, 2, 1)).to(device)
print(tuple(grouped(x).shape), tuple(grouped.weight.shape))
