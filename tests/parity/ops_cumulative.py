"""Running values: cumsum, cumprod, cummax, cummin, logcumsumexp, along dimensions, with gradients."""
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


x = torch.tensor([[1.0, 3, 2], [-1, 0, 4]], device=device)
for dim in (0, 1):
    show(dim, torch.cumsum(x, dim), torch.cumprod(x, dim), *torch.cummax(x, dim), *torch.cummin(x, dim), torch.logcumsumexp(x, dim))
show("dtypes", torch.cumsum(torch.tensor([True, True], device=device), 0), torch.cumsum(torch.tensor([1, 2], dtype=torch.int8, device=device), 0), torch.cumsum(x, 1, dtype=torch.float64), torch.cumprod(torch.tensor([2, 3], device=device), 0))
show("large", torch.logcumsumexp(torch.tensor([1000.0, 1000, -1000], device=device), 0), torch.logcumsumexp(torch.tensor([-math.inf, 0, 1], device=device), 0))
show("in place", x.clone().cumsum_(1), x.clone().cumprod_(0))
show("empty", torch.cumsum(torch.zeros(0, device=device), 0), torch.cumsum(torch.tensor(3.0, device=device), 0), torch.logcumsumexp(torch.tensor(2.0, device=device), 0))
w = torch.tensor([[1.0, 2, 3], [4, 5, 6]], device=device)
for f in (lambda a: a.cumsum(1), lambda a: a.cumprod(1), lambda a: a.cummax(1).values, lambda a: a.cummin(0).values, lambda a: a.logcumsumexp(1)):
    a = (x + 2).requires_grad_()
    (f(a) * w).sum().backward()
    show("grad", a.grad)
zero = torch.tensor([2.0, 0, 3, 4], device=device, requires_grad=True)
zero.cumprod(0).sum().backward()
show("grad through zero", zero.grad)
zero = torch.tensor([[2.0, 0, 3, 0], [0, 1, 2, 3]], device=device, requires_grad=True)
(zero.cumprod(1) * torch.arange(1.0, 5, device=device)).sum().backward()
show("grad through zeros", zero.grad)
fails("dim", lambda: torch.cumsum(x, 2))
print(torch.cummax(x.cpu(), 1))
