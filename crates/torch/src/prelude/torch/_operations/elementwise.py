"""Pointwise operations that are composed of others: angles, rounding to neighbours, integers' divisors, NaN-aware choices."""

import math

import torch
from torch._tensorcell.checks import _not_implemented, _only_floats, _only_tensors

__name__ = "torch._operations"


def _floating(x):
    """x itself if it is floating, else in the default dtype."""
    return x if x.is_floating_point() else x.to(torch.get_default_dtype())


def deg2rad(input, *, out=None):
    """Degrees as radians.

    >>> torch.deg2rad(torch.tensor([180.]))
    tensor([3.1416])
    """
    if input.is_complex():
        raise RuntimeError("deg2rad is not supported for complex tensors.")
    return torch._receive(out, _floating(input) * (math.pi / 180))


def rad2deg(input, *, out=None):
    """Radians as degrees.

    >>> torch.rad2deg(torch.tensor([3.1416]))
    tensor([180.0004])
    """
    if input.is_complex():
        raise RuntimeError("rad2deg is not supported for complex tensors.")
    return torch._receive(out, _floating(input) * (180 / math.pi))


def positive(input):
    """+input.

    >>> torch.positive(torch.tensor([-1, 2]))
    tensor([-1,  2])
    """
    if input.dtype == torch.bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


def conj(input):
    """The conjugate: real numbers are their own.

    >>> torch.conj(torch.tensor([1.+2.j]))
    tensor([1.-2.j])
    """
    return input.conj_physical() if input.is_complex() else input


def resolve_conj(input):
    """The tensor itself: conjugates are computed at once."""
    return input


def resolve_neg(input):
    """The tensor itself: no negation waits."""
    return input


def real(input):
    """The real parts: a view, of a real tensor itself.

    >>> torch.real(torch.tensor([1.+2.j, 3.]))
    tensor([1., 3.])
    """
    return input.real


def imag(input):
    """The imaginary parts: a view.

    Errors: RuntimeError of a real tensor: `torch.imag(torch.tensor([1.]))`

    >>> torch.imag(torch.tensor([1.+2.j, 3.]))
    tensor([2., 0.])
    """
    return input.imag


def is_conj(input):
    """False: conjugates are computed at once.

    >>> torch.is_conj(torch.tensor([1.]))
    False
    """
    return False


def is_neg(input):
    """False: no negation waits.

    >>> torch.is_neg(torch.tensor([1.]))
    False
    """
    return False


def is_signed(input):
    """True unless the dtype has no negative numbers.

    >>> torch.is_signed(torch.tensor([1])), torch.is_signed(torch.tensor([1], dtype=torch.uint8))
    (True, False)
    """
    return input.dtype not in (torch.uint8, torch.bool)


def isreal(input):
    """True where there is no imaginary part.

    >>> torch.isreal(torch.tensor([1., 2.j]))
    tensor([ True, False])
    """
    return input.imag == 0 if input.is_complex() else torch.ones_like(input, dtype=torch.bool)


def isneginf(input, *, out=None):
    """True where -inf.

    >>> torch.isneginf(torch.tensor([float('inf'), -float('inf'), 1.]))
    tensor([False,  True, False])
    """
    if not input.is_floating_point():
        return torch._receive(out, torch.zeros_like(input, dtype=torch.bool))
    return torch._receive(out, input == -math.inf)


def isposinf(input, *, out=None):
    """True where +inf.

    >>> torch.isposinf(torch.tensor([float('inf'), -float('inf'), 1.]))
    tensor([ True, False, False])
    """
    if not input.is_floating_point():
        return torch._receive(out, torch.zeros_like(input, dtype=torch.bool))
    return torch._receive(out, input == math.inf)


def fmax(input, other, *, out=None):
    """The larger element; where one is NaN, the other.

    >>> torch.fmax(torch.tensor([1., float('nan')]), torch.tensor([3., 2.]))
    tensor([3., 2.])
    """
    _only_tensors("fmax", input=input, other=other)
    if not (input.is_floating_point() or other.is_floating_point()):
        return torch._receive(out, torch.maximum(input, other))
    dtype = torch.result_type(input, other)
    chosen = torch.logical_or(input >= other, other.isnan())
    return torch._receive(out, torch.where(chosen, input.to(dtype), other.to(dtype)))


def fmin(input, other, *, out=None):
    """The smaller element; where one is NaN, the other.

    >>> torch.fmin(torch.tensor([1., float('nan')]), torch.tensor([3., 2.]))
    tensor([1., 2.])
    """
    _only_tensors("fmin", input=input, other=other)
    if not (input.is_floating_point() or other.is_floating_point()):
        return torch._receive(out, torch.minimum(input, other))
    dtype = torch.result_type(input, other)
    chosen = torch.logical_or(input <= other, other.isnan())
    return torch._receive(out, torch.where(chosen, input.to(dtype), other.to(dtype)))


def rsub(input, other, *, alpha=1):
    """other - alpha * input.

    >>> torch.rsub(torch.tensor([1, 2]), 10)
    tensor([9, 8])
    """
    if not torch.is_tensor(input):
        torch._no_form("rsub", input, other)
    if torch.is_tensor(other):
        return torch._named(torch.sub(other, input, alpha=alpha), "RsubBackward0", input, other)
    return torch._named(other - (input if alpha == 1 else alpha * input), "RsubBackward1", input, other)


def float_power(input, exponent, *, out=None):
    """input ** exponent, in float64.

    >>> torch.float_power(torch.tensor([2, 3]), 2)
    tensor([4., 9.], dtype=torch.float64)
    """
    if not (torch.is_tensor(input) or torch.is_tensor(exponent)):
        torch._no_form("float_power", input, exponent)
    complex = any(x.is_complex() for x in (input, exponent) if torch.is_tensor(x))
    wide = torch.complex128 if complex else torch.float64
    base = input.to(wide) if torch.is_tensor(input) else input
    power = exponent.to(wide) if torch.is_tensor(exponent) else exponent
    return torch._receive(out, torch.pow(base, power))


def logaddexp2(input, other, *, out=None):
    """log2(2**input + 2**other), computed safely.

    >>> torch.logaddexp2(torch.tensor([0.]), torch.tensor([0.]))
    tensor([1.])
    """
    _only_tensors("logaddexp2", input=input, other=other)
    _only_floats("logaddexp2_cpu", input, other)
    dtype = torch.result_type(input, other)
    wide = torch.promote_types(dtype, torch.float32)
    found = torch.logaddexp(input.to(wide) * math.log(2), other.to(wide) * math.log(2)) / math.log(2)
    return torch._receive(out, found.to(dtype))


def ldexp(input, other, *, out=None):
    """input * 2**other.

    >>> torch.ldexp(torch.tensor([1., 3.]), torch.tensor([2]))
    tensor([ 4., 12.])
    """
    _only_tensors("ldexp", input=input, other=other)
    if input.is_complex() or other.is_complex():
        return torch._receive(out, torch.pow(2.0, other) * input)
    if not other.is_floating_point():
        other = other.to(input.dtype if input.is_floating_point() else torch.get_default_dtype())
    dtype, power = torch.result_type(input, other), other.double()
    # In two steps, because the power alone may overflow.
    half = torch.floor(power.detach() / 2).clamp(-2000, 2000)
    scaled = input.double() * torch.pow(2.0, half) * torch.pow(2.0, power - half)
    return torch._receive(out, scaled.to(dtype))


def frexp(input):
    """Mantissa and exponent: input = mantissa * 2**exponent, 0.5 <= |mantissa| < 1.

    >>> torch.frexp(torch.tensor([12.]))
    torch.return_types.frexp(
    mantissa=tensor([0.7500]),
    exponent=tensor([4], dtype=torch.int32))
    """
    if not input.is_floating_point():
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    finite = torch.logical_and(input.isfinite(), input != 0)
    size = torch.where(finite, input.detach().abs().double(), 1.0)
    exponent = torch.floor(torch.log2(size)) + 1
    # The logarithm may be off by one at the ends of a binade.
    exponent = torch.where(size / 2.0**exponent >= 1, exponent + 1, exponent)
    exponent = torch.where(size / 2.0**exponent < 0.5, exponent - 1, exponent)
    exponent = torch.where(finite, exponent, 0)
    mantissa = (input.double() / 2.0**exponent).to(input.dtype)
    return torch._return_type("frexp", ("mantissa", "exponent"), (mantissa, exponent.int()))


def heaviside(input, values, *, out=None):
    """0 below zero, 1 above, `values` at zero.

    >>> torch.heaviside(torch.tensor([-1., 0., 2.]), torch.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    _only_tensors("heaviside", input=input, values=values)
    if input.dtype != values.dtype:
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    step = torch.where(input.isnan(), 0, (input > 0).to(input.dtype)).to(input.dtype)
    return torch._receive(out, torch.where(input == 0, values, step))


_INTEGER_OF = {2: torch.int16, 4: torch.int32, 8: torch.int64}


def nextafter(input, other, *, out=None):
    """The next number that the dtype has after input, towards other.

    >>> torch.nextafter(torch.tensor([1.]), torch.tensor([2.])) > 1
    tensor([True])
    """
    _only_tensors("nextafter", input=input, other=other)
    _only_floats("nextafter_cpu", input, other)
    dtype = torch.result_type(input, other)
    x, y = torch.broadcast_tensors(input.detach().to(dtype), other.detach().to(dtype))
    integer = _INTEGER_OF[x.element_size()]
    bits = torch._bits(x.contiguous(), integer)
    # The bits of positive numbers grow with their value, those of negative ones with their magnitude.
    away = torch.logical_or(torch.logical_and(x > 0, y > x), torch.logical_and(x < 0, y < x))
    stepped = torch._bits(torch.where(away, bits + 1, bits - 1).to(integer), dtype)
    least = torch._bits(torch.ones_like(bits), dtype)
    result = torch.where(x == 0, torch.copysign(least, y), stepped)
    result = torch.where(x == y, y, result)
    return torch._receive(out, torch.where(torch.logical_or(x.isnan(), y.isnan()), math.nan, result).to(dtype))


def gcd(input, other, *, out=None):
    """The greatest common divisor, by Euclid's algorithm on all elements at once.

    >>> torch.gcd(torch.tensor([12, 18]), torch.tensor([8, 27]))
    tensor([4, 9])
    """
    _only_tensors("gcd", input=input, other=other)
    dtype = torch.result_type(input, other)
    if dtype.is_floating_point or dtype == torch.bool:
        _not_implemented("gcd_cpu", dtype)
    found = torch._special("gcd", dtype, input, other) if dtype == torch.int64 else None
    if found is not None:
        return torch._receive(out, found)
    a, b = torch.broadcast_tensors(input.to(dtype).abs(), other.to(dtype).abs())
    while torch._whole(b != 0).any():
        divisor = torch.where(b == 0, 1, b)
        a, b = torch.where(b == 0, a, b), torch.where(b == 0, 0, a % divisor)
    return torch._receive(out, a.clone())


def lcm(input, other, *, out=None):
    """The least common multiple.

    >>> torch.lcm(torch.tensor([4, 6]), torch.tensor([6, 9]))
    tensor([12, 18])
    """
    _only_tensors("lcm", input=input, other=other)
    dtype = torch.result_type(input, other)
    if dtype.is_floating_point or dtype == torch.bool:
        _not_implemented("lcm_cpu", dtype)
    divisor = gcd(input, other)
    whole = input.to(dtype) // torch.where(divisor == 0, 1, divisor) * other.to(dtype)
    return torch._receive(out, whole.abs())


def arccosh(input, *, out=None):
    """The inverse of cosh.

    >>> torch.arccosh(torch.tensor([1., 2.]))
    tensor([0.0000, 1.3170])
    """
    return torch.acosh(input, out=out)


def arcsinh(input, *, out=None):
    """The inverse of sinh.

    >>> torch.arcsinh(torch.tensor([0., 1.]))
    tensor([0.0000, 0.8814])
    """
    return torch.asinh(input, out=out)


def arctanh(input, *, out=None):
    """The inverse of tanh.

    >>> torch.arctanh(torch.tensor([0., 0.5]))
    tensor([0.0000, 0.5493])
    """
    return torch.atanh(input, out=out)


def prelu(input, weight):
    """x where positive, else weight * x; one weight, or one for each channel (dimension 1).

    >>> torch.prelu(torch.tensor([-2., 3.]), torch.tensor([0.25]))
    tensor([-0.5000,  3.0000])
    """
    return torch.nn.functional.prelu(input, weight)


def logit(input, eps=None, *, out=None):
    """log(x / (1 - x)), with x limited to [eps, 1 - eps].

    >>> torch.logit(torch.tensor([0.5, 0.9]))
    tensor([0.0000, 2.1972])
    """
    return torch._receive(out, torch.special.logit(input, eps))


def sinc(input, *, out=None):
    """sin(pi x) / (pi x), 1 at 0.

    >>> torch.sinc(torch.tensor([0., 0.5]))
    tensor([1.0000, 0.6366])
    """
    return torch._receive(out, torch.special.sinc(input))


def i0(input, *, out=None):
    """The modified Bessel function of order 0.

    >>> torch.i0(torch.tensor([0., 1.]))
    tensor([1.0000, 1.2661])
    """
    return torch._receive(out, torch.special.i0(input))


def igamma(input, other, *, out=None):
    """The lower incomplete gamma function, regularised.

    >>> torch.igamma(torch.tensor([1.]), torch.tensor([1.]))
    tensor([0.6321])
    """
    _only_tensors("igamma", input=input, other=other)
    _only_floats("igamma_cpu", input, other)
    return torch._receive(out, torch.special.gammainc(input, other))


def igammac(input, other, *, out=None):
    """The upper incomplete gamma function, regularised.

    >>> torch.igammac(torch.tensor([1.]), torch.tensor([1.]))
    tensor([0.3679])
    """
    _only_tensors("igammac", input=input, other=other)
    _only_floats("igammac_cpu", input, other)
    return torch._receive(out, torch.special.gammaincc(input, other))


def mvlgamma(input, p):
    """The log of the multivariate gamma function.

    >>> torch.mvlgamma(torch.tensor([3.]), 2)
    tensor([1.5502])
    """
    return torch.special.multigammaln(input, p)


def polygamma(n, input, *, out=None):
    """The n-th derivative of digamma.

    >>> torch.polygamma(1, torch.tensor([1.]))
    tensor([1.6449])
    """
    return torch._receive(out, torch.special.polygamma(n, input))


def fill(input, value):
    """A copy with every element the value.

    >>> torch.fill(torch.zeros(2), 7)
    tensor([7., 7.])
    """
    node = "FillBackward1" if torch.is_tensor(value) else "FillBackward0"
    value = torch.as_tensor(value, dtype=input.dtype, device=input.device)
    everywhere = torch.ones((), dtype=torch.bool, device=input.device)
    return torch._named(torch.where(everywhere, value, input), node, input, value)
