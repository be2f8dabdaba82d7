"""The implicit Runge-Kutta method Radau IIA of order 5 (Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8)."""

import numpy as np
from scipy.integrate._ivp.base import Powers
from scipy.integrate._ivp.common import ImplicitSolver, caution, iterated, norm, warn_of_unused

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
# Its rows for the real system, and for the complex one.
TO_REAL, TO_COMPLEX = TI[0], TI[1] + 1j * TI[2]
# The powers of the interpolant.
P = np.array(
    [
        [13 / 3 + 7 * S6 / 3, -23 / 3 - 22 * S6 / 3, 10 / 3 + 5 * S6],
        [13 / 3 - 7 * S6 / 3, -23 / 3 + 22 * S6 / 3, 10 / 3 - 5 * S6],
        [1 / 3, -8 / 3, 10 / 3],
    ]
)
_ITERATIONS = 6
# A step changes by these factors at most.
_SHRINK, _GROW = 0.2, 10


class Radau(ImplicitSolver):
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
        warn_of_unused(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=False)
        self.f = self._begin(max_step, rtol, atol, first_step, order=3)
        self._prepare(rtol, jac, jac_sparsity, self.f)
        self._is_new = True
        # (length, error) of the step before, and its interpolant.
        self._before = self._interpolant = None
        self._forget()

    def _forget(self):
        """Drops the decompositions, which are of one step length and one Jacobian."""
        self._real = self._complex = None

    def _first_try(self, least):
        self._was_rejected = False
        if least <= self.h_abs <= self.max_step:
            return self.h_abs
        self._before = None
        return self.max_step if self.h_abs > self.max_step else least

    def _attempt(self, length):
        t, _ = self._ahead(length)
        h = t - self.t
        length = np.abs(h)
        converged, iterations, stages = self._solved(h)
        if not converged:
            self._forget()
            return length * 0.5
        error = self._error(h, stages.changes)
        factor = caution(_ITERATIONS, iterations) * self._factor(length, error)
        if error > 1:
            self._was_rejected = True
            self._forget()
            return length * max(_SHRINK, factor)
        self._take(t, stages.changes)
        self._plan(length, error, min(_GROW, factor), iterations > 2 and stages.rate > 1e-3)
        return None

    def _factor(self, length, error):
        """By which factor a step may change: by its error, and by how errors have changed from the step before."""
        trend = 1
        if self._before is not None and error != 0:
            length_before, error_before = self._before
            trend = length / length_before * (error_before / error) ** 0.25
        with np.errstate(divide="ignore"):
            return error**-0.25 * min(1, trend)

    def _solved(self, h):
        """(whether it converged, iterations, the stages), with a new Jacobian if the old one does not do."""
        guess = np.zeros((3, self.n))
        if self._interpolant is not None:
            guess = self._interpolant(self.t + h * C).T - self.y
        while True:
            if self._real is None:
                self._real = self.lu(MU_REAL / h * self._identity - self.J)
                self._complex = self.lu(MU_COMPLEX / h * self._identity - self.J)
            stages = _Stages(self, h, guess)
            converged, iterations, stages.rate = iterated(stages.propose, stages.take, _ITERATIONS, self._newton_tolerance)
            if converged or self._is_new:
                return converged, iterations, stages
            self.J, self._is_new = self.jac(self.t, self.y, self.f), True
            self._forget()

    def _error(self, h, changes):
        weighted = changes.T @ E / h
        scale = self._scale(self.y, self.y + changes[-1])
        error = self.solve_lu(self._real, self.f + weighted)
        if self._was_rejected and norm(error / scale) > 1:
            error = self.solve_lu(self._real, self.fun(self.t, self.y + error) + weighted)
        return norm(error / scale)

    def _take(self, t, changes):
        """Moves to the end of the step."""
        begin, first = self.t, self.y
        self._interpolant = Powers(begin, t, first, changes.T @ P, 1.0)
        self.t, self.y = t, first + changes[-1]
        self.f = self.fun(self.t, self.y)

    def _plan(self, length, error, factor, is_slow):
        """The next step's length; the Jacobian and decompositions stay where they serve on."""
        is_renewed = is_slow and self.jac is not None
        if is_renewed:
            self.J = self.jac(self.t, self.y, self.f)
        self._is_new = is_renewed or self._is_new and self.jac is None
        if is_renewed or factor >= 1.2:
            self._forget()
        else:
            factor = 1
        self._before = self.h_abs, error
        self.h_abs = length * factor

    def _dense_output_impl(self):
        return self._interpolant


class _Stages:
    """The changes of the values up to the stages, which simplified Newton iteration corrects in the basis in which the system falls
    into a real and a complex one."""

    def __init__(self, solver, h, changes):
        self._solver, self._h = solver, h
        self._scale = solver._scale(solver.y)
        self.changes, self._parts = changes, TI @ changes
        self._slopes = np.empty((3, solver.n))

    def propose(self):
        solver, h = self._solver, self._h
        for i, (node, change) in enumerate(zip(C, self.changes)):
            self._slopes[i] = solver.fun(solver.t + h * node, solver.y + change)
        if not np.all(np.isfinite(self._slopes)):
            return None
        first, second, third = self._parts
        real = solver.solve_lu(solver._real, self._slopes.T @ TO_REAL - MU_REAL / h * first)
        rest = self._slopes.T @ TO_COMPLEX - MU_COMPLEX / h * (second + 1j * third)
        rest = solver.solve_lu(solver._complex, rest)
        change = np.stack([real, rest.real, rest.imag])
        return change, norm(change / self._scale)

    def take(self, change):
        self._parts = self._parts + change
        self.changes = T @ self._parts
