"""`numpy.emath`: functions whose results are complex where real numbers have none."""

import numpy as np

__all__ = ["sqrt", "log", "log2", "logn", "log10", "power", "arccos", "arcsin", "arctanh"]


def _where_real(x, outside):
    """Numbers as they are, or as complex ones if any real one has no real result."""
    x = np.asarray(x)
    if x.dtype.kind == "c" or not np.any(outside(x)):
        return x
    return x.astype(np.complex64 if x.dtype.itemsize <= (2 if x.dtype.kind in "biu" else 4) else np.complex128)


def _negative(x):
    return x < 0


def _beyond_one(x):
    return np.abs(x) > 1


def sqrt(x):
    """The square root; of negative numbers imaginary."""
    return np.sqrt(_where_real(x, _negative))


def log(x):
    """The natural logarithm; of negative numbers complex."""
    return np.log(_where_real(x, _negative))


def log10(x):
    """The logarithm to base 10; of negative numbers complex."""
    return np.log10(_where_real(x, _negative))


def log2(x):
    """The logarithm to base 2; of negative numbers complex."""
    return np.log2(_where_real(x, _negative))


def logn(n, x):
    """The logarithm to base n; of negative numbers complex."""
    return np.log(_where_real(x, _negative)) / np.log(_where_real(n, _negative))


def power(x, p):
    """x to the power of p; of negative numbers complex."""
    p = np.asarray(p)
    return np.power(_where_real(x, _negative), p * 1.0 if p.dtype.kind in "biu" and np.any(p < 0) else p)


def arccos(x):
    """The inverse of the cosine; beyond 1 complex."""
    return np.arccos(_where_real(x, _beyond_one))


def arcsin(x):
    """The inverse of the sine; beyond 1 complex."""
    return np.arcsin(_where_real(x, _beyond_one))


def arctanh(x):
    """The inverse of the hyperbolic tangent; beyond 1 complex."""
    return np.arctanh(_where_real(x, _beyond_one))
