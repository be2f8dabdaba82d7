"""Explicit Runge-Kutta methods with steps of varying length."""

import numpy as np
from scipy.integrate._ivp import dop853_coefficients as dop853
from scipy.integrate._ivp.base import DenseOutput, OdeSolver, PowersDenseOutput
from scipy.integrate._ivp.common import (
    least_step,
    norm,
    select_initial_step,
    validate_first_step,
    validate_max_step,
    validate_tol,
    warn_extraneous,
)

# A step is chosen this much shorter than errors suggest, and changes by these factors at most.
SAFETY, MIN_FACTOR, MAX_FACTOR = 0.9, 0.2, 10


def rk_step(fun, t, y, f, h, A, B, C, K):
    """The values and the right side after a step. Row `s` of `K` becomes the slope of stage `s`, the last row that at the end."""
    K[0] = f
    for s, (a, c) in enumerate(zip(A[1:], C[1:]), start=1):
        K[s] = fun(t + c * h, y + (K[:s].T @ a[:s]) * h)
    y_new = y + h * (K[:-1].T @ B)
    f_new = fun(t + h, y_new)
    K[-1] = f_new
    return y_new, f_new


class RungeKutta(OdeSolver):
    """Base class of the explicit methods. `C`, `A`, `B` are the nodes and weights of the stages, `E` the weights of the error, `P`
    those of the interpolant's powers."""

    C = A = B = E = P = NotImplemented
    order = error_estimator_order = n_stages = NotImplemented

    def __init__(
        self,
        fun,
        t0,
        y0,
        t_bound,
        max_step=np.inf,
        rtol=1e-3,
        atol=1e-6,
        vectorized=False,
        first_step=None,
        **extraneous,
    ):
        warn_extraneous(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=True)
        self.y_old = None
        self.max_step = validate_max_step(max_step)
        self.rtol, self.atol = validate_tol(rtol, atol, self.n)
        self.f = self.fun(self.t, self.y)
        if first_step is None:
            self.h_abs = select_initial_step(
                self.fun,
                self.t,
                self.y,
                t_bound,
                max_step,
                self.f,
                self.direction,
                self.error_estimator_order,
                self.rtol,
                self.atol,
            )
        else:
            self.h_abs = validate_first_step(first_step, t0, t_bound)
        self.K = np.empty((self.n_stages + 1, self.n), dtype=self.y.dtype)
        self.error_exponent = -1 / (self.error_estimator_order + 1)
        self.h_previous = None

    def _estimate_error(self, K, h):
        return (K.T @ self.E) * h

    def _estimate_error_norm(self, K, h, scale):
        return norm(self._estimate_error(K, h) / scale)

    def _step_impl(self):
        least = least_step(self)
        h_abs = min(max(self.h_abs, least), self.max_step)
        was_rejected = False
        while h_abs >= least:
            h, error = self._try(h_abs)
            h_abs = np.abs(h)
            if error < 1:
                self.h_abs = h_abs * self._growth(error, was_rejected)
                return True, None
            h_abs *= max(MIN_FACTOR, SAFETY * error**self.error_exponent)
            was_rejected = True
        return False, self.TOO_SMALL_STEP

    def _growth(self, error, was_rejected):
        factor = MAX_FACTOR if error == 0 else min(MAX_FACTOR, SAFETY * error**self.error_exponent)
        return min(1, factor) if was_rejected else factor

    def _try(self, h_abs):
        """(step with its sign, error) of a step that is taken if the error is below 1."""
        t, y = self.t, self.y
        t_new = t + h_abs * self.direction
        if self.direction * (t_new - self.t_bound) > 0:
            t_new = self.t_bound
        h = t_new - t
        y_new, f_new = rk_step(self.fun, t, y, self.f, h, self.A, self.B, self.C, self.K)
        scale = self.atol + np.maximum(np.abs(y), np.abs(y_new)) * self.rtol
        error = self._estimate_error_norm(self.K, h, scale)
        if error < 1:
            self.h_previous, self.y_old = h, y
            self.t, self.y, self.f = t_new, y_new, f_new
        return h, error

    def _dense_output_impl(self):
        return RkDenseOutput(self.t_old, self.t, self.y_old, self.K.T @ self.P)


class RkDenseOutput(PowersDenseOutput):
    """The interpolant of a Runge-Kutta method."""

    def __init__(self, t_old, t, y_old, Q):
        super().__init__(t_old, t, y_old, Q, t - t_old)


class RK23(RungeKutta):
    """Order 3, with an error of order 2 (Bogacki and Shampine, A 3(2) pair of Runge-Kutta formulas, 1989). `y0` may be complex."""

    order, error_estimator_order, n_stages = 3, 2, 3
    C = np.array([0, 1 / 2, 3 / 4])
    A = np.array([[0, 0, 0], [1 / 2, 0, 0], [0, 3 / 4, 0]])
    B = np.array([2 / 9, 1 / 3, 4 / 9])
    E = np.array([5 / 72, -1 / 12, -1 / 9, 1 / 8])
    P = np.array([[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]])


class RK45(RungeKutta):
    """Order 5, with an error of order 4 (Dormand and Prince, A family of embedded Runge-Kutta formulae, 1980) and an interpolant of
    order 4 (Shampine, Some practical Runge-Kutta formulas, 1986). `y0` may be complex."""

    order, error_estimator_order, n_stages = 5, 4, 6
    C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1])
    A = np.array(
        [
            [0, 0, 0, 0, 0],
            [1 / 5, 0, 0, 0, 0],
            [3 / 40, 9 / 40, 0, 0, 0],
            [44 / 45, -56 / 15, 32 / 9, 0, 0],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
        ]
    )
    B = np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84])
    E = np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40])
    P = np.array(
        [
            [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
            [0, 0, 0, 0],
            [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
            [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
            [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
            [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
            [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
        ]
    )


class DOP853(RungeKutta):
    """Order 8, with errors of orders 5 and 3 and an interpolant of order 7 (Hairer, Norsett and Wanner, Solving Ordinary Differential
    Equations I, II). `y0` may be complex."""

    order, error_estimator_order, n_stages = 8, 7, dop853.N_STAGES
    A = dop853.A[: dop853.N_STAGES, : dop853.N_STAGES]
    B = dop853.B
    C = dop853.C[: dop853.N_STAGES]
    E3, E5, D = dop853.E3, dop853.E5, dop853.D
    A_EXTRA = dop853.A[dop853.N_STAGES + 1 :]
    C_EXTRA = dop853.C[dop853.N_STAGES + 1 :]

    def __init__(
        self,
        fun,
        t0,
        y0,
        t_bound,
        max_step=np.inf,
        rtol=1e-3,
        atol=1e-6,
        vectorized=False,
        first_step=None,
        **extraneous,
    ):
        super().__init__(fun, t0, y0, t_bound, max_step, rtol, atol, vectorized, first_step, **extraneous)
        self.K_extended = np.empty((dop853.N_STAGES_EXTENDED, self.n), dtype=self.y.dtype)
        self.K = self.K_extended[: self.n_stages + 1]

    def _errors(self, K):
        return K.T @ self.E5, K.T @ self.E3

    def _estimate_error(self, K, h):
        err5, err3 = self._errors(K)
        both = np.hypot(np.abs(err5), 0.1 * np.abs(err3))
        correction = np.ones_like(err5)
        mask = both > 0
        correction[mask] = np.abs(err5[mask]) / both[mask]
        return h * err5 * correction

    def _estimate_error_norm(self, K, h, scale):
        err5, err3 = (np.linalg.norm(error / scale) ** 2 for error in self._errors(K))
        if err5 == 0 and err3 == 0:
            return 0.0
        return np.abs(h) * err5 / np.sqrt((err5 + 0.01 * err3) * len(scale))

    def _dense_output_impl(self):
        K, h = self.K_extended, self.h_previous
        for s, (a, c) in enumerate(zip(self.A_EXTRA, self.C_EXTRA), start=self.n_stages + 1):
            K[s] = self.fun(self.t_old + c * h, self.y_old + (K[:s].T @ a[:s]) * h)
        F = np.empty((dop853.INTERPOLATOR_POWER, self.n), dtype=self.y_old.dtype)
        change = self.y - self.y_old
        F[0] = change
        F[1] = h * K[0] - change
        F[2] = 2 * change - h * (self.f + K[0])
        F[3:] = h * (self.D @ K)
        return Dop853DenseOutput(self.t_old, self.t, self.y_old, F)


class Dop853DenseOutput(DenseOutput):
    """The interpolant of DOP853: a polynomial in `x` and `1 - x` in turn, where `x` is the part of the step."""

    def __init__(self, t_old, t, y_old, F):
        super().__init__(t_old, t)
        self.h = t - t_old
        self.F = F
        self.y_old = y_old

    def _call_impl(self, t):
        x = (t - self.t_old) / self.h
        shape = self.y_old.shape if t.ndim == 0 else (t.shape[0], self.y_old.shape[0])
        x = x if t.ndim == 0 else x[:, None]
        y = np.zeros(shape, dtype=self.y_old.dtype)
        for i, f in enumerate(reversed(self.F)):
            y = (y + f) * (x if i % 2 == 0 else 1 - x)
        return (y + self.y_old).T
