"""Bessel and Airy functions."""

import math

import torch
from torch.special._checks import _constant, _derived, _float, _wide

__name__ = "torch.special"


def _sum_of_series(x, terms):
    """A power series, its coefficients from the highest, by Horner's rule."""
    total = torch.zeros_like(x)
    for coefficient in terms:
        total = total * x + coefficient
    return total


def _bessel_i(order, x, scaled):
    """I0 or I1: the power series up to 20, the asymptotic one beyond; `scaled` by exp(-|x|)."""
    size = x.abs()
    near = torch.where(size < 20, x if order == 1 else size, 0)
    quarter = near * near / 4
    coefficients = [1 / (math.factorial(k) * math.factorial(k + order)) for k in range(60, -1, -1)]
    series = _sum_of_series(quarter, coefficients) * (near / 2) ** order
    far = torch.where(size >= 20, size, 20)
    term, total = torch.ones_like(far), torch.ones_like(far)
    for k in range(1, 25):
        term = term * -(4 * order * order - (2 * k - 1) ** 2) / (k * 8 * far)
        total = total + term
    scaled_far = total / torch.sqrt(2 * math.pi * far)
    if scaled:
        result = torch.where(size < 20, series * torch.exp(-near.abs()), scaled_far)
    else:
        result = torch.where(size < 20, series, scaled_far * torch.exp(far))
    result = torch.where(x.isnan(), x, torch.where(size == math.inf, 0 if scaled else math.nan, result))
    return torch.where(size < 20, result, result * torch.sign(x)) if order == 1 else result


def _wide_bessel_i(order, scaled):
    native = f"i{order}e" if scaled else f"i{order}"
    return lambda input: _wide(lambda x: _bessel_i(order, x, scaled), input, native=native)


def _slope_of_i1(own_i0, own_i1, rest):
    """The derivative of I1, 1/2 around 0 (and at NaN, as PyTorch has it)."""

    def slope(x):
        away = x.abs() > torch.finfo(x.dtype).eps
        safe = torch.where(away, x, 1)
        return torch.where(away, own_i0(safe) - own_i1(safe) * rest(safe), 0.5)

    return slope


def i0(input, *, out=None):
    """The modified Bessel function of order 0.

    >>> torch.special.i0(torch.tensor([0.5, 2.]))
    tensor([1.0635, 2.2796])
    """
    return torch._receive(out, _derived(_wide_bessel_i(0, False), i1, _float(input)))


def i0e(input, *, out=None):
    """exp(-|x|) * i0(x).

    >>> torch.special.i0e(torch.tensor([0.5, 2.]))
    tensor([0.6450, 0.3085])
    """
    return torch._receive(out, _derived(_wide_bessel_i(0, True), lambda x: i1e(x) - x.sgn() * i0e(x), _float(input)))


def i1(input, *, out=None):
    """The modified Bessel function of order 1.

    >>> torch.special.i1(torch.tensor([0.5, 2.]))
    tensor([0.2579, 1.5906])
    """
    return torch._receive(out, _derived(_wide_bessel_i(1, False), _slope_of_i1(i0, i1, lambda x: 1 / x), _float(input)))


def i1e(input, *, out=None):
    """exp(-|x|) * i1(x).

    >>> torch.special.i1e(torch.tensor([0.5, 2.]))
    tensor([0.1564, 0.2153])
    """
    return torch._receive(
        out, _derived(_wide_bessel_i(1, True), _slope_of_i1(i0e, i1e, lambda x: x.sgn() + 1 / x), _float(input))
    )


def modified_bessel_i0(input, *, out=None):
    """The modified Bessel function of order 0.

    >>> torch.special.modified_bessel_i0(torch.tensor([0.5, 2.]))
    tensor([1.0635, 2.2796])
    """
    return torch._receive(out, _constant("modified_bessel_i0", _wide_bessel_i(0, False), input))


def modified_bessel_i1(input, *, out=None):
    """The modified Bessel function of order 1.

    >>> torch.special.modified_bessel_i1(torch.tensor([0.5, 2.]))
    tensor([0.2579, 1.5906])
    """
    return torch._receive(out, _constant("modified_bessel_i1", _wide_bessel_i(1, False), input))


_NODES = 400
_RULE = []


def _rule():
    """Places and weights of Gauss and Legendre's rule over (-1, 1), from Jacobi's matrix (Golub and Welsch, 1969)."""
    if not _RULE:
        k = torch.arange(1, _NODES, dtype=torch.float64)
        beside = k / torch.sqrt(4 * k * k - 1)
        places, vectors = torch.linalg.eigh(torch.diag(beside, 1) + torch.diag(beside, -1))
        _RULE.extend((places, 2 * vectors[0] ** 2))
    return _RULE


def _integral(function, low, high):
    """Over the last dimension that `function` adds."""
    places, weights = _rule()
    half = (high - low) / 2
    places, weights = low + half * (places + 1), half * weights
    return lambda x: (function(x.unsqueeze(-1), places.to(x.device)) * weights.to(x.device)).sum(-1)


def _bessel_j(order, x):
    """Bessel's integral: the mean of cos(order t - x sin t) over half a turn."""
    return _integral(lambda x, t: torch.cos(order * t - x * torch.sin(t)), 0.0, math.pi)(x) / math.pi


def bessel_j0(input, *, out=None):
    """The Bessel function of the first kind, of order 0.

    >>> torch.special.bessel_j0(torch.tensor([0.5, 2.]))
    tensor([0.9385, 0.2239])
    """
    return torch._receive(out, _constant("bessel_j0", lambda x: _bessel_j(0, x), input))


def bessel_j1(input, *, out=None):
    """The Bessel function of the first kind, of order 1.

    >>> torch.special.bessel_j1(torch.tensor([0.5, 2.]))
    tensor([0.2423, 0.5767])
    """
    return torch._receive(out, _constant("bessel_j1", lambda x: _bessel_j(1, x), input))


def _bessel_y(order, x):
    """Two integrals: one over half a turn, one that fades as exp(-x sinh t)."""
    inside = torch.where(x > 0, x, 1)
    sign = -1 if order % 2 else 1
    turn = _integral(lambda x, t: torch.sin(x * torch.sin(t) - order * t), 0.0, math.pi)(inside)
    fading = _integral(
        lambda x, t: (torch.exp(order * t) + sign * torch.exp(-order * t)) * torch.exp(-x * torch.sinh(t)), 0.0, 15.0
    )(inside)
    return torch.where(x > 0, (turn - fading) / math.pi, torch.where(x == 0, -math.inf, math.nan))


def bessel_y0(input, *, out=None):
    """The Bessel function of the second kind, of order 0.

    >>> torch.special.bessel_y0(torch.tensor([0.5, 2.]))
    tensor([-0.4445,  0.5104])
    """
    return torch._receive(out, _constant("bessel_y0", lambda x: _bessel_y(0, x), input))


def bessel_y1(input, *, out=None):
    """The Bessel function of the second kind, of order 1.

    >>> torch.special.bessel_y1(torch.tensor([0.5, 2.]))
    tensor([-1.4715, -0.1070])
    """
    return torch._receive(out, _constant("bessel_y1", lambda x: _bessel_y(1, x), input))


def spherical_bessel_j0(input, *, out=None):
    """sin(x) / x, 1 at 0.

    >>> torch.special.spherical_bessel_j0(torch.tensor([0.5, 2.]))
    tensor([0.9589, 0.4546])
    """

    def quotient(x):
        safe = torch.where(x == 0, 1, x)
        return torch.where(x == 0, 1, torch.sin(safe) / safe)

    return torch._receive(out, _constant("spherical_bessel_j0", quotient, input))


def _bessel_k(order, x, scaled):
    """The integral of exp(-x (cosh t - 1)) cosh(order t), times exp(-x) unless scaled."""
    inside = torch.where(x > 0, x, 1)
    # No substitution t = u / (1 + ...) is needed: the integrand vanishes where x cosh t exceeds 700.
    value = _integral(lambda x, t: torch.exp(-x * (torch.cosh(t) - 1)) * torch.cosh(order * t), 0.0, 30.0)(inside)
    value = value if scaled else value * torch.exp(-inside)
    return torch.where(x > 0, value, torch.where(x == 0, math.inf, math.nan))


def modified_bessel_k0(input, *, out=None):
    """The modified Bessel function of the second kind, of order 0.

    >>> torch.special.modified_bessel_k0(torch.tensor([0.5, 2.]))
    tensor([0.9244, 0.1139])
    """
    return torch._receive(out, _constant("modified_bessel_k0", lambda x: _bessel_k(0, x, False), input))


def modified_bessel_k1(input, *, out=None):
    """The modified Bessel function of the second kind, of order 1.

    >>> torch.special.modified_bessel_k1(torch.tensor([0.5, 2.]))
    tensor([1.6564, 0.1399])
    """
    return torch._receive(out, _constant("modified_bessel_k1", lambda x: _bessel_k(1, x, False), input))


def scaled_modified_bessel_k0(input, *, out=None):
    """exp(x) * modified_bessel_k0(x).

    >>> torch.special.scaled_modified_bessel_k0(torch.tensor([0.5, 2.]))
    tensor([1.5241, 0.8416])
    """
    return torch._receive(out, _constant("scaled_modified_bessel_k0", lambda x: _bessel_k(0, x, True), input))


def scaled_modified_bessel_k1(input, *, out=None):
    """exp(x) * modified_bessel_k1(x).

    >>> torch.special.scaled_modified_bessel_k1(torch.tensor([0.5, 2.]))
    tensor([2.7310, 1.0335])
    """
    return torch._receive(out, _constant("scaled_modified_bessel_k1", lambda x: _bessel_k(1, x, True), input))


def _airy_series(x):
    """Maclaurin's series (DLMF 9.4.1), good where |x| is not large."""
    cube = x * x * x
    f, g, even, odd = torch.ones_like(x), x.clone(), torch.ones_like(x), x.clone()
    for k in range(1, 60):
        even = even * cube / ((3 * k - 1) * (3 * k))
        odd = odd * cube / ((3 * k) * (3 * k + 1))
        f, g = f + even, g + odd
    at_zero = 3 ** (-2 / 3) / math.gamma(2 / 3)
    slope = -(3 ** (-1 / 3)) / math.gamma(1 / 3)
    return at_zero * f + slope * g


def _airy_far(x):
    """The asymptotic series (DLMF 9.7.5 and 9.7.9) for |x| > 5: falling to the right, waves to the left."""
    right = x > 0
    size = x.abs()
    zeta = 2 / 3 * size**1.5
    u, power = 1.0, torch.ones_like(x)
    falling, even, odd = torch.ones_like(x), torch.ones_like(x), torch.zeros_like(x)
    for k in range(1, 11):
        u = u * (6 * k - 5) * (6 * k - 3) * (6 * k - 1) / (216 * k * (2 * k - 1))
        power = power / zeta
        falling = falling + (-1) ** k * u * power
        sign = (-1) ** (k // 2)
        even, odd = (even, odd + sign * u * power) if k % 2 else (even + sign * u * power, odd)
    phase = zeta - math.pi / 4
    waves = (torch.cos(phase) * even + torch.sin(phase) * odd) / math.sqrt(math.pi)
    return torch.where(right, torch.exp(-zeta) * falling / (2 * math.sqrt(math.pi)), waves) / size**0.25


def _airy(x):
    near = x.abs() <= 6
    return torch.where(near, _airy_series(torch.where(near, x, 0.0)), _airy_far(torch.where(near, 10.0, x)))


def airy_ai(input, *, out=None):
    """Airy's function Ai.

    >>> torch.special.airy_ai(torch.tensor([-2., 0., 2.]))
    tensor([0.2274, 0.3550, 0.0349])
    """
    return torch._receive(out, _constant("airy_ai", _airy, input))
