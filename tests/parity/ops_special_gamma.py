"""Special functions of the gamma family, with gradients and edges."""
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


x = torch.tensor([0.5, 1.0, 2.5, 4.0, 10.0], device=device)
s = torch.special
show("gammaln", s.gammaln(x), torch.lgamma(x), s.digamma(x), s.psi(x), torch.digamma(-x - 0.25))
for n in (0, 1, 2, 3):
    show(n, s.polygamma(n, x), torch.polygamma(n, x), torch.polygamma(n, x * 2))
show("multigammaln", s.multigammaln(x + 2, 3), torch.mvlgamma(x + 1, 2), (x + 1).mvlgamma(2))
a = torch.tensor([0.5, 1.0, 2.0, 3.0, 5.0], device=device)
show("gammainc", s.gammainc(a, x), torch.igamma(a, x), s.gammaincc(a, x), torch.igammac(x, a))
show("edges", s.gammainc(torch.tensor([0.0, 1, 2, -1], device=device), torch.tensor([1.0, 0, math.inf, 1], device=device)))
show("zeta", s.zeta(x + 1.5, 1.0), s.zeta(torch.tensor([2.0, 3], device=device), torch.tensor([1.0, 2.5], device=device)), s.zeta(torch.tensor([1.0, 0.5], device=device), 1.0))
for f in (torch.lgamma, torch.digamma, lambda v: torch.polygamma(1, v), lambda v: torch.mvlgamma(v + 1, 2)):
    v = x.double().requires_grad_()
    f(v).sum().backward()
    show("grad", v.grad)
show("at poles", torch.lgamma(torch.tensor([0.0, -1], device=device)), torch.digamma(torch.tensor([0.0, -2], device=device)), s.polygamma(1, torch.tensor([0.0], device=device)))
fails("order", lambda: torch.polygamma(-1, x))
