"""The implicit Runge-Kutta method Radau IIA of order 5 (Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8)."""

import numpy as np
from scipy.integrate._ivp.base import OdeSolver, PowersDenseOutput
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

S6 = 6**0.5
# The nodes, and the weights of the error.
C = np.array([(4 - S6) / 10, (4 + S6) / 10, 1])
E = np.array([-13 - 7 * S6, -13 + 7 * S6, -1]) / 3
# The eigenvalues of the inverse of the method's matrix, and the basis in which it is block-diagonal.
MU_REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)
MU_COMPLEX = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3)) - 0.5j * (3 ** (5 / 6) + 3 ** (7 / 6))
T = np.array(
    [
        [0.09443876248897524, -0.14125529502095421, 0.03002919410514742],
        [0.25021312296533332, 0.20412935229379994, -0.38294211275726192],
        [1, 1, 0],
    ]
)
TI = np.array(
    [
        [4.17871859155190428, 0.32768282076106237, 0.52337644549944951],
        [-4.17871859155190428, -0.32768282076106237, 0.47662355450055044],
        [0.50287263494578682, -2.57192694985560522, 0.59603920482822492],
    ]
)
TI_REAL = TI[0]
TI_COMPLEX = TI[1] + 1j * TI[2]
# The powers of the interpolant.
P = np.array(
    [
        [13 / 3 + 7 * S6 / 3, -23 / 3 - 22 * S6 / 3, 10 / 3 + 5 * S6],
        [13 / 3 - 7 * S6 / 3, -23 / 3 + 22 * S6 / 3, 10 / 3 - 5 * S6],
        [1 / 3, -8 / 3, 10 / 3],
    ]
)
NEWTON_MAXITER = 6
MIN_FACTOR, MAX_FACTOR = 0.2, 10


def predict_factor(h_abs, h_abs_old, error_norm, error_norm_old):
    """By which factor a step may change: by its error, and by how errors have changed from the step before."""
    multiplier = 1
    if error_norm_old is not None and h_abs_old is not None and error_norm != 0:
        multiplier = h_abs / h_abs_old * (error_norm_old / error_norm) ** 0.25
    with np.errstate(divide="ignore"):
        return min(1, multiplier) * error_norm**-0.25


class Radau(ImplicitSolver, OdeSolver):
    """Order 5, for stiff equations, with an error of order 3 and a cubic interpolant. `jac` is the Jacobian as a function of time and
    values or as a constant; without it differences approximate it, along the entries of `jac_sparsity` only if it is given."""

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
        super().__init__(fun, t0, y0, t_bound, vectorized)
        self.y_old = None
        self.max_step = validate_max_step(max_step)
        self.rtol, self.atol = validate_tol(rtol, atol, self.n)
        self.f = self.fun(self.t, self.y)
        if first_step is None:
            self.h_abs = select_initial_step(
                self.fun, self.t, self.y, t_bound, max_step, self.f, self.direction, 3, self.rtol, self.atol
            )
        else:
            self.h_abs = validate_first_step(first_step, t0, t_bound)
        self.h_abs_old = self.error_norm_old = None
        self.newton_tol = max(10 * EPS / rtol, min(0.03, rtol**0.5))
        self.sol = None
        self.jac_factor = None
        self.jac, self.J = self._validate_jac(jac, jac_sparsity)
        self.I = np.identity(self.n)
        self.current_jac = True
        self.LU_real = self.LU_complex = self.Z = None

    def _slope_now(self):
        return self.f

    def _forget_decompositions(self):
        self.LU_real = self.LU_complex = None

    def _step_impl(self):
        least = least_step(self)
        h_abs, before = self._begin(least)
        was_rejected = False
        while h_abs >= least:
            t_new = self.t + h_abs * self.direction
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
            h = t_new - self.t
            h_abs = np.abs(h)
            converged, iterations, Z, rate = self._stages(h)
            if not converged:
                h_abs *= 0.5
                self._forget_decompositions()
                continue
            error = self._error(h, Z, was_rejected)
            safety = 0.9 * (2 * NEWTON_MAXITER + 1) / (2 * NEWTON_MAXITER + iterations)
            factor = safety * predict_factor(h_abs, before[0], error, before[1])
            if not error > 1:
                self._accept(t_new, h_abs, Z, error, min(MAX_FACTOR, factor), iterations > 2 and rate > 1e-3)
                return True, None
            h_abs *= max(MIN_FACTOR, factor)
            self._forget_decompositions()
            was_rejected = True
        return False, self.TOO_SMALL_STEP

    def _begin(self, least):
        """(length to try, (length, error) of the step before or Nones)."""
        if self.h_abs > self.max_step:
            return self.max_step, (None, None)
        if self.h_abs < least:
            return least, (None, None)
        return self.h_abs, (self.h_abs_old, self.error_norm_old)

    def _stages(self, h):
        """(converged, iterations, changes up to the stages, rate), with a new Jacobian if the old one does not do."""
        guess = np.zeros((3, self.n)) if self.sol is None else self.sol(self.t + h * C).T - self.y
        scale = self.atol + np.abs(self.y) * self.rtol
        while True:
            if self.LU_real is None or self.LU_complex is None:
                self.LU_real = self.lu(MU_REAL / h * self.I - self.J)
                self.LU_complex = self.lu(MU_COMPLEX / h * self.I - self.J)
            found = self._solve_collocation_system(h, guess, scale)
            if found[0] or self.current_jac:
                return found
            self.J = self.jac(self.t, self.y, self.f)
            self.current_jac = True
            self._forget_decompositions()

    def _solve_collocation_system(self, h, Z, scale):
        """Simplified Newton iteration, in the basis in which the system falls into a real and a complex one."""
        W = TI @ Z
        F = np.empty((3, self.n))
        size_old = rate = None
        for k in range(NEWTON_MAXITER):
            for i in range(3):
                F[i] = self.fun(self.t + h * C[i], self.y + Z[i])
            if not np.isfinite(F).all():
                return False, k + 1, Z, rate
            change = self._newton_change(F, W, h)
            size = norm(change / scale)
            if size_old is not None:
                rate = size / size_old
                if rate >= 1 or rate ** (NEWTON_MAXITER - k) / (1 - rate) * size > self.newton_tol:
                    return False, k + 1, Z, rate
            W = W + change
            Z = T @ W
            if size == 0 or rate is not None and rate / (1 - rate) * size < self.newton_tol:
                return True, k + 1, Z, rate
            size_old = size
        return False, NEWTON_MAXITER, Z, rate

    def _newton_change(self, F, W, h):
        f_real = F.T @ TI_REAL - MU_REAL / h * W[0]
        f_complex = F.T @ TI_COMPLEX - MU_COMPLEX / h * (W[1] + 1j * W[2])
        change = self.solve_lu(self.LU_complex, f_complex)
        return np.stack([self.solve_lu(self.LU_real, f_real), change.real, change.imag])

    def _error(self, h, Z, was_rejected):
        ZE = Z.T @ E / h
        scale = self.atol + np.maximum(np.abs(self.y), np.abs(self.y + Z[-1])) * self.rtol
        error = self.solve_lu(self.LU_real, self.f + ZE)
        size = norm(error / scale)
        if was_rejected and size > 1:
            error = self.solve_lu(self.LU_real, self.fun(self.t, self.y + error) + ZE)
            size = norm(error / scale)
        return size

    def _accept(self, t_new, h_abs, Z, error, factor, is_slow):
        recompute = self.jac is not None and is_slow
        if recompute or factor >= 1.2:
            self._forget_decompositions()
        else:
            factor = 1
        y_new = self.y + Z[-1]
        f_new = self.fun(t_new, y_new)
        if recompute:
            self.J = self.jac(t_new, y_new, f_new)
            self.current_jac = True
        elif self.jac is not None:
            self.current_jac = False
        self.h_abs_old, self.error_norm_old = self.h_abs, error
        self.h_abs = h_abs * factor
        self.t_old, self.y_old = self.t, self.y
        self.t, self.y, self.f, self.Z = t_new, y_new, f_new, Z
        self.sol = RadauDenseOutput(self.t_old, self.t, self.y_old, Z.T @ P)

    def _dense_output_impl(self):
        return self.sol


class RadauDenseOutput(PowersDenseOutput):
    """The cubic polynomial through the stages of a step."""

    def __init__(self, t_old, t, y_old, Q):
        super().__init__(t_old, t, y_old, Q, 1.0)
