# Transposed convolutions undo the shape of ordinary ones, and are their gradients.
import torch
from torch import nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)
x = torch.randn(2, 3, 5).to(device)
for options in (dict(), dict(stride=2), dict(stride=3, output_padding=2, padding=1), dict(dilation=2), dict(groups=3, bias=False)):
    layer = nn.ConvTranspose1d(3, 6, 4, **options).to(device)
    y = layer(x)
    print(layer, tuple(y.shape), f"{y.sum().item():.3f} {y.std().item():.4f}")
w = torch.randn(3, 2, 4).to(device)
signal = torch.randn(1, 2, 12).to(device).requires_grad_()
out = F.conv1d(signal, w, stride=2)
g = torch.randn(out.shape).to(device)
out.backward(g)
print(torch.allclose(signal.grad, F.conv_transpose1d(g, w, stride=2, output_padding=0), atol=1e-5), tuple(out.shape))
layer = nn.ConvTranspose1d(3, 2, 3, stride=2).to(device)
print([tuple(layer(x, output_size=(n,)).shape) for n in (11, 12)])
try:
    layer(x, output_size=(14,))
except ValueError as error:
    print(error)
