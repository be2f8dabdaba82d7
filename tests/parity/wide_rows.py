# cpu only: these are about the loops of the processor.
"""Rows longer than the processor's vectors, and such as do not fill them: each against PyTorch's sums."""

import torch
import torch.nn.functional as F

torch.manual_seed(0)


def show(name, *tensors):
    print(name, *[f"{(t.double() * torch.arange(1, t.numel() + 1).view(t.shape) % 7).sum().item():.4g}" for t in tensors])


for channels, size, kernel, options in [
    (6, (19, 45), 3, dict(padding=1)),
    (6, (33, 32), 5, dict(padding=2)),
    (4, (17, 70), 3, dict(padding=2, dilation=2)),
    (4, (20, 37), 3, dict(padding=1, stride=(2, 1))),
    (4, (21, 37), 3, dict(padding=1, stride=2)),
]:
    x = torch.randint(-3, 4, (2, channels, *size)).float().requires_grad_()
    w = torch.randint(-2, 3, (2 * channels, 1, kernel, kernel)).float().requires_grad_()
    y = F.conv2d(x, w, torch.arange(2.0 * channels), groups=channels, **options)
    (y * (torch.arange(y.numel()).view(y.shape) % 5)).sum().backward()
    show("depthwise", y.detach(), x.grad, w.grad)

for options in [dict(kernel_size=2), dict(kernel_size=3, stride=2), dict(kernel_size=3, stride=1), dict(kernel_size=3, stride=3, padding=1)]:
    x = torch.randint(0, 9, (2, 3, 23, 41)).float()
    x[0, 0, 5, 7] = float("nan")
    y, places = F.max_pool2d(x, return_indices=True, **options)
    show("pool", y.nan_to_num(50.0), places)

x = torch.randn(5, 1003)
x[1, 500] = float("nan")
x[2, 0] = float("inf")
for dtype in (torch.float32, torch.float64, torch.bfloat16):
    for of in (torch.softmax, torch.log_softmax):
        rows = of(x.to(dtype), 1)
        print(of.__name__, dtype, rows.isnan().sum(1).tolist(), *([f"{rows[0].exp().sum().item():.3f}"] * (dtype != torch.bfloat16)))
for largest in (True, False):
    values, places = x.topk(9, largest=largest)
    print(values[:2], places[:2])
y = torch.randn(70, 1000)
print(y.cumsum(1)[:, -1][:7], y.cumsum(1)[69, 498:502])
print(y.sum(1)[:5], y.double().sum(1)[:5], y.amax(1)[:5], y.amin(1)[:5], x.amax(1))
index = torch.randint(0, 1000, (70, 90))
show("gather", y.gather(1, index).round())
print(y.gather(1, index)[3, :4])
for dtype in (torch.float16, torch.bfloat16, torch.float64, torch.int64):
    z = (y * 3).to(dtype)
    print(dtype, z[5, 5:9], (z + z)[5, 5:9], z.to(torch.float32)[5, 5:9])
z = y.clone()
z.mul_(2).add_(y).sub_(z)
print(z.abs().sum().item())
