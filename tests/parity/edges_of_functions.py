# Answers, gradients and errors at the edges of functions: infinities, NaN, equal sizes, numbers that do not fit.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
nan, inf = math.nan, math.inf


def tensor(values, dtype=None):
    return torch.tensor(values, dtype=dtype, device=device)


def rounded(value):
    if isinstance(value, torch.Tensor):
        flat = value.detach().double().flatten().tolist()
        return [str(value.dtype), list(value.shape)] + [x if not math.isfinite(x) else float(f"{x:.3g}") + 0.0 for x in flat]
    return [rounded(x) for x in value] if isinstance(value, (list, tuple)) else value


def show(name, make):
    try:
        print(name, rounded(make()))
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


def derivatives(function, values, order):
    x = tensor(values).requires_grad_()
    found = [function(x)]
    for _ in range(order):
        found.append(torch.autograd.grad(found[-1].sum(), x, create_graph=True)[0])
    return found


# Gradients of images whose size stays or doubles, whatever the scale.
for size, mode in ((4, "nearest"), (7, "nearest"), (4, "nearest-exact")):
    for scale in (1.05, 2.1, 1.5, 0.5):
        x = torch.arange(float(size), device=device).view(1, 1, size)
        show(
            f"{mode} {size} {scale}",
            lambda: derivatives(lambda x: F.interpolate(x, scale_factor=scale, mode=mode).square(), x.tolist(), 1),
        )
volume = torch.arange(8.0).view(1, 1, 2, 2, 2).tolist()
for scale in (1.05, 2.1):
    show(f"volume {scale}", lambda: derivatives(lambda x: F.interpolate(x, scale_factor=scale).square(), volume, 1))
square = torch.arange(9.0).view(1, 1, 3, 3).tolist()
for scale in (1.05, 1.3, 2.0):
    show(
        f"bicubic {scale}",
        lambda: derivatives(lambda x: F.interpolate(x, scale_factor=scale, mode="bicubic").square(), square, 1),
    )

# Derivatives of the modified Bessel functions.
for name in ("i0", "i0e", "i1", "i1e"):
    show(name, lambda: derivatives(getattr(torch.special, name), [0.0, 0.5, -2.0, 3.0], 2))
    show(f"{name} nan", lambda: derivatives(getattr(torch.special, name), [nan], 1))

# Losses far away.
for loss in (F.smooth_l1_loss, F.huber_loss):
    for far in (inf, -inf, nan, 0.5):
        show(f"{loss.__name__} {far}", lambda: derivatives(lambda x: loss(x, tensor([1.0, 0.25])), [far, 0.5], 1))
show("mse_loss of bools", lambda: F.mse_loss(tensor([1.0, 0.5]), tensor([True, False])))
for given, target in (([1.5], [1.0]), ([-0.1], [0.0]), ([0.5], [2.0]), ([0.5], [1.0])):
    if device.type == "cpu" or 0 <= given[0] <= 1 and target[0] <= 1:
        show(f"binary_cross_entropy {given} {target}", lambda: F.binary_cross_entropy(tensor(given), tensor(target)))
    else:
        kind = "input" if not 0 <= given[0] <= 1 else "target"
        print(f"binary_cross_entropy {given} {target} RuntimeError all elements of {kind} should be between 0 and 1")

# Infinities.
show("quantile", lambda: torch.quantile(tensor([inf, inf, -inf]), 0.5))
show("nanquantile", lambda: torch.nanquantile(tensor([1.0, inf, nan]), 0.5))
show("ldexp", lambda: torch.ldexp(tensor([0.5, -1.0, inf]), tensor([inf, -inf, 2.0])))
show("logaddexp2", lambda: torch.logaddexp2(tensor([1.0, 3.0]), tensor([0.5, 2.0], dtype=torch.bfloat16)))
show("logaddexp2 whole", lambda: torch.logaddexp2(tensor([1, 2]), tensor([0.5, 2.0], dtype=torch.float64)))

# Numbers in dtypes that hold less, and operands of other shapes.
for dtype, number in ((torch.int8, 300), (torch.uint8, -1), (torch.int16, 100000), (torch.int32, 5), (torch.float32, 2.5)):
    show(f"searchsorted {dtype} {number}", lambda: torch.searchsorted(tensor([1, 2, 3], dtype=dtype), number))
show("scalar_tensor", lambda: torch.scalar_tensor(300, dtype=torch.int8, device=device))
show("addr", lambda: torch.addr(torch.ones(3, dtype=torch.int8), *[torch.ones(3, dtype=torch.int8)] * 2, alpha=300))
show("pad", lambda: F.pad(torch.ones(3, dtype=torch.uint8, device=device), (1, 1), value=-1))
show("index_fill", lambda: torch.zeros(3, device=device).index_fill(0, tensor([[0, 1]]), 1.0))
show("index_copy", lambda: torch.zeros(3, device=device).index_copy(0, tensor([[0, 1]]), torch.ones(1, 2, device=device)))
show("kthvalue", lambda: torch.empty(0, device=device).kthvalue(1))
show("histc", lambda: torch.histc(tensor([1.0, 2.0]), 3, 0, -1))
show("histc infinite", lambda: torch.histc(tensor([inf, 1.0])))
show("median", lambda: [torch.empty(0, requires_grad=True, device=device).median(), torch.ones(0, device=device).median()])

# A layer without a shape keeps the dtype and the device that it is moved to.
layer = nn.LazyLinear(2).to(device).double()
print(
    layer(torch.ones(1, 3, dtype=torch.float64, device=device)).dtype, layer.weight.dtype, layer.bias.device.type == device.type
)
