# Responses divided by those of neighbouring channels, and crossed maps by hand.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(11)
layer = nn.LocalResponseNorm(3, alpha=0.5, beta=0.75, k=2.0)
x = torch.rand(1, 5, 2, 2).to(device).requires_grad_()
y = layer(x)
print(layer, [f"{v:.5f}" for v in y[0, :, 0, 0].tolist()])
squares = x.square()
channel = squares[:, 1:4].sum(1) / 3
print(torch.allclose(y[:, 2], x[:, 2] / (2.0 + 0.5 * channel) ** 0.75))
y.sum().backward()
print([f"{v:.5f}" for v in x.grad[0, :, 1, 1].tolist()])
