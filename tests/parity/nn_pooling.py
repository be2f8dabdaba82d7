# Pooling: largest and mean elements of windows, with gradients.
import torch
import torch.nn as nn
import torch.nn.functional as F
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)


def check(f, *shape):
    # No two elements are equal: the largest is one.
    n = torch.Size(shape).numel()
    x = (torch.randperm(n).float() / 4).to(device).view(shape).requires_grad_()
    y = f(x)
    (y * torch.arange(1.0, y.numel() + 1, device=device).view(y.shape)).sum().backward()
    print(tuple(y.shape), [round(v, 3) for v in y.flatten()[:6].tolist()], round(y.sum().item(), 2))
    print("   ", [round(v, 3) for v in x.grad.flatten()[:10].tolist()], round(x.grad.sum().item(), 2))


image = (2, 3, 7, 6)
check(nn.MaxPool2d(2), *image)
check(nn.MaxPool2d(3, 2, 1, ceil_mode=True), *image)
check(nn.MaxPool2d(2, dilation=2), *image)
check(nn.MaxPool2d((3, 2), stride=(2, 1)), *image)
check(nn.AvgPool2d(3, 2, 1), *image)
check(nn.AvgPool2d(3, 2, 1, ceil_mode=True, count_include_pad=False), *image)
check(nn.AvgPool2d(2, divisor_override=3), *image)
check(nn.AdaptiveAvgPool2d((3, 2)), *image)
check(nn.AdaptiveAvgPool2d(1), *image)
check(nn.AdaptiveMaxPool2d((3, None)), *image)
check(nn.MaxPool1d(3, 2, 1), 2, 3, 8)
check(nn.AvgPool1d(3), 3, 8)
check(nn.AdaptiveAvgPool1d(3), 2, 3, 8)
check(nn.AdaptiveMaxPool1d(3), 2, 3, 8)
check(nn.MaxPool3d(2), 1, 2, 4, 5, 4)
check(nn.AvgPool3d(2, stride=1), 1, 2, 3, 3, 4)
check(nn.AdaptiveAvgPool3d((2, 1, 2)), 1, 2, 4, 5, 4)
check(nn.AdaptiveMaxPool3d(2), 1, 2, 4, 5, 4)
check(nn.LPPool2d(2, 2), 1, 2, 4, 4)
check(nn.LPPool1d(2, 3), 1, 2, 9)
x = torch.arange(16.0, device=device).view(1, 1, 4, 4)
values, indices = F.max_pool2d(x, 2, return_indices=True)
print(values.tolist(), indices.tolist())
print(nn.MaxUnpool2d(2)(values, indices).tolist())
print(F.max_unpool2d(values, indices, 2, output_size=(5, 5)).tolist())
print(F.adaptive_max_pool2d(x, 2, return_indices=True)[1].tolist())
for layer in (nn.MaxPool2d(3, 2, 1), nn.AvgPool1d(2), nn.AvgPool2d(2), nn.AdaptiveAvgPool2d((1, None)), nn.MaxUnpool2d(2), nn.LPPool2d(2, 3), nn.AdaptiveMaxPool1d(5)):
    print(layer)
