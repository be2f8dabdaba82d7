"""Backward differentiation formulas of orders 1 to 5, with steps that stay equal as long as they can (Shampine and Reichelt, The
MATLAB ODE suite, 1997; Byrne and Hindmarsh, A polyalgorithm for the numerical solution of ordinary differential equations, 1975)."""

import numpy as np
from scipy.integrate._ivp.base import DenseOutput, beside
from scipy.integrate._ivp.common import ImplicitSolver, caution, iterated, norm, warn_of_unused

MAX_ORDER = 5
_ITERATIONS = 4
# A step changes by these factors at most.
_SHRINK, _GROW = 0.2, 10
# By how much the modified formulas differ from the plain ones, by order.
_KAPPA = np.array([0, -0.1850, -1 / 9, -0.0823, -0.0415, 0])
# Of each order: the sum of the first fractions 1/n, the weight of the slope, and that of the error.
_SUMS = np.cumsum([0, *(1 / n for n in range(1, MAX_ORDER + 1))])
_SLOPE_WEIGHTS = (1 - _KAPPA) * _SUMS
_ERROR_WEIGHTS = _KAPPA * _SUMS + 1 / np.arange(1, MAX_ORDER + 2)


def _carried(order, factor):
    """The matrix that carries backward differences over to steps of another length."""
    numbers = np.arange(1, order + 1)
    rows = numbers[:, None]
    found = np.zeros((order + 1, order + 1))
    found[0] = 1
    found[1:, 1:] = (rows - 1 - factor * numbers) / rows
    return np.cumprod(found, axis=0)


class BDF(ImplicitSolver):
    """Orders 1 to 5, for stiff equations. `jac` is the Jacobian as a function of time and values or as a constant; without it
    differences approximate it, along the entries of `jac_sparsity` only if it is given. `y0` may be complex."""

    def __init__(
        self,
        fun,
        t0,
        y0,
        t_bound,
        max_step=np.inf,
        rtol=1e-3,
        atol=1e-6,
        jac=None,
        jac_sparsity=None,
        vectorized=False,
        first_step=None,
        **extraneous,
    ):
        warn_of_unused(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=True)
        slope = self._begin(max_step, rtol, atol, first_step, order=1)
        self._prepare(rtol, jac, jac_sparsity)
        # Row `i` is the backward difference of order `i`.
        self._differences = np.empty((MAX_ORDER + 3, self.n), dtype=self.y.dtype)
        self._differences[:2] = self.y, slope * self.h_abs * self.direction
        self.order = 1
        self._equal_steps = 0
        self._decomposed = None

    def _stretch(self, factor):
        """Carries the differences over to a step that is longer by a factor."""
        kept = slice(self.order + 1)
        matrix = _carried(self.order, factor) @ _carried(self.order, 1)
        self._differences[kept] = matrix.T @ self._differences[kept]
        self._equal_steps = 0

    def _first_try(self, least):
        self._is_new = self.jac is None
        bound = self.max_step if self.h_abs > self.max_step else least if self.h_abs < least else None
        if bound is None:
            return self.h_abs
        self._stretch(bound / self.h_abs)
        return bound

    def _attempt(self, length):
        t, is_cut = self._ahead(length)
        if is_cut:
            self._stretch(np.abs(t - self.t) / length)
            self._decomposed = None
        length = np.abs(t - self.t)
        converged, iterations, corrector = self._corrected(t)
        if not converged:
            self._stretch(0.5)
            self._decomposed = None
            return length * 0.5
        scale = self._scale(corrector.y)
        error = norm(_ERROR_WEIGHTS[self.order] * corrector.d / scale)
        safety = caution(_ITERATIONS, iterations)
        if error > 1:
            # The iteration converged, so the decomposition serves on.
            factor = max(_SHRINK, safety * error ** (-1 / (self.order + 1)))
            self._stretch(factor)
            return length * factor
        self.t, self.y, self.h_abs = t, corrector.y, length
        self._move_on(corrector.d)
        if self._equal_steps > self.order:
            self._choose_order(scale, error, safety)
        return None

    def _corrected(self, t):
        """(whether it converged, iterations, the corrector), with a new Jacobian if the old one does not do."""
        weight = _SLOPE_WEIGHTS[self.order]
        c = (t - self.t) / weight
        while True:
            if self._decomposed is None:
                self._decomposed = self.lu(self._identity - c * self.J)
            corrector = _Corrector(self, t, c, weight)
            converged, iterations, _ = iterated(corrector.propose, corrector.take, _ITERATIONS, self._newton_tolerance)
            if converged or self._is_new:
                return converged, iterations, corrector
            self.J, self._is_new = self.jac(t, corrector.predicted), True
            self._decomposed = None

    def _move_on(self, d):
        """The differences after a step whose values differ by `d` from the prediction."""
        table, above = self._differences, self.order + 1
        table[above + 1] = d - table[above]
        table[above] = d
        table[: above + 1] = np.cumsum(table[above::-1], axis=0)[::-1]
        self._equal_steps += 1

    def _choose_order(self, scale, error, safety):
        """The order, one more or less at most, whose steps may be longest."""
        order, sizes = self.order, [np.inf, error, np.inf]
        if order > 1:
            sizes[0] = norm(_ERROR_WEIGHTS[order - 1] * self._differences[order] / scale)
        if order < MAX_ORDER:
            sizes[2] = norm(_ERROR_WEIGHTS[order + 1] * self._differences[order + 2] / scale)
        with np.errstate(divide="ignore"):
            factors = np.array(sizes) ** (-1 / np.arange(order, order + 3))
        best = int(np.argmax(factors))
        factor = min(_GROW, safety * factors[best])
        self.order += best - 1
        self.h_abs *= factor
        self._stretch(factor)
        self._decomposed = None

    def _dense_output_impl(self):
        differences = self._differences[: self.order + 1].copy()
        return Differences(self.t_old, self.t, self.h_abs * self.direction, differences)


class _Corrector:
    """The values `y` after a step, and their difference `d` to the prediction, which Newton's iteration corrects."""

    def __init__(self, solver, t, c, weight):
        order, table = solver.order, solver._differences
        self._solver, self._t, self._c = solver, t, c
        self.predicted = self.y = np.sum(table[: order + 1], axis=0)
        self.d = 0
        self._scale = solver._scale(self.predicted)
        self._past = (table[1 : order + 1].T @ _SUMS[1 : order + 1]) / weight

    def propose(self):
        slope = self._solver.fun(self._t, self.y)
        if not np.all(np.isfinite(slope)):
            return None
        change = self._solver.solve_lu(self._solver._decomposed, self._c * slope - self._past - self.d)
        return change, norm(change / self._scale)

    def take(self, change):
        self.y = self.y + change
        self.d = self.d + change


class Differences(DenseOutput):
    """The polynomial through the last values, by backward differences."""

    def __init__(self, t_old, t, h, differences):
        super().__init__(t_old=t_old, t=t)
        numbers = np.arange(len(differences) - 1)
        self._times, self._lengths = t - h * numbers, h * (numbers + 1)
        self._differences = differences

    def _call_impl(self, t):
        parts = (t - beside(self._times, t)) / beside(self._lengths, t)
        first, *_ = self._differences
        return self._differences[1:].T @ np.cumprod(parts, axis=0) + beside(first, t)
