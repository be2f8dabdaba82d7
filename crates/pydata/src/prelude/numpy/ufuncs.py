"""NumPy's functions of one or two numbers, element by element."""

import builtins as _builtins

import torch

newaxis = None


class _NoValueType:
    """The type of an argument that was not given."""

    def __repr__(self):
        return "<no value>"


_NoValue = _NoValueType()

from numpy._operations import Record
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


# Small whole numbers are computed in small floats.
_FLOATS = {torch.bool: torch.float16, torch.int8: torch.float16, torch.uint8: torch.float16, torch.int16: torch.float32}


def _widened(x):
    """A tensor of the floating-point type in which NumPy computes functions like the sine."""
    return x if _inexact(x) else x.to(_FLOATS.get(x.dtype, torch.float64))


def _refused(name):
    return TypeError(
        f"ufunc '{name}' not supported for the input types, and the inputs could not be safely coerced to any supported "
        "types according to the casting rule ''safe''"
    )


def _made(name, run, doc, types, nin, nout=1, identity=None, row=None, whole=False, result="", signature=None, widens=False):
    return _ufunc(name, nin, run, Record(name, run, types, nin, nout, identity, doc, result, signature), row, whole, widens)


_NO_TRUTHS = {
    "subtract": "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.",
    "negative": "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
    "positive": "ufunc 'positive' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None",
    "gcd": "ufunc 'gcd' did not contain a loop with signature matching types (<class 'numpy.dtypes.BoolDType'>, <class 'numpy.dtypes.BoolDType'>) -> None",
    "lcm": "ufunc 'lcm' did not contain a loop with signature matching types (<class 'numpy.dtypes.BoolDType'>, <class 'numpy.dtypes.BoolDType'>) -> None",
    "sign": "ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None",
}


def _truths(name, x):
    """Truth values as the smallest whole numbers, for functions that have no loop for them."""
    if name in _NO_TRUTHS:
        from numpy._operations import UFuncTypeError

        raise (TypeError if name in ("subtract", "negative") else UFuncTypeError)(_NO_TRUTHS[name])
    return x.to(torch.int8)


def _accepts(name, types):
    """A check of operands: complex numbers and fractions only where there are loops for them."""
    groups = types.split()
    complex_numbers = not {"c", "F->f", "DD->D"}.isdisjoint(groups)
    fractions = not set("eEsd").isdisjoint(group[0] for group in groups)

    def check(x):
        if x.dtype.is_complex and not complex_numbers or x.dtype.is_floating_point and not fractions:
            raise _refused(name)

    return check


def _unary(name, function, doc, types, floating=False, row=None, whole=False, result="", nout=1):
    check = _accepts(name, types)

    def run(x):
        if isinstance(x, str) or x is None:
            raise _refused(name)
        x = _tensor(x)
        check(x)
        if x.dtype == torch.bool and "?" not in types and not floating:
            x = _truths(name, x)
        answer = function(_widened(x) if floating else x)
        return _array(answer) if nout == 1 else tuple(_array(part) for part in answer)

    return _made(name, run, doc, types, 1, nout, None, row, whole, result, widens=floating)


def _binary(name, function, doc, types, floating=False, identity=None, row=None, whole=False, result="", nout=1):
    check = _accepts(name, types)

    def run(x1, x2):
        x1, x2 = _both(x1, x2)
        check(x1)
        if x1.dtype == torch.bool and "?" not in types and not floating:
            x1, x2 = _truths(name, x1), _truths(name, x2)
        if floating:
            x1, x2 = _widened(x1), _widened(x2)
        answer = function(x1, x2)
        return _array(answer) if nout == 1 else tuple(_array(part) for part in answer)

    return _made(name, run, doc, types, 2, nout, identity, row, whole, result, widens=floating or name == "divide")


def _whole_rounded(function):
    return lambda x: function(x) if x.dtype.is_floating_point else x


def _rest(x1, x2):
    """What a division leaves, with the divisor's sign where it is zero, too."""
    rest = torch.remainder(x1, x2)
    return torch.where(rest == 0, torch.copysign(torch.zeros_like(rest), x2), rest) if _inexact(rest) else rest


def _divided(x1, x2):
    return torch.div(x1, x2) if _inexact(x1) else torch.div(x1.double(), x2.double())


def _whole_by_zero(function):
    """Whole numbers divided by zero give zero."""

    def run(x1, x2):
        if _inexact(x1):
            return function(x1, x2)
        none = x2 == 0
        return torch.where(none, torch.zeros_like(x1), function(x1, torch.where(none, torch.ones_like(x2), x2)))

    return run


def _powers(x1, x2):
    if not _inexact(x1) and bool((x2 < 0).any()):
        raise ValueError("Integers to negative integer powers are not allowed.")
    return torch.pow(x1, x2)


def _extreme_complex(function, larger):
    """Complex numbers are ordered by their real parts, then by their imaginary parts."""

    def run(x1, x2):
        if not x1.dtype.is_complex:
            return function(x1, x2)
        x1, x2 = torch.broadcast_tensors(x1, x2)
        first = (x1.real > x2.real) | ((x1.real == x2.real) & (x1.imag >= x2.imag))
        return torch.where((first if larger else ~first) | torch.isnan(x1), x1, x2)

    return run


def _compared(function):
    """Complex numbers are compared by their real parts, then by their imaginary parts."""

    def run(x1, x2):
        if not x1.dtype.is_complex:
            return function(x1, x2)
        x1, x2 = torch.broadcast_tensors(x1, x2)
        return torch.where(x1.real == x2.real, function(x1.imag, x2.imag), function(x1.real, x2.real))

    return run


def _parts(x):
    whole = torch.trunc(x)
    fraction = torch.where(torch.isinf(x), torch.zeros_like(x), x - whole)
    return torch.copysign(fraction, x), whole


def _bits_set(x):
    x = x.long().abs() if x.dtype != torch.uint8 else x.long()
    count = torch.zeros_like(x)
    for _ in range(64):
        count += x & 1
        x = x >> 1
    return count.to(torch.uint8)


def _shifted(function, fills):
    """Shifts by the width of the numbers, or more, leave none of their bits."""

    def run(x1, x2):
        width = x1.element_size() * 8
        out = (x2 < 0) | (x2 >= width)
        rest = torch.where(x1 < 0, torch.full_like(x1, -1 if fills else 0), torch.zeros_like(x1)) if x1.dtype != torch.uint8 else torch.zeros_like(x1)
        return torch.where(out, rest, function(x1, torch.where(out, torch.zeros_like(x2), x2)))

    return run


def _spacing(x):
    return torch.copysign(torch.nextafter(x.abs(), torch.full_like(x, torch.inf)) - x.abs(), x)


def _cube_root(x):
    root = x.sign() * x.abs() ** (1 / 3)
    better = root - (root * root * root - x) / (3 * root * root)
    return torch.where(torch.isfinite(better), better, root)


_FLOAT, _ANY, _COMPARED = "E c O", "i e c O", "? i qQ->? Qq->? e c MM->? mm->? OO->? OO->O"
_BITS, _TRUTHS, _REALS = "? i O", "? i e c O", "e O"
_MORE_OF_TIME = "mq->m md->m"

exp = _unary("exp", torch.exp, "e to the power of x.", "s c O", True, "exp")
exp2 = _unary("exp2", torch.exp2, "2 to the power of x.", _FLOAT, True, "exp2")
expm1 = _unary("expm1", torch.expm1, "exp(x) - 1, exact near 0.", _FLOAT, True, "expm1")
log = _unary("log", torch.log, "Natural logarithm.", "s c O", True, "log")
log2 = _unary("log2", torch.log2, "Logarithm to base 2.", _FLOAT, True, "log2")
log10 = _unary("log10", torch.log10, "Logarithm to base 10.", _FLOAT, True, "log10")
log1p = _unary("log1p", torch.log1p, "log(1 + x), exact near 0.", _FLOAT, True, "log1p")
sqrt = _unary("sqrt", torch.sqrt, "Square root.", "s c O", True, "sqrt")
sin = _unary("sin", torch.sin, "Sine.", "e c O", True, "sin")
cos = _unary("cos", torch.cos, "Cosine.", "e c O", True, "cos")
tan = _unary("tan", torch.tan, "Tangent.", _FLOAT, True, "tan")
asin = arcsin = _unary("arcsin", torch.asin, "Inverse of the sine.", _FLOAT, True, "asin")
acos = arccos = _unary("arccos", torch.acos, "Inverse of the cosine.", _FLOAT, True, "acos")
atan = arctan = _unary("arctan", torch.atan, "Inverse of the tangent.", _FLOAT, True, "atan")
sinh = _unary("sinh", torch.sinh, "Hyperbolic sine.", _FLOAT, True, "sinh")
cosh = _unary("cosh", torch.cosh, "Hyperbolic cosine.", _FLOAT, True, "cosh")
tanh = _unary("tanh", torch.tanh, "Hyperbolic tangent.", _FLOAT, True, "tanh")
asinh = arcsinh = _unary("arcsinh", torch.asinh, "Inverse of the hyperbolic sine.", _FLOAT, True, "asinh")
acosh = arccosh = _unary("arccosh", torch.acosh, "Inverse of the hyperbolic cosine.", _FLOAT, True, "acosh")
atanh = arctanh = _unary("arctanh", torch.atanh, "Inverse of the hyperbolic tangent.", _FLOAT, True, "atanh")
cbrt = _unary("cbrt", _cube_root, "Cube root.", "E O", True)
deg2rad = _unary("deg2rad", torch.deg2rad, "Degrees as radians.", _REALS, True)
radians = _unary("radians", torch.deg2rad, "Degrees as radians.", _REALS, True)
rad2deg = _unary("rad2deg", torch.rad2deg, "Radians as degrees.", _REALS, True)
degrees = _unary("degrees", torch.rad2deg, "Radians as degrees.", _REALS, True)
floor = _unary("floor", _whole_rounded(torch.floor), "The next whole number below.", "? i s O", False, "floor")
ceil = _unary("ceil", _whole_rounded(torch.ceil), "The next whole number above.", "? i s O", False, "ceil")
trunc = _unary("trunc", _whole_rounded(torch.trunc), "The next whole number towards 0.", "? i s O", False, "trunc")
rint = _unary("rint", lambda x: torch.complex(torch.round(x.real), torch.round(x.imag)) if x.dtype.is_complex else torch.round(x), "The nearest whole number.", "s c O", True)
sign = _unary("sign", lambda x: torch.where(torch.isnan(x), x, torch.sgn(x)) if _inexact(x) else torch.sgn(x), "-1, 0 or 1; of a complex number z / |z|.", "i e c m->m O")
square = _unary("square", lambda x: x * x, "x * x.", _ANY, False, "square", True)
absolute = abs = _unary("absolute", lambda x: x if x.dtype == torch.bool else x.abs(), "Absolute values.", "? i e m->m F->f D->d G->g O", False, "abs", True)
negative = _unary(
    "negative",
    torch.neg,
    "-x.",
    "i e m->m c O",
    False,
    "neg",
    True,
)
positive = _unary("positive", lambda x: x.clone(), "A copy.", "i e m->m c O")
reciprocal = _unary("reciprocal", lambda x: torch.reciprocal(x) if _inexact(x) else torch.trunc(1 / x.double()).to(x.dtype), "1 / x.", _ANY)
conj = conjugate = _unary("conjugate", lambda x: torch.conj_physical(x), "The conjugate: real numbers are their own.", _ANY)
isnan = _unary("isnan", torch.isnan, "Where there is no number.", "? i e c m->? M->?", False, "isnan", True, "?")
isinf = _unary("isinf", torch.isinf, "Where there is an infinity.", "? i e c m->? M->?", False, "isinf", True, "?")
isfinite = _unary("isfinite", torch.isfinite, "Where there is a finite number.", "? i e c m->? M->?", False, "isfinite", True, "?")
signbit = _unary("signbit", torch.signbit, "Where the sign is a minus.", "e", True, result="?")
spacing = _unary("spacing", _spacing, "The distance to the next number away from zero.", "e", True)
logical_not = _unary("logical_not", torch.logical_not, "Where it is 0.", "? i e c O->O", result="?")
bitwise_invert = bitwise_not = invert = _unary("invert", torch.bitwise_not, "Bits turned.", _BITS)
bitwise_count = _unary("bitwise_count", _bits_set, "How many bits the absolute value has.", "i O->O", result="B")
fabs = _unary("fabs", torch.abs, "Absolute values, as floats.", _REALS, True)
modf = _unary("modf", _parts, "The parts behind and before the point.", "e", True, nout=2)
frexp = _unary("frexp", torch.frexp, "Mantissa and exponent of 2.", "e->ei f->fi d->di g->gi", True, nout=2)

add = _binary("add", torch.add, "x1 + x2.", "? i e c Mm->M mm->m mM->M O", False, 0, "add", True)
subtract = _binary(
    "subtract",
    torch.sub,
    "x1 - x2.",
    "i e c Mm->M mm->m MM->m O",
    False,
    None,
    "sub",
    True,
)
multiply = _binary("multiply", torch.mul, "x1 * x2.", "? i e c mq->m qm->m md->m dm->m O", False, 1, "mul", True)
divide = true_divide = _binary("divide", _divided, "x1 / x2.", "e c mq->m md->m mm->d O", False, None, "div")
floor_divide = _binary("floor_divide", _whole_by_zero(torch.floor_divide), "The whole part of x1 / x2, rounded down.", "i e mq->m md->m mm->q O")
mod = remainder = _binary("remainder", _whole_by_zero(_rest), "What x1 / x2 leaves, with the sign of x2.", "i e mm->m O")
fmod = _binary("fmod", _whole_by_zero(torch.fmod), "What x1 / x2 leaves, with the sign of x1.", "i e O")
divmod = _binary(
    "divmod",
    lambda x1, x2: (_whole_by_zero(torch.floor_divide)(x1, x2), _whole_by_zero(_rest)(x1, x2)),
    "floor_divide and remainder.",
    "i e mm->qm",
    nout=2,
)
pow = power = _binary("power", _powers, "x1 to the power of x2.", "i E c O", False, None, "pow")
float_power = _binary("float_power", torch.float_power, "x1 to the power of x2, in float64.", "dd->d gg->g DD->D GG->G")
maximum = _binary("maximum", _extreme_complex(torch.maximum, True), "The larger of two, element by element.", "? i e c mm->m MM->M O", False, None, "maximum", True)
minimum = _binary("minimum", _extreme_complex(torch.minimum, False), "The smaller of two, element by element.", "? i e c mm->m MM->M O", False, None, "minimum", True)
fmax = _binary("fmax", _extreme_complex(torch.fmax, True), "The larger of two; numbers before NaN.", "? i e c mm->m MM->M O")
fmin = _binary("fmin", _extreme_complex(torch.fmin, False), "The smaller of two; numbers before NaN.", "? i e c mm->m MM->M O")
hypot = _binary("hypot", torch.hypot, "sqrt(x1**2 + x2**2).", _REALS, True, 0)
atan2 = arctan2 = _binary("arctan2", torch.atan2, "The angle of the point (x2, x1).", _REALS, True)
logaddexp = _binary("logaddexp", torch.logaddexp, "log(exp(x1) + exp(x2)).", "e", True, -torch.inf)
logaddexp2 = _binary("logaddexp2", torch.logaddexp2, "log2(2**x1 + 2**x2).", "e", True, -torch.inf)
copysign = _binary("copysign", torch.copysign, "x1 with the sign of x2.", "e", True)
nextafter = _binary("nextafter", torch.nextafter, "The next number from x1 towards x2.", "e", True)
heaviside = _binary("heaviside", lambda x1, x2: torch.heaviside(*torch.broadcast_tensors(x1, x2)), "0 below zero, 1 above, x2 at zero.", "e", True)


def _scaled_by_powers(x1, x2):
    x1, x2 = _tensor(x1), _tensor(x2)
    if _inexact(x2) or x1.dtype.is_complex:
        raise _refused("ldexp")
    return _array(torch.ldexp(_widened(x1), x2.long()).to(_widened(x1).dtype))


ldexp = _made("ldexp", _scaled_by_powers, "x1 * 2**x2.", "ei->e fi->f el->e fl->f di->d dl->d gi->g gl->g", 2)
gcd = _binary("gcd", torch.gcd, "The greatest common divisor.", "i O", False, 0)
lcm = _binary("lcm", torch.lcm, "The least common multiple.", "i O")
equal = _binary("equal", torch.eq, "Where x1 == x2.", _COMPARED, False, None, "eq", True, "?")
not_equal = _binary("not_equal", torch.ne, "Where x1 != x2.", _COMPARED, False, None, "ne", True, "?")
less = _binary("less", _compared(torch.lt), "Where x1 < x2.", _COMPARED, False, None, "lt", True, "?")
less_equal = _binary("less_equal", _compared(torch.le), "Where x1 <= x2.", _COMPARED, False, None, "le", True, "?")
greater = _binary("greater", _compared(torch.gt), "Where x1 > x2.", _COMPARED, False, None, "gt", True, "?")
greater_equal = _binary("greater_equal", _compared(torch.ge), "Where x1 >= x2.", _COMPARED, False, None, "ge", True, "?")
logical_and = _binary("logical_and", torch.logical_and, "Where both are not 0.", "? i e c OO->O", False, True, result="?")
logical_or = _binary("logical_or", torch.logical_or, "Where one is not 0.", "? i e c OO->O", False, False, result="?")
logical_xor = _binary("logical_xor", torch.logical_xor, "Where one alone is not 0.", "? i e c OO->O", False, False, result="?")
bitwise_and = _binary("bitwise_and", torch.bitwise_and, "Bits that both have.", _BITS, False, -1)
bitwise_or = _binary("bitwise_or", torch.bitwise_or, "Bits that one has.", _BITS, False, 0)
bitwise_xor = _binary("bitwise_xor", torch.bitwise_xor, "Bits that one alone has.", _BITS, False, 0)
bitwise_left_shift = left_shift = _binary("left_shift", _shifted(torch.bitwise_left_shift, False), "Bits moved up.", "i O")
bitwise_right_shift = right_shift = _binary("right_shift", _shifted(torch.bitwise_right_shift, True), "Bits moved down.", "i O")


def sinc(x):
    """sin(pi x) / (pi x)."""
    return _array(torch.sinc(_floating(x)))


def fix(x, out=None):
    """The next whole number towards 0."""
    return trunc(x) if out is None else trunc(x, out)


def can_cast(from_, to, casting="safe"):
    """Returns whether NumPy converts an element type to another under a rule."""
    from numpy._operations import castable

    if isinstance(from_, (int, float, complex)) and not isinstance(from_, generic):
        raise TypeError(
            "can_cast() does not support Python ints, floats, and complex because the result used to depend on the value.\n"
            "This change was part of adopting NEP 50, we may explicitly allow them again in the future."
        )
    return castable(_element_type(from_), dtype(to), casting)
