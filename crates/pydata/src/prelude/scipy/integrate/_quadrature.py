"""Areas under rows of numbers."""

import numpy as np


def cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    """The area up to each number, by trapezoids."""
    y = np.moveaxis(np.asarray(y, dtype=np.float64), axis, -1)
    width = dx if x is None else np.diff(np.asarray(x, dtype=np.float64))
    area = np.cumsum(width * (y[..., 1:] + y[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        area = np.concatenate([np.full((*area.shape[:-1], 1), float(initial)), area], axis=-1)
    return np.moveaxis(area, -1, axis)


def _parabolas(y, h):
    """The area under the parabola through each number and the two after it, from the first number on."""
    h0, h1 = h[..., :-1], h[..., 1:]
    both = h0 + h1
    weights = 2.0 - h1 / h0, both**2 / (h0 * h1), 2.0 - h0 / h1
    return both / 6.0 * (y[..., :-2] * weights[0] + y[..., 1:-1] * weights[1] + y[..., 2:] * weights[2])


def simpson(y, x=None, *, dx=1.0, axis=-1):
    """The area under a row of numbers, by parabolas."""
    y = np.moveaxis(np.asarray(y, dtype=np.float64), axis, -1)
    n = y.shape[-1]
    h = np.full(n - 1, float(dx)) if x is None else np.diff(np.asarray(x, dtype=np.float64))
    if n == 2:
        return 0.5 * h[0] * (y[..., 0] + y[..., 1])
    area = np.sum(_parabolas(y[..., : n - 1 + n % 2], h[: n - 2 + n % 2])[..., ::2], axis=-1)
    if n % 2 == 0:
        # The last interval uses the parabola through the last three numbers.
        a, b = h[-1], h[-2]
        last = (2 * a**2 + 3 * a * b) / (6 * (b + a)), (a**2 + 3 * a * b) / (6 * b), a**3 / (6 * b * (b + a))
        area = area + last[0] * y[..., -1] + last[1] * y[..., -2] - last[2] * y[..., -3]
    return area
