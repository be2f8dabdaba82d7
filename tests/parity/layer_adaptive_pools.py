# Windows whose sizes follow from the output's.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
line = torch.arange(10.0, device=device).view(1, 1, 10).requires_grad_()
for n in (1, 3, 4, 7, 10, 13):
    average, largest = nn.AdaptiveAvgPool1d(n)(line), nn.AdaptiveMaxPool1d(n)(line)
    print(n, [round(v, 4) for v in average.flatten().tolist()], largest.flatten().tolist())
nn.AdaptiveAvgPool1d(4)(line).mul(torch.arange(1.0, 5.0, device=device)).sum().backward()
print([round(v, 4) for v in line.grad.flatten().tolist()])
plane = torch.arange(30.0, device=device).view(1, 1, 5, 6)
for size in (1, 2, (3, None), (None, 4), (2, 5)):
    print(size, nn.AdaptiveAvgPool2d(size)(plane).squeeze().tolist() if size != 1 else nn.AdaptiveAvgPool2d(size)(plane).item(), tuple(nn.AdaptiveMaxPool2d(size)(plane).shape))
values, indices = nn.AdaptiveMaxPool2d(2, return_indices=True)(plane)
print(values.flatten().tolist(), indices.flatten().tolist())
