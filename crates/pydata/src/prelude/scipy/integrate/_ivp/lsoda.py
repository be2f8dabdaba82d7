"""LSODA as a solver that makes one step at a time."""

import warnings

import numpy as np
from scipy.integrate._ivp.base import DenseOutput, OdeSolver, beside
from scipy.integrate._ivp.common import checked_first_step, checked_tolerances, positive, warn_of_unused
from scipy.integrate._nordsieck_matrix import from_band
from scipy.integrate._odepack import Options, Run, Status

MESSAGES = {
    Status.TOO_MANY_STEPS: "Excess work done on this call (perhaps wrong Dfun type).",
    Status.TOO_ACCURATE: "Excess accuracy requested (tolerances too small).",
    Status.ILLEGAL_INPUT: "Illegal input detected (internal error).",
    Status.ERROR_TOO_LARGE: "Repeated error test failures (internal error).",
    Status.DIVERGED: "Repeated convergence failures (perhaps bad Jacobian or tolerances).",
    Status.WEIGHT_ZERO: "Error weight became zero during problem.",
}

# After this many steps that do not move the time, the solution has no further values.
_MOST_AT_ONE_TIME = 100


class LSODA(OdeSolver):
    """Adams methods of orders 1 to 12 for equations that are not stiff, backward differentiation formulas of orders 1 to 5 for those
    that are, by turns (Petzold, Automatic selection of methods for solving stiff and nonstiff systems of ordinary differential
    equations, 1983). `jac` is the Jacobian as a function of time and values, of which `lband` rows below and `uband` rows above the
    diagonal are not zero (then row `i - j + uband` of what it returns has the entries (i, j)); without it differences approximate it."""

    def __init__(
        self,
        fun,
        t0,
        y0,
        t_bound,
        first_step=None,
        min_step=0.0,
        max_step=np.inf,
        rtol=1e-3,
        atol=1e-6,
        jac=None,
        lband=None,
        uband=None,
        vectorized=False,
        **extraneous,
    ):
        warn_of_unused(extraneous)
        super().__init__(fun, t0, y0, t_bound, vectorized, support_complex=False)
        first_step = 0 if first_step is None else checked_first_step(first_step, t0, t_bound)
        positive("max_step", max_step)
        if min_step < 0:
            raise ValueError("`min_step` must be nonnegative.")
        rtol, atol = checked_tolerances(rtol, atol, self.n)
        options = Options(first_step * self.direction, 0 if max_step == np.inf else max_step, min_step)
        band = None if lband is None and uband is None else (lband or 0, uband or 0)
        self._stuck = 0
        self._run = Run(self.fun, self._dense(jac, band), t0, self.y.copy(), rtol, atol, band, options)

    def _dense(self, jac, band):
        """The Jacobian as a function that returns square matrices, or None."""
        if jac is None:
            return None
        rows = self.n if band is None else sum(band) + 1
        function = jac if callable(jac) else lambda t, y: jac

        def dense(t, y):
            found = np.asarray(function(t, y), dtype=float)
            if found.shape != (rows, self.n):
                raise ValueError(f"`jac` is expected to have shape {(rows, self.n)}, but actually has {found.shape}.")
            return found if band is None else from_band(found, band)

        if not callable(jac):
            dense(self.t, self.y)
        return dense

    def _step_impl(self):
        status = self._run.one_step(self.t_bound)
        if status is not Status.DONE:
            warnings.warn(f"lsoda: {MESSAGES[status]}", stacklevel=2)
            return False, "Unexpected istate in LSODA."
        self._stuck = self._stuck + 1 if self._run.t == self.t else 0
        if self._stuck == _MOST_AT_ONE_TIME:
            return False, OdeSolver.TOO_SMALL_STEP
        self.t, self.y = self._run.t, self._run.y.copy()
        self.njev = self.nlu = self._run.jacobians
        return True, None

    def _dense_output_impl(self):
        stepper = self._run.stepper
        order, h = stepper.order_used, stepper.h
        history = stepper.history[: order + 1].T.copy()
        if stepper.order < order:
            # The highest derivative was not carried over to the next step.
            history[:, -1] *= (h / stepper.h_used) ** order
        return ScaledDerivatives(self.t_old, self.t, h, history)


class ScaledDerivatives(DenseOutput):
    """The polynomial of the scaled derivatives at the end of a step."""

    def __init__(self, t_old, t, h, history):
        super().__init__(t_old=t_old, t=t)
        self._h, self._history = h, history

    def _call_impl(self, t):
        powers = np.arange(self._history.shape[1])
        return self._history @ ((t - self.t) / self._h) ** beside(powers, t)
