"""Chebyshev series."""

import numpy as np
from numpy.polynomial._polybase import ABCPolyBase, of_family
from numpy.polynomial._series import Family, define
from numpy.polynomial.polyutils import _whole, mapdomain


def _integral(n):
    return (1, 4)[n] if n < 2 else 2 * (n + 1), 0, 2 * (n - 1) if n > 1 else 0


_functions = define(
    Family(
        "cheb",
        "Chebyshev",
        [-1.0, 1.0],
        lambda n: (2 if n else 1, 0, 1 if n else 0, 1),
        _integral,
        weight=lambda x: 1.0 / (np.sqrt(1.0 + x) * np.sqrt(1.0 - x)),
        mass=np.pi,
    ),
    globals(),
)


def chebgauss(deg):
    """Points and weights that integrate polynomials up to degree `2*deg - 1` exactly."""
    degree = _whole(deg, "deg")
    if degree <= 0:
        raise ValueError("deg must be a positive integer")
    return np.cos(np.pi * np.arange(1, 2 * degree, 2) / (2.0 * degree)), np.ones(degree) * (np.pi / degree)


def _points(npts, least):
    count = int(npts)
    if count != npts:
        raise ValueError("npts must be integer")
    if count < least:
        raise ValueError(f"npts must be >= {least}")
    return count


def chebpts1(npts):
    """The roots of a Chebyshev polynomial."""
    count = _points(npts, 1)
    return np.sin(0.5 * np.pi / count * np.arange(-count + 1, count + 1, 2))


def chebpts2(npts):
    """The extremes of a Chebyshev polynomial, with the ends."""
    return np.cos(np.linspace(-np.pi, 0, _points(npts, 2)))


def chebinterpolate(func, deg, args=()):
    """The Chebyshev series that has a function's values at the points of `chebpts1`."""
    deg = np.asarray(deg)
    if deg.ndim > 0 or deg.dtype.kind not in "iu" or deg.size == 0:
        raise TypeError("deg must be an int")
    if deg < 0:
        raise ValueError("expected deg >= 0")
    order = int(deg) + 1
    points = chebpts1(order)
    c = np.dot(_functions["chebvander"](points, order - 1).T, func(points, *args))
    c[0] /= order
    c[1:] /= 0.5 * order
    return c


_functions["chebgauss"] = chebgauss


@of_family("cheb", _functions)
class Chebyshev(ABCPolyBase):
    """A Chebyshev series: `Chebyshev([1, 2, 3])` is T₀(x) + 2 T₁(x) + 3 T₂(x)."""

    basis_name = "T"

    @classmethod
    def interpolate(cls, func, deg, domain=None, args=()):
        """The series that has a function's values at the Chebyshev points of the domain."""
        domain = cls.domain if domain is None else domain
        return cls(chebinterpolate(lambda x: func(mapdomain(x, cls.window, domain), *args), deg), domain=domain)


__all__ = [*_functions, "chebpts1", "chebpts2", "chebinterpolate", "Chebyshev"]
