"""`quad_vec`: the area under a function whose values are arrays."""

import heapq
import itertools
import sys

import numpy as np
from scipy.integrate._quadpack_rules import FULL_15, FULL_21

_MESSAGES = (
    "Target precision reached.",
    "Target precision not reached.",
    "Target precision could not be reached due to rounding error.",
    "Non-finite values encountered.",
)
_CONVERGED, _NOT_CONVERGED, _ROUNDING, _NOT_A_NUMBER = range(4)
# How many intervals are halved in one round, at most.
_AT_ONCE = 128


def quad_vec(
    f,
    a,
    b,
    epsabs=1e-200,
    epsrel=1e-8,
    norm="2",
    cache_size=100e6,
    limit=10000,
    workers=1,
    points=None,
    quadrature=None,
    full_output=False,
    *,
    args=(),
):
    """The area under a function of a number whose values are arrays, between two numbers of which each may be infinite, and the size of
    its error by `norm` ("2", "max" or a function). `quadrature` is "gk15", "gk21" or "trapezoid", `points` are places where the
    function is not smooth, `workers` may be a function like `map`. With `full_output` an object follows that says what was done.

    >>> import numpy as np
    >>> from scipy.integrate import quad_vec
    >>> quad_vec(lambda x: np.array([x, x**2]), 0, 3)[0].round(6).tolist()
    [4.5, 9.0]
    """
    a, b = float(a), float(b)
    args = args if isinstance(args, tuple) else (args,)
    function = (lambda x: f(x, *args)) if args else f
    quadrature = quadrature or ("gk15" if np.isinf(a) or np.isinf(b) else "gk21")
    if np.isnan(a) or np.isnan(b):
        raise ValueError(f"invalid integration bounds a={a}, b={b}")
    function, low, high, points, sign = _finite(function, a, b, points)
    norm = {None: _largest, "max": _largest, "2": np.linalg.norm}[norm] if not callable(norm) else norm
    if quadrature not in _RULES:
        raise ValueError(f"unknown quadrature {quadrature!r}")
    search = _Search(function, norm, quadrature, workers if callable(workers) else map)
    status = search.run(_intervals(low, high, points), epsabs, epsrel, limit)
    found = search.integral if sign > 0 else -search.integral, search.error + search.rounding
    return (*found, _information(search, status)) if full_output else found


def _largest(x):
    return np.amax(abs(x))


# --- infinite ranges


def _finite(function, a, b, points):
    """(function, from, to, points, sign) over a finite range."""
    if np.isinf(a) and np.isinf(b):
        sign = -1 if b < a else 1
        points = (0, *(() if points is None else map(_place_of_whole, points)))
        return _over_whole(function), -1.0 if a != b else 1.0, 1.0, points, sign
    if not np.isinf(a) and not np.isinf(b):
        return function, a, b, points, 1
    start, infinite, sign = (a, b, 1) if np.isinf(b) else (b, a, -1)
    direction = -1 if infinite < 0 else 1
    places = None if points is None else tuple(_place_of_half(x, start, direction) for x in points)
    return _over_half(function, start, direction), 0.0, 1.0, places, sign


def _over_half(function, start, direction):
    least = sys.float_info.min**0.5

    def at(t):
        return 0.0 if t < least else direction * (function(start + direction * (1 - t) / t) / t) / t

    return at


def _over_whole(function):
    least = sys.float_info.min**0.5

    def at(t):
        return 0.0 if abs(t) < least else function((1 - abs(t)) / t) / t / t

    return at


def _place_of_half(x, start, direction):
    z = direction * (x - start) + 1
    return np.inf if z == 0 else 1 / z


def _place_of_whole(x):
    return (-1 if x < 0 else 1) / (abs(x) + 1)


def _intervals(a, b, points):
    bounds = [a]
    for point in sorted(() if points is None else map(float, points)):
        if a < point < b and point != bounds[-1]:
            bounds.append(point)
    return list(zip(bounds, [*bounds[1:], b]))


# --- rules: each returns (area, size of its error, size of what rounding may do)


def _kronrod(places, weights, gauss_weights):
    def rule(a, b, function, norm):
        center, half = 0.5 * (a + b), 0.5 * (b - a)
        values = [function(center + half * place) for place in places]
        kronrod = magnitude = gauss = spread = 0.0
        for value, weight in zip(values, weights):
            kronrod += weight * value
            magnitude += weight * abs(value)
        for value, weight in zip(values[1::2], gauss_weights):
            gauss += weight * value
        mean = kronrod / 2.0
        for value, weight in zip(values, weights):
            spread += weight * abs(value - mean)
        error, size = float(norm((kronrod - gauss) * half)), float(norm(spread * half))
        if size != 0 and error != 0:
            error = size * min(1.0, (200 * error / size) ** 1.5)
        rounding = float(norm(50 * sys.float_info.epsilon * half * magnitude))
        return half * kronrod, max(error, rounding) if rounding > sys.float_info.min else error, rounding

    return rule


def _trapezoid(a, b, function, norm):
    at_a, at_b, middle = function(a), function(b), function(0.5 * (a + b))
    fine, coarse = 0.25 * (b - a) * (at_a + 2 * middle + at_b), 0.5 * (b - a) * (at_a + at_b)
    sizes = float(norm(at_a)) + 2 * float(norm(middle)) + float(norm(at_b))
    return fine, 1 / 3 * float(norm(coarse - fine)), 0.25 * abs(b - a) * sizes * 2e-16


_RULES = {"gk21": (_kronrod(*FULL_21), 21), "gk15": (_kronrod(*FULL_15), 15), "trapezoid": (_trapezoid, 3)}


class _Search:
    """An area by intervals, of which those with the largest errors are halved."""

    def __init__(self, function, norm, quadrature, mapping):
        self.function, self.norm, self.mapping = function, norm, mapping
        self.rule, self.per_interval = _RULES[quadrature]
        self.remembers = quadrature == "trapezoid"
        self.integral = self.error = self.rounding = None
        # (-error, from, to, serial number so that areas are never compared, area)
        self.heap, self.evaluations, self.serial = [], 0, itertools.count()

    def run(self, intervals, epsabs, epsrel, limit):
        """Finds the area. Returns how it ended."""
        for a, b in intervals:
            self._begin(a, b)
        heapq.heapify(self.heap)
        while self.heap and len(self.heap) < limit:
            worst = self._worst(self._goal(epsabs, epsrel))
            for parts in self.mapping(self._halved, worst):
                self._take(*parts)
            if len(self.heap) >= 2:
                if self.error < self._goal(epsabs, epsrel) / 8:
                    return _CONVERGED
                if self.error < self.rounding:
                    return _ROUNDING
            if not (np.isfinite(self.error) and np.isfinite(self.rounding)):
                return _NOT_A_NUMBER
        return _NOT_CONVERGED

    def _goal(self, epsabs, epsrel):
        return max(epsabs, epsrel * self.norm(self.integral))

    def _begin(self, a, b):
        area, error, rounding = self.rule(a, b, self.function, self.norm)
        self.evaluations += self.per_interval
        if self.integral is None:
            if isinstance(area, (float, complex)) and self.norm in (_largest, np.linalg.norm):
                self.norm = abs
            self.integral, self.error, self.rounding = area, float(error), float(rounding)
        else:
            self.integral, self.error, self.rounding = self.integral + area, self.error + error, self.rounding + rounding
        self.heap.append((-error, a, b, next(self.serial), area))

    def _worst(self, goal):
        """Takes out the intervals that make up the error, but for the part that is allowed."""
        found, total = [], 0
        while self.heap and len(found) < _AT_ONCE and not (found and total > self.error - goal / 8):
            found.append(heapq.heappop(self.heap))
            total -= found[-1][0]
        return found

    def _halved(self, interval):
        """(change of the area, of the error, of rounding, halves, number of evaluations)."""
        less_error, a, b, _, before = interval
        middle = 0.5 * (a + b)
        function, known = self.function, {}
        if self.remembers:
            function = lambda x: known[x] if x in known else known.setdefault(x, self.function(x))
        first, error1, rounding1 = self.rule(a, middle, function, self.norm)
        second, error2, rounding2 = self.rule(middle, b, function, self.norm)
        halves = (-error1, a, middle, next(self.serial), first), (-error2, middle, b, next(self.serial), second)
        count = len(known) if self.remembers else 2 * self.per_interval
        return first + second - before, error1 + error2 + less_error, rounding1 + rounding2, halves, count

    def _take(self, change, error, rounding, halves, count):
        self.evaluations += count
        self.integral = self.integral + change
        self.error += error
        self.rounding += rounding
        for half in halves:
            heapq.heappush(self.heap, half)


class _Bunch:
    """What a search did."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def __repr__(self):
        return f"_Bunch({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


def _information(search, status):
    return _Bunch(
        neval=search.evaluations,
        success=status == _CONVERGED,
        status=status,
        message=_MESSAGES[status],
        intervals=np.array([[a, b] for _, a, b, *_ in search.heap]),
        integrals=np.array([area for *_, area in search.heap], dtype=np.asarray(search.integral).dtype),
        errors=np.array([-error for error, *_ in search.heap]),
    )
