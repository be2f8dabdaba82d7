# Convolutions over sequences: strides, dilation, groups, padding words, and gradients of all three operands.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
x = torch.randn(2, 4, 11)
for options in (dict(), dict(stride=2, padding=1), dict(dilation=3), dict(groups=2, bias=False), dict(padding="same", dilation=2), dict(padding="valid"),
                dict(padding=2, padding_mode="reflect"), dict(padding=2, padding_mode="circular"), dict(padding=1, padding_mode="replicate")):
    layer = nn.Conv1d(4, 6, 3, **options)
    held = layer.to(device)
    inputs = x.clone().to(device).requires_grad_()
    y = held(inputs)
    (y * torch.linspace(-1, 1, y.numel(), device=device).view_as(y)).sum().backward()
    print(layer)
    print("  ", tuple(y.shape), f"{y.sum().item():.3f} {inputs.grad.norm().item():.3f} {layer.weight.grad.norm().item():.3f}", None if layer.bias is None else f"{layer.bias.grad.norm().item():.3f}")
print(nn.Conv1d(4, 6, 3).to(device)(x[0].to(device)).shape)
