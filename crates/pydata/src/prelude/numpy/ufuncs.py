"""NumPy's functions of one or two numbers, element by element."""

import torch

newaxis = None
euler_gamma = 0.5772156649015329


def _floating(x):
    """A tensor of floating point, as NumPy makes one for functions like the sine."""
    x = _tensor(x)
    return x if x.dtype.is_floating_point or x.dtype.is_complex else x.double()


def _inexact(x):
    return x.dtype.is_floating_point or x.dtype.is_complex


def _both(x1, x2):
    """Two operands of one dtype; a Python number takes the other's."""
    if not hasattr(x1, "ndim") and not hasattr(x2, "ndim"):
        x1, x2 = _tensor(x1), _tensor(x2)
    elif not hasattr(x1, "ndim") and isinstance(x1, (int, float)):
        x2 = _tensor(x2)
        return torch.tensor(x1, dtype=x2.dtype if isinstance(x1, int) or _inexact(x2) else torch.float64), x2
    elif not hasattr(x2, "ndim") and isinstance(x2, (int, float)):
        x1 = _tensor(x1)
        return x1, torch.tensor(x2, dtype=x1.dtype if isinstance(x2, int) or _inexact(x1) else torch.float64)
    x1, x2 = _tensor(x1), _tensor(x2)
    kinds = {x1.dtype, x2.dtype}
    if len(kinds) == 2:
        common = torch.promote_types(*kinds)
        if common.is_floating_point and kinds & {torch.int64, torch.int32}:
            common = torch.float64
        x1, x2 = x1.to(common), x2.to(common)
    return x1, x2


def _named(function, name, doc):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


def _unary(name, function, doc, floating=True):
    return _named(lambda x: _array(function(_floating(x) if floating else _tensor(x))), name, doc)


def _binary(name, function, doc, floating=False):
    def run(x1, x2):
        x1, x2 = _both(x1, x2)
        if floating and not x1.dtype.is_floating_point:
            x1, x2 = x1.double(), x2.double()
        return _array(function(x1, x2))

    run = _named(run, name, doc)
    run.at, run.reduce, run.accumulate, run.outer = _forms(run)
    return run


def _forms(function):
    """Methods of NumPy's binary functions, applied element by element."""
    import numpy

    def at(a, indices, b):
        """Applies the function in place at indices, which may repeat."""
        places = numpy.arange(a.size).reshape(a.shape)[indices].reshape(-1).tolist()
        values = numpy.broadcast_to(b, (len(places),)).tolist()
        flat = a.reshape(-1)
        for place, value in zip(places, values):
            flat[place] = function(flat[place], value)
        a[...] = flat.reshape(a.shape)

    def steps(array, axis):
        slices = list(numpy.moveaxis(numpy.asarray(array), axis, 0))
        results = slices[:1]
        for one in slices[1:]:
            results.append(function(results[-1], one))
        return results

    def reduce(array, axis=0):
        """All elements along an axis, one after the other."""
        return steps(array, axis)[-1]

    def accumulate(array, axis=0):
        """Like reduce, with the intermediate results."""
        return numpy.stack(steps(array, axis), axis)

    def outer(A, B):
        """For each two elements."""
        A, B = numpy.asarray(A), numpy.asarray(B)
        return function(A.reshape(A.shape + (1,) * B.ndim), B)

    return at, reduce, accumulate, outer


def _whole_rounded(function):
    return lambda x: function(x) if x.dtype.is_floating_point else x


exp = _unary("exp", torch.exp, "e to the power of x.")
exp2 = _unary("exp2", torch.exp2, "2 to the power of x.")
expm1 = _unary("expm1", torch.expm1, "exp(x) - 1, exact near 0.")
log = _unary("log", torch.log, "Natural logarithm.")
log2 = _unary("log2", torch.log2, "Logarithm to base 2.")
log10 = _unary("log10", torch.log10, "Logarithm to base 10.")
log1p = _unary("log1p", torch.log1p, "log(1 + x), exact near 0.")
sqrt = _unary("sqrt", torch.sqrt, "Square root.")
sin = _unary("sin", torch.sin, "Sine.")
cos = _unary("cos", torch.cos, "Cosine.")
tan = _unary("tan", torch.tan, "Tangent.")
arcsin = _unary("arcsin", torch.asin, "Inverse of the sine.")
arccos = _unary("arccos", torch.acos, "Inverse of the cosine.")
arctan = _unary("arctan", torch.atan, "Inverse of the tangent.")
sinh = _unary("sinh", torch.sinh, "Hyperbolic sine.")
cosh = _unary("cosh", torch.cosh, "Hyperbolic cosine.")
tanh = _unary("tanh", torch.tanh, "Hyperbolic tangent.")
arcsinh = _unary("arcsinh", torch.asinh, "Inverse of the hyperbolic sine.")
arccosh = _unary("arccosh", torch.acosh, "Inverse of the hyperbolic cosine.")
arctanh = _unary("arctanh", torch.atanh, "Inverse of the hyperbolic tangent.")
cbrt = _unary("cbrt", lambda x: x.sign() * x.abs() ** (1 / 3), "Cube root.")
deg2rad = radians = _unary("radians", torch.deg2rad, "Degrees as radians.")
rad2deg = degrees = _unary("degrees", torch.rad2deg, "Radians as degrees.")
sinc = _unary("sinc", torch.sinc, "sin(pi x) / (pi x).")
floor = _unary("floor", _whole_rounded(torch.floor), "The next whole number below.", False)
ceil = _unary("ceil", _whole_rounded(torch.ceil), "The next whole number above.", False)
trunc = fix = _unary("trunc", _whole_rounded(torch.trunc), "The next whole number towards 0.", False)
rint = _unary("rint", torch.round, "The nearest whole number.")
sign = _unary("sign", torch.sign, "-1, 0 or 1.", False)
square = _unary("square", lambda x: x * x, "x * x.", False)
negative = _unary("negative", torch.neg, "-x.", False)
positive = _unary("positive", lambda x: x.clone(), "A copy.", False)
reciprocal = _unary("reciprocal", torch.reciprocal, "1 / x.")
isnan = _unary("isnan", torch.isnan, "Where there is no number.")
isinf = _unary("isinf", torch.isinf, "Where there is an infinity.")
isfinite = _unary("isfinite", torch.isfinite, "Where there is a finite number.")
logical_not = _unary("logical_not", torch.logical_not, "Where it is 0.", False)
invert = bitwise_not = _unary("invert", torch.bitwise_not, "Bits turned.", False)
fabs = _unary("fabs", torch.abs, "Absolute values, as floats.")

add = _binary("add", torch.add, "x1 + x2.")
subtract = _binary("subtract", torch.sub, "x1 - x2.")
multiply = _binary("multiply", torch.mul, "x1 * x2.")
divide = true_divide = _binary("divide", torch.div, "x1 / x2.", True)
floor_divide = _binary("floor_divide", torch.floor_divide, "The whole part of x1 / x2, rounded down.")
mod = remainder = _binary("remainder", torch.remainder, "What x1 / x2 leaves, with the sign of x2.")
fmod = _binary("fmod", torch.fmod, "What x1 / x2 leaves, with the sign of x1.")
power = _binary("power", torch.pow, "x1 to the power of x2.")
float_power = _binary("float_power", torch.float_power, "x1 to the power of x2, in float64.")
maximum = _binary("maximum", torch.maximum, "The larger of two, element by element.")
minimum = _binary("minimum", torch.minimum, "The smaller of two, element by element.")
fmax = _binary("fmax", torch.fmax, "The larger of two; numbers before NaN.")
fmin = _binary("fmin", torch.fmin, "The smaller of two; numbers before NaN.")
hypot = _binary("hypot", torch.hypot, "sqrt(x1**2 + x2**2).", True)
arctan2 = _binary("arctan2", torch.atan2, "The angle of the point (x2, x1).", True)
logaddexp = _binary("logaddexp", torch.logaddexp, "log(exp(x1) + exp(x2)).", True)
copysign = _binary("copysign", torch.copysign, "x1 with the sign of x2.", True)
gcd = _binary("gcd", torch.gcd, "The greatest common divisor.")
lcm = _binary("lcm", torch.lcm, "The least common multiple.")
equal = _binary("equal", torch.eq, "Where x1 == x2.")
not_equal = _binary("not_equal", torch.ne, "Where x1 != x2.")
less = _binary("less", torch.lt, "Where x1 < x2.")
less_equal = _binary("less_equal", torch.le, "Where x1 <= x2.")
greater = _binary("greater", torch.gt, "Where x1 > x2.")
greater_equal = _binary("greater_equal", torch.ge, "Where x1 >= x2.")
logical_and = _binary("logical_and", torch.logical_and, "Where both are not 0.")
logical_or = _binary("logical_or", torch.logical_or, "Where one is not 0.")
logical_xor = _binary("logical_xor", torch.logical_xor, "Where one alone is not 0.")
bitwise_and = _binary("bitwise_and", torch.bitwise_and, "Bits that both have.")
bitwise_or = _binary("bitwise_or", torch.bitwise_or, "Bits that one has.")
bitwise_xor = _binary("bitwise_xor", torch.bitwise_xor, "Bits that one alone has.")
left_shift = _binary("left_shift", torch.bitwise_left_shift, "Bits moved up.")
right_shift = _binary("right_shift", torch.bitwise_right_shift, "Bits moved down.")
