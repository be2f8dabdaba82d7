"""Elementwise functions and ranges where they are unusual: limits that are tensors, half types, decimals, powers out of range."""
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def t(data, dtype=None, **options):
    return torch.tensor(data, dtype=dtype, device=device, **options)


def show(*results):
    print([(result.tolist(), str(result.dtype)) for result in results])


def shown(x, digits=4):
    return [round(number, digits) + 0.0 for number in x.detach().flatten().tolist()]


# limits: ties leave the gradient with the input, NaN stays
x, low, high = (t(values, requires_grad=True) for values in ([0.0, 1.0, 2.0, 3.0], [1.0, 1.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]))
for result in (x.clamp(low, high), x.clamp(min=low), x.clamp_max(high), x.clamp_min(low), x.clamp(1, 2), x.clamp(high, low)):
    grads = torch.autograd.grad(result.sum(), (x, low, high), allow_unused=True)
    print(result.tolist(), [grad if grad is None else grad.tolist() for grad in grads])
nan = float("nan")
show(t([nan, 0.0, 5.0]).clamp(t([0.0, nan, 0.0]), t([1.0, 1.0, 1.0])), t([3, -4]).clamp(0.5), t([True, False]).clamp(0, 5))
show(t([3, -4]).clamp_min(0.5), t([True, False]).clamp_max(0), t([3, -4]).clamp(min=t(0.5)))

# rounded once, or at each step, as PyTorch does
half = t([100.3, -7.7, 0.3, 2.5], torch.float16)
print(torch.div(half, t(0.7, torch.float16), rounding_mode="trunc").tolist(), torch.div(half, 3, rounding_mode="floor").tolist())
print([torch.sinc(t([0.0, 0.3, 1.1, 5.2], dtype)).tolist() for dtype in (torch.float16, torch.bfloat16)])
print(torch.round(t([1234.5678, -0.5, 2.5], torch.float64), decimals=-2).tolist(), shown(torch.round(t([1.25, 1.349, -0.05]), decimals=1)))

# powers that alone would be out of range
show(torch.ldexp(t([1e-30, 1.5, 3.0]), t([160, 10, -200])), torch.ldexp(t([2, 3]), t([3, -1])), torch.ldexp(half, t([1])))
y, power = t([1.5, 3.0], requires_grad=True), t([2.0, -1.0], requires_grad=True)
print([shown(grad) for grad in torch.autograd.grad(torch.ldexp(y, power).sum(), (y, power))])
show(torch.angle(t([-1.0, 0.0, 2.0, nan], torch.float64)), torch.angle(t([-1, 1])))
print(shown(torch.deg2rad(t([180, 90]))), shown(torch.rad2deg(t([1])), 3))
show(torch.rsub(t([1, 2]), t([5, 5]), alpha=2), t([2.0, 4.0]).__rdiv__(8))

# ranges of integers are counted in integers
for make in (
    lambda: torch.arange(1.0, 5.000001, 2.0, dtype=torch.int64, device=device),
    lambda: torch.arange(2.1, -2.9, -1.0, dtype=torch.int8, device=device),
    lambda: torch.arange(0.5, 5, dtype=torch.int32, device=device),
    lambda: torch.linspace(4.3, 0, 6, dtype=torch.int64, device=device),
    lambda: torch.linspace(-5.5, 5.5, 4, dtype=torch.int32, device=device),
    lambda: torch.logspace(4.3, 0, 2, base=3.0, dtype=torch.int64, device=device),
    lambda: torch.logspace(1, 1.2, 2, dtype=torch.int32, device=device),
    lambda: torch.linspace(t([1.0, 2.0]), 3, 2),
    lambda: torch.logspace(t([1.0]), t(3.0), 2),
    lambda: torch.logspace(0, 3, -1, device=device),
):
    try:
        print(make().tolist())
    except RuntimeError as error:
        print(error)

# slopes and differences
z = t([[0.0, 1.0, 4.0], [9.0, 16.0, 25.0], [36.0, 49.0, 64.0]], requires_grad=True)
places = t([0.0, 1.0, 3.0])
for slopes in (
    torch.gradient(z),
    torch.gradient(z, spacing=2.0, edge_order=2),
    torch.gradient(z, spacing=(0.5, 2.0)),
    torch.gradient(z, spacing=(places, places), edge_order=2),
    torch.gradient(z, spacing=(places,), dim=-1),
    torch.gradient(t([1, 4, 9]), spacing=None),
):
    print([shown(slope) for slope in slopes], [slope.stride() for slope in slopes])
print(shown(torch.autograd.grad((torch.gradient(z, spacing=(places,), dim=0)[0] * z.detach()).sum(), z)[0]))
print(torch.diff(z, 0, prepend=z).shape, torch.diff(t([True, False, False])).tolist())
for options in (dict(spacing=(1.0,)), dict(spacing=(1.0, 2.0), dim=0), dict(dim=(0, -2)), dict(edge_order=3)):
    try:
        torch.gradient(z, **options)
    except RuntimeError as error:
        print(error)

# what is drawn has gradients of zeros
mean, std = t([0.25, 0.5], requires_grad=True), t([1.0, 2.0], requires_grad=True)
for drawn, leaves in (
    (torch.bernoulli(mean), (mean,)),
    (torch.normal(mean, std), (mean, std)),
    (torch.normal(mean, 1.0), (mean,)),
    (torch.normal(0.0, std), (std,)),
    (torch.poisson(std), (std,)),
):
    print(drawn.requires_grad, [grad.tolist() for grad in torch.autograd.grad(drawn.sum(), leaves)])
