# What each padding mode puts around an image.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.arange(9.0, device=device).view(1, 1, 3, 3)
for mode in ("zeros", "reflect", "replicate", "circular"):
    layer = nn.Conv2d(1, 1, 3, padding=1, padding_mode=mode, bias=False).to(device)
    nn.init.ones_(layer.weight)
    print(layer)
    print(layer(x).squeeze().tolist())
for mode, padding in (("reflect", (1, 2, 0, 1)), ("replicate", (2, 0, 1, 1)), ("circular", (1, 1, 2, 0)), ("constant", (-1, 1, 0, -1))):
    print(mode, nn.functional.pad(x, padding, mode=mode).squeeze().tolist())
try:
    nn.Conv2d(1, 1, 3, padding=1, padding_mode="mirror")
except ValueError as error:
    print(str(error)[:28])
