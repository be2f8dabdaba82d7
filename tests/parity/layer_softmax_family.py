# Softmax along any dimension, its logarithm, its opposite, and two-dimensional ones.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(27)
x = torch.randn(2, 3, 4).to(device).requires_grad_()
for f in (nn.Softmax(dim=0), nn.Softmax(dim=-1), nn.LogSoftmax(dim=1), nn.Softmin(dim=2)):
    y = f(x)
    g, = torch.autograd.grad((y * torch.arange(24.0, device=device).view(2, 3, 4)).sum(), x)
    print(f, f"{y.sum().item():.4f}", [f"{v:.4f}" for v in g.flatten()[:5].tolist()])
image = torch.randn(1, 3, 2, 2).to(device)
print(nn.Softmax2d(), torch.allclose(nn.Softmax2d()(image).sum(1), torch.ones(1, 2, 2, device=device)))
big = torch.tensor([1000.0, 1001.0, 999.0], device=device)
print([f"{v:.6f}" for v in F.softmax(big, 0).tolist()], [f"{v:.4f}" for v in F.log_softmax(-big, 0).tolist()])
print(F.softmax(torch.tensor([float("-inf"), 0.0, float("-inf")], device=device), 0).tolist(), F.softmax(torch.full((2,), float("-inf"), device=device), 0).isnan().all().item())
print(F.softmax(torch.tensor([1, 2, 3], device=device), dim=0, dtype=torch.float64).dtype, F.softmax(torch.zeros(2, 0, device=device), dim=0).shape)
