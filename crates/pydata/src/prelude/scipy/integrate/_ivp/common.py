"""What solvers share: checks of their options, the first step, the solution over many steps, and Jacobians by differences."""

import math
from itertools import groupby
from warnings import warn

import numpy as np
from scipy.linalg import lu_factor, lu_solve

EPS = float(np.finfo(float).eps)


def validate_first_step(first_step, t0, t_bound):
    """The first step, if it is positive and no longer than the span."""
    if first_step <= 0:
        raise ValueError("`first_step` must be positive.")
    if first_step > np.abs(t_bound - t0):
        raise ValueError("`first_step` exceeds bounds.")
    return first_step


def validate_max_step(max_step):
    """The longest step, if it is positive."""
    if max_step <= 0:
        raise ValueError("`max_step` must be positive.")
    return max_step


def warn_extraneous(extraneous):
    """Warns of options that a solver does not have."""
    if extraneous:
        names = ", ".join(f"`{name}`" for name in extraneous)
        warn(f"The following arguments have no effect for a chosen solver: {names}.", stacklevel=3)


def validate_tol(rtol, atol, n):
    """The tolerances, of which the relative one is not below what floats can resolve."""
    if np.any(rtol < 100 * EPS):
        least = f"`rtol = np.maximum(rtol, {100 * EPS})`"
        warn(f"At least one element of `rtol` is too small. Setting {least}.", stacklevel=3)
        rtol = np.maximum(rtol, 100 * EPS)
    atol = np.asarray(atol)
    if atol.ndim > 0 and atol.shape != (n,):
        raise ValueError("`atol` has wrong shape.")
    if np.any(atol < 0):
        raise ValueError("`atol` must be positive.")
    return rtol, atol


def norm(x):
    """The root of the mean of squares."""
    if x.dtype.kind != "f":
        return np.linalg.norm(x) / x.size**0.5
    x = x.ravel()
    # A NumPy number, whose powers and quotients by zero are infinite.
    return np.float64(math.sqrt(x @ x)) / x.size**0.5


def least_step(solver):
    """The shortest step that still moves the time of a solver."""
    return 10 * abs(math.nextafter(solver.t, solver.direction * math.inf) - solver.t)


def select_initial_step(fun, t0, y0, t_bound, max_step, f0, direction, order, rtol, atol):
    """A first step that is neither too long nor too short (Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I,
    II.4)."""
    if y0.size == 0:
        return np.inf
    span = abs(t_bound - t0)
    if span == 0.0:
        return 0.0
    scale = atol + np.abs(y0) * rtol
    size, slope = norm(y0 / scale), norm(f0 / scale)
    trial = 1e-6 if size < 1e-5 or slope < 1e-5 else 0.01 * size / slope
    trial = min(trial, span)
    ahead = fun(t0 + trial * direction, y0 + trial * direction * f0)
    bend = norm((ahead - f0) / scale) / trial
    if slope <= 1e-15 and bend <= 1e-15:
        refined = max(1e-6, trial * 1e-3)
    else:
        refined = (0.01 / max(slope, bend)) ** (1 / (order + 1))
    return min(100 * trial, refined, span, max_step)


class OdeSolution:
    """A solution over many steps: `ts` are the times between them, `interpolants` their interpolants. At a time between two steps the
    earlier interpolant is used, or with `alt_segment` the later one."""

    def __init__(self, ts, interpolants, alt_segment=False):
        ts = np.asarray(ts)
        d = np.diff(ts)
        # A single interpolant may be over no time at all.
        if not ((ts.size == 2 and ts[0] == ts[-1]) or np.all(d > 0) or np.all(d < 0)):
            raise ValueError("`ts` must be strictly increasing or decreasing.")
        self.n_segments = len(interpolants)
        if ts.shape != (self.n_segments + 1,):
            raise ValueError("Numbers of time stamps and interpolants don't match.")
        self.ts = ts
        self.interpolants = interpolants
        self.ascending = bool(ts[-1] >= ts[0])
        self.t_min, self.t_max = (ts[0], ts[-1]) if self.ascending else (ts[-1], ts[0])
        self.side = "right" if self.ascending == alt_segment else "left"
        self.ts_sorted = ts if self.ascending else ts[::-1]

    def _segments(self, t):
        found = np.clip(np.searchsorted(self.ts_sorted, t, side=self.side) - 1, 0, self.n_segments - 1)
        return found if self.ascending else self.n_segments - 1 - found

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
        for segment, group in groupby(self._segments(t_sorted).tolist()):
            end = begin + len(list(group))
            parts.append(self.interpolants[segment](t_sorted[begin:end]))
            begin = end
        return np.hstack(parts)[:, back]


# --- Jacobians

# Below, or above, these parts of the values a difference is too small to be trusted, small, or large.
_REJECT, _SMALL, _BIG = EPS**0.875, EPS**0.75, EPS**0.25
_LEAST_FACTOR = 1e3 * EPS


def num_jac(fun, t, y, f, threshold, factor, sparsity=None):
    """The Jacobian of a right side by differences, and the factors of the increments for the next call, which adapt (Salane, Adaptive
    Routines for Forming Jacobians Numerically, 1986). `sparsity` is a pair: which entries are not zero, and the group of each
    column; columns of one group are found by one evaluation."""
    y = np.asarray(y)
    n = y.shape[0]
    if n == 0:
        return np.empty((0, 0)), factor
    factor = np.full(n, EPS**0.5) if factor is None else factor.copy()
    # The increment points where the right side does, so that steps stay on the side on which it is defined.
    reach = (2 * (np.real(f) >= 0).astype(float) - 1) * np.maximum(threshold, np.abs(y))
    h = (y + factor * reach) - y
    for i in np.nonzero(h == 0)[0].tolist():
        while h[i] == 0:
            factor[i] *= 10
            h[i] = (y[i] + factor[i] * reach[i]) - y[i]
    return _refined(_Differences(fun, t, y, f, sparsity), h, factor, reach)


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


def group_columns(structure):
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


class ImplicitSolver:
    """What solvers with a Jacobian share: where it comes from, and equations with matrices that are decomposed once."""

    def lu(self, matrix):
        """The decomposition of a matrix, counted in `nlu`."""
        self.nlu += 1
        return lu_factor(matrix, check_finite=True)

    def solve_lu(self, decomposed, b):
        """The solution of equations with a decomposed matrix."""
        return lu_solve(decomposed, b)

    def _checked(self, matrix):
        matrix = np.asarray(matrix, dtype=self.y.dtype)
        if matrix.shape != (self.n, self.n):
            raise ValueError(f"`jac` is expected to have shape {(self.n, self.n)}, but actually has {matrix.shape}.")
        return matrix

    def _validate_jac(self, jac, sparsity):
        """(function for the Jacobian later on or None, the Jacobian now)."""
        if callable(jac):
            self.njev += 1
            now = self._checked(jac(self.t, self.y))
            return (lambda t, y, f=None: self._called(jac, t, y)), now
        if jac is not None:
            return None, self._checked(jac)
        if sparsity is not None:
            structure = np.asarray(sparsity) != 0
            sparsity = structure, group_columns(structure)
        by_differences = lambda t, y, f=None: self._by_differences(t, y, f, sparsity)
        return by_differences, by_differences(self.t, self.y, self._slope_now())

    def _called(self, jac, t, y):
        self.njev += 1
        return np.asarray(jac(t, y), dtype=self.y.dtype)

    def _by_differences(self, t, y, f, sparsity):
        self.njev += 1
        f = self.fun_single(t, y) if f is None else f
        found, self.jac_factor = num_jac(self.fun_vectorized, t, y, f, self.atol, self.jac_factor, sparsity)
        return found

    def _slope_now(self):
        """The right side at the start, or None where it is to be evaluated again."""
        return None
