"""Logarithms with care: logit, entr, xlogy, xlog1py, logaddexp, logaddexp2, sinc, softmax."""
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


s = torch.special
x = torch.tensor([0.0, 0.2, 0.5, 0.9, 1.0], device=device)
show("logit", torch.logit(x), x.logit(0.1), s.logit(x, eps=1e-3))
show("entr", s.entr(x), s.entr(torch.tensor([-1.0, 2, math.nan], device=device)))
y = torch.tensor([0.0, 1.0, -2.0, 3.0, math.nan], device=device)
show("xlogy", torch.xlogy(x, y.abs()), s.xlogy(0, y), s.xlogy(x, 2.0), s.xlogy(2.0, x))
show("xlog1py", s.xlog1py(x, y.abs()), s.xlog1py(0.0, x), s.xlog1py(x, 1.0))
show("logaddexp", torch.logaddexp(x, y), torch.logaddexp2(x, y), torch.logaddexp(torch.tensor([1000.0, -math.inf], device=device), torch.tensor([1000.0, -math.inf], device=device)))
show("sinc", torch.sinc(x), s.sinc(x * 3), torch.arange(3, device=device).sinc())
show("log1p", s.log1p(x), s.softmax(x, 0), s.log_softmax(x, 0), s.logsumexp(x, 0), s.round(x * 1.2345, decimals=2))
for f in (lambda v: torch.logit(v, 0.05), lambda v: s.entr(v), lambda v: torch.xlogy(v, v), lambda v: torch.sinc(v), lambda v: torch.logaddexp2(v, v * 2), lambda v: s.xlog1py(v, v)):
    v = torch.tensor([0.1, 0.5, 0.8], device=device, dtype=torch.float64, requires_grad=True)
    f(v).sum().backward()
    show("grad", v.grad)
z = torch.tensor([0.25, 0.5], device=device)
z.logit_().sinc_()
show("in place", z)
