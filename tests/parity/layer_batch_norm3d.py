# Volumes.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(8)
norm = nn.BatchNorm3d(2, eps=1e-3).to(device)
x = torch.randn(2, 2, 3, 2, 2).to(device).requires_grad_()
y = norm(x)
y.pow(3).sum().backward()
print(norm, tuple(y.shape), f"{y.pow(3).sum().item():.3f} {x.grad.norm().item():.4f}", [f"{v:.3f}" for v in norm.weight.grad.tolist()])
manual = (x - x.mean((0, 2, 3, 4), keepdim=True)) / (x.var((0, 2, 3, 4), keepdim=True, correction=0) + 1e-3).sqrt()
print(torch.allclose(manual, y, atol=1e-5))
