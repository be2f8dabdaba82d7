"""`solve_ivp`: a solver's steps from a first time to a last one, with times that are asked for and events."""

import inspect

import numpy as np
from scipy.integrate._ivp.base import OdeSolver
from scipy.integrate._ivp.bdf import BDF
from scipy.integrate._ivp.common import OdeSolution
from scipy.integrate._ivp.events import Events
from scipy.integrate._ivp.lsoda import LSODA
from scipy.integrate._ivp.radau import Radau
from scipy.integrate._ivp.result import OdeResult
from scipy.integrate._ivp.rk import DOP853, RK23, RK45

METHODS = {"RK23": RK23, "RK45": RK45, "DOP853": DOP853, "Radau": Radau, "BDF": BDF, "LSODA": LSODA}
MESSAGES = {
    0: "The solver successfully reached the end of the integration interval.",
    1: "A termination event occurred.",
}


def solve_ivp(
    fun,
    t_span,
    y0,
    method="RK45",
    t_eval=None,
    dense_output=False,
    events=None,
    vectorized=False,
    args=None,
    **options,
):
    """The solution of dy/dt = fun(t, y) between two times, from `y0` on.

    `method` is "RK45", "RK23" or "DOP853" (explicit), "Radau" or "BDF" (for stiff equations), "LSODA" (which finds out), or a class of
    solvers. The result has the times `t`, those of `t_eval` or of the steps taken, and the values `y` there as columns; with
    `dense_output` a function `sol` of any time between; `t_events` and `y_events` for functions `events` of time and values that
    become zero, which end the integration where their attribute `terminal` is true (or a count), in the `direction` given by theirs.
    Options are the solver's: `rtol`, `atol`, `first_step`, `max_step`, `jac`, ...

    >>> from scipy import integrate
    >>> round(float(integrate.solve_ivp(lambda t, y: -y, (0, 1), [1.0], rtol=1e-8).y[0, -1]), 4)
    0.3679
    """
    if method not in METHODS and not (inspect.isclass(method) and issubclass(method, OdeSolver)):
        raise ValueError(f"`method` must be one of {METHODS} or OdeSolver class.")
    t0, tf = [float(t) for t in t_span]
    if args is not None:
        fun, options = _with_args(fun, args, options)
    given = None if t_eval is None else _Given(t_eval, t0, tf)
    method = METHODS.get(method, method) if isinstance(method, str) else method
    solver = method(fun, t0, y0, t_bound=tf, vectorized=vectorized, **options)
    events = None if events is None else Events(events, args, t0, y0)
    record = _Steps(t0, y0) if given is None else given
    status, message, pieces = _run(solver, events, record, _Pieces(t0) if dense_output else None)
    t_events, y_events = (None, None) if events is None else events.found()
    t, y = record.found()
    return OdeResult(
        t=t,
        y=y,
        sol=None if pieces is None else pieces.solution(method in (BDF, LSODA)),
        t_events=t_events,
        y_events=y_events,
        nfev=solver.nfev,
        njev=solver.njev,
        nlu=solver.nlu,
        status=status,
        message=MESSAGES.get(status, message),
        success=status >= 0,
    )


def _with_args(fun, args, options):
    """The right side and the options with further arguments bound."""
    try:
        args = [*args]
    except TypeError as error:
        advice = f"Please supply `args` as a tuple (e.g. `args=({args},)`)"
        raise TypeError(f"Supplied 'args' cannot be unpacked. {advice}") from error
    jac = options.get("jac")
    if callable(jac):
        options = {**options, "jac": lambda t, y: jac(t, y, *args)}
    return (lambda t, y: fun(t, y, *args)), options


def _run(solver, events, record, pieces):
    """(status, message, pieces) after all steps."""
    status = None
    while status is None:
        message = solver.step()
        if solver.status == "failed":
            return -1, message, pieces
        if solver.status == "finished":
            status = 0
        interpolant = None if pieces is None else solver.dense_output()
        t, y = solver.t, solver.y
        if events is not None:
            interpolant, end = events.after(solver, interpolant)
            if end is not None:
                status, t, y = 1, end, interpolant(end)
        record.add(solver, t, y, interpolant, pieces)
    return status, message, pieces


class _Pieces:
    """The interpolants of all steps, for `dense_output`."""

    def __init__(self, t0):
        self._times, self._interpolants = [t0], []

    def add(self, t, interpolant):
        # An event at the end of a step leaves a next step of no length.
        if len(self._times) > 1 and self._times[-1] == t:
            return False
        self._times.append(t)
        self._interpolants.append(interpolant)
        return True

    def solution(self, alt_segment):
        return OdeSolution(self._times, self._interpolants, alt_segment=alt_segment)


class _Steps:
    """The times and values of the steps that were taken."""

    def __init__(self, t0, y0):
        self._t, self._y = [t0], [y0]

    def add(self, solver, t, y, interpolant, pieces):
        if pieces is None or pieces.add(t, interpolant):
            self._t.append(t)
            self._y.append(y)

    def found(self):
        return np.array(self._t), np.vstack(self._y).T


class _Given:
    """The times that are asked for, and the values there."""

    def __init__(self, t_eval, t0, tf):
        times = np.asarray(t_eval)
        if times.ndim != 1:
            raise ValueError("`t_eval` must be 1-dimensional.")
        low, high = sorted((t0, tf))
        if np.any((times < low) | (times > high)):
            raise ValueError("Values in `t_eval` are not within `t_span`.")
        self._sign = 1 if tf > t0 else -1
        # Ascending, for the search.
        self._sorted = self._sign * times
        if t0 != tf and np.any(np.diff(self._sorted) <= 0):
            raise ValueError("Values in `t_eval` are not properly sorted.")
        self._t_eval, self._reached = times, 0
        self._t, self._y = [], []

    def add(self, solver, t, y, interpolant, pieces):
        if pieces is not None:
            pieces.add(t, interpolant)
        end = int(np.searchsorted(self._sorted, self._sign * t, side="right"))
        if end <= self._reached:
            return
        times = self._t_eval[self._reached : end]
        interpolant = solver.dense_output() if interpolant is None else interpolant
        self._t.append(times)
        self._y.append(interpolant(times))
        self._reached = end

    def found(self):
        if not self._t:
            return self._t, self._y
        return np.hstack(self._t), np.hstack(self._y)
