# random: CPython's generators on top of its Mersenne Twister (`_Twister`, native), so that a seed gives its numbers.

from math import acos, ceil, cos, e, exp, floor, isfinite, lgamma, log, log2, pi, sin, sqrt

from _tensorcell.os import urandom
from _tensorcell.random import _Twister

__all__ = [
    "Random",
    "SystemRandom",
    "betavariate",
    "binomialvariate",
    "choice",
    "choices",
    "expovariate",
    "gammavariate",
    "gauss",
    "getrandbits",
    "getstate",
    "lognormvariate",
    "normalvariate",
    "paretovariate",
    "randbytes",
    "randint",
    "random",
    "randrange",
    "sample",
    "seed",
    "setstate",
    "shuffle",
    "triangular",
    "uniform",
    "vonmisesvariate",
    "weibullvariate",
]

TWOPI = _TWO_PI = 2.0 * pi
NV_MAGICCONST = _NORMAL = 4 * exp(-0.5) / sqrt(2.0)
LOG4 = _LOG4 = log(4.0)
SG_MAGICCONST = _GAMMA = 1.0 + log(4.5)
BPF = 53


def _whole(value, which):
    """An integer, also where it is given as a float."""
    if hasattr(value, "__index__"):
        return value.__index__()
    if int(value) != value:
        raise ValueError(f"non-integer {which} for randrange()")
    return int(value)


def _old_hash(text):
    """The number that a text stood for in the first version of seeding."""
    value = ord(text[0]) << 7 if text else 0
    for letter in text:
        value = (1000003 * value ^ ord(letter)) & 0xFFFFFFFFFFFFFFFF
    return value ^ len(text)


class Random(_Twister):
    """A generator of random numbers of its own state: Random(seed)."""

    def __init__(self, x=None):
        _Twister.__init__(self)
        self.gauss_next = None
        self.seed(x)

    def __init_subclass__(cls, /, **keywords):
        super().__init_subclass__(**keywords)
        # Where random() is the class's own and getrandbits() is not, whole numbers come from random() too.
        for base in cls.__mro__:
            if base is Random or "_below" in base.__dict__:
                return
            if "getrandbits" in base.__dict__:
                cls._below = Random._below_by_bits
                return
            if "random" in base.__dict__:
                cls._below = Random._below_by_random
                return

    def seed(self, a=None, version=2):
        """Start anew from an integer, float, string or bytes; from the system's clock where it is None."""
        if version == 1 and isinstance(a, (str, bytes)):
            a = _old_hash(a if isinstance(a, str) else a.decode("latin-1"))
        self._seed(a)
        self.gauss_next = None

    def getstate(self):
        """The state, to be given to setstate."""
        return 3, self._get_state(), self.gauss_next

    def setstate(self, state):
        """Go back to a state that getstate returned."""
        version, internal, self.gauss_next = state
        if version != 3:
            raise ValueError(f"state with version {version} passed to Random.setstate() of version 3")
        self._set_state(internal)

    # Copies and pickles are new generators of the class, put into the state.
    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    def _below_by_bits(self, n):
        bits = n.bit_length()
        value = self.getrandbits(bits)
        while value >= n:
            value = self.getrandbits(bits)
        return value

    def _below_by_random(self, n):
        whole = 1 << 53
        if n >= whole:
            return floor(self.random() * n)
        limit = (whole - whole % n) / whole
        value = self.random()
        while value >= limit:
            value = self.random()
        return floor(value * whole) % n

    def randbytes(self, n):
        """n random bytes."""
        return self.getrandbits(n * 8).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=1):
        """A random item of range(start, stop, step)."""
        if type(start) is not int:
            start = _whole(start, "arg 1")
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            if start > 0:
                return self._below(start)
            raise ValueError("empty range for randrange()")
        if type(stop) is not int or type(step) is not int:
            stop, step = _whole(stop, "stop"), _whole(step, "step")
        width = stop - start
        if step == 1:
            if width > 0:
                return start + self._below(width)
            raise ValueError(f"empty range for randrange() ({start}, {stop}, {width})")
        if step > 0:
            n = (width + step - 1) // step
        elif step < 0:
            n = (width + step + 1) // step
        else:
            raise ValueError("zero step for randrange()")
        if n <= 0:
            raise ValueError("empty range for randrange()")
        return start + step * self._below(n)

    def randint(self, a, b):
        """A random integer from a to b, both included."""
        return self.randrange(a, b + 1)

    def choice(self, seq):
        """A random item of a sequence that is not empty."""
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        """Shuffle a list in place."""
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        """k different items of a sequence, in random order."""
        if isinstance(population, (set, frozenset, dict)):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        if not hasattr(population, "__getitem__") or not hasattr(population, "__len__"):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            from bisect import bisect
            from itertools import accumulate

            cumulated = list(accumulate(counts))
            if len(cumulated) != n:
                raise ValueError("The number of counts does not match the population")
            total = cumulated.pop()
            if total <= 0:
                raise ValueError("Total of counts must be greater than zero")
            return [population[bisect(cumulated, s)] for s in self.sample(range(total), k=k)]
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        result = [None] * k
        set_size = 21
        if k > 5:
            set_size += 4 ** ceil(log(k * 3, 4))
        if n <= set_size:
            pool = list(population)
            for i in range(k):
                j = self._below(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = self._below(n)
                while j in selected:
                    j = self._below(n)
                selected.add(j)
                result[i] = population[j]
        return result

    def vonmisesvariate(self, mu, kappa):
        """Angles around mu, the closer the greater kappa is."""
        if kappa <= 1e-6:
            return _TWO_PI * self.random()
        s = 0.5 / kappa
        r = s + sqrt(1.0 + s * s)
        while True:
            z = cos(pi * self.random())
            d = z / (r + z)
            u = self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        angle = acos(f)
        return (mu + angle if self.random() > 0.5 else mu - angle) % _TWO_PI

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        """k items of a sequence, with replacement, each as likely as its weight says."""
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[floor(self.random() * n)] for _ in range(k)]
            from itertools import accumulate

            cum_weights = list(accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not isfinite(total):
            raise ValueError("Total of weights must be finite")
        from bisect import bisect

        return [population[bisect(cum_weights, self.random() * total, 0, n - 1)] for _ in range(k)]

    def uniform(self, a, b):
        """A random float from a to b."""
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        """A random float of the triangular distribution."""
        u = self.random()
        if mode is None:
            c = 0.5
        elif high == low:
            return low
        else:
            c = (mode - low) / (high - low)
        if u > c:
            u = 1.0 - u
            c = 1.0 - c
            low, high = high, low
        return low + (high - low) * sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        """A random float of the normal distribution."""
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = _NORMAL * (u1 - 0.5) / u2
            if z * z / 4.0 <= -log(u2):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        """A random float of the normal distribution; two for the price of one."""
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            angle = self.random() * _TWO_PI
            radius = sqrt(-2.0 * log(1.0 - self.random()))
            z = cos(angle) * radius
            self.gauss_next = sin(angle) * radius
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        """exp of a normal distribution."""
        return exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        """A random float of the exponential distribution of rate lambd."""
        return -log(1.0 - self.random()) / lambd

    def gammavariate(self, alpha, beta):
        """A random float of the gamma distribution."""
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha > 1.0:
            root = sqrt(2.0 * alpha - 1.0)
            shift = alpha - _LOG4
            slope = alpha + root
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = log(u1 / (1.0 - u1)) / root
                x = alpha * exp(v)
                z = u1 * u1 * u2
                r = shift + slope * v - x
                if r + _GAMMA - 4.5 * z >= 0.0 or r >= log(z):
                    return x * beta
        if alpha == 1.0:
            return -log(1.0 - self.random()) * beta
        while True:
            u = self.random()
            b = (e + alpha) / e
            p = b * u
            x = p ** (1.0 / alpha) if p <= 1.0 else -log((b - p) / alpha)
            u1 = self.random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= exp(-x):
                break
        return x * beta

    def betavariate(self, alpha, beta):
        """A random float of the beta distribution."""
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def paretovariate(self, alpha):
        """A random float of the Pareto distribution."""
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        """A random float of the Weibull distribution."""
        return alpha * (-log(1.0 - self.random())) ** (1.0 / beta)

    def binomialvariate(self, n=1, p=0.5):
        """How many of n independent trials succeed, each with probability p."""
        if n < 0:
            raise ValueError("n must be non-negative")
        if not 0.0 < p < 1.0:
            if p == 0.0:
                return 0
            if p == 1.0:
                return n
            raise ValueError("p must be in the range 0.0 <= p <= 1.0")
        if n == 1:
            return int(self.random() < p)
        if p > 0.5:
            return n - self.binomialvariate(n, 1.0 - p)
        if n * p < 10.0:
            return self._binomial_by_gaps(n, p)
        return self._binomial_by_rejection(n, p)

    def _binomial_by_gaps(self, n, p):
        """Adds up the gaps between successes, which are of the geometric distribution."""
        count = trials = 0
        c = log2(1.0 - p)
        if not c:
            return count
        while True:
            trials += floor(log2(self.random()) / c) + 1
            if trials > n:
                return count
            count += 1

    def _binomial_by_rejection(self, n, p):
        """Hoermann's transformed rejection with squeeze (BTRS)."""
        deviation = sqrt(n * p * (1.0 - p))
        b = 1.15 + 2.53 * deviation
        a = -0.0873 + 0.0248 * b + 0.01 * p
        c = n * p + 0.5
        quick = 0.92 - 4.2 / b
        alpha = (2.83 + 5.1 / b) * deviation
        odds = log(p / (1.0 - p))
        mode = floor((n + 1) * p)
        h = lgamma(mode + 1) + lgamma(n - mode + 1)
        while True:
            u = self.random() - 0.5
            distance = 0.5 - abs(u)
            k = floor((2.0 * a / distance + b) * u + c)
            if k < 0 or k > n:
                continue
            v = self.random()
            if distance >= 0.07 and v <= quick:
                return k
            v *= alpha / (a / (distance * distance) + b)
            if log(v) <= h - lgamma(k + 1) - lgamma(n - k + 1) + (k - mode) * odds:
                return k


class SystemRandom(Random):
    """Random numbers from the system's own source, not from a state of ours."""

    def random(self):
        """Get the next random number in the range 0.0 <= X < 1.0."""
        return (int.from_bytes(urandom(7)) >> 3) * 2.0**-53

    def getrandbits(self, k):
        """getrandbits(k) -> x. Generates an int with k random bits."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        size = (k + 7) // 8
        return int.from_bytes(urandom(size)) >> size * 8 - k

    def randbytes(self, n):
        """Generate n random bytes."""
        return urandom(n)

    def seed(self, *args, **kwds):
        """Nothing: there is no state."""
        return None

    def getstate(self, *args, **kwds):
        """There is no state to give."""
        raise NotImplementedError("System entropy source does not have state.")

    setstate = getstate


# CPython's own name, which packages import.
_inst = Random()
seed = _inst.seed
random = _inst.random
getrandbits = _inst.getrandbits
getstate = _inst.getstate
setstate = _inst.setstate
randbytes = _inst.randbytes
randrange = _inst.randrange
randint = _inst.randint
choice = _inst.choice
shuffle = _inst.shuffle
sample = _inst.sample
choices = _inst.choices
uniform = _inst.uniform
triangular = _inst.triangular
normalvariate = _inst.normalvariate
gauss = _inst.gauss
lognormvariate = _inst.lognormvariate
expovariate = _inst.expovariate
gammavariate = _inst.gammavariate
betavariate = _inst.betavariate
paretovariate = _inst.paretovariate
weibullvariate = _inst.weibullvariate
vonmisesvariate = _inst.vonmisesvariate
binomialvariate = _inst.binomialvariate
