"""What the six families of polynomials share: coefficients as arrays, domains, fits, and texts of numbers."""

import functools
import itertools
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
    arrays = [_row(one) for one in alist]
    arrays = [trimseq(one) for one in arrays] if trim else arrays
    dtype = _common_type(arrays)
    return [np.array(one, copy=True, dtype=dtype) for one in arrays]


def _row(given):
    """Coefficients as an array of one dimension."""
    row = np.array(given, ndmin=1, copy=None)
    if not row.size:
        raise ValueError("Coefficient array is empty")
    if row.ndim > 1:
        raise ValueError("Coefficient array is not 1-d")
    return row


def _common_type(arrays):
    if any(one.dtype == object for one in arrays):
        return object
    try:
        return np.common_type(*arrays)
    except TypeError as error:
        raise ValueError("Coefficient arrays have no common type") from error


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
    [points] = as_series([x], trim=False)
    if points.dtype.kind != "c":
        return np.array([points.min(), points.max()])
    across, up = points.real, points.imag
    return np.array([complex(across.min(), up.min()), complex(across.max(), up.max())])


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
    offset, factor = mapparms(old, new)
    is_number = isinstance(x, np.generic) or type(x) in (int, float, complex)
    return offset + factor * (x if is_number else np.asanyarray(x))


def format_float(x, parens=False):
    """A coefficient's text, by the printing options of arrays."""
    if not issubclass(type(x), (float, np.floating)):
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


def _whole(x, what):
    try:
        return operator.index(x)
    except TypeError as error:
        raise TypeError(f"{what} must be an integer, received {x}") from error


def _floats(c, copy=False):
    """Coefficients as an array of at least one dimension; whole numbers and truths become floats."""
    c = np.array(c, ndmin=1, copy=True if copy else None)
    return c.astype(np.float64) if c.dtype.kind in "bui" else c


def _beside_points(columns, points):
    """Columns with an axis of length 1 for each of the points' axes, so that each column meets all points."""
    return columns.reshape(columns.shape + (1,) * points.ndim)


def _grid_of_terms(functions, points, degrees):
    """Products of the families' values along several dimensions, one axis for each."""
    for what, given in (("sample points", points), ("degrees", degrees)):
        if len(given) != len(functions):
            raise ValueError(f"Expected {len(functions)} dimensions of {what}, got {len(given)}")
    if not functions:
        raise ValueError("Unable to guess a dtype or shape when no points are given")
    together = np.asarray(tuple(points)) + 0.0
    parts = [function(x, degree) for function, x, degree in zip(functions, together, degrees)]
    return functools.reduce(operator.mul, [_along(i, part, len(parts)) for i, part in enumerate(parts)])


def _along(axis, values, count):
    """Values whose last axis becomes one of several last ones, of which the others have length 1."""
    shape = [1] * count
    shape[axis] = values.shape[-1]
    return values.reshape(values.shape[:-1] + tuple(shape))


def _grid_of_terms_flat(functions, points, degrees):
    values = _grid_of_terms(functions, points, degrees)
    return values.reshape(values.shape[: -len(degrees)] + (-1,))


def _at_points(val, c, *args):
    args = [np.asanyarray(one) for one in args]
    if any(one.shape != args[0].shape for one in args[1:]):
        names = {2: "x, y", 3: "x, y, z"}.get(len(args), "ordinates")
        raise ValueError(f"{names} are incompatible")
    first, *others = args
    return functools.reduce(lambda c, x: val(x, c, tensor=False), others, val(first, c))


def _on_grid(val, c, *args):
    return functools.reduce(lambda c, x: val(x, c), args, c)


def _product_of_lines(line, mul, roots):
    """The product of lines through the roots, multiplied by halves, which loses the least."""
    if len(roots) == 0:
        return np.ones(1)
    [zeros] = as_series([roots], trim=False)
    factors = [line(-zero, 1) for zero in np.sort(zeros)]
    while len(factors) > 1:
        half, odd = divmod(len(factors), 2)
        products = [mul(factors[i], factors[i + half]) for i in range(half)]
        if odd:
            products[0] = mul(products[0], factors[-1])
        factors = products
    return factors[0]


def _divided(mul, c1, c2):
    """Quotient and rest by long division."""
    rest, divisor = as_series((c1, c2))
    if divisor[-1] == 0:
        raise ZeroDivisionError
    degree = len(rest) - len(divisor)
    if degree < 0:
        return rest[:1] * 0, rest
    if len(divisor) == 1:
        return rest / divisor[0], rest[:1] * 0
    quotient = np.empty(degree + 1, dtype=rest.dtype)
    for i in reversed(range(degree + 1)):
        product = mul([0] * i + [1], divisor)
        quotient[i] = rest[-1] / product[-1]
        rest = rest[:-1] - quotient[i] * product[:-1]
    return quotient, trimseq(rest)


def _added(c1, c2):
    shorter, longer = sorted(as_series((c1, c2)), key=len)
    longer[: len(shorter)] += shorter
    return trimseq(longer)


def _powered(mul, c, pow, maxpower):
    """A power by as many products as it needs."""
    [c] = as_series([c])
    times = int(pow)
    if times < 0 or times != pow:
        raise ValueError("Power must be a non-negative integer.")
    if maxpower is not None and times > maxpower:
        raise ValueError("Power is too large")
    if times == 0:
        return np.ones(1, dtype=c.dtype)
    return functools.reduce(mul, itertools.repeat(c, times))


def _degrees(deg):
    degrees = np.asarray(deg)
    if degrees.dtype.kind not in "iu" or degrees.size == 0 or degrees.ndim > 1:
        raise TypeError("deg must be an int or non-empty 1-D array of int")
    if np.any(degrees < 0):
        raise ValueError("expected deg >= 0")
    return degrees


def _check_samples(x, y, w):
    _check_row(x, "x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    _check_lengths(x, y, "y")
    if w is not None:
        _check_row(w, "w")
        _check_lengths(x, w, "w")


def _check_row(values, name):
    if values.ndim != 1:
        raise TypeError(f"expected 1D vector for {name}")


def _check_lengths(x, values, name):
    if len(values) != len(x):
        raise TypeError(f"expected x and {name} to have same length")


def _fitted(vander, x, y, deg, rcond=None, full=False, w=None):
    """Least squares, with columns scaled to length 1."""
    x, y, deg = np.asarray(x) + 0.0, np.asarray(y) + 0.0, _degrees(deg)
    w = None if w is None else np.asarray(w) + 0.0
    _check_samples(x, y, w)
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
