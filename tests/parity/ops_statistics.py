"""Covariance, correlation, differences, gradients and integrals of samples."""
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


x = torch.tensor([[0.0, 2, 4, 5], [3, 1, 0, -2]], device=device)
show("cov", torch.cov(x), x.cov(correction=0), torch.cov(x[0]), torch.cov(x, fweights=torch.tensor([1, 2, 1, 3], device=device)), torch.cov(x, aweights=torch.tensor([0.5, 1, 1, 2], device=device)))
show("corrcoef", torch.corrcoef(x), torch.corrcoef(x[0]))
show("diff", torch.diff(x), torch.diff(x, n=2), x.diff(dim=0), torch.diff(x, prepend=torch.zeros(2, 1, device=device), append=torch.ones(2, 2, device=device)), torch.diff(torch.tensor([True, False, False], device=device)))
show("gradient", *torch.gradient(x), *torch.gradient(x[0], spacing=2.0), *torch.gradient(x, dim=1, spacing=(torch.tensor([0.0, 1, 3, 4], device=device),)), *torch.gradient(x[1], edge_order=2))
show("trapezoid", torch.trapezoid(x), torch.trapezoid(x, dx=0.5), torch.trapezoid(x, torch.tensor([0.0, 1, 3, 7], device=device)), torch.trapz(x, dim=0), torch.cumulative_trapezoid(x), torch.cumulative_trapezoid(x, torch.tensor([0.0, 1, 3, 7], device=device)))
show("std", *torch.std_mean(x), *torch.var_mean(x, dim=1), torch.var(x, dim=1, correction=0), torch.std(x, dim=0, unbiased=False, keepdim=True), x.var(correction=3))
show("aminmax", *torch.aminmax(x), *torch.aminmax(x, dim=1), *x.aminmax(dim=0, keepdim=True))
show("renorm", torch.renorm(x, 2, 0, 3.0), x.renorm(1, 1, 2.0))
show("dist", torch.dist(x[0], x[1]), torch.dist(x[0], x[1], 1), torch.dist(x[0], x[1], math.inf))
a = x.double().requires_grad_()
(torch.cov(a).sum() + torch.trapezoid(a).sum() + torch.diff(a).square().sum() + torch.dist(a[0], a[1])).backward()
show("grad", a.grad)
print(torch.aminmax(x.cpu()))
fails("diff", lambda: torch.diff(torch.tensor(1.0)))
fails("cov", lambda: torch.cov(torch.zeros(2, 2, 2)))
fails("renorm", lambda: torch.renorm(x, -1, 0, 1))
fails("gradient", lambda: torch.gradient(x[:, :1], dim=1))
