# statistics: averages and spreads, computed exactly and rounded once.

import math
from math import exp, fsum, log, sqrt

from _statistics_density import kde, kde_random

__all__ = [
    "NormalDist",
    "StatisticsError",
    "correlation",
    "covariance",
    "fmean",
    "geometric_mean",
    "harmonic_mean",
    "kde",
    "kde_random",
    "linear_regression",
    "mean",
    "median",
    "median_grouped",
    "median_high",
    "median_low",
    "mode",
    "multimode",
    "pstdev",
    "pvariance",
    "quantiles",
    "stdev",
    "variance",
]


class StatisticsError(ValueError):
    """Data for which a statistic is not defined."""


def _ratio(x):
    if not hasattr(x, "as_integer_ratio"):
        raise TypeError(f"can't convert type {type(x).__name__!r} to numerator/denominator")
    return x.as_integer_ratio()


def _ratios(data):
    """The exact sum of the data and of its squares, as integers over a common power: (sum, squares, denominator, n)."""
    pairs = [_ratio(x) for x in data]
    denominator = 1
    for _, d in pairs:
        if denominator % d:
            denominator = denominator * d // _gcd(denominator, d)
    total = squares = 0
    for n, d in pairs:
        scaled = n * (denominator // d)
        total += scaled
        squares += scaled * scaled
    return total, squares, denominator, len(pairs)


def _gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def _finite(data):
    for x in data:
        if not hasattr(x, "as_integer_ratio"):
            raise TypeError(f"can't convert type {type(x).__name__!r} to numerator/denominator")
    return all(x.is_finite() if hasattr(x, "is_finite") else isinstance(x, int) or x - x == 0 for x in data)


def _type(data):
    """The type that the data have together: whole numbers join any other."""
    found = int
    for kind in {type(x) for x in data}:
        if kind is found or issubclass(kind, int):
            continue
        if found is int or issubclass(kind, found) or issubclass(kind, float):
            found = kind
        elif not issubclass(found, (kind, float)):
            raise TypeError(f"don't know how to coerce {found.__name__} and {kind.__name__}")
    return found


def _result(numerator, denominator, data):
    """The ratio as a number of the data's own type."""
    kind = _type(data)
    if kind is int or issubclass(kind, float):
        if kind is int and numerator % denominator == 0:
            return numerator // denominator
        return numerator / denominator
    if hasattr(kind, "from_decimal"):
        return kind(numerator, denominator)
    return kind(numerator) / kind(denominator)


def _root(numerator, denominator, data):
    """The square root of a ratio, rounded once where it is a float."""
    kind = _type(data)
    if kind is not int and not issubclass(kind, float) and hasattr(kind, "sqrt"):
        return (kind(numerator) / kind(denominator)).sqrt()
    # So many bits that the last one, set where there is a rest, decides the rounding.
    shift = (numerator.bit_length() - denominator.bit_length() - 109) // 2
    if shift >= 0:
        return float(_whole_root(numerator, denominator << 2 * shift) << shift)
    return _whole_root(numerator << -2 * shift, denominator) / (1 << -shift)


def _whole_root(numerator, denominator):
    root = math.isqrt(numerator // denominator)
    return root | (root * root * denominator != numerator)


def _checked(data, least, name):
    data = list(data)
    if len(data) < least:
        if least == 1:
            raise StatisticsError(f"{name} requires at least one data point")
        raise StatisticsError(f"{name} requires at least two data points")
    return data


def mean(data):
    """The arithmetic mean."""
    data = _checked(data, 1, "mean")
    if not _finite(data):
        return sum(data) / len(data)
    total, _, denominator, n = _ratios(data)
    return _result(total, denominator * n, data)


def fmean(data, weights=None):
    """The arithmetic mean as a float, quickly; weighted if weights are given."""
    data = [float(x) for x in data]
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    total = fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return fsum([x * w for x, w in zip(data, weights)]) / total


def geometric_mean(data):
    """The n-th root of the product."""
    data = list(data)
    if not data or any(x <= 0 for x in data):
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return exp(fmean([log(x) for x in data]))


def harmonic_mean(data, weights=None):
    """The reciprocal of the mean of reciprocals."""
    data = _checked(data, 1, "harmonic_mean")
    if any(x < 0 for x in data):
        raise StatisticsError("harmonic mean does not support negative values")
    if 0 in data:
        return 0
    weights = [1] * len(data) if weights is None else list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    if not _finite(data):
        return sum(weights) / sum(w / x for w, x in zip(weights, data))
    numerator, denominator = 0, 1
    for x, w in zip(data, weights):
        (p, q), (r, s) = x.as_integer_ratio(), w.as_integer_ratio()
        # w / x = (r q) / (s p)
        numerator, denominator = numerator * s * p + r * q * denominator, denominator * s * p
    n, d = sum(weights).as_integer_ratio()
    # The reciprocals of whole numbers are floats.
    if _type(data) is int:
        return n * denominator / (d * numerator)
    return _result(n * denominator, d * numerator, data)


def median(data):
    """The middle value, or the mean of the two in the middle."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    """The lower of the values in the middle."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    """The higher of the values in the middle."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def multimode(data):
    """The most common values."""
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    most = max(counts.values(), default=0)
    return [x for x, count in counts.items() if count == most]


def mode(data):
    """The most common value, the first of several."""
    modes = multimode(data)
    if not modes:
        raise StatisticsError("no mode for empty data")
    return modes[0]


def _variance(data, degrees_lost, center, convert=_result):
    if not _finite(data):
        return math.nan
    if center is not None:
        squares = [(x - center) * (x - center) for x in data]
        total, _, denominator, n = _ratios(squares)
        return convert(total, (n - degrees_lost) * denominator, squares)
    total, squares, denominator, n = _ratios(data)
    numerator = n * squares - total * total
    return convert(numerator, n * (n - degrees_lost) * denominator * denominator, data)


def variance(data, xbar=None):
    """The variance of a sample."""
    return _variance(_checked(data, 2, "variance"), 1, xbar)


def pvariance(data, mu=None):
    """The variance of a whole population."""
    return _variance(_checked(data, 1, "pvariance"), 0, mu)


def stdev(data, xbar=None):
    """The standard deviation of a sample."""
    return _variance(_checked(data, 2, "stdev"), 1, xbar, _root)


def pstdev(data, mu=None):
    """The standard deviation of a whole population."""
    return _variance(_checked(data, 1, "pstdev"), 0, mu, _root)


def quantiles(data, *, n=4, method="exclusive"):
    """The n - 1 cuts that divide the data into n parts of equal probability."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    length = len(data)
    if length < 2:
        raise StatisticsError("must have at least two data points")
    cuts = []
    for i in range(1, n):
        if method == "inclusive":
            j, delta = divmod(i * (length - 1), n)
            cuts.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        elif method == "exclusive":
            j = min(max(i * (length + 1) // n, 1), length - 1)
            delta = i * (length + 1) - j * n
            cuts.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        else:
            raise ValueError(f"Unknown method: {method!r}")
    return cuts


def covariance(x, y, /):
    """The covariance of two samples."""
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("covariance requires at least two data points")
    a, b = fsum(x) / len(x), fsum(y) / len(y)
    return fsum([(p - a) * (q - b) for p, q in zip(x, y)]) / (len(x) - 1)


def correlation(x, y, /):
    """Pearson's correlation of two samples."""
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("correlation requires at least two data points")
    a, b = fsum(x) / len(x), fsum(y) / len(y)
    xy = fsum([(p - a) * (q - b) for p, q in zip(x, y)])
    xx, yy = fsum([(p - a) ** 2 for p in x]), fsum([(q - b) ** 2 for q in y])
    if not xx or not yy:
        raise StatisticsError("at least one of the inputs is constant")
    return xy / sqrt(xx * yy)


class LinearRegression(tuple):
    """slope and intercept of a line."""

    slope = property(lambda self: self[0])
    intercept = property(lambda self: self[1])

    def __repr__(self):
        return f"LinearRegression(slope={self[0]!r}, intercept={self[1]!r})"


def linear_regression(x, y, /, *, proportional=False):
    """The line of least squares."""
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError("linear regression requires at least two data points")
    a, b = (0.0, 0.0) if proportional else (fsum(x) / len(x), fsum(y) / len(y))
    xx = fsum([(p - a) ** 2 for p in x])
    if not xx:
        raise StatisticsError("x is constant")
    slope = fsum([(p - a) * (q - b) for p, q in zip(x, y)]) / xx
    return LinearRegression((slope, 0.0 if proportional else b - slope * a))


def median_grouped(data, interval=1):
    """The median of values grouped in intervals, by interpolation."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    before = sum(1 for value in data if value < x)
    inside = sum(1 for value in data if value == x)
    return float(x) - interval / 2.0 + interval * (n / 2 - before) / inside


def _polynomial(coefficients, x):
    total = coefficients[0]
    for coefficient in coefficients[1:]:
        total = total * x + coefficient
    return total


# Of Wichura's algorithm: numerator and denominator around the middle, near the ends and far out, highest powers first.
_CENTRE = (
    (
        2509.0809287301226727,
        33430.575583588128105,
        67265.770927008700853,
        45921.953931549871457,
        13731.693765509461125,
        1971.5909503065514427,
        133.14166789178437745,
        3.387132872796366608,
    ),
    (
        5226.495278852854561,
        28729.085735721942674,
        39307.89580009271061,
        21213.794301586595867,
        5394.1960214247511077,
        687.1870074920579083,
        42.313330701600911252,
        1.0,
    ),
)
_NEAR = (
    (
        7.7454501427834140764e-4,
        0.0227238449892691845833,
        0.24178072517745061177,
        1.27045825245236838258,
        3.64784832476320460504,
        5.7694972214606914055,
        4.6303378461565452959,
        1.42343711074968357734,
    ),
    (
        1.05075007164441684324e-9,
        5.475938084995344946e-4,
        0.0151986665636164571966,
        0.14810397642748007459,
        0.68976733498510000455,
        1.6763848301838038494,
        2.05319162663775882187,
        1.0,
    ),
)
_FAR = (
    (
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        0.0012426609473880784386,
        0.026532189526576123093,
        0.29656057182850489123,
        1.7848265399172913358,
        5.4637849111641143699,
        6.6579046435011037772,
    ),
    (
        2.04426310338993978564e-15,
        1.4215117583164458887e-7,
        1.8463183175100546818e-5,
        7.868691311456132591e-4,
        0.0148753612908506148525,
        0.13692988092273580531,
        0.59983220655588793769,
        1.0,
    ),
)


class NormalDist:
    """A normal distribution of a mean and a standard deviation."""

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        """The distribution of the data's mean and deviation."""
        data = list(data)
        return cls(fmean(data), stdev(data))

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def samples(self, n, *, seed=None):
        """n random values."""
        import random

        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        """The density at x."""
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        diff = x - self._mu
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        """The probability of values up to x."""
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def inv_cdf(self, p):
        """The value up to which the probability is p (Wichura's algorithm AS241)."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        q = p - 0.5
        if abs(q) <= 0.425:
            r = 0.180625 - q * q
            return self._mu + _polynomial(_CENTRE[0], r) * q / _polynomial(_CENTRE[1], r) * self._sigma
        r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
        above, below = _NEAR if r <= 5.0 else _FAR
        r -= 1.6 if r <= 5.0 else 5.0
        x = _polynomial(above, r) / _polynomial(below, r)
        return self._mu + (-x if q < 0.0 else x) * self._sigma

    def quantiles(self, n=4):
        """n - 1 cuts into parts of equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def zscore(self, x):
        """How many deviations x is above the mean."""
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def overlap(self, other):
        """The area that two distributions share."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        first, second = sorted([self, other], key=lambda d: (d._sigma, d._mu))
        v, w = first.variance, second.variance
        dv, dm = w - v, abs(second._mu - first._mu)
        if not dv:
            return 1.0 - math.erf(dm / (2.0 * first._sigma * math.sqrt(2.0)))
        a = first._mu * w - second._mu * v
        b = first._sigma * second._sigma * math.sqrt(dm * dm + dv * math.log(w / v))
        x1, x2 = (a + b) / dv, (a - b) / dv
        return 1.0 - (abs(second.cdf(x1) - first.cdf(x1)) + abs(second.cdf(x2) - first.cdf(x2)))

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -(self - other)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"NormalDist(mu={self._mu!r}, sigma={self._sigma!r})"
