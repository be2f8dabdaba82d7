"""LSODA: a run of steps, by Adams methods or by formulas for stiff equations, to times that are asked for (Hindmarsh, ODEPACK, a
systematized collection of ODE solvers, 1983)."""

import enum
import math

import numpy as np
from scipy.integrate._nordsieck import UNIT, Outcome, Stepper
from scipy.integrate._nordsieck_matrix import IterationMatrix, largest


class error(Exception):
    """Wrong arguments."""


class Status(enum.IntEnum):
    """How a run stands, by ODEPACK's numbers."""

    NOTHING_DONE = 1
    DONE = 2
    TOO_MANY_STEPS = -1
    TOO_ACCURATE = -2
    ILLEGAL_INPUT = -3
    ERROR_TOO_LARGE = -4
    DIVERGED = -5
    WEIGHT_ZERO = -6


_FAILURES = {Outcome.ERROR_TOO_LARGE: Status.ERROR_TOO_LARGE, Outcome.DIVERGED: Status.DIVERGED}
_HIGHEST_ORDERS = 12, 5


class Options:
    """The lengths of steps and the orders that a run may take. Zeros leave the choice to the run."""

    def __init__(self, first=0.0, longest=0.0, shortest=0.0, most_steps=0, highest_orders=(0, 0)):
        self.first, self.longest, self.shortest = first, longest, shortest
        self.most_steps = most_steps or 500
        self.highest_orders = tuple(min(given or 100, most) for given, most in zip(highest_orders, _HIGHEST_ORDERS))

    def are_legal(self):
        """Whether no length, number or order is negative."""
        lengths = self.longest >= 0 and self.shortest >= 0
        return lengths and self.most_steps >= 0 and min(self.highest_orders) >= 0


class Run:
    """A solution that is carried on: `t`, `y` are the time and the values that were reached last. `jac` gives the Jacobian, or is None;
    `band` is None or the rows (below, above) the diagonal that are not zero."""

    def __init__(self, fun, jac, t, y, rtol, atol, band, options):
        self.t, self.y = t, y
        self.stepper = None
        self.last_switch, self.scale_wanted = t, 0.0
        self._fun, self._matrix = fun, IterationMatrix(jac, band)
        self._rtol, self._atol, self._options = rtol, atol, options

    # --- what is asked for

    def one_step(self, limit):
        """Makes one step, not past a time."""
        if self.stepper is None:
            status = self._start(limit, limit)
        else:
            status = self._one_more(limit)
        if status is not Status.DONE:
            return status
        if self._hits(limit):
            self.t = limit
        return status

    def _one_more(self, limit):
        if (self.stepper.t - limit) * self.stepper.h > 0:
            return Status.ILLEGAL_INPUT
        if self._hits(limit):
            return self._arrive()
        self._stop_at(limit)
        return self._step() or self._arrive()

    def up_to(self, t_out, limit=None):
        """Makes steps until a time is reached, with `limit` not past that one, and interpolates there."""
        made_before = 0
        if self.stepper is None:
            if t_out == self.t:
                return Status.NOTHING_DONE
            status = self._start(t_out, limit)
            if status is not Status.DONE:
                return status
        else:
            made_before = self.stepper.steps
            if limit is not None and not self._is_ahead(t_out, limit):
                return Status.ILLEGAL_INPUT
        while True:
            stepper = self.stepper
            if (stepper.t - t_out) * stepper.h >= 0:
                return self._interpolate(t_out)
            if limit is not None:
                if self._hits(limit):
                    self._arrive()
                    self.t = limit
                    return Status.DONE
                self._stop_at(limit)
            if stepper.steps - made_before >= self._options.most_steps:
                self._arrive()
                return Status.TOO_MANY_STEPS
            status = self._step()
            if status is not None:
                return status

    def _is_ahead(self, t_out, limit):
        stepper = self.stepper
        return (stepper.t - limit) * stepper.h <= 0 and (limit - t_out) * stepper.h >= 0

    # --- steps

    def _step(self):
        """Makes a step. Returns why it failed, or None."""
        stepper = self.stepper
        weights = self._rtol * np.abs(stepper.history[0]) + self._atol
        if weights.min() <= 0.0:
            self._arrive()
            return Status.WEIGHT_ZERO
        stepper.weights = 1.0 / weights
        return self._step_by_weights(Status.TOO_ACCURATE)

    def _step_by_weights(self, too_accurate):
        stepper = self.stepper
        scale = UNIT * stepper.size(stepper.history[0])
        if scale > 0.01:
            self.scale_wanted = scale * 200.0
            self._arrive()
            return too_accurate
        outcome = stepper.step()
        if outcome is not Outcome.DONE:
            self._arrive()
            return _FAILURES[outcome]
        if stepper.method is not stepper.method_used:
            self.last_switch = stepper.t
        return None

    def _start(self, t_out, limit):
        """Makes the first step."""
        first = self._options.first
        if not self._options.are_legal() or np.any(self._rtol < 0) or np.any(self._atol < 0):
            return Status.ILLEGAL_INPUT
        if (t_out - self.t) * first < 0 or limit is not None and (limit - t_out) * (t_out - self.t) < 0:
            return Status.ILLEGAL_INPUT
        if limit is not None and first != 0.0 and (self.t + first - limit) * first > 0:
            first = limit - self.t
        slope = self._fun(self.t, self.y)
        weights = self._rtol * np.abs(self.y) + self._atol
        if weights.min() <= 0.0:
            return Status.ILLEGAL_INPUT
        h = first or self._first_length(t_out, slope, 1.0 / weights)
        if h is None:
            return Status.ILLEGAL_INPUT
        if abs(h) * self._options.longest > 0:
            h /= max(1.0, abs(h) / self._options.longest)
        options = self._options
        self.stepper = Stepper(
            self._fun,
            self._matrix,
            self.t,
            self.y,
            slope,
            1.0 / weights,
            h,
            options.highest_orders,
            options.longest,
            options.shortest,
        )
        return self._step_by_weights(Status.ILLEGAL_INPUT) or self._arrive()

    def _first_length(self, t_out, slope, weights):
        """A first step that is short by the slope and by the times, or None for times that are too close."""
        span, size = abs(t_out - self.t), max(abs(self.t), abs(t_out))
        if span < 2.0 * UNIT * size:
            return None
        tolerance = float(np.max(self._rtol))
        if tolerance <= 0.0:
            known = self.y != 0
            relative = (self._atol + 0 * self.y)[known] / np.abs(self.y[known])
            tolerance = float(np.max(relative, initial=tolerance))
        tolerance = min(max(tolerance, 100.0 * UNIT), 1e-3)
        slope_size = largest(slope * weights)
        length = 1.0 / math.sqrt(1.0 / (tolerance * size * size) + tolerance * slope_size * slope_size)
        return math.copysign(min(length, span), t_out - self.t)

    def _hits(self, limit):
        """Whether a time is reached but for rounding."""
        stepper = self.stepper
        return abs(stepper.t - limit) <= 100.0 * UNIT * (abs(stepper.t) + abs(stepper.h))

    def _stop_at(self, limit):
        """Shortens the next step if it would go past a time."""
        stepper = self.stepper
        ahead = stepper.t + stepper.h * (1.0 + 4.0 * UNIT)
        if (ahead - limit) * stepper.h > 0:
            stepper.h = (limit - stepper.t) * (1.0 - 4.0 * UNIT)

    # --- results

    def _arrive(self):
        self.t, self.y = self.stepper.t, self.stepper.history[0].copy()
        return Status.DONE

    def _interpolate(self, t):
        stepper = self.stepper
        begin = stepper.t - stepper.h_used - 100.0 * UNIT * (stepper.t + stepper.h_used)
        if (t - begin) * (t - stepper.t) > 0:
            return Status.ILLEGAL_INPUT
        s = (t - stepper.t) / stepper.h
        y = stepper.history[stepper.order]
        for j in reversed(range(stepper.order)):
            y = stepper.history[j] + s * y
        self.t, self.y = t, y.copy()
        return Status.DONE

    @property
    def evaluations(self):
        """How often the right side was evaluated."""
        return 0 if self.stepper is None else self.stepper.evaluations + 1

    @property
    def jacobians(self):
        """How often the Jacobian was evaluated."""
        return self._matrix.count
