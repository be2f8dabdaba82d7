"""Zeta and incomplete gamma functions."""

import math

import torch
from torch.special._checks import _float, _one_number, _wide

__name__ = "torch.special"

_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330)


def zeta(input, other, *, out=None):
    """Hurwitz' zeta function: the sum of (q + k)**-x over k from 0, by Euler's and Maclaurin's formula.

    >>> torch.special.zeta(torch.tensor([2., 3.]), torch.tensor([1., 2.]))
    tensor([1.6449, 0.2021])
    """
    _one_number("zeta", input=input, other=other)
    device = input.device if torch.is_tensor(input) else other.device
    input = input if torch.is_tensor(input) else torch.tensor(input, dtype=_float(other).dtype, device=device)
    other = other if torch.is_tensor(other) else torch.tensor(other, dtype=_float(input).dtype, device=device)
    return torch._receive(out, _wide(_hurwitz, input, other, kernel="zeta", native="zeta"))


def _hurwitz(x, q):
    x, q = torch.broadcast_tensors(x, q)
    inside = torch.logical_and(x > 1, torch.logical_or(q > 0, torch.logical_and(q != q.floor(), x == x.floor())))
    s, a = torch.where(inside, x, 2), torch.where(inside, q, 1)
    total = torch.zeros_like(s)
    steps = 12
    for k in range(steps):
        total = total + torch.pow(a + k, -s)
    end = a + steps
    # Far below zero the poles have to be passed one by one.
    while torch._whole(end < 10).any():
        more = end < 10
        total = total + torch.where(more, torch.pow(torch.where(more, end, 1), -s), 0)
        end = torch.where(more, end + 1, end)
    total = total + torch.pow(end, 1 - s) / (s - 1) + 0.5 * torch.pow(end, -s)
    factor = s * torch.pow(end, -s - 1)
    for k, bernoulli in enumerate(_BERNOULLI):
        total = total + factor * bernoulli / math.factorial(2 * k + 2)
        factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2) / (end * end)
    at_pole = torch.logical_and(q <= 0, q == q.floor())
    result = torch.where(
        inside, total, torch.where(torch.logical_or(x == 1, torch.logical_and(at_pole, x > 1)), math.inf, math.nan)
    )
    return torch.where(torch.logical_or(x.isnan(), q.isnan()), math.nan, result)


def _trigamma(x):
    """The second derivative of log gamma: reflected to the right, six steps along the recurrence, then the asymptotic series."""
    left = x < 0.5
    sine = torch.sin(x * math.pi)
    at = torch.where(left, 1 - x, x)
    total = torch.where(left, -(math.pi**2) / (sine * sine), 0)
    for _ in range(6):
        total = total + 1 / (at * at)
        at = at + 1
    square = 1 / (at * at)
    total = total + (1 + 1 / (2 * at) + square * (1 / 6 - square * (1 / 30 - square / 42))) / at
    return torch.where(left, -total, total)


class _Polygamma(torch.autograd.Function):
    """The derivative of the n-th polygamma function is the next."""

    @staticmethod
    def forward(ctx, n, x):
        ctx.n = n
        ctx.save_for_backward(x)
        if n == 1:
            return _trigamma(x.float()).to(x.dtype) if x.dtype != torch.float64 else _trigamma(x)
        factor = (-1) ** (n + 1) * math.gamma(n + 1)
        return _wide(lambda x: factor * _hurwitz(torch.full_like(x, n + 1), x), x)

    @staticmethod
    def backward(ctx, g):
        return None, g * polygamma(ctx.n + 1, ctx.saved_tensors[0])


def polygamma(n, input, *, out=None):
    """The n-th derivative of digamma.

    >>> torch.special.polygamma(1, torch.tensor([1., 2.]))
    tensor([1.6449, 0.6449])
    """
    if torch.is_tensor(n) and (n.dim() or n.is_floating_point() or n.dtype == torch.bool):
        raise TypeError("special_polygamma(): argument 'n' (position 1) must be int, not Tensor")
    if not torch.is_tensor(input):
        raise TypeError(f"special_polygamma(): argument 'input' (position 2) must be Tensor, not {type(input).__name__}")
    n = int(n)
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")
    x = _float(input)
    return torch._receive(out, torch.digamma(x) if n == 0 else _Polygamma.apply(n, x))


def multigammaln(input, p, *, out=None):
    """The log of the multivariate gamma function of dimension p.

    >>> torch.special.multigammaln(torch.tensor([2., 3.]), 2)
    tensor([0.4516, 1.5502])
    """
    if input.dtype == torch.bool:
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    x = _float(input)
    steps = torch.arange(0, -p, -1, dtype=x.dtype, device=x.device) / 2
    constant = p * (p - 1) / 4 * math.log(math.pi)
    return torch._receive(out, torch.lgamma(x.unsqueeze(-1) + steps).sum(-1) + constant)


def _lower_series(a, x):
    """The power series of the lower incomplete gamma function, regularised: right below a + 1."""
    term = 1 / a
    total = term
    for k in range(1, 400):
        term = term * x / (a + k)
        total = total + term
    return total * torch.exp(a * torch.log(x) - x - torch.lgamma(a))


def _upper_fraction(a, x):
    """Legendre's continued fraction of the upper one: right above a + 1."""
    fraction = torch.zeros_like(x)
    for k in range(400, 0, -1):
        fraction = k * (a - k) / (x + 2 * k + 1 - a + fraction)
    return torch.exp(a * torch.log(x) - x - torch.lgamma(a)) / (x + 1 - a + fraction)


def _incomplete(a, x, upper):
    a, x = torch.broadcast_tensors(a, x)
    inside = (a > 0) & (x > 0) & (x < math.inf) & (a < math.inf)
    below = x < a + 1
    safe_a = torch.where(inside, a, 1)
    low = _lower_series(safe_a, torch.where(inside & below, x, 0.5))
    high = _upper_fraction(safe_a, torch.where(inside & torch.logical_not(below), x, safe_a + 2))
    value = torch.where(below, 1 - low, high) if upper else torch.where(below, low, 1 - high)
    # On the edges: 0 at 0, 1 at infinity.
    nothing, everything = (1.0, 0.0) if upper else (0.0, 1.0)
    value = torch.where(inside, value, torch.where(x == 0, nothing, everything))
    value = torch.where((a == math.inf) & (x < math.inf), nothing, value)
    wrong = (a < 0) | (x < 0) | ((a == 0) & (x == 0)) | ((a == math.inf) & (x == math.inf)) | a.isnan() | x.isnan()
    return torch.where(wrong, math.nan, value)


def gammainc(input, other, *, out=None):
    """The lower incomplete gamma function, regularised: the part of gamma's integral below x.

    >>> torch.special.gammainc(torch.tensor([2.]), torch.tensor([1., 3.]))
    tensor([0.2642, 0.8009])
    """
    return torch._receive(out, _wide(lambda a, x: _incomplete(a, x, False), input, other, native="gammainc"))


def gammaincc(input, other, *, out=None):
    """The upper incomplete gamma function, regularised: the part of gamma's integral above x.

    >>> torch.special.gammaincc(torch.tensor([2.]), torch.tensor([1., 3.]))
    tensor([0.7358, 0.1991])
    """
    return torch._receive(out, _wide(lambda a, x: _incomplete(a, x, True), input, other, native="gammaincc"))
