# Channels turned into resolution and back; channels shuffled among groups.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(16.0, device=device).view(1, 4, 2, 2).requires_grad_()
y = nn.PixelShuffle(2)(x)
print(y.tolist(), torch.equal(nn.PixelUnshuffle(2)(y), x))
(y * torch.arange(16.0, device=device).view(4, 4)).sum().backward()
print(x.grad.flatten().tolist())
print(nn.ChannelShuffle(2)(torch.arange(6.0, device=device).view(1, 6, 1, 1)).flatten().tolist())
print(nn.PixelShuffle(3), nn.PixelUnshuffle(2), nn.ChannelShuffle(2))
for f in (lambda: nn.PixelShuffle(3)(x), lambda: nn.PixelUnshuffle(3)(x)):
    try:
        f()
    except RuntimeError as error:
        print(error)
