"""What the six families of polynomials share: coefficients as arrays, domains, fits, and texts of numbers."""

import functools
import operator
import warnings

import numpy as np

__all__ = ["as_series", "trimseq", "trimcoef", "getdomain", "mapdomain", "mapparms", "format_float"]


def trimseq(seq):
    """The sequence without zeros at its end; one element stays."""
    end = len(seq)
    while end > 1 and seq[end - 1] == 0:
        end -= 1
    return seq if end == len(seq) else seq[:end]


def as_series(alist, trim=True):
    """Copies of arrays of coefficients, with one dimension and the element type that they have together.

    >>> import numpy as np
    >>> [c.tolist() for c in np.polynomial.polyutils.as_series([[1, 2, 0], 3])]
    [[1.0, 2.0], [3.0]]
    """
    arrays = [np.array(one, ndmin=1, copy=None) for one in alist]
    for one in arrays:
        if one.size == 0:
            raise ValueError("Coefficient array is empty")
        if one.ndim != 1:
            raise ValueError("Coefficient array is not 1-d")
    arrays = [trimseq(one) for one in arrays] if trim else arrays
    if any(one.dtype == object for one in arrays):
        return [np.array(one, dtype=object) for one in arrays]
    try:
        dtype = np.common_type(*arrays)
    except TypeError as error:
        raise ValueError("Coefficient arrays have no common type") from error
    return [np.array(one, copy=True, dtype=dtype) for one in arrays]


def trimcoef(c, tol=0):
    """The coefficients without small ones at the end.

    >>> import numpy as np
    >>> np.polynomial.polyutils.trimcoef((0, 0, 3, 0, 5, 0, 0)).tolist()
    [0.0, 0.0, 3.0, 0.0, 5.0]
    """
    if tol < 0:
        raise ValueError("tol must be non-negative")
    [c] = as_series([c])
    [kept] = np.nonzero(np.abs(c) > tol)
    return c[: int(kept[-1]) + 1].copy() if len(kept) else c[:1] * 0


def getdomain(x):
    """The smallest interval, or rectangle of complex numbers, that holds all points."""
    [x] = as_series([x], trim=False)
    if x.dtype.kind == "c":
        return np.array((complex(x.real.min(), x.imag.min()), complex(x.real.max(), x.imag.max())))
    return np.array((x.min(), x.max()))


def mapparms(old, new):
    """Offset and factor of the line that maps one interval on another.

    >>> import numpy as np
    >>> np.polynomial.polyutils.mapparms((-1, 1), (-1, 1))
    (0.0, 1.0)
    """
    length = old[1] - old[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, (new[1] - new[0]) / length


def mapdomain(x, old, new):
    """Points of one interval in another.

    >>> import numpy as np
    >>> np.polynomial.polyutils.mapdomain([-1, 0, 1], (-1, 1), (0, 4)).tolist()
    [0.0, 2.0, 4.0]
    """
    if type(x) not in (int, float, complex) and not isinstance(x, np.generic):
        x = np.asanyarray(x)
    offset, factor = mapparms(old, new)
    return offset + factor * x


def format_float(x, parens=False):
    """A coefficient's text, by the printing options of arrays."""
    if not np.issubdtype(type(x), np.floating):
        return str(x)
    options = np.get_printoptions()
    if np.isnan(x):
        return options["nanstr"]
    if np.isinf(x):
        return options["infstr"]
    fixed = options["floatmode"] == "fixed"
    shown = dict(precision=options["precision"], unique=not fixed, trim="k" if fixed else "0", sign=options["sign"] == "+")
    size = abs(x)
    if x != 0 and (size >= 1.0e8 or size < 10 ** min(0, -(options["precision"] - 1) // 2)):
        text = np.format_float_scientific(x, **shown)
        return f"({text})" if parens else text
    return np.format_float_positional(x, fractional=True, **shown)


def _as_int(x, what):
    try:
        return operator.index(x)
    except TypeError as error:
        raise TypeError(f"{what} must be an integer, received {x}") from error


def _floats(c, copy=False):
    """Coefficients as an array of at least one dimension; whole numbers and truths become floats."""
    c = np.array(c, ndmin=1, copy=True if copy else None)
    return c.astype(np.float64) if c.dtype.kind in "bui" else c


def _vander_nd(functions, points, degrees):
    """Products of the families' values along several dimensions, one axis for each."""
    count = len(functions)
    if count != len(points):
        raise ValueError(f"Expected {count} dimensions of sample points, got {len(points)}")
    if count != len(degrees):
        raise ValueError(f"Expected {count} dimensions of degrees, got {len(degrees)}")
    if count == 0:
        raise ValueError("Unable to guess a dtype or shape when no points are given")
    points = tuple(np.asarray(tuple(points)) + 0.0)
    parts = []
    for i, function in enumerate(functions):
        place = tuple([slice(None) if i == j else np.newaxis for j in range(count)])
        parts.append(function(points[i], degrees[i])[(..., *place)])
    return functools.reduce(operator.mul, parts)


def _vander_nd_flat(functions, points, degrees):
    values = _vander_nd(functions, points, degrees)
    return values.reshape(values.shape[: -len(degrees)] + (-1,))


def _valnd(val, c, *args):
    args = [np.asanyarray(one) for one in args]
    if any(one.shape != args[0].shape for one in args[1:]):
        names = {2: "x, y", 3: "x, y, z"}.get(len(args), "ordinates")
        raise ValueError(f"{names} are incompatible")
    c = val(args[0], c)
    for one in args[1:]:
        c = val(one, c, tensor=False)
    return c


def _gridnd(val, c, *args):
    for one in args:
        c = val(one, c)
    return c


def _fromroots(line, mul, roots):
    """The product of lines through the roots, multiplied by halves, which loses the least."""
    if len(roots) == 0:
        return np.ones(1)
    [roots] = as_series([roots], trim=False)
    roots.sort()
    factors = [line(-root, 1) for root in roots]
    while len(factors) > 1:
        half, odd = divmod(len(factors), 2)
        products = [mul(factors[i], factors[i + half]) for i in range(half)]
        if odd:
            products[0] = mul(products[0], factors[-1])
        factors = products
    return factors[0]


def _div(mul, c1, c2):
    [c1, c2] = as_series([c1, c2])
    if c2[-1] == 0:
        raise ZeroDivisionError
    if len(c1) < len(c2):
        return c1[:1] * 0, c1
    if len(c2) == 1:
        return c1 / c2[-1], c1[:1] * 0
    steps = len(c1) - len(c2)
    quotient, rest = np.empty(steps + 1, dtype=c1.dtype), c1
    for i in range(steps, -1, -1):
        product = mul([0] * i + [1], c2)
        factor = rest[-1] / product[-1]
        rest = rest[:-1] - factor * product[:-1]
        quotient[i] = factor
    return quotient, trimseq(rest)


def _sum(c1, c2):
    [c1, c2] = as_series([c1, c2])
    longer, shorter = (c1, c2) if len(c1) > len(c2) else (c2, c1)
    longer[: len(shorter)] += shorter
    return trimseq(longer)


def _pow(mul, c, pow, maxpower):
    [c] = as_series([c])
    power = int(pow)
    if power != pow or power < 0:
        raise ValueError("Power must be a non-negative integer.")
    if maxpower is not None and power > maxpower:
        raise ValueError("Power is too large")
    if power == 0:
        return np.array([1], dtype=c.dtype)
    product = c
    for _ in range(1, power):
        product = mul(product, c)
    return product


def _degrees(deg):
    deg = np.asarray(deg)
    if deg.ndim > 1 or deg.dtype.kind not in "iu" or deg.size == 0:
        raise TypeError("deg must be an int or non-empty 1-D array of int")
    if deg.min() < 0:
        raise ValueError("expected deg >= 0")
    return deg


def _samples(x, y, w):
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if len(x) != len(y):
        raise TypeError("expected x and y to have same length")
    if w is not None and w.ndim != 1:
        raise TypeError("expected 1D vector for w")
    if w is not None and len(x) != len(w):
        raise TypeError("expected x and w to have same length")


def _fit(vander, x, y, deg, rcond=None, full=False, w=None):
    """Least squares, with columns scaled to length 1."""
    x, y, deg = np.asarray(x) + 0.0, np.asarray(y) + 0.0, _degrees(deg)
    w = None if w is None else np.asarray(w) + 0.0
    _samples(x, y, w)
    terms = np.arange(int(deg) + 1) if deg.ndim == 0 else np.sort(deg)
    left, right = vander(x, int(terms[-1]))[:, terms].T, y.T
    if w is not None:
        left, right = left * w, right * w
    rcond = len(x) * np.finfo(x.dtype).eps if rcond is None else rcond
    scale = np.sqrt((left * left.conj()).real.sum(1))
    scale[scale == 0] = 1
    c, residuals, rank, singular = np.linalg.lstsq(left.T / scale, right.T, rcond)
    c = (c.T / scale).T
    if deg.ndim:
        found, c = c, np.zeros((int(terms[-1]) + 1, *c.shape[1:]), dtype=c.dtype)
        c[terms] = found
    if full:
        return c, [residuals, rank, singular, rcond]
    if rank != len(terms):
        warnings.warn("The fit may be poorly conditioned", np.exceptions.RankWarning, stacklevel=2)
    return c
