"""What all solvers have in common: they make one step at a time, and give an interpolant over it."""

from types import GenericAlias

import numpy as np


def check_arguments(fun, y0, support_complex):
    """The right side as a function that returns arrays, and the first values as floats or complex numbers."""
    y0 = np.asarray(y0)
    is_complex = np.issubdtype(y0.dtype, np.complexfloating)
    if is_complex and not support_complex:
        raise ValueError("`y0` is complex, but the chosen solver does not support integration in a complex domain.")
    dtype = complex if is_complex else float
    y0 = y0.astype(dtype, copy=False)
    if y0.ndim != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    if not np.isfinite(y0).all():
        raise ValueError("All components of the initial state `y0` must be finite.")
    return (lambda t, y: np.asarray(fun(t, y), dtype=dtype)), y0


class OdeSolver:
    """Base class of the solvers. A solver defines `_step_impl`, which returns whether the step succeeded and a message or None, and
    `_dense_output_impl`, which returns the interpolant over the last step.

    `t`, `y` are the time and the values now, `t_old` the time before the last step, `direction` is 1 or -1, `status` is "running",
    "finished" or "failed"; `nfev`, `njev` and `nlu` count evaluations of the right side, of its Jacobian, and decompositions.
    """

    TOO_SMALL_STEP = "Required step size is less than spacing between numbers."

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, fun, t0, y0, t_bound, vectorized, support_complex=False):
        self.t_old = None
        self.t = t0
        self._fun, self.y = check_arguments(fun, y0, support_complex)
        self.t_bound = t_bound
        self.vectorized = vectorized
        self.fun_single = self._column if vectorized else self._fun
        self.fun_vectorized = self._fun if vectorized else self._columns
        self.direction = np.sign(t_bound - t0) if t_bound != t0 else 1
        self.n = self.y.size
        self.status = "running"
        self.nfev = self.njev = self.nlu = 0

    def fun(self, t, y):
        """The right side, counted in `nfev`."""
        self.nfev += 1
        return self.fun_single(t, y)

    def _column(self, t, y):
        return self._fun(t, y[:, None]).ravel()

    def _columns(self, t, y):
        found = np.empty_like(y)
        for k in range(y.shape[1]):
            found[:, k] = self._fun(t, y[:, k].copy())
        return found

    @property
    def step_size(self):
        """The length of the last step, or None."""
        return None if self.t_old is None else np.abs(self.t - self.t_old)

    def step(self):
        """Makes one step. Returns None, or why it failed."""
        if self.status != "running":
            raise RuntimeError("Attempt to step on a failed or finished solver.")
        if self.n == 0 or self.t == self.t_bound:
            self.t_old, self.t = self.t, self.t_bound
            self.status = "finished"
            return None
        begin = self.t
        success, message = self._step_impl()
        if not success:
            self.status = "failed"
            return message
        self.t_old = begin
        if self.direction * (self.t - self.t_bound) >= 0:
            self.status = "finished"
        return message

    def dense_output(self):
        """The interpolant over the last step."""
        if self.t_old is None:
            raise RuntimeError("Dense output is available after a successful step was made.")
        if self.n == 0 or self.t == self.t_old:
            return ConstantDenseOutput(self.t_old, self.t, self.y)
        return self._dense_output_impl()

    def _step_impl(self):
        raise NotImplementedError

    def _dense_output_impl(self):
        raise NotImplementedError


class DenseOutput:
    """Base class of the interpolants over a step, from `t_min` to `t_max`. A subclass defines `_call_impl` for an array of times."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, t_old, t):
        self.t_old = t_old
        self.t = t
        self.t_min = min(t, t_old)
        self.t_max = max(t, t_old)

    def __call__(self, t):
        """The values at a time, or as columns at each of several."""
        t = np.asarray(t)
        if t.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        return self._call_impl(t)

    def _call_impl(self, t):
        raise NotImplementedError


class ConstantDenseOutput(DenseOutput):
    """The values that do not change: of no equations, or over no time."""

    def __init__(self, t_old, t, value):
        super().__init__(t_old, t)
        self.value = value

    def _call_impl(self, t):
        if t.ndim == 0:
            return self.value
        found = np.empty((self.value.shape[0], t.shape[0]))
        found[:] = self.value[:, None]
        return found


class PowersDenseOutput(DenseOutput):
    """An interpolant `y_old + factor * Q @ (x, x**2, ...)` over the part `x` of a step."""

    def __init__(self, t_old, t, y_old, Q, factor):
        super().__init__(t_old, t)
        self.h = t - t_old
        self.Q = Q
        self.order = Q.shape[1] - 1
        self.y_old = y_old
        self._factor = factor

    def _call_impl(self, t):
        x = (t - self.t_old) / self.h
        count = self.order + 1
        powers = np.cumprod(np.tile(x, count if t.ndim == 0 else (count, 1)), axis=0)
        y = self._factor * (self.Q @ powers)
        return y + (self.y_old if t.ndim == 0 else self.y_old[:, None])
