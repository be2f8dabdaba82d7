"""NumPy's functions of arrays, by those of tensors: element by element, along axes, of whole arrays."""

import math

import torch

newaxis = None
euler_gamma = 0.5772156649015329

def _floating(x):
    """A tensor of floating point, as NumPy makes one for functions like the sine."""
    x = _tensor(x)
    return x if x.dtype.is_floating_point else x.double()


def _both(x1, x2):
    """Two operands of one dtype; a Python number takes the other's."""
    if not hasattr(x1, "ndim") and not hasattr(x2, "ndim"):
        x1, x2 = _tensor(x1), _tensor(x2)
    elif not hasattr(x1, "ndim") and isinstance(x1, (int, float)):
        x2 = _tensor(x2)
        return torch.tensor(x1, dtype=x2.dtype if isinstance(x1, int) or x2.dtype.is_floating_point else torch.float64), x2
    elif not hasattr(x2, "ndim") and isinstance(x2, (int, float)):
        x1 = _tensor(x1)
        return x1, torch.tensor(x2, dtype=x1.dtype if isinstance(x2, int) or x1.dtype.is_floating_point else torch.float64)
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
    """What NumPy's functions of two numbers can do beside: one element after the other."""
    import numpy

    def at(a, indices, b):
        """In place at places that may repeat: each time anew."""
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
        """As reduce, with the results on the way."""
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


def round(a, decimals=0):
    """Rounded to so many digits after the point, halves to even."""
    a = _tensor(a)
    return _array(torch.round(a, decimals=decimals) if a.dtype.is_floating_point else a)


around = round


def clip(a, a_min=None, a_max=None, *, min=None, max=None):
    """Not less than a_min, not more than a_max."""
    low, high = a_min if min is None else min, a_max if max is None else max
    a = _tensor(a)
    if low is not None:
        a = torch.maximum(*_both(a.numpy() if a.dim() else a, low))
    if high is not None:
        a = torch.minimum(*_both(a.numpy() if a.dim() else a, high))
    return _array(a)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN and infinities replaced by numbers."""
    return _array(torch.nan_to_num(_floating(x), nan, posinf, neginf))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Where two are nearly equal."""
    a, b = _both(a, b)
    return _array(torch.isclose(a.double(), b.double(), rtol=rtol, atol=atol, equal_nan=equal_nan))


def _axes(axis, dims):
    """The axes of a reduction: all of them for None."""
    if axis is None:
        return tuple(range(dims))
    axes = (axis,) if isinstance(axis, (int, integer)) else tuple(axis)
    for one in axes:
        if not -dims <= one < dims:
            raise AxisError(f"axis {one} is out of bounds for array of dimension {dims}")
    return axes


class AxisError(ValueError, IndexError):
    """An axis that the array has not."""


def _reduced(a, axis, keepdims, function, dtype=None):
    a = _tensor(a) if dtype is None else _tensor(a).to(_tensor(zeros(0, dtype=dtype)).dtype)
    axes = _axes(axis, a.dim())
    return _array(function(a, axes, keepdims) if axes else a)


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    """Sum over all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.sum, dtype)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    """Mean of all elements, or along axes."""
    return _reduced(_floating(a), axis, keepdims, torch.mean, dtype)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Variance: squared distances from the mean over n - ddof."""
    return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.var(x, dims, correction=ddof, keepdim=keep))


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Standard deviation: the root of the variance."""
    return _reduced(_floating(a), axis, keepdims, lambda x, dims, keep: torch.std(x, dims, correction=ddof, keepdim=keep))


def max(a, axis=None, out=None, keepdims=False):
    """Largest of all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.amax)


def min(a, axis=None, out=None, keepdims=False):
    """Smallest of all elements, or along axes."""
    return _reduced(a, axis, keepdims, torch.amin)


amax, amin = max, min


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """Product of all elements, or along axes."""

    def product(x, axes, keep):
        for one in sorted((d % x.dim() for d in axes), reverse=True):
            x = torch.prod(x, one, keepdim=keep)
        return x

    return _reduced(a, axis, keepdims, product, dtype)


def all(a, axis=None, out=None, keepdims=False):
    """True where all are not 0."""
    return _reduced(a, axis, keepdims, torch.all)


def any(a, axis=None, out=None, keepdims=False):
    """True where one is not 0."""
    return _reduced(a, axis, keepdims, torch.any)


def ptp(a, axis=None):
    """Largest minus smallest."""
    return max(a, axis) - min(a, axis)


def nansum(a, axis=None):
    """Sum without NaN."""
    return _reduced(a, axis, False, torch.nansum)


def nanmean(a, axis=None):
    """Mean without NaN."""
    return _reduced(_floating(a), axis, False, torch.nanmean)


def nanmax(a, axis=None):
    """Largest without NaN."""
    return max(where(isnan(a), -math.inf, a), axis)


def nanmin(a, axis=None):
    """Smallest without NaN."""
    return min(where(isnan(a), math.inf, a), axis)


def _position(a, axis, function, keepdims):
    a = _tensor(a)
    a = a.byte() if a.dtype == torch.bool else a
    return _array(function(a.reshape(-1) if axis is None else a, 0 if axis is None else axis, keepdim=keepdims and axis is not None))


def argmax(a, axis=None, out=None, keepdims=False):
    """Position of the largest."""
    return _position(a, axis, torch.argmax, keepdims)


def argmin(a, axis=None, out=None, keepdims=False):
    """Position of the smallest."""
    return _position(a, axis, torch.argmin, keepdims)


def _flat_or(a, axis):
    a = _tensor(a)
    return (a.reshape(-1), 0) if axis is None else (a, axis)


def cumsum(a, axis=None):
    """Sums of the elements so far."""
    return torch.cumsum(*_flat_or(a, axis)).numpy()


def cumprod(a, axis=None):
    """Products of the elements so far."""
    return torch.cumprod(*_flat_or(a, axis)).numpy()


def diff(a, n=1, axis=-1):
    """Each element minus the one before."""
    return torch.diff(_tensor(a), n, axis).numpy()


def median(a, axis=None, keepdims=False):
    """The middle value; the mean of the two in the middle."""
    return quantile(a, 0.5, axis, keepdims)


def quantile(a, q, axis=None, keepdims=False):
    """Values below which shares `q` of the elements lie, by linear interpolation."""
    a, dim = _flat_or(_floating(a), axis)
    return _array(torch.quantile(a, torch.as_tensor(asarray(q)).to(a.dtype), dim, keepdim=keepdims))


def percentile(a, q, axis=None, keepdims=False):
    """quantile, in hundredths."""
    return quantile(a, _tensor(q).double() / 100 if not isinstance(q, (int, float)) else q / 100, axis, keepdims)


def average(a, axis=None, weights=None):
    """Mean, each element by its weight."""
    if weights is None:
        return mean(a, axis)
    a, weights = _both(_floating(a), _floating(weights))
    if weights.dim() == 1 and axis is not None:
        weights = weights.reshape([-1 if d == axis % a.dim() else 1 for d in range(a.dim())])
    return sum(a * weights, axis) / sum(torch.broadcast_to(weights, a.shape), axis)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """How rows vary together."""
    m = _floating(m)
    if m.dim() == 1:
        m = m.unsqueeze(0)
    elif not rowvar:
        m = m.T
    if y is not None:
        y = _floating(y)
        m = torch.cat([m, y.unsqueeze(0) if y.dim() == 1 else y if rowvar else y.T])
    return torch.cov(m, correction=(0 if bias else 1) if ddof is None else ddof).squeeze().numpy()


def corrcoef(x, y=None, rowvar=True):
    """How rows vary together, between -1 and 1."""
    c = _tensor(cov(x, y, rowvar))
    if c.dim() == 0:
        return 1.0
    width = torch.sqrt(torch.diagonal(c))
    return (c / width[:, None] / width[None, :]).clamp(-1, 1).numpy()


def histogram(a, bins=10, range=None, density=False, weights=None):
    """How many elements are in each of `bins` stretches; and the stretches' edges."""
    a = _floating(a).reshape(-1).double()
    if isinstance(bins, (int, integer)):
        low, high = (float(a.min()), float(a.max())) if range is None else range
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = _tensor(linspace(low, high, bins + 1))
    else:
        edges = _floating(bins).double()
    place = torch.searchsorted(edges, a, right=True) - 1
    place = torch.where(a == edges[-1], torch.full_like(place, len(edges) - 2), place)
    inside = (place >= 0) & (place < len(edges) - 1)
    weights = None if weights is None else _floating(weights).reshape(-1)[inside]
    counts = torch.bincount(place[inside], weights, minlength=len(edges) - 1)
    if density:
        counts = counts / (edges[1:] - edges[:-1]) / counts.sum()
    return counts.numpy(), edges.numpy()


def bincount(x, weights=None, minlength=0):
    """How often each whole number occurs."""
    return torch.bincount(_tensor(x), None if weights is None else _floating(weights), minlength).numpy()


def digitize(x, bins, right=False):
    """The stretch between `bins` that each element is in."""
    return _array(torch.bucketize(_floating(x), _floating(bins).to(_floating(x).dtype), right=not right))


def searchsorted(a, v, side="left"):
    """Where elements would be put into a sorted array."""
    a, v = _both(a, v)
    return _array(torch.searchsorted(a, v, right=side == "right"))


def interp(x, xp, fp):
    """Values between given points, by straight lines."""
    x, xp, fp = _floating(x).double(), _floating(xp).double(), _floating(fp).double()
    right = torch.searchsorted(xp, x.contiguous()).clamp(1, len(xp) - 1)
    share = ((x - xp[right - 1]) / (xp[right] - xp[right - 1])).clamp(0, 1)
    return _array(fp[right - 1] + share * (fp[right] - fp[right - 1]))


def trapezoid(y, x=None, dx=1.0, axis=-1):
    """The area below a line through points."""
    y = _floating(y)
    return _array(torch.trapezoid(y, dx=dx, dim=axis) if x is None else torch.trapezoid(y, _floating(x), dim=axis))


def convolve(a, v, mode="full"):
    """Sums of products of one array and the other turned round."""
    a, v = _both(_floating(a), _floating(v))
    if len(v) > len(a):
        a, v = v, a
    full = torch.nn.functional.conv1d(a[None, None], v.flip(0)[None, None], padding=len(v) - 1)[0, 0]
    if mode == "full":
        return full.numpy()
    cut = (len(v) - 1) // 2 if mode == "same" else len(v) - 1
    return full[cut : cut + (len(a) if mode == "same" else len(a) - len(v) + 1)].numpy()


def polyfit(x, y, deg):
    """The coefficients, highest power first, of the polynomial that fits best."""
    from numpy.linalg import lstsq

    x, y = _floating(x).double(), _floating(y).double()
    powers = torch.stack([x**k for k in range(deg, -1, -1)], 1)
    scale = torch.sqrt((powers * powers).sum(0))
    return (_tensor(lstsq(powers / scale, y)[0]) / scale).numpy()


def polyval(p, x):
    """The value of a polynomial, its coefficients highest power first."""
    value = 0
    for coefficient in _tensor(p).tolist():
        value = value * (_array(_tensor(x))) + coefficient
    return value


def dot(a, b):
    """The product of vectors or matrices, or by a number."""
    a, b = _both(a, b)
    return _array(a * b if a.dim() == 0 or b.dim() == 0 else torch.tensordot(a, b, ([-1], [b.dim() - 2 if b.dim() > 1 else 0])))


def matmul(x1, x2):
    """x1 @ x2."""
    return _array(torch.matmul(*_both(x1, x2)))


def inner(a, b):
    """Sums of products along the last axes."""
    return _array(torch.inner(*_both(a, b)))


def outer(a, b):
    """The products of each two elements."""
    a, b = _both(a, b)
    return torch.outer(a.reshape(-1), b.reshape(-1)).numpy()


def vdot(a, b):
    """The sum of the products of all elements."""
    a, b = _both(a, b)
    return _array(torch.dot(a.reshape(-1), b.reshape(-1)))


def cross(a, b):
    """The vector at right angles to both."""
    return torch.linalg.cross(*_both(a, b)).numpy()


def kron(a, b):
    """A block of b for each element of a."""
    return _array(torch.kron(*_both(a, b)))


def tensordot(a, b, axes=2):
    """Sums of products along several axes."""
    return _array(torch.tensordot(*_both(a, b), axes))


def einsum(subscripts, *operands):
    """Sums of products, as letters say: `np.einsum("ij,jk->ik", a, b)`."""
    return _array(torch.einsum(subscripts, *[_tensor(x) for x in operands]).contiguous())


def trace(a, offset=0):
    """The sum of the diagonal."""
    return _array(torch.diagonal(_tensor(a), offset).sum(-1))


# --- names of element types


double = float64
single = float32
half = float16
int_ = int64
intp = int64
longlong = int64
intc = int32
short = int16
byte = int8
ubyte = uint8


def issubdtype(arg1, arg2):
    """Whether an element type is of a kind (np.integer, np.floating) or is another type."""
    kinds = [arg if isinstance(arg, type) and issubclass(arg, generic) else dtype(arg).type for arg in (arg1, arg2)]
    return issubclass(*kinds)


def promote_types(type1, type2):
    """The smallest element type that holds both."""
    return (zeros(1, dtype=type1) + zeros(1, dtype=type2)).dtype


def array_str(a):
    """As `str` shows it."""
    return str(a)


def array_repr(a):
    """As `repr` shows it."""
    return repr(a)


# --- grids and indices


class _Grid:
    """Coordinates, from slices: `np.mgrid[0:3, 0:2]`."""

    def __init__(self, whole):
        self._whole = whole

    def __getitem__(self, key):
        import numpy

        slices = key if isinstance(key, tuple) else (key,)
        axes = [numpy.arange(s.start or 0, s.stop, s.step or 1) for s in slices]
        grids = numpy.meshgrid(*axes, indexing="ij") if self._whole else ix_(*axes)
        if not isinstance(key, tuple):
            return grids[0]
        return numpy.stack(grids) if self._whole else tuple(grids)


mgrid = _Grid(True)
ogrid = _Grid(False)


class _Joined:
    """Arrays side by side, in brackets: `np.c_[a, b]` as columns, `np.r_[a, b]` one after the other."""

    def __init__(self, columns):
        self._columns = columns

    def __getitem__(self, key):
        import numpy

        parts = []
        for part in key if isinstance(key, tuple) else (key,):
            if isinstance(part, slice):
                step = part.step if part.step is not None else 1
                part = numpy.arange(part.start or 0, part.stop, step)
            part = numpy.atleast_1d(part)
            parts.append(part.reshape(-1, 1) if self._columns and part.ndim == 1 else part)
        return numpy.concatenate(parts, axis=-1 if self._columns else 0)


c_ = _Joined(True)
r_ = _Joined(False)


def fromfunction(function, shape, *, dtype="float64", **kwargs):
    """An array of a function of its indices."""
    import numpy

    return function(*[grid.astype(dtype) for grid in numpy.indices(shape)], **kwargs)


def ix_(*args):
    """Vectors that index a grid of rows and columns."""
    import numpy

    vectors = [numpy.asarray(x) for x in args]
    return tuple(x.reshape([-1 if i == d else 1 for d in range(len(vectors))]) for i, x in enumerate(vectors))


def ndindex(*shape):
    """All indices of a shape, the last running fastest."""
    import itertools

    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return itertools.product(*[range(n) for n in shape])


def ndenumerate(arr):
    """Pairs of an index and its element."""
    import numpy

    arr = numpy.asarray(arr)
    return ((index, arr[index]) for index in ndindex(arr.shape))


def extract(condition, arr):
    """The elements where a condition holds."""
    import numpy

    return numpy.asarray(arr).reshape(-1)[numpy.asarray(condition).reshape(-1) != 0]


def lexsort(keys, axis=-1):
    """The order by the last key, then by those before it."""
    import numpy

    order = None
    for key in keys:
        key = numpy.asarray(key)
        order = numpy.argsort(key, kind="stable") if order is None else order[numpy.argsort(key[order], kind="stable")]
    return order


def copyto(dst, src):
    """In place: another array's values."""
    dst[...] = src


def resize(a, new_shape):
    """The elements over and over, in another shape."""
    import numpy

    a = numpy.asarray(a).reshape(-1)
    shape = (new_shape,) if isinstance(new_shape, (int, integer)) else tuple(new_shape)
    count = numpy.prod(shape)
    return numpy.tile(a, -(-int(count) // a.size))[: int(count)].reshape(shape)


# --- sums, signals and windows


def nanvar(a, axis=None, ddof=0, keepdims=False):
    """The variance of the elements that are numbers."""
    import numpy

    a = numpy.asarray(a, dtype="float64")
    there = ~numpy.isnan(a)
    away = numpy.where(there, a - numpy.expand_dims(numpy.nanmean(a, axis=axis), axis if axis is not None else 0), 0.0)
    return (away**2).sum(axis=axis, keepdims=keepdims) / (there.sum(axis=axis, keepdims=keepdims) - ddof)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    """The deviation of the elements that are numbers."""
    import numpy

    return numpy.sqrt(nanvar(a, axis, ddof, keepdims))


def histogram2d(x, y, bins=10, range=None, density=False):
    """How many points lie in each cell of a grid, and the edges of both axes."""
    points = torch.stack([_tensor(x).double().reshape(-1), _tensor(y).double().reshape(-1)], 1)
    if not isinstance(bins, (int, integer)):
        bins = [b if isinstance(b, int) else _tensor(b).double() for b in bins]
    elif range is None and points.numel():
        bins = [bins, bins]
    if range is not None:
        range = [float(edge) for pair in range for edge in pair]
    hist, edges = torch.histogramdd(points, bins, range=range, density=density)
    return hist.numpy(), edges[0].numpy(), edges[1].numpy()


def heaviside(x1, x2):
    """0 below zero, 1 above, x2 at zero."""
    return _array(torch.heaviside(*[x.double() for x in _both(x1, x2)]))


def ediff1d(ary):
    """Differences of neighbours, of all elements in a row."""
    import numpy

    return numpy.diff(numpy.asarray(ary).reshape(-1))


def correlate(a, v, mode="valid"):
    """Sums of products with v, moved along."""
    import numpy

    return numpy.convolve(a, numpy.asarray(v)[::-1], mode)


def unwrap(p, discont=None, axis=-1, period=6.283185307179586):
    """Angles without jumps of more than half a period."""
    import numpy

    p = numpy.asarray(p, dtype="float64")
    steps = numpy.diff(p, axis=axis)
    half = period / 2
    moved = (steps + half) % period - half
    moved = numpy.where((moved == -half) & (steps > 0), half, moved)
    added = numpy.where(numpy.abs(steps) < (half if discont is None else discont), 0.0, moved - steps)
    start = numpy.zeros_like(numpy.take(p, [0], axis=axis))
    return p + numpy.concatenate([start, numpy.cumsum(added, axis=axis)], axis=axis)


def _window(function, M, *options):
    return function(M, False, *options, dtype=torch.float64).numpy()


def hanning(M):
    """Hann's window."""
    return _window(torch.hann_window, M)


def hamming(M):
    """Hamming's window."""
    return _window(torch.hamming_window, M)


def blackman(M):
    """Blackman's window."""
    return _window(torch.blackman_window, M)


def bartlett(M):
    """Bartlett's window."""
    return _window(torch.bartlett_window, M)


def kaiser(M, beta):
    """Kaiser's window."""
    return _window(torch.kaiser_window, M, beta)


def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="", comments="# "):
    """Writes rows of numbers as text."""
    import numpy

    rows = numpy.asarray(X)
    rows = rows.reshape(-1, 1) if rows.ndim == 1 else rows
    lines = [delimiter.join([fmt % number for number in row]) for row in rows.tolist()]
    lines = ([comments + header] if header else []) + lines + ([comments + footer] if footer else [])
    with open(fname, "w") as file:
        file.write("".join([line + newline for line in lines]))
