# cpu only: numbers to the last bit
# Values and gradients of what picks elements: NaN, infinities, equal elements, half types with more ties than they count.
import torch

nan, inf = float("nan"), float("inf")
data = [[1.0, nan, 3.0], [nan, nan, 1.0], [2.0, 2.0, 1.0], [nan], [inf, -inf, inf], [0.0, -0.0, 0.0], [nan, inf, -inf]]
whole = {
    "max": torch.max,
    "min": torch.min,
    "amax": torch.amax,
    "amin": torch.amin,
    "median": torch.median,
    "nanmedian": torch.nanmedian,
    "nansum": torch.nansum,
    "nanmean": torch.nanmean,
    "norm inf": lambda x: torch.linalg.vector_norm(x, inf),
    "norm -inf": lambda x: torch.linalg.vector_norm(x, -inf),
    "prod": torch.prod,
}
along = {
    "max": lambda x: x.max(1),
    "min": lambda x: x.min(1),
    "amax": lambda x: x.amax(1),
    "amin": lambda x: x.amin(1),
    "median": lambda x: x.median(1),
    "nanmedian": lambda x: x.nanmedian(1),
    "cummax": lambda x: x.cummax(1),
    "cummin": lambda x: x.cummin(1),
    "sort": lambda x: x.sort(dim=1, stable=True),
    "kthvalue": lambda x: x.kthvalue(1, 1),
    "topk": lambda x: x.topk(1),
    "norm inf": lambda x: torch.linalg.vector_norm(x, inf, 1),
    "argmax": lambda x: (x * 1, x.argmax(1)),
    "argmin": lambda x: (x * 1, x.argmin(1)),
}
for numbers in data:
    for name, function in whole.items():
        x = torch.tensor(numbers, requires_grad=True)
        y = function(x)
        y.backward()
        if name != "nanmean" or len(numbers) > 1:
            print(name, numbers, y.item() + 0.0, x.grad.tolist())
    for name, function in along.items():
        x = torch.tensor([numbers], requires_grad=True)
        y = function(x)
        values, index = (y, None) if isinstance(y, torch.Tensor) else (y[0], y[1].tolist())
        values.sum().backward()
        print(name, "along", numbers, (values + 0.0).tolist(), index, x.grad.tolist())
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    for name in ("max", "min", "amax", "amin", "median", "nanmedian", "nanmean", "norm inf"):
        x = torch.ones(70000, dtype=dtype, requires_grad=True)
        y = whole[name](x)
        y.backward()
        print(name, "of ties", dtype, y.item(), x.grad[0].item())
