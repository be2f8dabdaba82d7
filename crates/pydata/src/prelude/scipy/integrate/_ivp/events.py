"""Events: times within a step at which a function of time and values is zero."""

import math

import numpy as np

_EPS = float(np.finfo(float).eps)


def zero_between(function, a, b, xtol=4 * _EPS, rtol=4 * _EPS, most=100):
    """Where a function that changes its sign between two numbers is zero (Brent, Algorithms for Minimization Without Derivatives, 4):
    by secants and inverse quadratic interpolation, and by halving where these do not help."""
    before, now = float(a), float(b)
    f_before, f_now = float(function(before)), float(function(now))
    if f_before == 0:
        return before
    if f_now == 0:
        return now
    if math.copysign(1, f_before) == math.copysign(1, f_now):
        raise ValueError("f(a) and f(b) must have different signs")
    other = f_other = step = step_before = 0.0
    for _ in range(most):
        if f_before != 0 and f_now != 0 and math.copysign(1, f_before) != math.copysign(1, f_now):
            other, f_other = before, f_before
            step = step_before = now - before
        if abs(f_other) < abs(f_now):
            before, now, other = now, other, now
            f_before, f_now, f_other = f_now, f_other, f_now
        least = (xtol + rtol * abs(now)) / 2
        half = (other - now) / 2
        if f_now == 0 or abs(half) < least:
            return now
        trial = half
        if abs(step_before) > least and abs(f_now) < abs(f_before):
            trial = _interpolated((before, f_before), (now, f_now), (other, f_other))
            if 2 * abs(trial) >= min(abs(step_before), 3 * abs(half) - least):
                trial = half
        step_before, step = (step, trial) if trial is not half else (half, half)
        before, f_before = now, f_now
        now += step if abs(step) > least else math.copysign(least, half)
        f_now = float(function(now))
    raise RuntimeError(f"Failed to converge after {most} iterations.")


def _interpolated(before, now, other):
    """The step to the zero of the line through two points, or of the inverse parabola through three."""
    (x0, f0), (x1, f1), (x2, f2) = before, now, other
    if x0 == x2:
        return -f1 * (x1 - x0) / (f1 - f0)
    d0, d2 = (f0 - f1) / (x0 - x1), (f2 - f1) / (x2 - x1)
    return -f1 * (f2 * d2 - f0 * d0) / (d2 * d0 * (f2 - f0))


class Events:
    """The events of an integration: what they were at the last step, how often each has come, and when."""

    def __init__(self, events, args, t0, y0):
        events = (events,) if callable(events) else events
        self._functions = [_with(event, args) for event in events]
        self._directions = np.array([getattr(event, "direction", 0) for event in events], dtype=float)
        self._most = np.array([_most(event) for event in events], dtype=float)
        self._counts = np.zeros(len(events))
        self._values = self._at(t0, y0)
        self.times = [[] for _ in events]
        self.states = [[] for _ in events]

    def _at(self, t, y):
        return [function(t, y) for function in self._functions]

    def after(self, solver, interpolant):
        """Takes note of the events within the last step. Returns (interpolant, if one was needed; time of a terminal event or None)."""
        values = self._at(solver.t, solver.y)
        came = self._came(values)
        self._values = values
        if came.size == 0:
            return interpolant, None
        interpolant = solver.dense_output() if interpolant is None else interpolant
        self._counts[came] += 1
        came, roots, is_terminal = self._located(interpolant, came, solver.t_old, solver.t)
        for event, root in zip(came.tolist(), roots):
            self.times[event].append(root)
            self.states[event].append(interpolant(root))
        return interpolant, roots[-1] if is_terminal else None

    def _came(self, values):
        before, now = np.asarray(self._values), np.asarray(values)
        up, down = (before <= 0) & (now >= 0), (before >= 0) & (now <= 0)
        wanted = self._directions
        came = np.nonzero(up & (wanted >= 0) | down & (wanted <= 0))[0]
        return came

    def _located(self, interpolant, came, t_old, t):
        """(events, their times, whether the last one is terminal), those after a terminal one left out."""
        roots = np.asarray([self._root(self._functions[event], interpolant, t_old, t) for event in came.tolist()])
        is_last = self._counts[came] >= self._most[came]
        if not np.any(is_last):
            return came, roots, False
        order = np.argsort(roots if t > t_old else -roots)
        end = int(np.nonzero(is_last[order])[0][0]) + 1
        return came[order][:end], roots[order][:end], True

    def _root(self, function, interpolant, t_old, t):
        return zero_between(lambda s: function(s, interpolant(s)), t_old, t)

    def found(self):
        """(times, states) of each event, as arrays."""
        return [np.asarray(times) for times in self.times], [np.asarray(states) for states in self.states]


def _with(function, args):
    return function if args is None else lambda t, y: function(t, y, *args)


def _most(event):
    """How often an event comes before it ends the integration."""
    terminal = getattr(event, "terminal", None)
    if not terminal:
        return np.inf
    if int(terminal) == terminal and terminal > 0:
        return terminal
    raise ValueError("The `terminal` attribute of each event must be a boolean or positive integer.")
