# Patches as columns; folding adds overlaps; convolution as a matrix product.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)
x = torch.randn(2, 3, 6, 5).to(device).requires_grad_()
w = torch.randn(4, 3, 2, 3).to(device)
columns = F.unfold(x, (2, 3), stride=(2, 1), padding=1)
print(tuple(columns.shape))
y = F.conv2d(x, w, stride=(2, 1), padding=1)
print(torch.allclose((w.view(4, -1) @ columns).view_as(y), y, atol=1e-5))
columns.square().sum().backward()
ones = F.fold(F.unfold(torch.ones_like(x), (2, 3), stride=(2, 1), padding=1), (6, 5), (2, 3), stride=(2, 1), padding=1)
print(torch.allclose(x.grad, 2 * x.detach() * ones, atol=1e-5), ones[0, 0].tolist())
print(nn.Unfold(2, dilation=2), nn.Fold((4, 4), 2, stride=2))
print(nn.Fold((4, 4), 2, stride=2).to(device)(torch.arange(16.0, device=device).view(1, 4, 4)).tolist())
try:
    F.fold(torch.zeros(1, 5, 4, device=device), (4, 4), 2)
except RuntimeError as error:
    print(str(error).split("\n")[0])
