# Dense connectivity: each layer sees all before it.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(5)


class DenseLayer(nn.Sequential):
    def __init__(self, inputs, growth):
        super().__init__()
        self.add_module("norm", nn.BatchNorm2d(inputs))
        self.add_module("relu", nn.ReLU(inplace=True))
        self.add_module("conv", nn.Conv2d(inputs, growth, 3, padding=1, bias=False))

    def forward(self, x):
        return torch.cat([x, super().forward(x)], dim=1)


class Transition(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, 1)
        self.pool = nn.AvgPool2d(2)

    def forward(self, x):
        return self.pool(self.conv(x))


layers, channels = [], 4
for _ in range(3):
    layers.append(DenseLayer(channels, 2))
    channels += 2
model = nn.Sequential(*layers, Transition(channels, 5)).to(device)
print(model)
x = torch.randn(2, 4, 8, 8).to(device).requires_grad_()
y = model(x)
y.square().mean().backward()
print(tuple(y.shape), f"{y.mean().item():.4f}", f"{x.grad.abs().sum().item():.4f}")
print([(name, tuple(p.shape), round(p.grad.norm().item(), 3)) for name, p in model.named_parameters()])
