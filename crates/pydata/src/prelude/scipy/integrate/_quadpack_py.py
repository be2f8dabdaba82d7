"""`quad` and its kin: the area under a function of one or of several numbers."""

import functools
import math
import sys
import warnings

import numpy as np
from scipy.integrate._quadpack import Search, Trouble
from scipy.integrate._quadpack_rules import kronrod_15, kronrod_21


class IntegrationWarning(UserWarning):
    """An area is not as accurate as was asked for."""


def quad(
    func,
    a,
    b,
    args=(),
    full_output=0,
    epsabs=1.49e-8,
    epsrel=1.49e-8,
    limit=50,
    points=None,
    weight=None,
    wvar=None,
    wopts=None,
    maxp1=50,
    limlst=50,
    complex_func=False,
):
    """The area under a function between two numbers, of which each may be infinite, and an estimate of its error.

    `points` are places within the range where the function is not smooth; `args` are further arguments of it. At most `limit`
    intervals are used. With `full_output` a dictionary follows that says what was done, and a message if the error is too large.

    >>> from scipy.integrate import quad
    >>> round(quad(lambda x: x**2, 0, 3)[0], 9)
    9.0
    """
    args = args if isinstance(args, tuple) else (args,)
    if a == b:
        return _nothing(full_output, limit, complex_func)
    rest = full_output, epsabs, epsrel, limit, points, weight
    if complex_func:
        return _complex(func, a, b, args, rest)
    if weight is not None:
        raise NotImplementedError(f"scipy.integrate.quad has no weights here, such as {weight!r}: multiply the function by it")
    is_turned, a, b = b < a, min(a, b), max(a, b)
    function = lambda x: math.ldexp(func(x, *args), 0)
    search, info = _searched(function, a, b, epsabs, epsrel, limit, points)
    found = (-search.area if is_turned else search.area, search.error)
    if full_output:
        found = (*found, info)
    if search.trouble is Trouble.NONE:
        return found
    if search.trouble is Trouble.INVALID:
        raise ValueError(_invalid(a, b, epsabs, epsrel, limit, points))
    message = _MESSAGES[search.trouble].format(limit=limit)
    if full_output:
        return (*found, message)
    warnings.warn(message, IntegrationWarning, stacklevel=2)
    return found


_MESSAGES = {
    Trouble.TOO_MANY_INTERVALS: (
        "The maximum number of subdivisions ({limit}) has been achieved.\n  If increasing the limit yields no improvement it is advised"
        " to analyze \n  the integrand in order to determine the difficulties.  If the position of a \n  local difficulty can be"
        " determined (singularity, discontinuity) one will \n  probably gain from splitting up the interval and calling the"
        " integrator \n  on the subranges.  Perhaps a special-purpose integrator should be used."
    ),
    Trouble.ROUNDING: (
        "The occurrence of roundoff error is detected, which prevents \n  the requested tolerance from being achieved.  The error may"
        " be \n  underestimated."
    ),
    Trouble.BAD_BEHAVIOUR: "Extremely bad integrand behavior occurs at some points of the\n  integration interval.",
    Trouble.NO_CONVERGENCE: (
        "The algorithm does not converge.  Roundoff error is detected\n  in the extrapolation table.  It is assumed that the requested"
        " tolerance\n  cannot be achieved, and that the returned result (if full_output = 1) is \n  the best which can be obtained."
    ),
    Trouble.DIVERGENT: "The integral is probably divergent, or slowly convergent.",
}


def _nothing(full_output, limit, complex_func):
    """The area over no range."""
    zero = 0.0 + 0j if complex_func else 0.0
    if not full_output:
        return 0.0, 0.0
    info = {"neval": 0, "last": 0, "alist": np.full(limit, np.nan), "blist": np.full(limit, np.nan)}
    info.update(rlist=np.zeros(limit), elist=np.zeros(limit), iord=np.zeros(limit, dtype=np.int32))
    return zero, zero, {"real": info, "imag": info} if complex_func else info


def _complex(func, a, b, args, rest):
    real = quad(lambda x: func(x, *args).real, a, b, (), *rest)
    imag = quad(lambda x: func(x, *args).imag, a, b, (), *rest)
    found = real[0] + 1j * imag[0], real[1] + 1j * imag[1]
    return (*found, {"real": real[2:], "imag": imag[2:]}) if rest[0] else found


def _searched(function, a, b, epsabs, epsrel, limit, points):
    """(the search after its end, what it did)."""
    if points is not None:
        if np.isinf(a) or np.isinf(b):
            raise ValueError("Infinity inputs cannot be used with break points.")
        inner = np.unique(points)
        bounds = [a, *inner[(inner > a) & (inner < b)].tolist(), b]
        search = Search(kronrod_21(function), bounds, limit, epsabs, epsrel, by_length=False)
    elif np.isinf(a) or np.isinf(b):
        bound, direction = (0.0, 2) if np.isinf(a) and np.isinf(b) else (a, 1) if np.isinf(b) else (b, -1)
        search = Search(kronrod_15(function, bound, direction), [0.0, 1.0], limit, epsabs, epsrel, by_length=True)
        search.run()
        return search, _info(search, limit, (30, 15) if direction != 2 else (60, 30))
    else:
        search = Search(kronrod_21(function), [a, b], limit, epsabs, epsrel, by_length=True)
    search.run()
    info = _info(search, limit, (42, 21 if points is None else 21 * (len(bounds) - 1)))
    if points is not None:
        info.update(_info_of_points(search, limit, bounds))
    return search, info


def _info(search, limit, evaluations):
    intervals = search.intervals
    count = len(intervals.errors)
    per_interval, less = evaluations
    info = {"neval": per_interval * count - less if count else 0, "last": count}
    info["iord"] = _padded(intervals.order, limit, np.int32)
    lists = intervals.left, intervals.right, intervals.areas, intervals.errors
    for name, values in zip(("alist", "blist", "rlist", "elist"), lists):
        info[name] = _padded(values, limit, np.float64)
    return info


def _info_of_points(search, limit, bounds):
    return {
        "pts": np.array(bounds, dtype=float),
        "level": _padded(search.intervals.levels, limit, np.int32),
        "ndin": _padded(search.intervals.flags, len(bounds), np.int32),
    }


def _padded(values, length, dtype):
    found = np.zeros(length, dtype=dtype)
    found[: len(values)] = values
    return found


def _invalid(a, b, epsabs, epsrel, limit, points):
    if epsabs <= 0 and epsrel < max(50 * sys.float_info.epsilon, 5e-29):
        return "If 'epsabs'<=0, 'epsrel' must be greater than both 5e-29 and 50*(machine epsilon)."
    if points is None:
        return "Invalid 'limit' argument. There must be at least one subinterval"
    if not min(a, b) <= min(points) <= max(points) <= max(a, b):
        return "All break points in 'points' must lie within the integration limits."
    return f"Number of break points ({len(points):d}) must be less than subinterval limit ({limit:d})"


# --- several numbers


def dblquad(func, a, b, gfun, hfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """The volume under `func(y, x)` for `x` between `a` and `b` and `y` between `gfun(x)` and `hfun(x)` (functions or numbers), and an
    estimate of its error.

    >>> from scipy.integrate import dblquad
    >>> round(dblquad(lambda y, x: x * y, 0, 1, 0, lambda x: x)[0], 9)
    0.125
    """
    inner = lambda *outer: [_at(gfun, outer[0]), _at(hfun, outer[0])]
    return nquad(func, [inner, [a, b]], args=args, opts={"epsabs": epsabs, "epsrel": epsrel})


def tplquad(func, a, b, gfun, hfun, qfun, rfun, args=(), epsabs=1.49e-8, epsrel=1.49e-8):
    """The integral of `func(z, y, x)` for `x` between `a` and `b`, `y` between `gfun(x)` and `hfun(x)`, `z` between `qfun(x, y)` and
    `rfun(x, y)` (functions or numbers), and an estimate of its error."""
    inner = lambda *outer: [_at(qfun, outer[1], outer[0]), _at(rfun, outer[1], outer[0])]
    middle = lambda *outer: [_at(gfun, outer[0]), _at(hfun, outer[0])]
    return nquad(func, [inner, middle, [a, b]], args=args, opts={"epsabs": epsabs, "epsrel": epsrel})


def _at(function, *values):
    return function(*values) if callable(function) else function


def nquad(func, ranges, args=None, opts=None, full_output=False):
    """The integral of a function of several numbers, the first of which is the innermost, and an estimate of its error. `ranges` are
    pairs, or functions of the numbers further out; `opts` are the options of `quad`, for all or for each, or functions as well."""
    opts = {} if opts is None else opts
    opts = [opts] * len(ranges) if isinstance(opts, dict) else opts
    return _Nested(func, ranges, opts, full_output).integrate(*(() if args is None else args))


class _Nested:
    """Integrals within integrals."""

    def __init__(self, func, ranges, opts, full_output):
        self.func, self.ranges, self.opts, self.full_output = func, ranges, opts, full_output
        self.error, self.evaluations = 0, 0

    def integrate(self, *args):
        """(value, error), with the number of evaluations if it is asked for."""
        value = self._integral(len(self.ranges) - 1, args)
        found = value, self.error
        return (*found, {"neval": self.evaluations}) if self.full_output else found

    def _integral(self, place, args):
        low, high = _at(self.ranges[place], *args)
        options = dict(_at(self.opts[place], *args))
        if "points" in options:
            options["points"] = [x for x in options["points"] if low <= x <= high]
        function = self.func if place == 0 else functools.partial(self._inner, place - 1)
        found = quad(function, low, high, args=tuple(args), full_output=self.full_output, **options)
        if self.full_output and place == 0:
            self.evaluations += found[2]["neval"]
        self.error = max(self.error, found[1])
        return found[0]

    def _inner(self, place, *args):
        return self._integral(place, args)
