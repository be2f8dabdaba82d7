"""Order: sort, argsort, msort, topk, kthvalue, mode, median, with ties, NaN and gradients."""
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


x = torch.tensor([[3.0, 1, 2, 1], [0, 5, 5, -1]], device=device)
for dim in (0, 1, -1):
    values, _ = torch.sort(x, dim)
    show(dim, values, torch.sort(x, dim, descending=True).values, torch.argsort(x, dim=dim, stable=True), torch.msort(x))
show("stable", *torch.sort(torch.tensor([2, 1, 2, 1, 2], device=device), stable=True))
show("stable descending", *torch.sort(torch.tensor([2, 1, 2, 1, 2], device=device), stable=True, descending=True))
show("topk", *torch.topk(x[0], 2), torch.topk(x, 3, dim=1).values, torch.topk(x, 2, largest=False).values, x.topk(1, dim=0).indices)
show("kthvalue", torch.kthvalue(x, 2, dim=1).values, torch.kthvalue(x, 1, dim=0, keepdim=True).values, *x[0].kthvalue(3))
show("mode", torch.mode(x, 1).values, torch.mode(torch.tensor([1, 2, 2, 3, 3, 3], device=device)).values)
show("median", x.median(), torch.median(x, dim=1).values, torch.median(x, dim=0, keepdim=True).values)
n = torch.tensor([1.0, math.nan, 3.0, 2.0], device=device)
show("nan", n.median(), n.nanmedian(), torch.nanmedian(n, dim=0).values, torch.sort(n).indices)
a = x.clone().requires_grad_()
(torch.sort(a, 1).values * torch.arange(4.0, device=device)).sum().backward()
b = (x + torch.tensor([0.1, 0.2, 0.3, 0.4], device=device)).requires_grad_()
torch.kthvalue(b, 3, 1).values.sum().add(torch.median(b)).backward()
show("grad", b.grad)
show("number", *torch.sort(torch.tensor(3.0, device=device)))
print(torch.kthvalue(x.cpu(), 2))
print(torch.median(x.cpu(), 1))
fails("k", lambda: torch.topk(x, 5))
fails("k", lambda: torch.kthvalue(x, 0))
fails("dim", lambda: torch.sort(x, 2))
fails("dim", lambda: torch.mode(x, 5))
