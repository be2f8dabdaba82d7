# Convolution of images: results and gradients over strides, padding, dilation, groups and padding modes.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)


def ints(*shape):
    return torch.randint(-3, 4, shape).float().to(device).requires_grad_()


def check(f, *operands):
    y = f(*operands)
    weights = (torch.arange(y.numel(), device=device) % 5 - 2).float().view(y.shape)
    (y * weights).sum().backward()
    print(tuple(y.shape), int(y.sum()), y.flatten()[:6].tolist())
    for x in operands:
        print("   ", tuple(x.shape), x.grad.flatten()[:8].tolist(), int(x.grad.abs().sum()))


check(lambda x, w, b: F.conv2d(x, w, b), ints(2, 3, 6, 5), ints(4, 3, 3, 3), ints(4))
check(lambda x, w, b: F.conv2d(x, w, b, padding=1), ints(2, 3, 6, 5), ints(4, 3, 3, 3), ints(4))
check(lambda x, w: F.conv2d(x, w, stride=2, padding=(1, 2), dilation=(2, 1)), ints(2, 3, 9, 7), ints(4, 3, 3, 2))
check(lambda x, w: F.conv2d(x, w, groups=3, padding=1), ints(2, 6, 5, 5), ints(9, 2, 3, 3))
check(lambda x, w: F.conv2d(x, w, groups=4, stride=2, padding=1), ints(2, 4, 7, 6), ints(8, 1, 3, 3))
check(lambda x, w: F.conv2d(x, w), ints(2, 3, 4, 4), ints(5, 3, 1, 1))
check(lambda x, w: F.conv2d(x, w, padding="same"), ints(1, 2, 5, 5), ints(3, 2, 4, 2))
check(lambda x, w: F.conv2d(x, w, padding="valid"), ints(2, 5, 5), ints(3, 2, 4, 2))
layer = nn.Conv2d(2, 3, 3, padding=1, bias=False).to(device)
print(layer)
with torch.no_grad():
    layer.weight.copy_(ints(3, 2, 3, 3))
print(layer(ints(1, 2, 4, 4)).flatten()[:8].tolist())
# Differentiated twice.
x, w = ints(1, 2, 5, 5), ints(2, 2, 3, 3)
y = F.conv2d(x, w, stride=2, padding=1)
gx, gw = torch.autograd.grad((y * y).sum(), (x, w), create_graph=True)
((gx * gx).sum() + gw.sum()).backward()
print(x.grad.flatten()[:8].tolist(), w.grad.flatten()[:8].tolist())
