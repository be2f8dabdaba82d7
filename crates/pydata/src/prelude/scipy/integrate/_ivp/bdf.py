"""Backward differentiation formulas of orders 1 to 5, with steps that stay equal as long as they can (Shampine and Reichelt, The
MATLAB ODE suite, 1997; Byrne and Hindmarsh, A polyalgorithm for the numerical solution of ordinary differential equations, 1975)."""

import numpy as np
from scipy.integrate._ivp.base import DenseOutput, OdeSolver
from scipy.integrate._ivp.common import (
    EPS,
    ImplicitSolver,
    least_step,
    norm,
    select_initial_step,
    validate_first_step,
    validate_max_step,
    validate_tol,
    warn_extraneous,
)

MAX_ORDER = 5
NEWTON_MAXITER = 4
MIN_FACTOR, MAX_FACTOR = 0.2, 10
# By how much the modified formulas differ from the plain ones, by order.
_KAPPA = np.array([0, -0.1850, -1 / 9, -0.0823, -0.0415, 0])


def compute_R(order, factor):
    """The matrix that carries backward differences over to steps of another length."""
    i = np.arange(1, order + 1)[:, None]
    found = np.zeros((order + 1, order + 1))
    found[1:, 1:] = (i - 1 - factor * np.arange(1, order + 1)) / i
    found[0] = 1
    return np.cumprod(found, axis=0)


def change_D(D, order, factor):
    """Carries the differences over, in place, to a step that is longer by a factor."""
    both = compute_R(order, factor) @ compute_R(order, 1)
    D[: order + 1] = both.T @ D[: order + 1]


class BDF(ImplicitSolver, OdeSolver):
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
        warn_extraneous(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=True)
        self.max_step = validate_max_step(max_step)
        self.rtol, self.atol = validate_tol(rtol, atol, self.n)
        f = self.fun(self.t, self.y)
        if first_step is None:
            self.h_abs = select_initial_step(
                self.fun, self.t, self.y, t_bound, max_step, f, self.direction, 1, self.rtol, self.atol
            )
        else:
            self.h_abs = validate_first_step(first_step, t0, t_bound)
        self.h_abs_old = self.error_norm_old = None
        self.newton_tol = max(10 * EPS / rtol, min(0.03, rtol**0.5))
        self.jac_factor = None
        self.jac, self.J = self._validate_jac(jac, jac_sparsity)
        self.I = np.identity(self.n, dtype=self.y.dtype)
        self.gamma = np.hstack((0, np.cumsum(1 / np.arange(1, MAX_ORDER + 1))))
        self.alpha = (1 - _KAPPA) * self.gamma
        self.error_const = _KAPPA * self.gamma + 1 / np.arange(1, MAX_ORDER + 2)
        self.D = np.empty((MAX_ORDER + 3, self.n), dtype=self.y.dtype)
        self.D[0] = self.y
        self.D[1] = f * self.h_abs * self.direction
        self.order = 1
        self.n_equal_steps = 0
        self.LU = None

    def _rescale(self, factor):
        change_D(self.D, self.order, factor)
        self.n_equal_steps = 0

    def _step_impl(self):
        least = least_step(self)
        h_abs = self._begin(least)
        J, LU = self.J, self.LU
        current_jac = self.jac is None
        while h_abs >= least:
            t_new = self.t + h_abs * self.direction
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
                self._rescale(np.abs(t_new - self.t) / h_abs)
                LU = None
            h_abs = np.abs(t_new - self.t)
            found, J, LU, current_jac = self._corrected(t_new, J, LU, current_jac)
            converged, iterations, y_new, d = found
            if not converged:
                h_abs *= 0.5
                self._rescale(0.5)
                LU = None
                continue
            safety = 0.9 * (2 * NEWTON_MAXITER + 1) / (2 * NEWTON_MAXITER + iterations)
            scale = self.atol + self.rtol * np.abs(y_new)
            error = norm(self.error_const[self.order] * d / scale)
            if not error > 1:
                self.t, self.y, self.h_abs, self.J, self.LU = t_new, y_new, h_abs, J, LU
                self._accept(d, scale, error, safety)
                return True, None
            factor = max(MIN_FACTOR, safety * error ** (-1 / (self.order + 1)))
            h_abs *= factor
            # The iteration converged, so the decomposition serves on.
            self._rescale(factor)
        return False, self.TOO_SMALL_STEP

    def _begin(self, least):
        """The length to try."""
        for bound, is_outside in ((self.max_step, self.h_abs > self.max_step), (least, self.h_abs < least)):
            if is_outside:
                self._rescale(bound / self.h_abs)
                return bound
        return self.h_abs

    def _corrected(self, t_new, J, LU, current_jac):
        """((converged, iterations, values, their difference to the prediction), Jacobian, decomposition, whether it is new)."""
        order = self.order
        predicted = np.sum(self.D[: order + 1], axis=0)
        scale = self.atol + self.rtol * np.abs(predicted)
        psi = (self.D[1 : order + 1].T @ self.gamma[1 : order + 1]) / self.alpha[order]
        c = (t_new - self.t) / self.alpha[order]
        while True:
            LU = self.lu(self.I - c * J) if LU is None else LU
            found = self._solve_bdf_system(t_new, predicted, c, psi, LU, scale)
            if found[0] or current_jac:
                return found, J, LU, current_jac
            J = self.jac(t_new, predicted)
            LU = None
            current_jac = True

    def _solve_bdf_system(self, t_new, predicted, c, psi, LU, scale):
        """Newton iteration with one decomposition."""
        d, y, size_old, rate = 0, predicted, None, None
        for k in range(NEWTON_MAXITER):
            f = self.fun(t_new, y)
            if not np.isfinite(f).all():
                return False, k + 1, y, d
            change = self.solve_lu(LU, c * f - psi - d)
            size = norm(change / scale)
            if size_old is not None:
                rate = size / size_old
                if rate >= 1 or rate ** (NEWTON_MAXITER - k) / (1 - rate) * size > self.newton_tol:
                    return False, k + 1, y, d
            y = y + change
            d = d + change
            if size == 0 or rate is not None and rate / (1 - rate) * size < self.newton_tol:
                return True, k + 1, y, d
            size_old = size
        return False, NEWTON_MAXITER, y, d

    def _accept(self, d, scale, error, safety):
        """Moves the differences on. After enough equal steps, chooses the order and the length of the next ones."""
        order = self.order
        self.n_equal_steps += 1
        self.D[order + 2] = d - self.D[order + 1]
        self.D[order + 1] = d
        for i in reversed(range(order + 1)):
            self.D[i] += self.D[i + 1]
        if self.n_equal_steps < order + 1:
            return
        lower = norm(self.error_const[order - 1] * self.D[order] / scale) if order > 1 else np.inf
        higher = norm(self.error_const[order + 1] * self.D[order + 2] / scale) if order < MAX_ORDER else np.inf
        with np.errstate(divide="ignore"):
            factors = np.array([lower, error, higher]) ** (-1 / np.arange(order, order + 3))
        self.order = order + int(np.argmax(factors)) - 1
        factor = min(MAX_FACTOR, safety * np.max(factors))
        self.h_abs *= factor
        self._rescale(factor)
        self.LU = None

    def _dense_output_impl(self):
        D = self.D[: self.order + 1].copy()
        return BdfDenseOutput(self.t_old, self.t, self.h_abs * self.direction, self.order, D)


class BdfDenseOutput(DenseOutput):
    """The polynomial through the last values, by backward differences."""

    def __init__(self, t_old, t, h, order, D):
        super().__init__(t_old, t)
        self.order = order
        self.t_shift = self.t - h * np.arange(self.order)
        self.denom = h * (1 + np.arange(self.order))
        self.D = D

    def _call_impl(self, t):
        if t.ndim == 0:
            return self.D[1:].T @ np.cumprod((t - self.t_shift) / self.denom) + self.D[0]
        x = (t - self.t_shift[:, None]) / self.denom[:, None]
        return self.D[1:].T @ np.cumprod(x, axis=0) + self.D[0, :, None]
