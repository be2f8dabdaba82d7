# Channels weighed by what the whole image says.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(11)


class SqueezeExcite(nn.Module):
    def __init__(self, channels, reduction=4):
        super().__init__()
        self.gate = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Conv2d(channels, channels // reduction, 1), nn.SiLU(),
            nn.Conv2d(channels // reduction, channels, 1), nn.Sigmoid(),
        )

    def forward(self, x):
        return x * self.gate(x)


layer = SqueezeExcite(8).to(device)
x = torch.randn(3, 8, 5, 5).to(device).requires_grad_()
gates = layer.gate(x)
print(gates.shape, [round(v, 4) for v in gates[0].flatten().tolist()])
y = layer(x)
y.pow(2).sum().backward()
print(f"{y.sum().item():.3f} {x.grad.sum().item():.3f}")
print({name: tuple(p.shape) for name, p in layer.named_parameters()})
