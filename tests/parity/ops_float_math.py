"""Floats: fmod, remainder, floor division with signs and infinities, copysign, hypot, heaviside, ldexp, frexp."""
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


a = torch.tensor([5.5, -5.5, 0.0, -0.0, math.inf, 3.0, -7.25], device=device)
b = torch.tensor([2.0, 2.0, -1.0, 1.0, 2.0, math.inf, -2.0], device=device)
show("mod", torch.fmod(a, b), torch.remainder(a, b), a // b, torch.div(a, b, rounding_mode="trunc"), torch.remainder(a, -3), torch.fmod(a, 0.7))
show("zero", a / 0, a // 0, torch.fmod(a, 0), torch.remainder(a, 0))
show("copysign", torch.copysign(a.abs(), b), torch.copysign(b, -0.0), torch.copysign(torch.tensor([1, 2], device=device), -1))
show("hypot", torch.hypot(a, b), torch.hypot(torch.tensor([3.0], device=device), torch.tensor([4.0], device=device)))
show("heaviside", torch.heaviside(a, torch.tensor(0.5, device=device)), torch.heaviside(torch.tensor([-1, 0, 2], device=device), torch.tensor([7], device=device)))
show("ldexp", torch.ldexp(torch.tensor([1.0, 0.5], device=device), torch.tensor([3, 4], device=device)))
m, e = torch.frexp(torch.tensor([10.0, 0.1, -8.0, 0.0, 1.0, math.inf], device=device))
show("frexp", m, e)
show("sign", torch.sgn(a), torch.sign(a), torch.signbit(a), torch.isposinf(a), torch.isneginf(-a), torch.isfinite(b), torch.isreal(a), torch.positive(b))
show("round", torch.round(torch.tensor([0.5, 1.5, -2.5, 2.675, 1234.567], device=device)), torch.round(torch.tensor([1234.567, -0.125], device=device), decimals=2), torch.round(torch.tensor([1234.567], device=device), decimals=-2), torch.trunc(a), torch.frac(b[:4] * 1.3), torch.fix(a))
show("degrees", torch.deg2rad(torch.tensor([180.0, 45], device=device)), torch.rad2deg(torch.tensor([math.pi, 1], device=device)), torch.angle(torch.tensor([-1.0, 2, math.nan], device=device)))
show("float_power", torch.float_power(torch.tensor([2, 3], device=device), 2), torch.float_power(2, torch.tensor([0.5, -1], device=device)), torch.rsub(a[:2], 10), torch.rsub(a[:2], 10, alpha=2))
x = torch.tensor([1.0, 2.5], device=device, requires_grad=True)
(torch.hypot(x, x * 2) + torch.ldexp(x, torch.tensor(2, device=device)) + torch.deg2rad(x) + x.copysign(torch.tensor([-1.0, 1], device=device))).sum().backward()
show("grad", x.grad)
fails("heaviside", lambda: torch.heaviside(a, torch.tensor(1, device=device)))
fails("positive", lambda: torch.positive(torch.tensor([True], device=device)))
fails("frexp", lambda: torch.frexp(torch.tensor([1], device=device)))
fails("mode", lambda: torch.div(a, b, rounding_mode="up"))
