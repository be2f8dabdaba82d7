"""Quantiles with every interpolation, along dimensions, with NaN, and their gradients."""
import math

import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def show(label, *values):
    """Numbers to four decimals, without a sign on zero, with shape and dtype."""
    for x in values:
        if not torch.is_tensor(x):
            print(label, x)
            continue
        flat = x.detach().cpu().reshape(-1).tolist()
        flat = [round(v, 4) + 0.0 if isinstance(v, float) else v for v in flat]
        print(label, flat, tuple(x.shape), str(x.dtype)[6:])


def fails(label, function):
    try:
        print(label, "gave", function())
    except Exception as error:
        print(label, type(error).__name__, error)


x = torch.tensor([[1.0, 4, 2, 8], [5, 7, 3, 0]], device=device)
q = torch.tensor([0.0, 0.3, 0.5, 1.0], device=device)
show("whole", torch.quantile(x, 0.5), torch.quantile(x, q), x.quantile(0.9))
for dim in (0, 1):
    show(dim, torch.quantile(x, 0.4, dim=dim), torch.quantile(x, q, dim=dim), torch.quantile(x, q, dim=dim, keepdim=True), torch.quantile(x, 0.4, dim=dim, keepdim=True))
for how in ("linear", "lower", "higher", "midpoint", "nearest"):
    show(how, torch.quantile(x, q, dim=1, interpolation=how))
n = x.clone()
n[0, 1] = math.nan
show("nan", torch.quantile(n, 0.5, dim=1), torch.nanquantile(n, 0.5, dim=1), torch.nanquantile(n, q), torch.nanquantile(n, q, dim=0))
show("keepdim", torch.quantile(x, 0.5, keepdim=True), torch.quantile(x, q, keepdim=True))
a = x.clone().requires_grad_()
torch.quantile(a, q, dim=1).sum().backward()
show("grad", a.grad)
fails("range", lambda: torch.quantile(x, 1.5))
fails("dtype", lambda: torch.quantile(x.long(), 0.5))
fails("q dtype", lambda: torch.quantile(x, q.double()))
fails("empty", lambda: torch.quantile(torch.zeros(0, device=device), 0.5))
fails("how", lambda: torch.quantile(x, 0.5, interpolation="cubic"))
