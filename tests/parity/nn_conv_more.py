# Convolutions of rows and volumes, and transposed ones: results and gradients.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(1)


def ints(*shape):
    return torch.randint(-3, 4, shape).float().to(device).requires_grad_()


def check(f, *operands):
    y = f(*operands)
    weights = (torch.arange(y.numel(), device=device) % 5 - 2).float().view(y.shape)
    (y * weights).sum().backward()
    print(tuple(y.shape), int(y.sum()), y.flatten()[:6].tolist())
    for x in operands:
        print("   ", tuple(x.shape), x.grad.flatten()[:8].tolist(), int(x.grad.abs().sum()))


check(lambda x, w, b: F.conv1d(x, w, b, stride=2, padding=2), ints(2, 3, 9), ints(4, 3, 3), ints(4))
check(lambda x, w: F.conv1d(x, w, padding="same"), ints(3, 8), ints(5, 3, 4))
check(lambda x, w, b: F.conv3d(x, w, b, stride=(1, 2, 1), padding=1), ints(1, 2, 4, 5, 3), ints(3, 2, 3, 3, 3), ints(3))
check(lambda x, w: F.conv_transpose1d(x, w), ints(2, 4, 5), ints(4, 3, 3))
check(lambda x, w, b: F.conv_transpose2d(x, w, b, stride=2, padding=1, output_padding=1), ints(2, 3, 4, 5), ints(3, 4, 3, 3), ints(4))
check(lambda x, w: F.conv_transpose2d(x, w, groups=2, dilation=2), ints(2, 4, 4, 5), ints(4, 3, 3, 3))
check(lambda x, w: F.conv_transpose3d(x, w, stride=2), ints(1, 2, 2, 3, 2), ints(2, 3, 2, 2, 2))
up = nn.ConvTranspose2d(3, 2, 3, stride=2, padding=1).to(device)
print(up, tuple(up(ints(1, 3, 5, 5)).shape), tuple(up(ints(1, 3, 5, 5), output_size=(10, 10)).shape))
try:
    up(ints(1, 3, 5, 5), output_size=(12, 12))
except ValueError as error:
    print(error)
