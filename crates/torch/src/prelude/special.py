"""Special functions: series, continued fractions and rational approximations over whole tensors, in float64 inside.

Sources: Abramowitz and Stegun, "Handbook of Mathematical Functions"; Cephes (Moshier) for the Chebyshev coefficients of
the modified Bessel functions."""

import math

import torch


def _float(x):
    """A tensor in a floating dtype."""
    x = x if torch.is_tensor(x) else torch.tensor(x)
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def _wide(function, *operands, kernel=None):
    """`function` of the operands in float64, its result in their dtype. A kernel of PyTorch's takes no half precision."""
    dtype = _float(operands[0]).dtype
    for x in operands[1:]:
        if torch.is_tensor(x):
            dtype = torch.promote_types(dtype, _float(x).dtype) if x.dim() else dtype
    if kernel is not None and dtype in (torch.float16, torch.bfloat16):
        torch._not_implemented(f"{kernel}_cpu", dtype)
    return function(*[x.double() if torch.is_tensor(x) else torch.tensor(x, dtype=torch.float64) for x in operands]).to(dtype)


def _constant(kernel, function, input):
    """A function without a gradient in PyTorch."""
    return _wide(function, _float(input).detach(), kernel=kernel)


def _one_number(function, **given):
    """Of two operands one may be a number, not both."""
    (first, a), (second, b) = given.items()
    if not torch.is_tensor(a) and not torch.is_tensor(b):
        own = "self" if first == "input" else first
        forms = [f"Tensor {first}, Tensor {second}", f"Number {own}, Tensor {second}", f"Tensor {first}, Number {second}"]
        raise TypeError(
            f"special_{function}() received an invalid combination of arguments - got ({type(a).__name__}, {type(b).__name__}), "
            "but expected one of:\n" + "".join(f" * ({form}, *, Tensor out = None)\n" for form in forms)
        )


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
    x = _float(input)
    safe = torch.where(x > 0, x, 1)
    inner = torch.where(x > 0, -x * torch.log(safe), torch.where(x == 0, 0, -math.inf))
    return torch._receive(out, torch.where(x.isnan(), x, inner).to(x.dtype))


def logit(input, eps=None, *, out=None):
    """log(x / (1 - x)), with x limited to [eps, 1 - eps].

    >>> torch.special.logit(torch.tensor([0.1, 0.5]))
    tensor([-2.1972,  0.0000])
    """
    x = _float(input)
    if eps is not None:
        x = x.clamp(eps, 1 - eps)
    return torch._receive(out, torch.log(x / (1 - x)))


def sinc(input, *, out=None):
    """sin(pi x) / (pi x), 1 at 0.

    >>> torch.special.sinc(torch.tensor([0.5, 2.]))
    tensor([6.3662e-01, 2.7828e-08])
    """
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
    return torch._receive(out, _wide(_normal_quantile, input, kernel="ndtri"))


def _normal_quantile(p):
    lower = torch.where(p < 0.5, p, 1 - p)
    # A start from the tail's expansion, then Halley's steps on the logarithm, which keeps the tail's digits.
    inside = torch.logical_and(lower > 0, lower <= 0.5)
    q = torch.where(inside, lower, 0.25)
    t = torch.sqrt(-2 * torch.log(q))
    x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in range(4):
        tail = 0.5 * torch.erfc(x * math.sqrt(0.5))
        slope = torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        step = (tail - q) / slope
        x = x + step / (1 + x * step / 2)
    # Steps that end near the middle end at it, and keep their slope.
    x = torch.where(p == 0.5, x - x.detach(), torch.where(p < 0.5, -x, x))
    x = torch.where(p == 0, -math.inf, torch.where(p == 1, math.inf, x))
    return torch.where(torch.logical_and(p >= 0, p <= 1), x, math.nan)


def erfcx(input, *, out=None):
    """exp(x**2) * erfc(x).

    >>> torch.special.erfcx(torch.tensor([0.5, 2.]))
    tensor([0.6157, 0.2554])
    """
    return torch._receive(out, _wide(_scaled_erfc, input, kernel="erfcx"))


def _scaled_erfc(x):
    near = torch.where(x < 5, x, 0)
    direct = torch.exp(near * near) * torch.erfc(near)
    far = torch.where(x >= 5, x, 5)
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
        high = torch.where(x >= -1, x, 0)
        far = torch.log(_scaled_erfc(-low * math.sqrt(0.5)) / 2) - low * low / 2
        return torch.where(x < -1, far, torch.log1p(-0.5 * torch.erfc(high * math.sqrt(0.5))))

    return torch._receive(out, _wide(tail, input, kernel="log_ndtr"))


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
    result = torch.where(x.isnan(), x, torch.where(size == math.inf, 0 if scaled else math.inf, result))
    return torch.where(size < 20, result, result * torch.sign(x)) if order == 1 else result


def i0(input, *, out=None):
    """The modified Bessel function of order 0.

    >>> torch.special.i0(torch.tensor([0.5, 2.]))
    tensor([1.0635, 2.2796])
    """
    return torch._receive(out, _wide(lambda x: _bessel_i(0, x, False), input))


def i0e(input, *, out=None):
    """exp(-|x|) * i0(x).

    >>> torch.special.i0e(torch.tensor([0.5, 2.]))
    tensor([0.6450, 0.3085])
    """
    return torch._receive(out, _wide(lambda x: _bessel_i(0, x, True), input))


def i1(input, *, out=None):
    """The modified Bessel function of order 1.

    >>> torch.special.i1(torch.tensor([0.5, 2.]))
    tensor([0.2579, 1.5906])
    """
    return torch._receive(out, _wide(lambda x: _bessel_i(1, x, False), input))


def i1e(input, *, out=None):
    """exp(-|x|) * i1(x).

    >>> torch.special.i1e(torch.tensor([0.5, 2.]))
    tensor([0.1564, 0.2153])
    """
    return torch._receive(out, _wide(lambda x: _bessel_i(1, x, True), input))


def modified_bessel_i0(input, *, out=None):
    """The modified Bessel function of order 0.

    >>> torch.special.modified_bessel_i0(torch.tensor([0.5, 2.]))
    tensor([1.0635, 2.2796])
    """
    return torch._receive(out, _constant("modified_bessel_i0", lambda x: _bessel_i(0, x, False), input))


def modified_bessel_i1(input, *, out=None):
    """The modified Bessel function of order 1.

    >>> torch.special.modified_bessel_i1(torch.tensor([0.5, 2.]))
    tensor([0.2579, 1.5906])
    """
    return torch._receive(out, _constant("modified_bessel_i1", lambda x: _bessel_i(1, x, False), input))


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
    # Substituting t = u / (1 + ...) is not needed: the integrand is gone where x cosh t exceeds 700.
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
    return torch._receive(out, _wide(_hurwitz, input, other, kernel="zeta"))


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
    while (end < 10).any():
        more = end < 10
        total = total + torch.where(more, torch.pow(torch.where(more, end, 1), -s), 0)
        end = torch.where(more, end + 1, end)
    total = total + torch.pow(end, 1 - s) / (s - 1) + 0.5 * torch.pow(end, -s)
    factor = s * torch.pow(end, -s - 1)
    for k, bernoulli in enumerate(_BERNOULLI):
        total = total + factor * bernoulli / math.factorial(2 * k + 2)
        factor = factor * (s + 2 * k + 1) * (s + 2 * k + 2) / (end * end)
    at_pole = torch.logical_and(q <= 0, q == q.floor())
    result = torch.where(inside, total, torch.where(torch.logical_or(x == 1, torch.logical_and(at_pole, x > 1)), math.inf, math.nan))
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
    # On the edges: nothing below 0, all below infinity.
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
    return torch._receive(out, _wide(lambda a, x: _incomplete(a, x, False), input, other))


def gammaincc(input, other, *, out=None):
    """The upper incomplete gamma function, regularised: the part of gamma's integral above x.

    >>> torch.special.gammaincc(torch.tensor([2.]), torch.tensor([1., 3.]))
    tensor([0.7358, 0.1991])
    """
    return torch._receive(out, _wide(lambda a, x: _incomplete(a, x, True), input, other))


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
