"""What all solvers have in common: they make one step at a time, and give an interpolant over it."""

import types

import numpy as np


def _first_values(y0, is_complex_possible):
    """The first values as floats or complex numbers, if they are a row of finite ones."""
    given = np.asarray(y0)
    dtype = complex if given.dtype.kind == "c" else float
    if dtype is complex and not is_complex_possible:
        raise ValueError("`y0` is complex, but the chosen solver does not support integration in a complex domain.")
    values = np.asarray(given, dtype=dtype)
    if values.ndim != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    if not np.all(np.isfinite(values)):
        raise ValueError("All components of the initial state `y0` must be finite.")
    return values


class OdeSolver:
    """Base class of the solvers. A solver defines `_step_impl`, which returns whether the step succeeded and a message or None, and
    `_dense_output_impl`, which returns the interpolant over the last step.

    `t`, `y` are the time and the values now, `t_old` the time before the last step, `direction` is 1 or -1, `status` is "running",
    "finished" or "failed"; `nfev`, `njev` and `nlu` count evaluations of the right side, of its Jacobian, and decompositions.
    """

    TOO_SMALL_STEP = "Required step size is less than spacing between numbers."

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, fun, t0, y0, t_bound, vectorized, support_complex=False):
        self.y = _first_values(y0, support_complex)
        self.n, self._given = self.y.size, fun
        self.t_old, self.t, self.t_bound = None, t0, t_bound
        self.direction = 1 if t_bound == t0 else np.sign(t_bound - t0)
        self.status = "running"
        self.nfev = self.njev = self.nlu = 0
        self.vectorized = bool(vectorized)
        # The right side for one row of values, and for a matrix of columns.
        self.fun_single = self._one_by_matrix if vectorized else self._fun
        self.fun_vectorized = self._fun if vectorized else self._columns_by_one

    def fun(self, t, y):
        """The right side, counted in `nfev`."""
        self.nfev += 1
        slope = self.fun_single
        return slope(t, y)

    def _fun(self, t, y):
        return np.asarray(self._given(t, y), dtype=self.y.dtype)

    def _one_by_matrix(self, t, y):
        found = self._fun(t, np.expand_dims(y, 1))
        return found.ravel()

    def _columns_by_one(self, t, y):
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
        begin, message = self.t, None
        is_over = not self.n or begin == self.t_bound
        if is_over:
            self.t = self.t_bound
        else:
            succeeded, message = self._step_impl()
            if not succeeded:
                self.status = "failed"
                return message
        self.t_old = begin
        if is_over or self.direction * (self.t_bound - self.t) <= 0:
            self.status = "finished"
        return message

    def dense_output(self):
        """The interpolant over the last step."""
        if self.t_old is None:
            raise RuntimeError("Dense output is available after a successful step was made.")
        is_still = not self.n or self.t_old == self.t
        return Unchanged(self.t_old, self.t, self.y) if is_still else self._dense_output_impl()

    def _step_impl(self):
        raise NotImplementedError

    def _dense_output_impl(self):
        raise NotImplementedError


class DenseOutput:
    """Base class of the interpolants over a step, from `t_min` to `t_max`. A subclass defines `_call_impl` for an array of times."""

    __class_getitem__ = classmethod(types.GenericAlias)

    def __init__(self, t_old, t):
        self.t_old, self.t = t_old, t
        self.t_min, self.t_max = (t_old, t) if t_old < t else (t, t_old)

    def __call__(self, t):
        """The values at a time, or as columns at each of several."""
        times = np.asarray(t)
        if times.ndim > 1:
            raise ValueError("`t` must be a float or a 1-D array.")
        return self._call_impl(times)

    def _call_impl(self, t):
        raise NotImplementedError

    def _part(self, t):
        """Which part of the step has passed at a time: 0 at its begin, 1 at its end."""
        return (t - self.t_old) / (self.t - self.t_old)


def beside(values, t):
    """Values that may be added to those at a time, or to the columns at several."""
    return values if t.ndim == 0 else values[:, None]


class Unchanged(DenseOutput):
    """The values that do not change: of no equations, or over no time."""

    def __init__(self, t_old, t, value):
        super().__init__(t_old=t_old, t=t)
        self.value = value

    def _call_impl(self, t):
        if t.ndim == 0:
            return self.value
        found = np.empty((self.value.shape[0], t.shape[0]))
        found[:] = beside(self.value, t)
        return found


class Powers(DenseOutput):
    """An interpolant `first + factor * weights @ (x, x**2, ...)` over the part `x` of a step."""

    def __init__(self, t_old, t, first, weights, factor):
        super().__init__(t_old=t_old, t=t)
        self._first, self._weights, self._factor = first, weights, factor

    def _call_impl(self, t):
        count = self._weights.shape[1]
        powers = np.cumprod(np.tile(self._part(t), count if t.ndim == 0 else (count, 1)), axis=0)
        return self._factor * (self._weights @ powers) + beside(self._first, t)
