# Every padding layer on a small input, and its gradient.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
line = torch.arange(1.0, 5.0, device=device).view(1, 1, 4)
plane = torch.arange(1.0, 10.0, device=device).view(1, 1, 3, 3)
for layer in (nn.ConstantPad1d((1, 2), 9.0), nn.ZeroPad1d(1), nn.ReflectionPad1d((2, 1)), nn.ReplicationPad1d(2), nn.CircularPad1d((1, 2))):
    x = line.clone().requires_grad_()
    y = layer(x)
    (y * torch.arange(1.0, y.numel() + 1, device=device).view_as(y)).sum().backward()
    print(layer, y.flatten().tolist(), x.grad.flatten().tolist())
for layer in (nn.ConstantPad2d(1, -1.0), nn.ZeroPad2d((1, 0, 0, 2)), nn.ReflectionPad2d((1, 2, 0, 1)), nn.ReplicationPad2d(1), nn.CircularPad2d((0, 1, 1, 0))):
    x = plane.clone().requires_grad_()
    y = layer(x)
    y.square().sum().backward()
    print(layer, tuple(y.shape), y.sum().item(), x.grad.flatten().tolist())
for layer in (nn.ConstantPad3d(1, 0.5), nn.ReflectionPad3d(1), nn.ReplicationPad3d((1, 0, 0, 1, 1, 1)), nn.CircularPad3d(1)):
    print(layer, layer(torch.arange(8.0, device=device).view(1, 1, 2, 2, 2)).sum().item())
try:
    nn.ReflectionPad1d(4)(line)
except RuntimeError as error:
    print(error)
