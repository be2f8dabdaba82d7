# Depthwise separable convolutions against the ordinary one: parameters, shapes and gradients.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(7)


def separable(inputs, outputs, stride):
    return nn.Sequential(
        nn.Conv2d(inputs, inputs, 3, stride, 1, groups=inputs, bias=False), nn.BatchNorm2d(inputs), nn.ReLU6(),
        nn.Conv2d(inputs, outputs, 1, bias=False), nn.BatchNorm2d(outputs), nn.Hardswish(),
    )


def count(module):
    return sum(p.numel() for p in module.parameters())


plain, cheap = nn.Conv2d(16, 32, 3, 2, 1), separable(16, 32, 2)
print(count(plain), count(cheap))
x = torch.randn(2, 16, 9, 9)
cheap, x = cheap.to(device), x.to(device).requires_grad_()
y = cheap(x)
print(tuple(y.shape), f"{y.mean().item():.4f} {y.std().item():.4f}")
(y * torch.linspace(0, 1, y.numel(), device=device).view_as(y)).sum().backward()
print([f"{p.grad.norm().item():.3f}" for p in cheap.parameters()], f"{x.grad.norm().item():.3f}")
print(torch.allclose(nn.functional.conv2d(x[:, :1], cheap[0].weight[:1], stride=2, padding=1), cheap[0](x)[:, :1], atol=1e-6))
