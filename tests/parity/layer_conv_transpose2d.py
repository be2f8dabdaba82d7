# Images made larger: shapes, sums, gradients.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(3)
for options in (dict(kernel_size=2, stride=2), dict(kernel_size=3, stride=2, padding=1, output_padding=1), dict(kernel_size=(3, 2), stride=(2, 1), dilation=2),
                dict(kernel_size=3, groups=2, padding=(1, 0))):
    layer = nn.ConvTranspose2d(4, 2, **options).to(device)
    x = torch.randn(2, 4, 4, 3).to(device).requires_grad_()
    y = layer(x)
    (y * y).mean().backward()
    print(layer)
    print("  ", tuple(y.shape), f"{y.sum().item():.3f} {x.grad.norm().item():.4f} {layer.weight.grad.norm().item():.4f} {layer.bias.grad.norm().item():.4f}")
