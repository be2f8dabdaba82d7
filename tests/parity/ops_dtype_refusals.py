# cpu only: the texts name the processor's kernels.
"""Dtypes that elementwise functions and draws do not take, and calls that fit none of their forms."""
import torch


def refused(name, call):
    try:
        print(name, "no error", call())
    except Exception as error:
        print(name, type(error).__name__, error)


b, i, x = torch.tensor([True, False]), torch.tensor([1, 2]), torch.tensor([1.0, 2.0])
for name in ("abs", "ceil", "floor", "round", "trunc", "frac", "neg", "sign", "square", "positive"):
    refused(name, lambda: getattr(torch, name)(b))
for name in ("addcmul", "addcdiv"):
    refused(name, lambda: getattr(torch, name)(b, b, b))
    refused(name, lambda: getattr(torch, name)(i, i, i, value=2))
refused("addcdiv", lambda: torch.addcdiv(i, x, i))
refused("lerp", lambda: torch.lerp(i, i, 0.5))
refused("lerp", lambda: torch.lerp(i, i, i))
refused("lerp", lambda: torch.lerp(x, i, 0.5))
refused("lerp", lambda: torch.lerp(x, x, x.double()))
refused("clamp", lambda: torch.clamp(b, b, b))
refused("clamp_", lambda: i.clone().clamp_(0.5))
refused("clamp_min_", lambda: i.clone().clamp_min_(0.5))
refused("round", lambda: torch.round(i, decimals=1))
refused("round", lambda: torch.round(i, decimals=0))
refused("topk", lambda: torch.topk(b, 1))
refused("isin", lambda: torch.isin(b, b))
refused("searchsorted", lambda: torch.searchsorted(b, b))
refused("gradient", lambda: torch.gradient(torch.ones(3, dtype=torch.uint8)))
refused("gradient", lambda: torch.gradient(torch.ones(3, dtype=torch.bool)))
refused("isclose", lambda: torch.isclose(x, x, rtol=-0.4))
refused("isclose", lambda: torch.isclose(x, x, atol=-1))
refused("index_reduce", lambda: torch.index_reduce(b, 0, i[:1] - 1, b[:1], "amax"))
refused("scatter_reduce", lambda: torch.scatter_reduce(b, 0, i[:1] - 1, b[:1], "mean"))

refused("bernoulli", lambda: torch.bernoulli(i))
for dtype in (torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.float16):
    refused("randint", lambda: torch.randint(0, 1 << 40, (2,), dtype=dtype))
    refused("randint", lambda: torch.randint(-(1 << 40), 1, (2,), dtype=dtype))
refused("randint_like", lambda: torch.randint_like(b, 10))
refused("multinomial", lambda: torch.multinomial(torch.tensor([1.0, -1.0]), 2, True))
refused("multinomial", lambda: torch.multinomial(torch.tensor([1.0, float("inf")]), 2, True))
refused("multinomial", lambda: torch.multinomial(torch.tensor([1.0, -1.0]), 1))
refused("multinomial", lambda: torch.multinomial(i, 1))

# The shape is looked at before the dtype.
refused("div_", lambda: torch.ones(2, 1, dtype=torch.int64).div_(i))
refused("div_", lambda: i.clone().div_(2))
refused("ldexp_", lambda: i.clone().ldexp_(i))

refused("rsub", lambda: torch.rsub(2, i))
refused("float_power", lambda: torch.float_power(2, 3))
refused("logspace", lambda: torch.logspace(0, 3, 1.0))
refused("hsplit", lambda: torch.hsplit(x, "abc"))
refused("normal", lambda: torch.normal(x, 0, 5))
refused("H", lambda: torch.ones(2, 2, 2).H)
