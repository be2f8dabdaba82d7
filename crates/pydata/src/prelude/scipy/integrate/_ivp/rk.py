"""Explicit Runge-Kutta methods with steps of varying length."""

import numpy as np

from scipy.integrate._ivp.base import DenseOutput, Powers
from scipy.integrate._ivp.common import AdaptiveSolver, norm, warn_of_unused
from scipy.integrate._ivp.dop853_coefficients import E3 as _E3
from scipy.integrate._ivp.dop853_coefficients import E5 as _E5
from scipy.integrate._ivp.dop853_coefficients import N_STAGES, N_STAGES_EXTENDED
from scipy.integrate._ivp.dop853_coefficients import A as _A
from scipy.integrate._ivp.dop853_coefficients import B as _B
from scipy.integrate._ivp.dop853_coefficients import C as _C
from scipy.integrate._ivp.dop853_coefficients import D as _D

# A step is chosen this much shorter than errors suggest, and changes by these factors at most.
_CAUTION, _SHRINK, _GROW = 0.9, 0.2, 10


class ExplicitSolver(AdaptiveSolver):
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
        warn_of_unused(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=True)
        self.f = self._begin(max_step, rtol, atol, first_step, self.error_estimator_order)
        self._power = -1 / (1 + self.error_estimator_order)
        self._slopes = self._room()
        self._first_of_step = None

    def _room(self):
        """A row for the slope of each stage, and for that at the end."""
        return np.empty((1 + self.n_stages, self.n), dtype=self.y.dtype)

    def _fill(self, slopes, first, nodes, weights, begin, h):
        """Evaluates stages from one on; `begin` is the time and the values that a step starts from."""
        t, y = begin
        for s, (a, c) in enumerate(zip(weights, nodes), first):
            slopes[s] = self.fun(t + c * h, y + (slopes[:s].T @ a[:s]) * h)

    def _first_try(self, least):
        self._was_rejected = False
        return min(max(self.h_abs, least), self.max_step)

    def _attempt(self, length):
        t, _ = self._ahead(length)
        h = t - self.t
        y, slope = self._moved(h)
        error = self._error(h, self._scale(self.y, y))
        if error < 1:
            self.h_abs = np.abs(h) * self._growth(error)
            self._first_of_step, self._h = self.y, h
            self.t, self.y, self.f = t, y, slope
            return None
        self._was_rejected = True
        return np.abs(h) * max(_SHRINK, _CAUTION * error**self._power)

    def _moved(self, h):
        """The values and the slope after a step."""
        slopes = self._slopes
        slopes[0] = self.f
        self._fill(slopes, 1, self.C[1:], self.A[1:], (self.t, self.y), h)
        y = self.y + h * (slopes[:-1].T @ self.B)
        slopes[-1] = slope = self.fun(self.t + h, y)
        return y, slope

    def _growth(self, error):
        most = 1 if self._was_rejected else _GROW
        return most if error == 0 else min(most, _CAUTION * error**self._power)

    def _error(self, h, scale):
        """The size of the error: a step is good if it is below 1."""
        return norm((self._slopes.T @ self.E) * h / scale)

    def _dense_output_impl(self):
        return Powers(self.t_old, self.t, self._first_of_step, self._slopes.T @ self.P, self.t - self.t_old)


class RK23(ExplicitSolver):
    """Order 3, with an error of order 2 (Bogacki and Shampine, A 3(2) pair of Runge-Kutta formulas, 1989). `y0` may be complex."""

    order, error_estimator_order, n_stages = 3, 2, 3
    C = np.array([0, 1 / 2, 3 / 4])
    A = np.array([[0, 0, 0], [1 / 2, 0, 0], [0, 3 / 4, 0]])
    B = np.array([2 / 9, 1 / 3, 4 / 9])
    E = np.array([5 / 72, -1 / 12, -1 / 9, 1 / 8])
    P = np.array([[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]])


class RK45(ExplicitSolver):
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


class DOP853(ExplicitSolver):
    """Order 8, with errors of orders 5 and 3 and an interpolant of order 7 (Hairer, Norsett and Wanner, Solving Ordinary Differential
    Equations I, II). `y0` may be complex."""

    order, error_estimator_order, n_stages = 8, 7, N_STAGES
    A, B, C = _A[:N_STAGES, :N_STAGES], _B, _C[:N_STAGES]
    E3, E5, D = _E3, _E5, _D
    # The stages that the interpolant needs besides.
    A_EXTRA, C_EXTRA = _A[N_STAGES + 1 :], _C[N_STAGES + 1 :]

    def _room(self):
        self._all_slopes = np.empty((N_STAGES_EXTENDED, self.n), dtype=self.y.dtype)
        return self._all_slopes[: 1 + self.n_stages]

    def _error(self, h, scale):
        fifth, third = (np.linalg.norm(self._slopes.T @ weights / scale) ** 2 for weights in (self.E5, self.E3))
        if not (fifth or third):
            return 0.0
        return np.abs(h) * fifth / np.sqrt((fifth + 0.01 * third) * len(scale))

    def _dense_output_impl(self):
        K, h, first = self._all_slopes, self._h, self._first_of_step
        self._fill(K, self.n_stages + 1, self.C_EXTRA, self.A_EXTRA, (self.t_old, first), h)
        change = self.y - first
        ends = change, h * K[0] - change, 2 * change - h * (self.f + K[0])
        return AlternatingPowers(self.t_old, self.t, first, np.vstack([ends, h * (self.D @ K)]))


class AlternatingPowers(DenseOutput):
    """The interpolant of DOP853: a polynomial in `x` and `1 - x` in turn, where `x` is the part of the step."""

    def __init__(self, t_old, t, first, weights):
        super().__init__(t_old=t_old, t=t)
        self._first, self._weights = first, weights

    def _call_impl(self, t):
        part = self._part(t)
        x = part if t.ndim == 0 else part[:, None]
        y = np.zeros((*t.shape, self._first.shape[0]), dtype=self._first.dtype)
        for i, weights in enumerate(self._weights[::-1]):
            y = (y + weights) * (1 - x if i % 2 else x)
        return (y + self._first).T
