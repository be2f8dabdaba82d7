"""What solvers share: checks of their options, the first step, the solution over many steps, and Jacobians by differences."""

import functools
import itertools
import math
from warnings import warn

import numpy as np
from scipy import linalg
from scipy.integrate._ivp.base import OdeSolver

EPS = float(np.finfo(float).eps)


def positive(name, value):
    """An option's value, if it is positive."""
    if value <= 0:
        raise ValueError(f"`{name}` must be positive.")
    return value


def checked_first_step(first_step, t0, t_bound):
    """The first step, if it is positive and no longer than the span."""
    if positive("first_step", first_step) > abs(t_bound - t0):
        raise ValueError("`first_step` exceeds bounds.")
    return first_step


def warn_of_unused(options):
    """Warns of options that a solver does not have."""
    if options:
        names = ", ".join(f"`{name}`" for name in options)
        warn(f"The following arguments have no effect for a chosen solver: {names}.", stacklevel=3)


def checked_tolerances(rtol, atol, n):
    """The tolerances, of which the relative one is not below what floats can resolve."""
    finest = 100 * EPS
    if np.any(rtol < finest):
        warn(f"At least one element of `rtol` is too small. Setting `rtol = np.maximum(rtol, {finest})`.", stacklevel=3)
        rtol = np.maximum(rtol, finest)
    atol = np.asarray(atol)
    if atol.shape not in ((), (n,)):
        raise ValueError("`atol` has wrong shape.")
    if (atol < 0).any():
        raise ValueError("`atol` must be positive.")
    return rtol, atol


def norm(x):
    """The root of the mean of squares."""
    if x.dtype.kind != "f":
        return np.linalg.norm(x) / x.size**0.5
    x = x.ravel()
    # A NumPy number, whose powers and quotients by zero are infinite.
    return np.float64(math.sqrt(x @ x)) / x.size**0.5


class AdaptiveSolver(OdeSolver):
    """What the solvers share that choose the lengths of their steps by errors; `h_abs` is the length to try next.

    A solver defines `_first_try(least)`, the length to try, and `_attempt(length)`, which makes the step and returns None, or returns
    a shorter length to try."""

    def _begin(self, max_step, rtol, atol, first_step, order):
        """Takes the options over, and returns the right side at the start."""
        self.max_step = positive("max_step", max_step)
        self.rtol, self.atol = checked_tolerances(rtol, atol, self.n)
        slope = self.fun(self.t, self.y)
        if first_step is None:
            self.h_abs = self._guessed_step(slope, order)
        else:
            self.h_abs = checked_first_step(first_step, self.t, self.t_bound)
        return slope

    def _guessed_step(self, slope, order):
        """A first step that is neither too long nor too short (Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I,
        II.4)."""
        span = abs(self.t_bound - self.t)
        if self.n == 0 or span == 0.0:
            return 0.0 if self.n else np.inf
        scale = self._scale(self.y)
        size, steepness = norm(self.y / scale), norm(slope / scale)
        trial = 1e-6 if size < 1e-5 or steepness < 1e-5 else 0.01 * size / steepness
        trial = min(trial, span)
        ahead = self.fun(self.t + trial * self.direction, self.y + trial * self.direction * slope)
        bend = norm((ahead - slope) / scale) / trial
        if steepness <= 1e-15 and bend <= 1e-15:
            refined = max(1e-6, trial * 1e-3)
        else:
            refined = (0.01 / max(steepness, bend)) ** (1 / (order + 1))
        return min(100 * trial, refined, span, self.max_step)

    def _scale(self, *values):
        """What errors are measured by."""
        largest = functools.reduce(np.maximum, map(np.abs, values))
        return self.atol + self.rtol * largest

    def _ahead(self, length):
        """(time after a step, whether the end cuts it)."""
        t = self.t + length * self.direction
        is_cut = self.direction * (self.t_bound - t) < 0
        return (self.t_bound if is_cut else t), is_cut

    def _least(self):
        """The shortest step that still moves the time."""
        return 10 * abs(math.nextafter(self.t, self.direction * math.inf) - self.t)

    def _step_impl(self):
        least = self._least()
        length = self._first_try(least)
        while length >= least:
            length = self._attempt(length)
            if length is None:
                return True, None
        return False, OdeSolver.TOO_SMALL_STEP


class OdeSolution:
    """A solution over many steps: `ts` are the times between them, `interpolants` their interpolants. At a time between two steps the
    earlier interpolant is used, or with `alt_segment` the later one."""

    def __init__(self, ts, interpolants, alt_segment=False):
        ts = np.asarray(ts)
        steps = np.diff(ts)
        # A single interpolant may be over no time at all.
        is_still = ts.size == 2 and ts[0] == ts[-1]
        if not (is_still or (steps > 0).all() or (steps < 0).all()):
            raise ValueError("`ts` must be strictly increasing or decreasing.")
        if ts.shape != (len(interpolants) + 1,):
            raise ValueError("Numbers of time stamps and interpolants don't match.")
        self.ts, self.interpolants, self.n_segments = ts, interpolants, len(interpolants)
        self.ascending = bool(ts[-1] >= ts[0])
        self._ordered = ts if self.ascending else ts[::-1]
        self.t_min, self.t_max = self._ordered[0], self._ordered[-1]
        self._side = "right" if self.ascending == alt_segment else "left"

    def _segments(self, t):
        last = self.n_segments - 1
        found = np.clip(np.searchsorted(self._ordered, t, side=self._side) - 1, 0, last)
        return found if self.ascending else last - found

    def __call__(self, t):
        """The values at a time, or as columns at each of several."""
        t = np.asarray(t)
        if t.ndim == 0:
            return self.interpolants[int(self._segments(t))](t)
        order = np.argsort(t)
        back = np.empty_like(order)
        back[order] = np.arange(order.shape[0])
        t_sorted = t[order]
        parts, begin = [], 0
        for segment, group in itertools.groupby(self._segments(t_sorted).tolist()):
            end = begin + len(list(group))
            parts.append(self.interpolants[segment](t_sorted[begin:end]))
            begin = end
        return np.hstack(parts)[:, back]


# --- Jacobians

# Below, or above, these parts of the values a difference is too small to be trusted, small, or large.
_REJECT, _SMALL, _BIG = EPS**0.875, EPS**0.75, EPS**0.25
_LEAST_FACTOR = 1e3 * EPS


def differenced(right_side, t, y, f, threshold, factor, sparsity=None):
    """The Jacobian of a right side by differences, and the factors of the increments for the next call, which adapt (Salane, Adaptive
    Routines for Forming Jacobians Numerically, 1986). `sparsity` is a pair: which entries are not zero, and the group of each
    column; columns of one group are found by one evaluation."""
    n = y.size
    if not n:
        return np.zeros((0, 0)), factor
    factor = np.full(n, EPS**0.5) if factor is None else factor.copy()
    # The increment points where the right side does, so that steps stay on the side on which it is defined.
    reach = (2 * (np.real(f) >= 0).astype(float) - 1) * np.maximum(threshold, np.abs(y))
    h = (y + factor * reach) - y
    for i in np.nonzero(h == 0)[0].tolist():
        while h[i] == 0:
            factor[i] *= 10
            h[i] = (y[i] + factor[i] * reach[i]) - y[i]
    return _refined(_Differences(right_side, t, y, f, sparsity), h, factor, reach)


class _Differences:
    """Differences of a right side along columns, with the largest of each column and the size of the values there."""

    def __init__(self, fun, t, y, f, sparsity):
        self.fun, self.t, self.y, self.f = fun, t, y, f
        self.structure, self.groups = (None, np.arange(y.shape[0])) if sparsity is None else sparsity

    def along(self, columns, h):
        """(differences, largest, size) for increments `h` of these columns."""
        groups, place = np.unique(self.groups[columns], return_inverse=True)
        steps = np.zeros((self.y.shape[0], groups.shape[0]), dtype=h.dtype)
        steps[columns, place] = h
        values = self.fun(self.t, self.y[:, None] + steps)
        differences = (values - self.f[:, None])[:, place]
        if self.structure is not None:
            differences = np.where(self.structure[:, columns], differences, 0)
        at = np.argmax(np.abs(differences), axis=0)
        largest = np.abs(differences[at, np.arange(columns.shape[0])])
        return differences, largest, np.maximum(np.abs(self.f[at]), np.abs(values[at, place]))


def _refined(differences, h, factor, reach):
    y = differences.y
    found, largest, size = differences.along(np.arange(y.shape[0]), h)
    (poor,) = np.nonzero(largest < _REJECT * size)
    if poor.size:
        longer = 10 * factor[poor]
        h_again = (y[poor] + longer * reach[poor]) - y[poor]
        again, largest_again, size_again = differences.along(poor, h_again)
        (better,) = np.nonzero(largest[poor] * size_again < largest_again * size[poor])
        at = poor[better]
        factor[at], h[at] = longer[better], h_again[better]
        found[:, at] = again[:, better]
        largest[at], size[at] = largest_again[better], size_again[better]
    found = found / h
    factor[largest < _SMALL * size] *= 10
    factor[largest > _BIG * size] *= 0.1
    return found, np.maximum(factor, _LEAST_FACTOR)


def _column_groups(structure):
    """Numbers columns so that columns of one number share no row (Curtis, Powell and Reid, On the estimation of sparse Jacobian
    matrices, 1974)."""
    groups = np.full(structure.shape[1], -1)
    group = 0
    while np.any(groups < 0):
        taken = np.zeros(structure.shape[0], dtype=bool)
        for column in np.nonzero(groups < 0)[0].tolist():
            if not np.any(taken & structure[:, column]):
                taken |= structure[:, column]
                groups[column] = group
        group += 1
    return groups


# --- implicit solvers


def iterated(propose, take, most, tolerance):
    """Newton's iteration until changes are small. `propose()` returns a change and its size, or None where the right side is not
    finite; `take` makes the change. Returns (whether it converged, iterations, rate of convergence)."""
    size_before = rate = None
    for count in range(1, most + 1):
        proposed = propose()
        if proposed is None:
            return False, count, rate
        change, size = proposed
        if size_before is not None:
            rate = size / size_before
            if rate >= 1 or rate ** (most - count + 1) / (1 - rate) * size > tolerance:
                return False, count, rate
        take(change)
        if size == 0 or rate is not None and rate / (1 - rate) * size < tolerance:
            return True, count, rate
        size_before = size
    return False, most, rate


def caution(most, iterations):
    """The factor of a step's length that depends on how fast Newton's iteration converged."""
    return 0.9 * (2 * most + 1) / (2 * most + iterations)


class ImplicitSolver(AdaptiveSolver):
    """What solvers with a Jacobian share: where it comes from, and equations with matrices that are decomposed once."""

    def _prepare(self, rtol, jac, sparsity, slope=None):
        """Finds the Jacobian; `slope` is the right side at the start, None to evaluate it for this."""
        self._newton_tolerance = max(10 * EPS / rtol, min(0.03, rtol**0.5))
        self._identity = np.identity(self.n, dtype=self.y.dtype)
        self._increments = None
        # A function that evaluates the Jacobian, None if it is constant; and the Jacobian now.
        self.jac, self.J = self._jacobian(jac, sparsity, slope)

    def lu(self, matrix):
        """The decomposition of a matrix, counted in `nlu`."""
        self.nlu += 1
        return linalg.lu_factor(matrix, check_finite=True)

    def solve_lu(self, decomposed, b):
        """The solution of equations with a decomposed matrix."""
        return linalg.lu_solve(decomposed, b)

    def _jacobian(self, jac, sparsity, slope):
        if jac is None:
            return self._jacobian_by_differences(sparsity, slope)
        if not callable(jac):
            return None, self._checked(jac)
        self.njev += 1
        now = self._checked(jac(self.t, self.y))
        return (lambda t, y, f=None: self._called(jac, t, y)), now

    def _jacobian_by_differences(self, sparsity, slope):
        if sparsity is not None:
            structure = np.asarray(sparsity) != 0
            sparsity = structure, _column_groups(structure)
        later = lambda t, y, f=None: self._by_differences(t, y, f, sparsity)  # noqa: E731
        return later, later(self.t, self.y, slope)

    def _checked(self, matrix):
        matrix, square = np.asarray(matrix, dtype=self.y.dtype), (self.n, self.n)
        if matrix.shape != square:
            raise ValueError(f"`jac` is expected to have shape {square}, but actually has {matrix.shape}.")
        return matrix

    def _called(self, jac, t, y):
        self.njev += 1
        return np.asarray(jac(t, y), dtype=self.y.dtype)

    def _by_differences(self, t, y, f, sparsity):
        self.njev += 1
        f = self.fun_single(t, y) if f is None else f
        found, self._increments = differenced(self.fun_vectorized, t, y, f, self.atol, self._increments, sparsity)
        return found
