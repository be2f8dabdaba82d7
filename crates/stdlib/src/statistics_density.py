# Densities estimated from samples: part of statistics.

from bisect import bisect_left, bisect_right
from math import acos, asin, atan, cos, cosh, erf, exp, log, pi, sin, sqrt, tan

_OTHER_NAMES = {"gauss": "normal", "uniform": "rectangular", "epanechnikov": "parabolic", "biweight": "quartic"}


def _quartic(t):
    return 3 / 16 * t**5 - 5 / 8 * t**3 + 15 / 16 * t + 1 / 2


def _triweight(t):
    return 35 / 32 * (-1 / 7 * t**7 + 3 / 5 * t**5 - t**3 + t) + 1 / 2


# A kernel: its density, its distribution, and whether it is zero beyond 1.
_KERNELS = {
    "normal": (lambda t: exp(-1 / 2 * t * t) / sqrt(2 * pi), lambda t: 1 / 2 * (1.0 + erf(t / sqrt(2))), False),
    "logistic": (lambda t: 1 / 2 / (1.0 + cosh(t)), lambda t: 1.0 - 1.0 / (exp(t) + 1.0), False),
    "sigmoid": (lambda t: 1 / pi / cosh(t), lambda t: 2 / pi * atan(exp(t)), False),
    "rectangular": (lambda t: 1 / 2, lambda t: 1 / 2 * t + 1 / 2, True),
    "triangular": (lambda t: 1.0 - abs(t), lambda t: t * t * (1 / 2 if t < 0.0 else -1 / 2) + t + 1 / 2, True),
    "parabolic": (lambda t: 3 / 4 * (1.0 - t * t), lambda t: -1 / 4 * t**3 + 3 / 4 * t + 1 / 2, True),
    "quartic": (lambda t: 15 / 16 * (1.0 - t * t) ** 2, _quartic, True),
    "triweight": (lambda t: 35 / 32 * (1.0 - t * t) ** 3, _triweight, True),
    "cosine": (lambda t: pi / 4 * cos(pi / 2 * t), lambda t: 1 / 2 * sin(pi / 2 * t) + 1 / 2, True),
}


def _checked(data, h, kernel):
    """The name of a kernel, with the errors of what cannot be estimated."""
    from statistics import StatisticsError

    if not len(data):
        raise StatisticsError("Empty data sequence")
    if not isinstance(data[0], (int, float)):
        raise TypeError("Data sequence must contain ints or floats")
    if h <= 0.0:
        raise StatisticsError(f"Bandwidth h must be positive, not h={h!r}")
    name = _OTHER_NAMES.get(kernel, kernel)
    if name not in _KERNELS:
        raise StatisticsError(f"Unknown kernel name: {kernel!r}")
    return name


class _Sample:
    """The data in order, again where some was added."""

    def __init__(self, data):
        self._data, self._sorted = data, sorted(data)

    def near(self, x, width):
        """How many lie below x - width, and those that lie around x."""
        if len(self._data) != len(self._sorted):
            self._sorted = sorted(self._data)
        start = bisect_left(self._sorted, x - width)
        return start, self._sorted[start : bisect_right(self._sorted, x + width)]


def kde(data, h, kernel="normal", *, cumulative=False):
    """Kernel density estimation: a function that is the density, or the distribution, that a sample comes from.

    h is the bandwidth: the smaller it is, the closer the estimate keeps to the sample.
    """
    density, distribution, bounded = _KERNELS[_checked(data, h, kernel)]
    sample = _Sample(data) if bounded else None

    def pdf(x):
        near = sample.near(x, h)[1] if sample else data
        return sum(density((x - item) / h) for item in near) / (len(data) * h)

    def cdf(x):
        below, near = sample.near(x, h) if sample else (0, data)
        return sum((distribution((x - item) / h) for item in near), below) / len(data)

    made = cdf if cumulative else pdf
    made.__doc__ = f"{'CDF' if cumulative else 'PDF'} estimate with h={h!r} and kernel={kernel!r}"
    return made


# --- inverses of the distributions
def _inverse(estimate, function, slope):
    """The inverse of a function by Newton's method."""

    def inverse(y):
        x = estimate(y)
        while abs(difference := function(x) - y) > 1e-12:
            x -= difference / slope(x)
        return x

    return inverse


def _quartic_start(p):
    """About where the quartic kernel's distribution is p."""
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    x = (2.0 * p) ** 0.4258865685331 - 1.0
    if p >= 0.004:
        x += 0.026818732 * sin(7.101753784 * p + 2.73230839482953)
    return x * sign


def _triweight_start(p):
    """About where the triweight kernel's distribution is p."""
    sign, p = (1.0, p) if p <= 1 / 2 else (-1.0, 1.0 - p)
    return ((2.0 * p) ** 0.3400218741872791 - 1.0) * sign


def _normal_inverse(p):
    from statistics import NormalDist

    return NormalDist().inv_cdf(p)


_INVERSES = {
    "normal": _normal_inverse,
    "logistic": lambda p: log(p / (1 - p)),
    "sigmoid": lambda p: log(tan(p * pi / 2)),
    "rectangular": lambda p: 2 * p - 1,
    "parabolic": lambda p: 2 * cos((acos(2 * p - 1) + pi) / 3),
    "quartic": _inverse(_quartic_start, _quartic, _KERNELS["quartic"][0]),
    "triweight": _inverse(_triweight_start, _triweight, _KERNELS["triweight"][0]),
    "triangular": lambda p: sqrt(2 * p) - 1 if p < 1 / 2 else 1 - sqrt(2 - 2 * p),
    "cosine": lambda p: 2 * asin(2 * p - 1) / pi,
}


def kde_random(data, h, kernel="normal", *, seed=None):
    """A function that draws at random from the density that kde(data, h, kernel) estimates."""
    import random

    inverse = _INVERSES[_checked(data, h, kernel)]
    source = random.Random(seed)

    def rand():
        return source.choice(data) + h * inverse(source.random())

    rand.__doc__ = f"Random KDE selection with h={h!r} and kernel={kernel!r}"
    return rand


for _function in (kde, kde_random):
    _function.__module__ = "statistics"
