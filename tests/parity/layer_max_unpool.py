# Where the largest stood they stand again.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(17)
x = torch.randperm(24).float().view(1, 2, 12).to(device)
values, indices = nn.MaxPool1d(3, return_indices=True)(x)
print(indices.tolist(), nn.MaxUnpool1d(3)(values, indices).tolist())
y = torch.randperm(32).float().view(1, 2, 4, 4).to(device).requires_grad_()
pool, unpool = nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)
kept = unpool(*pool(y))
print(kept.tolist(), pool, unpool)
(kept * torch.arange(32.0, device=device).view(1, 2, 4, 4)).sum().backward()
print(y.grad.count_nonzero().item(), y.grad.sum().item())
z = torch.randperm(16).float().view(1, 1, 2, 4, 2).to(device)
print(nn.MaxUnpool3d(2)(*nn.MaxPool3d(2, return_indices=True)(z)).count_nonzero().item())
