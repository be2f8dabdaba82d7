"""The functions of a family of polynomials, from the family's recurrence and integrals."""

import operator

import numpy as np
from numpy.polynomial.polyutils import (
    _added,
    _at_points,
    _beside_points,
    _divided,
    _fitted,
    _floats,
    _grid_of_terms_flat,
    _on_grid,
    _powered,
    _product_of_lines,
    _whole,
    as_series,
    trimcoef,
    trimseq,
)


class Family:
    """A family: `P[n+1] = ((p x + q) P[n] - r P[n-1]) / s`, where `recurrence(n)` gives whole numbers p, q, r and s.

    The integral of P[n] is `P[n+1] / above + same P[n] - P[n-1] / below`, where `integral(n)` gives above, same and below; 0 stands for no
    such part. `mass` is the integral of the weight, 0 for a family that is not orthogonal; `product` multiplies faster than the recurrence.
    """

    def __init__(self, prefix, kind, domain, recurrence, integral, weight=None, mass=0, product=None):
        self.prefix, self.kind, self.recurrence, self.integral = prefix, kind, recurrence, integral
        self.weight, self.mass, self.product = weight, mass, product
        self.domain = np.array(domain)

    def next(self, n, x, now, before):
        """P[n+1] at x from P[n] and P[n-1]."""
        p, q, r, s = self.recurrence(n)
        return _over(now * _line_at(p, q, x) - (before * r if r else 0), s)

    def folded(self, c, times, plus):
        """The sum of `c[n] P[n]` by Clenshaw's scheme; `times(p, q, b)` multiplies b by the line `p x + q`."""
        if len(c) == 1:
            return c[0], None
        now, later = c[-2], c[-1]
        for n in range(len(c) - 2, 0, -1):
            p, q, r, s = self.recurrence(n)
            now, later = plus(c[n - 1], -_over(later * r, s)) if r else c[n - 1], plus(now, _over(times(p, q, later), s))
        p, q, _, s = self.recurrence(0)
        return plus(now, _over(times(p, q, later), s)), later

    def steps(self, n):
        """How x P[n] consists of P[n+1], P[n] and P[n-1]."""
        p, q, r, s = self.recurrence(n)
        return s / p, -q / p, r / p

    def symmetric(self, count):
        """Diagonal, off-diagonal, and ratios of norms of the matrix whose eigenvalues are the roots of P[count]."""
        a, b, c = np.array([self.steps(n) for n in range(count)]).reshape(-1, 3).T
        if self.mass == 0:
            return b, a[:-1], c[1:], np.ones(count)
        beside = np.sign(a[:-1]) * np.sqrt(a[:-1] * c[1:])
        ratios = np.concatenate([np.ones(1), np.sqrt(a[:-1] / c[1:])[::-1]])
        return b, beside, beside, np.multiply.accumulate(ratios)[::-1]

    def normed(self, x, count):
        """The orthonormal polynomials count - 1 and count at x, and the latter's derivative; each up to one factor."""
        b, beside, _, _ = self.symmetric(count + 1)
        before, now, slope_before, slope = np.zeros_like(x), np.ones_like(x), np.zeros_like(x), np.zeros_like(x)
        for n in range(count):
            last = beside[n - 1] if n else 0.0
            before, now, slope_before, slope = (
                now,
                ((x - b[n]) * now - last * before) / beside[n],
                slope,
                (now + (x - b[n]) * slope - last * slope_before) / beside[n],
            )
        return before, now, slope


def _over(value, divisor):
    """value / divisor, which leaves whole numbers as they are where it can."""
    return value if divisor == 1 else -value if divisor == -1 else value / divisor


def _line_at(p, q, x):
    return p * x + q if q else x if p == 1 else p * x


def arithmetic(f):
    """The functions that compute with series."""

    def line(off, scl):
        """The {kind} series of the line `off + scl*x`."""
        p, q, _, s = f.recurrence(0)
        return np.array([off - _over(scl * q, p) if q else off, _over(scl * s, p)] if scl != 0 else [off])

    def add(c1, c2):
        """The sum of two {kind} series."""
        return _added(c1, c2)

    def sub(c1, c2):
        """The difference of two {kind} series."""
        [c2] = as_series([c2])
        return _added(c1, -c2)

    def mulx(c):
        """A {kind} series times x."""
        [c] = as_series([c])
        if c[-1] == 0:
            # Nothing but a zero ends with one.
            return c
        product = np.zeros(len(c) + 1, dtype=c.dtype)
        for n, one in enumerate(c):
            p, q, r, s = f.recurrence(n)
            product[n + 1] += one * s / p
            if q:
                product[n] -= one * q / p
            if n and r:
                product[n - 1] += one * r / p
        return product

    def mul(c1, c2):
        """The product of two {kind} series."""
        short, long = as_series((c1, c2))
        if f.product is not None:
            return trimseq(f.product(short, long))
        if len(short) > len(long):
            short, long = long, short
        return add(f.folded([one * long for one in short], _times, add)[0], 0)

    def _times(p, q, c):
        return add(mulx(c) * p, c * q) if q else mulx(c) * p

    def div(c1, c2):
        """Quotient and remainder of two {kind} series."""
        return _divided(mul, c1, c2)

    def pow(c, pow, maxpower=None if f.mass == 0 else 16):
        """A {kind} series to the power of a whole number."""
        return _powered(mul, c, pow, maxpower)

    def fromroots(roots):
        """The {kind} series that has these roots."""
        return _product_of_lines(line, mul, roots)

    return [line, add, sub, mulx, mul, div, pow, fromroots]


def values(f):
    """The functions that evaluate series."""

    def val(x, c, tensor=True):
        """The values of a {kind} series at the points `x`.

        `tensor` evaluates each column of `c` at all points; without it, `x` broadcasts over the columns.
        """
        c = _floats(c)
        x = np.asarray(x) if isinstance(x, (tuple, list)) else x
        is_array = isinstance(x, np.ndarray)
        c = _beside_points(c, x) if is_array and tensor else c
        value, later = f.folded(c, lambda p, q, b: b * _line_at(p, q, x), operator.add)
        return value + 0 * x if later is None else value

    def val2d(x, y, c):
        """The values of a {kind} series of two variables at the points (x, y)."""
        return _at_points(val, c, x, y)

    def val3d(x, y, z, c):
        """The values of a {kind} series of three variables at the points (x, y, z)."""
        return _at_points(val, c, x, y, z)

    def valnd(pts, c):
        """The values of a {kind} series of several variables at points."""
        return _at_points(val, c, *pts)

    def grid2d(x, y, c):
        """The values of a {kind} series of two variables on a grid."""
        return _on_grid(val, c, x, y)

    def grid3d(x, y, z, c):
        """The values of a {kind} series of three variables on a grid."""
        return _on_grid(val, c, x, y, z)

    return [val, val2d, val3d, valnd, grid2d, grid3d]


def _on_axis(c, m, axis, what):
    """Coefficients with their axis in front, the order and the axis, checked."""
    c = _floats(c, copy=True)
    order, axis = _whole(m, f"the order of {what}"), _whole(axis, "the axis")
    if order < 0:
        raise ValueError(f"The order of {what} must be non-negative")
    if not -c.ndim <= axis < c.ndim:
        raise np.exceptions.AxisError(axis, c.ndim)
    return np.moveaxis(c, axis, 0), order, axis % c.ndim


def calculus(f, val):
    """The functions that differentiate and integrate series."""

    def der(c, m=1, scl=1, axis=0):
        """The derivative of order `m` of a {kind} series; each differentiation multiplies by `scl`."""
        c, order, axis = _on_axis(c, m, axis, "derivation")
        if order >= len(c):
            c, order = c[:1] * 0, 0
        for _ in range(order):
            c = _derived(f, c * scl)
        return np.moveaxis(c, 0, axis)

    def int(c, m=1, k=(), lbnd=0, scl=1, axis=0):
        """The integral of order `m` of a {kind} series from `lbnd`, with the constants `k`."""
        k = list(k) if np.iterable(k) else [k]
        c, order, axis = _on_axis(c, m, axis, "integration")
        if len(k) > order:
            raise ValueError("Too many integration constants")
        for name, value in (("lbnd", lbnd), ("scl", scl)):
            if np.ndim(value) != 0:
                raise ValueError(f"{name} must be a scalar.")
        for constant in k + [0] * (order - len(k)):
            c = c * scl
            if len(c) == 1 and np.all(c[0] == 0):
                c[0] += constant
            else:
                c = _integrated(f, c)
                c[0] += constant - val(lbnd, c)
        return np.moveaxis(c, 0, axis)

    return [der, int]


def _integrated(f, c):
    made = np.zeros((len(c) + 1, *c.shape[1:]), dtype=c.dtype)
    for n in range(len(c)):
        above, same, below = f.integral(n)
        made[n + 1] += c[n] / above
        if same:
            made[n] += c[n] * same
        if below:
            made[n - 1] -= c[n] / below
    return made


def _derived(f, c):
    """Undoes the integral, from the highest coefficient on."""
    c, made = c.copy(), np.zeros((len(c) - 1, *c.shape[1:]), dtype=c.dtype)
    for n in range(len(c) - 2, -1, -1):
        above, same, below = f.integral(n)
        made[n] = c[n + 1] * above
        if same:
            c[n] -= made[n] * same
        if below:
            c[n - 1] += made[n] / below
    return made


def fits(f):
    """The functions that fit series, and their matrices."""

    def vander(x, deg):
        """The values of the family up to degree `deg` at `x`, one column for each degree."""
        degree = _whole(deg, "deg")
        if degree < 0:
            raise ValueError("deg must be non-negative")
        points = np.atleast_1d(np.asarray(x)) + 0.0
        columns = [points * 0 + 1]
        for n in range(degree):
            columns.append(f.next(n, points, columns[-1], columns[-2] if n else 0))
        return np.moveaxis(np.stack(columns), 0, -1)

    def vander2d(x, y, deg):
        """The values of products of two of the family at (x, y)."""
        return _grid_of_terms_flat((vander, vander), (x, y), deg)

    def vander3d(x, y, z, deg):
        """The values of products of three of the family at (x, y, z)."""
        return _grid_of_terms_flat((vander, vander, vander), (x, y, z), deg)

    def fit(x, y, deg, rcond=None, full=False, w=None):
        """The {kind} series of degree `deg` that fits best, by least squares."""
        return _fitted(vander, x, y, deg, rcond, full, w)

    return [vander, vander2d, vander3d, fit]


def roots_of(f):
    """The functions that find roots."""

    def companion(c):
        """A matrix whose eigenvalues are the roots of a {kind} series, symmetric for a member of an orthogonal family."""
        [c] = as_series([c])
        if len(c) < 2:
            raise ValueError("Series must have maximum degree of at least 1.")
        count = len(c) - 1
        diagonal, below, above, ratios = f.symmetric(count)
        made = (np.diag(diagonal) + np.diag(below, -1) + np.diag(above, 1)).astype(c.dtype)
        made[:, -1] -= c[:-1] / c[-1] * ratios * f.steps(count - 1)[0]
        return made

    def roots(c):
        """The roots of a {kind} series, in order."""
        [c] = as_series([c])
        if len(c) < 2:
            return c[:0]
        matrix = companion(c)
        if len(c) == 2:
            return matrix[0]
        found = np.linalg.eigvals(matrix if f.mass == 0 else matrix[::-1, ::-1])
        found.sort()
        return found

    return [companion, roots]


def quadrature(f):
    """The functions of an orthogonal family's weight."""

    def gauss(deg):
        """Points and weights that integrate polynomials up to degree `2*deg - 1` exactly."""
        degree = _whole(deg, "deg")
        if degree <= 0:
            raise ValueError("deg must be a positive integer")
        diagonal, below, above, _ = f.symmetric(degree)
        x = np.linalg.eigvalsh(np.diag(diagonal) + np.diag(below, -1) + np.diag(above, 1))
        _, value, slope = f.normed(x, degree)
        x = x - value / slope
        before, _, slope = f.normed(x, degree)
        w = 1 / (before / np.abs(before).max() * (slope / np.abs(slope).max()))
        if not diagonal.any():
            x, w = (x - x[::-1]) / 2, (w + w[::-1]) / 2
        return x, w * (f.mass / w.sum())

    def weight(x):
        """The weight for which the family is orthogonal."""
        return f.weight(x)

    return [gauss, weight]


def conversions(f, add, mulx):
    """The functions that convert from and to powers of x."""
    from numpy.polynomial.polynomial import polyadd, polymulx

    def to_powers(c):
        """The coefficients of powers of x of a {kind} series."""
        [c] = as_series([c])
        if len(c) == 1:
            return c
        times = lambda p, q, b: polyadd(polymulx(b) * p, b * q) if q else polymulx(b) * p  # noqa: E731
        return f.folded(list(c.reshape(-1, 1)), times, polyadd)[0]

    def from_powers(pol):
        """The {kind} series of a polynomial, given the coefficients of powers of x."""
        [powers] = as_series([pol])
        made = 0
        for one in powers[::-1]:
            made = add(mulx(made), one)
        return made

    return {f"{f.prefix}2poly": to_powers, f"poly2{f.prefix}": from_powers}


def define(f, namespace):
    """Puts a family's functions and constants into its module."""
    made = [*arithmetic(f), *values(f), *fits(f), *roots_of(f), *(quadrature(f) if f.mass else ())]
    found = {f.prefix + function.__name__: function for function in made}
    found.update({f.prefix + function.__name__: function for function in calculus(f, found[f.prefix + "val"])})
    if f.mass:
        found.update(conversions(f, found[f.prefix + "add"], found[f.prefix + "mulx"]))
    for name, function in found.items():
        function.__name__ = function.__qualname__ = name
        function.__module__ = namespace["__name__"]
        function.__doc__ = function.__doc__.replace("{kind}", f.kind)
    line = found[f.prefix + "line"]
    constants = {"domain": f.domain, "zero": np.array([0]), "one": np.array([1]), "x": line(0, 1), "trim": trimcoef}
    found.update({f.prefix + name: value for name, value in constants.items()})
    namespace.update(found)
    return found
