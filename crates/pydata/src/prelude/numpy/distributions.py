"""Distributions that both of NumPy's generators draw with the same algorithms, so that a seed gives NumPy's numbers."""

import math
import operator

import numpy

from numpy.random import _drawn


def _count(size):
    """Returns the number of draws for a size, and its shape; (1, None) for a single number."""
    if size is None:
        return 1, None
    shape = (size,) if isinstance(size, (int, numpy.integer)) else tuple(int(n) for n in size)
    count = 1
    for n in shape:
        if n < 0:
            raise ValueError("negative dimensions are not allowed")
        count *= n
    return count, shape


def _shaped(drawn, shape):
    return drawn[0].item() if shape is None else drawn.reshape(shape)


class _Draws:
    """Draws from `_bits`, or from the older generator where there are none."""

    _bits = None

    def _numbers(self, kind, size, a=0.0, b=0.0, c=0.0):
        """Draws in their standard form, one for each element of the parameters' common shape where these are arrays."""
        given = [numpy.asarray(x) if isinstance(x, (list, tuple)) or isinstance(x, numpy.ndarray) else x for x in (a, b, c)]
        if not any(isinstance(x, numpy.ndarray) for x in given):
            count, shape = _count(size)
            return _shaped(_drawn(self._bits, count, kind, *given), shape)
        _, shape = _count(numpy.broadcast_shapes(*[numpy.shape(x) for x in given]) if size is None else size)
        columns = [numpy.broadcast_to(x, shape).reshape(-1).tolist() for x in given]
        return numpy.array([_drawn(self._bits, 1, kind, *row)[0] for row in zip(*columns)]).reshape(shape)

    def _scaled(self, kind, size, place, width, a=0.0, b=0.0):
        """`place + width * draw`, where all may be arrays."""
        place, width = [numpy.asarray(x) if isinstance(x, (list, tuple)) else x for x in (place, width)]
        if numpy.any(numpy.asarray(width) < 0):
            raise ValueError("scale < 0")
        if size is None and (isinstance(place, numpy.ndarray) or isinstance(width, numpy.ndarray)):
            size = numpy.broadcast_shapes(numpy.shape(place), numpy.shape(width), numpy.shape(a))
        return place + width * self._numbers(kind, size, a, b)

    @staticmethod
    def _check(wrong, message):
        if numpy.any(numpy.asarray(wrong)):
            raise ValueError(message if isinstance(wrong, numpy.ndarray) else message.replace("contains NaNs", "is NaN"))

    def standard_exponential(self, size=None):
        """Waiting times of rate 1."""
        return self._numbers("exponential", size)

    def exponential(self, scale=1.0, size=None):
        """Waiting times of mean `scale`."""
        return self._scaled("exponential", size, 0.0, scale)

    def standard_gamma(self, shape, size=None):
        """Gamma numbers of scale 1."""
        self._check(numpy.asarray(shape) < 0, "shape < 0")
        return self._numbers("gamma", size, shape)

    def gamma(self, shape, scale=1.0, size=None):
        """Gamma numbers."""
        self._check(numpy.asarray(shape) < 0, "shape < 0")
        return self._scaled("gamma", size, 0.0, scale, shape)

    def chisquare(self, df, size=None):
        """Sums of `df` squared normal numbers."""
        self._check(numpy.asarray(df) <= 0, "df <= 0")
        return 2.0 * self._numbers("gamma", size, numpy.asarray(df) / 2.0 if isinstance(df, (list, tuple)) else df / 2.0)

    def f(self, dfnum, dfden, size=None):
        """Ratios of two chi-squared numbers, each over its degrees of freedom."""
        count, shape = _count(size)
        pairs = [(self.chisquare(dfnum), self.chisquare(dfden)) for _ in range(count)]
        return _shaped(numpy.array([above * dfden / (below * dfnum) for above, below in pairs]), shape)

    def standard_t(self, df, size=None):
        """Student's t."""
        self._check(numpy.asarray(df) <= 0, "df <= 0")
        return self._numbers("t", size, df)

    def beta(self, a, b, size=None):
        """Shares between 0 and 1."""
        self._check(numpy.asarray(a) <= 0, "a <= 0")
        self._check(numpy.asarray(b) <= 0, "b <= 0")
        return self._numbers("beta", size, a, b)

    def poisson(self, lam=1.0, size=None):
        """Counts of events of this rate."""
        self._check(numpy.asarray(lam) < 0, "lam < 0 or lam contains NaNs")
        return self._whole(self._numbers("poisson", size, lam))

    def binomial(self, n, p, size=None):
        """Successes among `n` trials."""
        self._check(numpy.asarray(n) < 0, "n < 0")
        self._check(numpy.asarray(p) < 0, "p < 0, p > 1 or p contains NaNs")
        self._check(numpy.asarray(p) > 1, "p < 0, p > 1 or p contains NaNs")
        return self._whole(self._numbers("binomial", size, n, p))

    def geometric(self, p, size=None):
        """Trials up to the first success."""
        self._check(numpy.asarray(p) <= 0, "p <= 0, p > 1 or p contains NaNs")
        self._check(numpy.asarray(p) > 1, "p <= 0, p > 1 or p contains NaNs")
        return self._whole(self._numbers("geometric", size, p))

    @staticmethod
    def _whole(drawn):
        return drawn.astype("int64") if isinstance(drawn, numpy.ndarray) else int(drawn)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        """Two exponential tails from `loc`."""
        return self._scaled("laplace", size, loc, scale)

    def logistic(self, loc=0.0, scale=1.0, size=None):
        """Draws from the logistic distribution."""
        return self._scaled("logistic", size, loc, scale)

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        """The largest of many."""
        return self._scaled("gumbel", size, loc, scale)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        """Draws numbers with normal logarithms."""
        return numpy.exp(self.normal(mean, sigma, size))

    def rayleigh(self, scale=1.0, size=None):
        """Lengths of vectors of two normal numbers."""
        return scale * numpy.sqrt(2.0 * self._numbers("exponential", size))

    def weibull(self, a, size=None):
        """Times until failure."""
        return self._numbers("exponential", size) ** (1.0 / a)

    def pareto(self, a, size=None):
        """Power-law tails from 0 (Lomax)."""
        return numpy.expm1(self._numbers("exponential", size) / a)

    def power(self, a, size=None):
        """Numbers from 0 to 1 with a density that is a power."""
        return (-numpy.expm1(-self._numbers("exponential", size))) ** (1.0 / a)

    def standard_cauchy(self, size=None):
        """Ratios of two normal numbers."""
        return self._numbers("cauchy", size)

    def triangular(self, left, mode, right, size=None):
        """A triangle's density."""
        self._check(left > mode, "left > mode")
        self._check(mode > right, "mode > right")
        self._check(left == right, "left == right")
        return self._numbers("triangular", size, left, mode, right)

    def noncentral_chisquare(self, df, nonc, size=None):
        """Sums of squared normal numbers whose means are not zero."""
        self._check(numpy.asarray(df) <= 0, "df <= 0")
        self._check(numpy.asarray(nonc) < 0, "nonc < 0")
        return self._numbers("noncentral_chisquare", size, df, nonc)

    def noncentral_f(self, dfnum, dfden, nonc, size=None):
        """Ratios of a sum of squares that is not central and one that is."""
        self._check(numpy.asarray(dfnum) <= 0, "dfnum <= 0")
        self._check(numpy.asarray(dfden) <= 0, "dfden <= 0")
        self._check(numpy.asarray(nonc) < 0, "nonc < 0")
        return self._numbers("noncentral_f", size, dfnum, dfden, nonc)

    def negative_binomial(self, n, p, size=None):
        """Failures before the `n`-th success."""
        self._check(numpy.asarray(n) <= 0, "n <= 0")
        self._check((numpy.asarray(p) <= 0) | (numpy.asarray(p) > 1), "p < 0, p > 1 or p contains NaNs")
        return self._whole(self._numbers("negative_binomial", size, n, p))

    def hypergeometric(self, ngood, nbad, nsample, size=None):
        """Good ones among those drawn from an urn."""
        self._check(numpy.asarray(ngood) < 0, "ngood < 0")
        self._check(numpy.asarray(nbad) < 0, "nbad < 0")
        self._check(numpy.asarray(nsample) < 0, "nsample < 0")
        self._check(numpy.asarray(ngood) + numpy.asarray(nbad) < nsample, "ngood + nbad < nsample")
        return self._whole(self._numbers("hypergeometric", size, ngood, nbad, nsample))

    def logseries(self, p, size=None):
        """Counts whose shares are a logarithmic series."""
        self._check((numpy.asarray(p) < 0) | (numpy.asarray(p) >= 1), "p < 0, p >= 1 or p contains NaNs")
        return self._whole(self._numbers("logseries", size, p))

    def vonmises(self, mu, kappa, size=None):
        """Angles around a mean."""
        self._check(numpy.asarray(kappa) < 0, "kappa < 0")
        return self._numbers("vonmises", size, mu, kappa)

    def wald(self, mean, scale, size=None):
        """First passage times of a drifting particle."""
        self._check(numpy.asarray(mean) <= 0, "mean <= 0")
        self._check(numpy.asarray(scale) <= 0, "scale <= 0")
        return self._numbers("wald", size, mean, scale)

    def zipf(self, a, size=None):
        """Ranks whose shares fall as a power."""
        self._check(numpy.asarray(a) <= 1, "a <= 1 or a contains NaNs")
        return self._whole(self._numbers("zipf", size, a))

    def multinomial(self, n, pvals, size=None):
        """Counts how often each of several outcomes occurs in `n` draws."""
        count, shape = _count(size)
        pvals = numpy.asarray(pvals, dtype="float64").tolist()
        if sum(pvals[:-1]) > 1.0 + 1e-12:
            raise ValueError("sum(pvals[:-1]) > 1.0")
        rows = []
        for _ in range(count):
            left, share, row = n, 1.0, []
            for p in pvals[:-1]:
                row.append(int(_drawn(self._bits, 1, "binomial", left, p / share, 0.0)[0]) if left > 0 else 0)
                left, share = left - row[-1], share - p
            rows.append(row + [left])
        return numpy.array(rows[0] if shape is None else rows).reshape((shape or ()) + (len(pvals),))

    def dirichlet(self, alpha, size=None):
        """Shares that add up to 1."""
        alpha = numpy.asarray(alpha, dtype="float64")
        self._check(alpha <= 0, "alpha <= 0")
        count, shape = _count(size)
        rows = []
        for _ in range(count):
            row = [_drawn(self._bits, 1, "gamma", a, 0.0, 0.0)[0] for a in alpha.tolist()]
            rows.append([x / sum(row) for x in row])
        return numpy.array(rows[0] if shape is None else rows).reshape((shape or ()) + (len(rows[0]),))


class _Older(_Draws):
    """The older generator, which `np.random.seed` restarts."""

    def normal(self, loc=0.0, scale=1.0, size=None):
        return numpy.random.normal(loc, scale, size)


def choice(a, size=None, replace=True, p=None):
    """Some of these at random, or of 0..a; `p` are their probabilities.

    np.random.choice(["a", "b"], 3, p=[0.2, 0.8])
    """
    values = None if isinstance(a, int) else numpy.asarray(a)
    if values is not None and values.ndim == 0:
        a, values = _whole(values.item()), None
    elif values is not None and values.ndim != 1:
        raise ValueError("a must be 1-dimensional")
    count = a if values is None else len(values)
    if count <= 0 and numpy.prod(1 if size is None else size) != 0:
        raise ValueError("a must be greater than 0 unless no samples are taken" if values is None else "'a' cannot be empty unless no samples are taken")
    index = _chosen(count, size, replace, None if p is None else _checked_probabilities(p, count))
    return index if values is None else values[index]


def _whole(number):
    try:
        return operator.index(number)
    except TypeError:
        raise ValueError("a must be 1-dimensional or an integer") from None


def _checked_probabilities(p, count):
    kind = getattr(p, "dtype", None)
    precision = numpy.finfo(kind if kind == numpy.float32 else numpy.float64).eps ** 0.5
    p = numpy.asarray(p, dtype=numpy.float64)
    if p.ndim != 1:
        raise ValueError("'p' must be 1-dimensional")
    if len(p) != count:
        raise ValueError("'a' and 'p' must have same size")
    total = math.fsum(p.tolist())
    if math.isnan(total):
        raise ValueError("probabilities contain NaN")
    if (p < 0).any():
        raise ValueError("probabilities are not non-negative")
    if abs(total - 1) > precision:
        raise ValueError("probabilities do not sum to 1")
    return p


def permutation(x):
    """A copy in random order; of 0..x for a number.

    np.random.permutation(["a", "b", "c"])
    """
    if isinstance(x, (int, numpy.integer)):
        return _mixed(int(x))
    values = numpy.asarray(x)
    if values.ndim < 1:
        raise IndexError("x must be an integer or at least 1-dimensional")
    return values[_mixed(len(values))]


def shuffle(x):
    """In place: random order of an array's rows, or of a sequence's items."""
    order = _mixed(len(x))
    if isinstance(x, numpy.ndarray):
        x[...] = x[order]
        return
    items = list(x)
    for at, item in enumerate(order.tolist()):
        x[at] = items[item]


class RandomState:
    """The legacy generator with its own state: `np.random.RandomState(0).rand(3)`."""

    def __init__(self, seed=None):
        self._own = _own()
        self.seed(seed)

    def __getattr__(self, name):
        function = getattr(numpy.random, name)
        if self._own is None:
            return function

        def draw(*args, **kwargs):
            _exchange(self._own)
            try:
                return function(*args, **kwargs)
            finally:
                _exchange(self._own)

        return draw


def bytes(length):
    """Random bytes."""
    words = randint(0, 1 << 32, -(-length // 4)).tolist()
    return b"".join([int(word).to_bytes(4, "little") for word in words])[:length]


def random_integers(low, high=None, size=None):
    """Whole numbers from low to high, which is included."""
    low, high = (1, low) if high is None else (low, high)
    return randint(low, int(high) + 1, size)


def multivariate_normal(mean, cov, size=None, check_valid="warn", tol=1e-8):
    """Vectors of normal numbers that vary together."""
    mean, cov = numpy.asarray(mean, dtype="float64"), numpy.asarray(cov, dtype="float64")
    if mean.ndim != 1:
        raise ValueError("mean must be 1 dimensional")
    if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
        raise ValueError("cov must be 2 dimensional and square")
    if mean.shape[0] != cov.shape[0]:
        raise ValueError("mean and cov must have same length")
    _, shape = _count(size)
    shape = (shape or ()) + (len(mean),)
    drawn = standard_normal(shape).reshape(-1, len(mean))
    _, widths, directions = numpy.linalg.svd(cov)
    return (mean + numpy.dot(drawn, numpy.sqrt(widths)[:, None] * directions)).reshape(shape)


_older = _Older()
standard_exponential = _older.standard_exponential
exponential = _older.exponential
standard_gamma = _older.standard_gamma
gamma = _older.gamma
chisquare = _older.chisquare
f = _older.f
standard_t = _older.standard_t
beta = _older.beta
poisson = _older.poisson
binomial = _older.binomial
geometric = _older.geometric
laplace = _older.laplace
logistic = _older.logistic
gumbel = _older.gumbel
lognormal = _older.lognormal
rayleigh = _older.rayleigh
weibull = _older.weibull
pareto = _older.pareto
power = _older.power
standard_cauchy = _older.standard_cauchy
triangular = _older.triangular
multinomial = _older.multinomial
dirichlet = _older.dirichlet
noncentral_chisquare = _older.noncentral_chisquare
noncentral_f = _older.noncentral_f
negative_binomial = _older.negative_binomial
hypergeometric = _older.hypergeometric
logseries = _older.logseries
vonmises = _older.vonmises
wald = _older.wald
zipf = _older.zipf
ranf = sample = random_sample


def __getattr__(name):
    if name != "mtrand":
        raise AttributeError(f"module 'numpy.random' has no attribute '{name}'")
    import numpy.random.mtrand

    return numpy.random.mtrand
