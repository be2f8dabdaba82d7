"""Areas under rows of numbers, and by fixed points."""

import functools

import numpy as np


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """The area up to each number, by trapezoids.

    >>> from scipy.integrate import cumulative_trapezoid
    >>> cumulative_trapezoid([1, 2, 4], initial=0).tolist()
    [0.0, 1.5, 4.5]
    """
    y = np.asarray(y)
    if y.shape[axis] == 0:
        raise ValueError("At least one point is required along `axis`.")
    y, width = np.moveaxis(y, axis, -1), dx
    if x is not None:
        width = _widths(x, y, axis)
        if width.shape[-1] != y.shape[-1] - 1:
            raise ValueError("If given, length of x along axis must be the same as y.")
    area = np.cumsum(width * (y[..., 1:] + y[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        if initial != 0:
            raise ValueError("`initial` must be `None` or `0`.")
        area = np.concatenate([np.zeros((*area.shape[:-1], 1), dtype=area.dtype), area], axis=-1)
    return np.moveaxis(area, -1, axis)


def _widths(x, y, axis):
    """The differences of `x` along the last axis, for `y` of which the axis is already the last."""
    x = np.asarray(x)
    if x.ndim == 1:
        return np.diff(x)
    if x.ndim != y.ndim:
        raise ValueError("If given, shape of x must be 1-D or the same as y.")
    return np.diff(np.moveaxis(x, axis, -1), axis=-1)


def _over(a, b):
    """The quotient, or 0 where the divisor is 0."""
    is_zero = b == 0
    return np.where(is_zero, 0.0, a / np.where(is_zero, 1.0, b))


# --- Simpson's rule


def simpson(y, x=None, *, dx=1.0, axis=-1):
    """The area under a row of numbers, by parabolas through three at a time (Cartwright, Simpson's rule cumulative integration with MS
    Excel and irregularly-spaced data, 2017, for the last of an even number).

    >>> from scipy.integrate import simpson
    >>> float(simpson([0, 1, 4, 9, 16]))
    21.333333333333332
    """
    y = np.moveaxis(np.asarray(y, dtype=np.result_type(np.asarray(y).dtype, np.float32)), axis, -1)
    n = y.shape[-1]
    if x is None:
        h = np.full(max(n - 1, 0), dx, dtype=y.real.dtype)
    else:
        h = _widths(x, y, axis)
        if h.shape[-1] != n - 1:
            raise ValueError("If given, length of x along axis must be the same as y.")
    if n == 2:
        return 0.5 * h[..., 0] * (y[..., 0] + y[..., 1])
    odd = n - 1 + n % 2
    area = np.sum(_parabolas(y[..., :odd], h[..., : odd - 1])[..., ::2], axis=-1) if x is not None else _equal(y[..., :odd], dx)
    if n % 2 == 0:
        # The last interval uses the parabola through the last three numbers.
        a, b = h[..., -1], h[..., -2]
        area = area + _over(2 * a**2 + 3 * a * b, 6 * (b + a)) * y[..., -1]
        area = area + _over(a**2 + 3 * a * b, 6 * b) * y[..., -2] - _over(a**3, 6 * b * (b + a)) * y[..., -3]
    return area


def _equal(y, dx):
    return dx / 3.0 * np.sum(y[..., :-2:2] + 4.0 * y[..., 1:-1:2] + y[..., 2::2], axis=-1)


def _parabolas(y, h):
    """The area under the parabola through each number and the two after it."""
    h0, h1 = h[..., :-1], h[..., 1:]
    both, quotient = h0 + h1, _over(h0, h1)
    first, last = 2.0 - _over(np.ones_like(quotient), quotient), 2.0 - quotient
    return both / 6.0 * (y[..., :-2] * first + y[..., 1:-1] * (both * _over(both, h0 * h1)) + y[..., 2:] * last)


def cumulative_simpson(y, *, x=None, dx=1.0, axis=-1, initial=None):
    """The area up to each number, by the parabola through it and its neighbours.

    >>> from scipy.integrate import cumulative_simpson
    >>> cumulative_simpson([0, 1, 4, 9], initial=0).round(4).tolist()
    [0.0, 0.3333, 2.6667, 9.0]
    """
    given = np.asarray(y)
    given = given if given.dtype.kind in "fc" else given.astype(float)
    if not -given.ndim <= axis < given.ndim:
        raise ValueError(f"`axis={axis}` is not valid for `y` with `y.ndim={given.ndim}`.")
    y = np.swapaxes(given, axis, -1)
    if y.shape[-1] < 3:
        area = np.swapaxes(cumulative_trapezoid(given, x, dx=dx, axis=axis), axis, -1)
    else:
        area = np.cumsum(_pieces(y, *_steps(given, y, x, dx, axis)), axis=-1)
    if initial is not None:
        first = _beside("initial", initial, given, axis, 1)
        area = np.concatenate((first, area + first), axis=-1)
    return np.swapaxes(area, -1, axis)


def _steps(given, y, x, dx, axis):
    """(widths along the last axis, the area under the first half of a parabola by these)."""
    if x is None:
        return _beside("dx", dx, given, axis, given.shape[axis] - 1), _half_of_equal
    x = np.asarray(x, dtype=float)
    if x.shape != given.shape and not (x.ndim == 1 and x.shape[0] == given.shape[axis]):
        raise ValueError(
            "If given, shape of `x` must be the same as `y` or 1-D with the same length as `y` along `axis`."
        )
    steps = np.diff(np.broadcast_to(x, y.shape) if x.ndim == 1 else np.swapaxes(x, axis, -1), axis=-1)
    if np.any(steps <= 0):
        raise ValueError("Input x must be strictly increasing.")
    return steps, _half_of_unequal


def _beside(name, value, given, axis, count):
    """A number, or one for each row along the axis, `count` times along the last axis."""
    value = np.asarray(value, dtype=np.result_type(np.asarray(value).dtype, float))
    one, shape = list(given.shape), list(given.shape)
    one[axis], shape[axis] = 1, count
    if value.ndim and value.shape != tuple(one):
        form = "must either be a scalar or have the same shape as `y` but with only 1 point along `axis`"
        raise ValueError(f"If provided, `{name}` {form}.")
    return np.swapaxes(np.broadcast_to(value, shape), axis, -1)


def _half_of_equal(y, h):
    """The area up to the second of each three numbers, for equal widths."""
    return h[..., :-1] / 3 * (5 * y[..., :-2] / 4 + 2 * y[..., 1:-1] - y[..., 2:] / 4)


def _half_of_unequal(y, h):
    """The area up to the second of each three numbers."""
    a, b = h[..., :-1], h[..., 1:]
    by_both = a / (a + b)
    product = by_both * (a / b)
    weights = 3 - by_both, 3 + product + by_both, -product
    return a / 6 * (weights[0] * y[..., :-2] + weights[1] * y[..., 1:-1] + weights[2] * y[..., 2:])


def _pieces(y, h, half):
    """The area between each number and the next: the first halves of the parabolas and the second ones in turn."""
    first = half(y, h)
    second = np.flip(half(np.flip(y, axis=-1), np.flip(h, axis=-1)), axis=-1)
    found = np.empty((*first.shape[:-1], first.shape[-1] + 1), dtype=np.result_type(y, h))
    found[..., :-1:2] = first[..., ::2]
    found[..., 1::2] = second[..., ::2]
    found[..., -1] = second[..., -1]
    return found


# --- other rules


def romb(y, dx=1.0, axis=-1, show=False):
    """The area under `2**k + 1` numbers, by trapezoids whose sums are extrapolated (Romberg). With `show` the table is printed.

    >>> from scipy.integrate import romb
    >>> float(romb([0, 1, 4, 9, 16]))
    21.333333333333332
    """
    y = np.moveaxis(np.asarray(y), axis, -1)
    intervals = y.shape[-1] - 1
    levels = max(intervals, 1).bit_length() - 1
    if 1 << levels != intervals:
        raise ValueError("Number of samples must be one plus a non-negative power of 2.")
    h, stride = intervals * np.asarray(dx, dtype=float), intervals
    table = [[(y[..., 0] + y[..., -1]) / 2.0 * h]]
    for level in range(1, levels + 1):
        start, before = stride >> 1, table[-1]
        row = [0.5 * (before[0] + h * np.sum(y[..., start::stride], axis=-1))]
        for j in range(1, level + 1):
            row.append(row[-1] + (row[-1] - before[j - 1]) / ((1 << 2 * j) - 1))
        table.append(row)
        h, stride = h / 2.0, start
    if show:
        _print_table(table, show)
    return table[-1][-1]


def _print_table(table, show):
    if not np.isscalar(table[0][0]):
        print("*** Printing table only supported for integrals of a single data set.")
        return
    given = list(show) if isinstance(show, (tuple, list)) else []
    digits, width = (given + [5, 8][len(given) :])[:2]
    title = "Richardson Extrapolation Table for Romberg Integration"
    print(title, "=" * len(title), sep="\n")
    for row in table:
        print(*(f"{value:{width}.{digits}f}" for value in row), end=" \n")
    print("=" * len(title))


@functools.lru_cache
def _gauss_legendre(n):
    """The zeros of the Legendre polynomial of a degree, by Newton's iteration, and their weights."""
    if n < 1 or n != int(n):
        raise ValueError("n must be a positive integer.")
    x = -np.cos(np.pi * (np.arange(1, n + 1) - 0.25) / (n + 0.5))
    for _ in range(10):
        value, slope = _legendre(n, x)
        x = x - value / slope
    # Both halves alike.
    x = (x - x[::-1]) / 2
    weights = 2 / ((1 - x**2) * _legendre(n, x)[1] ** 2)
    return x, (weights + weights[::-1]) / 2


def _legendre(n, x):
    """The Legendre polynomial of a degree and its derivative."""
    before, value = np.ones_like(x), x
    for k in range(2, n + 1):
        before, value = value, ((2 * k - 1) * x * value - (k - 1) * before) / k
    return value, n * (before - x * value) / (1 - x**2)


def fixed_quad(func, a, b, args=(), n=5):
    """The area under a function of arrays between two numbers, by `n` points of Gauss and Legendre, and None.

    >>> from scipy.integrate import fixed_quad
    >>> round(float(fixed_quad(lambda x: x**8, 0, 1)[0]), 9)
    0.111111111
    """
    places, weights = _gauss_legendre(n)
    if np.isinf(a) or np.isinf(b):
        raise ValueError("Gaussian quadrature is only available for finite limits.")
    x = (b - a) * (places + 1) / 2.0 + a
    return (b - a) / 2.0 * np.sum(weights * func(x, *args), axis=-1), None
