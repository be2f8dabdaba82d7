"""Exponentials, logarithms and error functions."""

import math

import torch
from torch.special._checks import _derived, _float, _one_number, _wide

__name__ = "torch.special"


def expit(input, *, out=None):
    """1 / (1 + exp(-x)).

    >>> torch.special.expit(torch.tensor([0.5, 2.]))
    tensor([0.6225, 0.8808])
    """
    return torch.sigmoid(input, out=out)


def exp2(input, *, out=None):
    """2**x.

    >>> torch.special.exp2(torch.tensor([0.5, 2.]))
    tensor([1.4142, 4.0000])
    """
    return torch.exp2(input, out=out)


def expm1(input, *, out=None):
    """exp(x) - 1, exact near 0.

    >>> torch.special.expm1(torch.tensor([0.5, 2.]))
    tensor([0.6487, 6.3891])
    """
    return torch.expm1(input, out=out)


def log1p(input, *, out=None):
    """log(1 + x), exact near 0.

    >>> torch.special.log1p(torch.tensor([0.5, 2.]))
    tensor([0.4055, 1.0986])
    """
    return torch.log1p(input, out=out)


def erf(input, *, out=None):
    """The error function.

    >>> torch.special.erf(torch.tensor([0.5, 2.]))
    tensor([0.5205, 0.9953])
    """
    return torch.erf(input, out=out)


def erfc(input, *, out=None):
    """1 - erf(x).

    >>> torch.special.erfc(torch.tensor([0.5, 2.]))
    tensor([0.4795, 0.0047])
    """
    return torch.erfc(input, out=out)


def erfinv(input, *, out=None):
    """The inverse of erf.

    >>> torch.special.erfinv(torch.tensor([0.1, 0.5]))
    tensor([0.0889, 0.4769])
    """
    return torch.erfinv(input, out=out)


def gammaln(input, *, out=None):
    """log |gamma(x)|.

    >>> torch.special.gammaln(torch.tensor([0.5, 2.]))
    tensor([0.5724, 0.0000])
    """
    return torch.lgamma(input, out=out)


def digamma(input, *, out=None):
    """The derivative of log gamma.

    >>> torch.special.digamma(torch.tensor([0.5, 2.]))
    tensor([-1.9635,  0.4228])
    """
    return torch.digamma(input, out=out)


def psi(input, *, out=None):
    """The derivative of log gamma.

    >>> torch.special.psi(torch.tensor([0.5, 2.]))
    tensor([-1.9635,  0.4228])
    """
    return torch.digamma(input, out=out)


def round(input, *, decimals=0, out=None):
    """Rounded to decimals, halves to even.

    >>> torch.special.round(torch.tensor([1.4, -2.6]))
    tensor([ 1., -3.])
    """
    return torch.round(input, decimals=decimals, out=out)


def softmax(input, dim, *, dtype=None):
    """exp(x) divided by its sum.

    >>> torch.special.softmax(torch.tensor([1., 2.]), dim=0)
    tensor([0.2689, 0.7311])
    """
    return torch.softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    """log(softmax(x)).

    >>> torch.special.log_softmax(torch.tensor([1., 2.]), dim=0)
    tensor([-1.3133, -0.3133])
    """
    return torch.log_softmax(input, dim, dtype=dtype)


def logsumexp(input, dim, keepdim=False, *, out=None):
    """log(sum(exp(x))).

    >>> torch.special.logsumexp(torch.tensor([1., 2.]), dim=0)
    tensor(2.3133)
    """
    return torch._receive(out, torch.logsumexp(input, dim, keepdim))


def xlogy(input, other, *, out=None):
    """x log(y), 0 where x is 0.

    >>> torch.special.xlogy(torch.tensor([0., 2.]), torch.tensor([3., 4.]))
    tensor([0.0000, 2.7726])
    """
    return torch.xlogy(input, other, out=out)


def xlog1py(input, other, *, out=None):
    """x log(1 + y), 0 where x is 0.

    >>> torch.special.xlog1py(torch.tensor([0., 2.]), torch.tensor([3., 4.]))
    tensor([0.0000, 3.2189])
    """
    _one_number("xlog1py", input=input, other=other)
    input = input if torch.is_tensor(input) else torch.tensor(input, device=other.device)
    other = other if torch.is_tensor(other) else torch.tensor(other, device=input.device)
    zero = torch.logical_and(input == 0, torch.logical_not(other.isnan()))
    return torch._receive(out, torch.where(zero, 0, input * torch.log1p(torch.where(zero, 0, other))))


def entr(input, *, out=None):
    """-x log(x); 0 at 0, -inf below.

    >>> torch.special.entr(torch.tensor([0.5, 2.]))
    tensor([ 0.3466, -1.3863])
    """
    return torch._receive(out, _derived(_entropy, lambda x: -torch.log(x) - 1, _float(input)))


def _entropy(x):
    safe = torch.where(x > 0, x, 1)
    inner = torch.where(x > 0, -x * torch.log(safe), torch.where(x == 0, 0, -math.inf))
    return torch.where(x.isnan(), x, inner).to(x.dtype)


def logit(input, eps=None, *, out=None):
    """log(x / (1 - x)), with x limited to [eps, 1 - eps].

    >>> torch.special.logit(torch.tensor([0.1, 0.5]))
    tensor([-2.1972,  0.0000])
    """
    x = _float(input)
    if eps is not None:
        x = x.clamp(eps, 1 - eps)
        return torch._receive(out, torch.log(x / (1 - x)))
    return torch._receive(out, _derived(lambda x: torch.log(x / (1 - x)), _logit_slope, x))


def _logit_slope(x):
    return torch.where(torch.logical_and(x >= 0, x <= 1), 1 / (x * (1 - x)), math.nan)


def sinc(input, *, out=None):
    """sin(pi x) / (pi x), 1 at 0.

    >>> torch.special.sinc(torch.tensor([0.5, 2.]))
    tensor([6.3662e-01, 2.7828e-08])
    """
    if input.is_complex():
        turned = input * math.pi
        return torch._receive(out, torch.where(input == 0, 1, torch.sin(turned) / torch.where(input == 0, 1, turned)))
    x = _float(input)
    wide = (x if x.dtype == torch.float64 else x.float()) * math.pi
    safe = torch.where(wide == 0, 1, wide)
    return torch._receive(out, torch.where(wide == 0, 1 - wide * wide / 6, torch.sin(safe) / safe).to(x.dtype))


def ndtr(input, *, out=None):
    """The normal distribution function.

    >>> torch.special.ndtr(torch.tensor([0.5, 2.]))
    tensor([0.6915, 0.9772])
    """
    return torch._receive(out, 0.5 * torch.erfc(-_float(input) * math.sqrt(0.5)))


def ndtri(input, *, out=None):
    """The inverse of ndtr.

    >>> torch.special.ndtri(torch.tensor([0.1, 0.5]))
    tensor([-1.2816,  0.0000])
    """
    quantile = lambda p: _wide(_normal_quantile, p, kernel="ndtri", native="ndtri")
    slope = lambda p: math.sqrt(2 * math.pi) * torch.exp(torch.square(ndtri(p)) / 2)
    return torch._receive(out, _derived(quantile, slope, input))


def _normal_quantile(p):
    lower = torch.where(p < 0.5, p, 1 - p)
    # Start from the tail's expansion, then do Halley steps on the logarithm, which keeps the tail's digits.
    inside = torch.logical_and(lower > 0, lower <= 0.5)
    q = torch.where(inside, lower, 0.25)
    t = torch.sqrt(-2 * torch.log(q))
    x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in range(4):
        tail = 0.5 * torch.erfc(x * math.sqrt(0.5))
        slope = torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        step = (tail - q) / slope
        x = x + step / (1 + x * step / 2)
    x = torch.where(p == 0.5, 0, torch.where(p < 0.5, -x, x))
    x = torch.where(p == 0, -math.inf, torch.where(p == 1, math.inf, x))
    return torch.where(torch.logical_and(p >= 0, p <= 1), x, math.nan)


def erfcx(input, *, out=None):
    """exp(x**2) * erfc(x).

    >>> torch.special.erfcx(torch.tensor([0.5, 2.]))
    tensor([0.6157, 0.2554])
    """
    return torch._receive(out, _wide(_scaled_erfc, input, kernel="erfcx", native="erfcx"))


def _scaled_erfc(x):
    near = torch.where(x < 5, x, 0)
    direct = torch.exp(near * near) * torch.erfc(near)
    far = torch.where(x < 5, 5, x)
    # The continued fraction of Laplace.
    fraction = far
    for k in range(60, 0, -1):
        fraction = far + (k / 2) / fraction
    return torch.where(x < 5, direct, 1 / (fraction * math.sqrt(math.pi)))


def log_ndtr(input, *, out=None):
    """log(ndtr(x)), exact in the tail.

    >>> torch.special.log_ndtr(torch.tensor([0.5, 2.]))
    tensor([-0.3689, -0.0230])
    """

    def tail(x):
        low = torch.where(x < -1, x, -1)
        high = torch.where(x < -1, 0, x)
        far = torch.log(_scaled_erfc(-low * math.sqrt(0.5)) / 2) - low * low / 2
        return torch.where(x < -1, far, torch.log1p(-0.5 * torch.erfc(high * math.sqrt(0.5))))

    return torch._receive(out, _wide(tail, input, kernel="log_ndtr", native="log_ndtr"))
