"""`scipy.stats`: distributions."""

import numpy as np

from scipy import special


class _LocScale:
    """A distribution that a place and a scale move; called, it is one with both set."""

    def __call__(self, loc=0, scale=1):
        return _Frozen(self, loc, scale)

    def pdf(self, x, loc=0, scale=1):
        """The density."""
        return np.exp(self.logpdf(x, loc, scale))

    def logpdf(self, x, loc=0, scale=1):
        """The logarithm of the density."""
        return self._logpdf((np.asarray(x, dtype=np.float64) - loc) / scale) - np.log(scale)

    def cdf(self, x, loc=0, scale=1):
        """Returns the probability of at most `x`."""
        return self._cdf((np.asarray(x, dtype=np.float64) - loc) / scale)

    def sf(self, x, loc=0, scale=1):
        """Returns the probability of more than `x`."""
        return self._sf((np.asarray(x, dtype=np.float64) - loc) / scale)

    def ppf(self, q, loc=0, scale=1):
        """The number that `cdf` gives `q` of."""
        return self._ppf(np.asarray(q, dtype=np.float64)) * scale + loc

    def mean(self, loc=0, scale=1):
        """Its mean."""
        return loc + scale * self._mean

    def var(self, loc=0, scale=1):
        """Its variance."""
        return scale**2 * self._var

    def std(self, loc=0, scale=1):
        """The root of its variance."""
        return scale * np.sqrt(self._var)

    def rvs(self, loc=0, scale=1, size=None, random_state=None):
        """Numbers drawn from it."""
        if random_state is None:
            random_state = np.random
        elif isinstance(random_state, int):
            random_state = np.random.RandomState(random_state)
        return self._draw(random_state, size) * scale + loc


class _Normal(_LocScale):
    """The normal distribution: `loc` is its mean, `scale` its standard deviation."""

    _mean, _var = 0.0, 1.0

    def pdf(self, x, loc=0, scale=1):
        """The density."""
        x = (np.asarray(x, dtype=np.float64) - loc) / scale
        return np.exp(-(x**2) / 2.0) / np.sqrt(2 * np.pi) / scale

    def _logpdf(self, x):
        return -(x**2) / 2.0 - np.log(2 * np.pi) / 2.0

    def _cdf(self, x):
        return special.ndtr(x)

    def _sf(self, x):
        return special.ndtr(-x)

    def _ppf(self, q):
        return special.ndtri(q)

    def _draw(self, random, size):
        return random.standard_normal(size)


class _Uniform(_LocScale):
    """The uniform distribution between `loc` and `loc + scale`."""

    _mean, _var = 0.5, 1 / 12

    def _logpdf(self, x):
        return np.where((x >= 0) & (x <= 1), 0.0, -np.inf)

    def _cdf(self, x):
        return np.clip(x, 0.0, 1.0)

    def _sf(self, x):
        return 1.0 - np.clip(x, 0.0, 1.0)

    def _ppf(self, q):
        return np.where((q >= 0) & (q <= 1), q, np.nan)

    def _draw(self, random, size):
        return random.uniform(0.0, 1.0, size)


class _Frozen:
    """A distribution with its place and scale."""

    def __init__(self, dist, loc, scale):
        self.dist, self._own = dist, {"loc": loc, "scale": scale}

    def __getattr__(self, name):
        method = getattr(self.dist, name)
        return lambda *args, **kwargs: method(*args, **self._own, **kwargs)


class _MultivariateNormal:
    """The normal distribution of vectors; called, it is one with mean and covariance set."""

    def __call__(self, mean=None, cov=1):
        return _FrozenMultivariateNormal(mean, cov)

    def pdf(self, x, mean=None, cov=1):
        """The density."""
        return np.exp(self.logpdf(x, mean, cov))

    def logpdf(self, x, mean=None, cov=1):
        """The logarithm of the density."""
        return _FrozenMultivariateNormal(mean, cov).logpdf(x)

    def rvs(self, mean=None, cov=1, size=1, random_state=None):
        """Vectors drawn from it."""
        return _FrozenMultivariateNormal(mean, cov).rvs(size, random_state)


class _FrozenMultivariateNormal:
    """A normal distribution of vectors with its mean and covariance."""

    def __init__(self, mean=None, cov=1):
        cov = np.atleast_2d(np.asarray(cov, dtype=np.float64))
        size = len(cov) if mean is None else np.asarray(mean).size
        self.mean = np.zeros(size) if mean is None else np.asarray(mean, dtype=np.float64).reshape(-1)
        self.cov = np.eye(size) * cov if cov.size == 1 else cov
        if self.cov.shape != (size, size):
            raise ValueError(f"Array 'mean' must be a vector of length {len(self.cov)}.")

    def logpdf(self, x):
        """The logarithm of the density."""
        x = np.asarray(x, dtype=np.float64)
        if x.ndim < 2 and len(self.mean) == 1:
            x = x[..., np.newaxis]
        values, vectors = np.linalg.eigh(self.cov)
        apart = (x - self.mean) @ (vectors / np.sqrt(values))
        constant = len(self.mean) * np.log(2 * np.pi) + np.sum(np.log(values))
        return -0.5 * (constant + np.sum(apart**2, axis=-1))

    def pdf(self, x):
        """The density."""
        return np.exp(self.logpdf(x))

    def rvs(self, size=1, random_state=None):
        """Vectors drawn from it."""
        random = np.random if random_state is None else np.random.RandomState(random_state)
        _, values, vectors = np.linalg.svd(self.cov)
        shape = (size,) if isinstance(size, int) else tuple(size)
        drawn = random.standard_normal((*shape, len(self.mean))) @ (np.sqrt(values)[:, np.newaxis] * vectors) + self.mean
        return drawn[0] if size == 1 else drawn


norm = _Normal()
uniform = _Uniform()
multivariate_normal = _MultivariateNormal()
