# What convolutions and pools refuse, in PyTorch's words.
import torch
import torch.nn as nn
import torch.nn.functional as F
x, w = torch.randn(1, 3, 5, 5), torch.randn(4, 3, 3, 3)


def refused(f):
    try:
        f()
        print("nothing wrong")
    except (RuntimeError, ValueError, TypeError) as error:
        print(f"{type(error).__name__}: {error}")


refused(lambda: F.conv2d(x[:, :2], w))
refused(lambda: F.conv2d(x[0, 0], w))
refused(lambda: F.conv1d(x, torch.randn(2, 3, 3)))
refused(lambda: F.conv2d(x, torch.randn(4, 3, 7, 7)))
refused(lambda: F.conv2d(x, torch.randn(5, 1, 3, 3), groups=2))
refused(lambda: F.conv2d(x, w, torch.randn(5)))
refused(lambda: F.conv2d(x.double(), w))
refused(lambda: F.conv2d(x, w, stride=0))
refused(lambda: F.conv2d(x, w, padding=-1))
refused(lambda: F.conv2d(x, w, padding="same", stride=2))
refused(lambda: F.conv2d(x, w, stride=(1, 2, 3)))
refused(lambda: F.conv_transpose2d(x, w))
refused(lambda: F.conv_transpose2d(x, w.transpose(0, 1), output_padding=2))
refused(lambda: F.max_pool2d(x, 7))
refused(lambda: F.max_pool2d(x, 2, padding=2))
refused(lambda: F.max_pool2d(x[0, 0], 2))
refused(lambda: F.avg_pool2d(x, 9))
refused(lambda: nn.Conv2d(3, 4, 3, groups=2))
refused(lambda: nn.Conv2d(4, 3, 3, groups=2))
refused(lambda: nn.ConvTranspose2d(3, 4, 3, padding_mode="reflect"))
for layer in (nn.Conv1d(1, 2, 3), nn.Conv2d(3, 4, (3, 5), 2, (1, 2), groups=1, bias=False), nn.Conv3d(2, 4, 3, dilation=2, groups=2), nn.Conv2d(3, 4, 3, padding="same", padding_mode="zeros"), nn.ConvTranspose1d(2, 4, 3, output_padding=1, stride=2), nn.Conv2d(3, 4, 3, padding=1, padding_mode="circular")):
    print(layer)
