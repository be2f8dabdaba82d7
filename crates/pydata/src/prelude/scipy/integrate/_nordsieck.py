"""One step at a time by Adams methods or by backward differentiation formulas, whichever can make the longer steps (Petzold, Automatic
selection of methods for solving stiff and nonstiff systems of ordinary differential equations, 1983)."""

import enum
import itertools
import operator

import numpy as np
from scipy.integrate._nordsieck_matrix import largest
from scipy.integrate._nordsieck_methods import ADAMS, BACKWARD, STABILITY

UNIT = float(np.finfo(float).eps)
# How many corrections a step may take, how often it may fail to converge, how often its error may be too large.
_CORRECTIONS, _DIVERGENCES, _REJECTIONS = 3, 10, 10
# The matrix is made again when the step has changed by this part, or after this many steps.
_DRIFT, _AGE = 0.3, 20
# How many steps are made before another family is considered, and by how much the formulas for stiff equations must be better.
_PATIENCE, _ADVANTAGE = 20, 5.0


class Outcome(enum.Enum):
    """How a step ended."""

    DONE = 0
    ERROR_TOO_LARGE = 1
    DIVERGED = 2


class Stepper:
    """A history of scaled derivatives, `history[j] = h**j / j! * (j-th derivative)` at the time `t`, that is carried on by steps `h`.

    `order` and `method` are those of the next step, `order_used`, `method_used` and `h_used` those of the last one; `weights` are the
    reciprocals of the errors that are allowed.
    """

    def __init__(self, fun, matrix, t, y, slope, weights, h, highest_orders, longest, shortest):
        self.fun, self.matrix = fun, matrix
        self._highest = {ADAMS: highest_orders[0], BACKWARD: highest_orders[1]}
        self._per_longest, self._shortest = (1 / longest if longest > 0 else 0.0), shortest
        self.t, self.h, self.weights = t, h, weights
        self.history = np.zeros((max(highest_orders) + 1, y.shape[0]))
        self.history[0], self.history[1] = y, h * slope
        self.method = ADAMS
        self.method_used, self.order_used, self.h_used = None, 0, 0.0
        self.steps = self.evaluations = 0
        self.correction = np.zeros_like(y)
        self._limits, self._h_kept = ADAMS, h
        self._growth = 1e4
        self._ratio, self.first_weight, self._rate = 0.0, 1.0, 0.7
        self._matrix_step, self._wants_matrix, self._is_matrix_new = 0, False, False
        self._patience, self._is_held_by_stability = _PATIENCE, False
        self._lipschitz = self._lipschitz_kept = 0.0
        self._take_order(1)
        self._wait = 2

    def size(self, v):
        """The largest weighted component, apart from those that are not numbers."""
        return largest(v * self.weights)

    def slope(self, y):
        """The right side at the time of the step."""
        self.evaluations += 1
        return self.fun(self.t, y)

    def step(self):
        """Makes one step, as long as the errors allow."""
        self._begin()
        begin, failures = self.t, _Failures()
        while True:
            self._predict()
            corrected = self._correct()
            if corrected is None:
                self._retract(begin)
                failures.divergences += 1
                if self._is_shortest() or failures.divergences == _DIVERGENCES:
                    return self._end(Outcome.DIVERGED)
                self._wants_matrix = self.method.is_stiff
                self._take_length(self._at_least(0.25))
                continue
            error = corrected / self._test[1]
            if not error > 1.0:
                self._accept(error)
                return self._end(Outcome.DONE)
            self._retract(begin)
            failures.rejections += 1
            if self._is_shortest() or failures.rejections == _REJECTIONS:
                return self._end(Outcome.ERROR_TOO_LARGE)
            if failures.rejections >= 3:
                self._restart()
            else:
                self._choose_order(error, 0.0, failures.rejections)

    def _begin(self):
        """Completes a change of the method or of the length since the last step."""
        if self._limits is not self.method:
            self._limits = self.method
            self._wants_matrix = self.method.is_stiff
            self._take_order(self.order)
            self._wait = self.order + 1
        if self.h != self._h_kept:
            ratio, self.h = self.h / self._h_kept, self._h_kept
            self._take_length(ratio)

    def _end(self, outcome):
        self._h_kept = self.h
        return outcome

    def _is_shortest(self):
        return abs(self.h) <= self._shortest * 1.00001

    # --- prediction and correction

    def _predict(self):
        if abs(self._ratio - 1.0) > _DRIFT or self.steps >= self._matrix_step + _AGE:
            self._wants_matrix = self.method.is_stiff
        self.t += self.h
        for first in reversed(range(self.order)):
            rows = slice(first, self.order)
            self.history[rows] = self.history[rows] + self.history[first + 1 : self.order + 1]
        self._size_predicted = self.size(self.history[0])

    def _retract(self, begin):
        """Takes the prediction back after a failure."""
        self.t = begin
        for first in reversed(range(self.order)):
            rows = slice(first, self.order)
            self.history[rows] = self.history[rows] - self.history[first + 1 : self.order + 1]
        self._growth = 2.0

    def _correct(self):
        """The size of the correction on which the iteration converges, or None."""
        self._is_matrix_new = False
        while True:
            y = self.history[0].copy()
            slope = self.slope(y)
            if self._wants_matrix and not self._prepare_matrix(y, slope):
                return None
            converged = self._iterate(y, slope)
            if converged is not None or not self.method.is_stiff or self._is_matrix_new:
                return converged
            self._wants_matrix = True

    def _prepare_matrix(self, y, slope):
        self._is_matrix_new = True
        self._wants_matrix = False
        self._ratio, self._rate, self._matrix_step = 1.0, 0.7, self.steps
        return self.matrix.prepare(self, y, slope)

    def _iterate(self, y, slope):
        self.correction = np.zeros_like(y)
        rate = size_before = 0.0
        for count in range(_CORRECTIONS):
            if count > 0:
                slope = self.slope(y)
            y, change = self._improved(slope)
            size = self.size(change)
            if size <= 100.0 * self._size_predicted * UNIT:
                return self._size_of_correction(count, size)
            # The first iteration by Adams methods is followed by another, which tells the Lipschitz constant.
            if count > 0 or self.method.is_stiff:
                if count > 0:
                    quotient = size / size_before if size <= 1024.0 * size_before else 1024.0
                    rate, self._rate = max(rate, quotient), max(0.2 * self._rate, quotient)
                if not size * min(1.0, 1.5 * self._rate) / self._limit > 1.0:
                    self._lipschitz = max(self._lipschitz, rate / abs(self.h * self._weights[0]))
                    self._lipschitz_kept = self._lipschitz or self._lipschitz_kept
                    return self._size_of_correction(count, size)
            if count > 0 and size > 2.0 * size_before:
                return None
            size_before = size
        return None

    def _improved(self, slope):
        """(values, change) after one iteration: a fixed point for Adams methods, Newton's with an old matrix for stiff equations."""
        scaled = self.h * slope
        if self.method.is_stiff:
            change = self.matrix.solve(scaled - (self.history[1] + self.correction))
            self.correction = self.correction + change
        else:
            scaled = scaled - self.history[1]
            change = scaled - self.correction
            self.correction = scaled
        return self.history[0] + self._weights[0] * self.correction, change

    def _size_of_correction(self, count, size):
        return size if count == 0 else self.size(self.correction)

    # --- after a step

    def _accept(self, error):
        self.steps += 1
        self.h_used, self.order_used, self.method_used = self.h, self.order, self.method
        rows = self.order + 1
        self.history[:rows] = self.history[:rows] + self._column * self.correction
        self._patience -= 1
        if self._patience < 0 and self._switch(error):
            self._growth = 10.0
            return
        self._wait -= 1
        if self._wait == 0:
            if self._choose_order(error, self._higher_ratio(), 0):
                self._growth = 10.0
        elif self._wait == 1 and not self._is_highest():
            self.history[self._highest[self.method]] = self.correction

    def _restart(self):
        """Begins again at order 1 after several failures, as the derivatives may be wrong."""
        self.h *= self._at_least(0.1)
        self.history[1] = self.h * self.slope(self.history[0].copy())
        self._wants_matrix = self.method.is_stiff
        self._wait = 5
        if self.order != 1:
            self._take_order(1)

    # --- order and length of the next step

    def _take_order(self, order):
        self.order = order
        self._weights = self._limits.weights[order]
        self._column = np.array(self._weights)[:, None]
        self._test = self._limits.tests[order]
        self._ratio *= self._weights[0] / self.first_weight
        self.first_weight = self._weights[0]
        self._limit = self._test[1] * (0.5 / (order + 2))

    def _is_highest(self):
        return self.order == self._highest[self.method]

    def _take_length(self, ratio):
        """Makes the step longer by a factor, as far as it may grow, and the history with it."""
        ratio = min(ratio, self._growth)
        ratio /= max(1.0, abs(self.h) * self._per_longest * ratio)
        if not self.method.is_stiff:
            reach = self._reach()
            self._is_held_by_stability = ratio * reach * 1.00001 >= STABILITY[self.order]
            if self._is_held_by_stability:
                ratio = STABILITY[self.order] / reach
        rows = slice(1, self.order + 1)
        powers = list(itertools.accumulate([ratio] * self.order, operator.mul))
        self.history[rows] = self.history[rows] * np.array(powers)[:, None]
        self.h *= ratio
        self._ratio *= ratio
        self._wait = self.order + 1

    def _at_least(self, ratio):
        return max(ratio, self._shortest / abs(self.h)) if self._shortest else ratio

    def _reach(self):
        """The step by the Lipschitz constant, by which Adams methods are stable or not."""
        return max(abs(self.h) * self._lipschitz_kept, 1e-6)

    def _higher_ratio(self):
        """By how much the next step can be longer at the next order."""
        if self._is_highest():
            return 0.0
        size = self.size(self.correction - self.history[self._highest[self.method]]) / self._test[2]
        return _longer(size, self.order + 2, 1.4)

    def _choose_order(self, error, higher, rejections):
        """Takes the order, one below, at or one above the present one, at which the next step is the longest. Returns whether the step
        changes."""
        order = self.order
        same = _longer(error, order + 1, 1.2)
        lower = 0.0 if order == 1 else _longer(self.size(self.history[order]) / self._test[0], order, 1.3)
        if not self.method.is_stiff:
            reach = self._reach()
            higher = higher if self._is_highest() else min(higher, STABILITY[order + 1] / reach)
            same = min(same, STABILITY[order] / reach)
            lower = 0.0 if order == 1 else min(lower, STABILITY[order - 1] / reach)
            self._lipschitz = 0.0
        if same < higher and higher > lower:
            return self._raise_order(higher)
        chosen, ratio = (order, same) if same >= higher and same >= lower else (order - 1, lower)
        if chosen < order and rejections:
            ratio = min(ratio, 1.0)
        is_held = not self.method.is_stiff and ratio * reach * 1.00001 >= STABILITY[chosen]
        if not (is_held or rejections) and ratio < 1.1:
            return self._stay()
        if rejections >= 2:
            ratio = min(ratio, 0.2)
        if chosen != order:
            self._take_order(chosen)
        self._take_length(self._at_least(ratio))
        return True

    def _raise_order(self, ratio):
        if ratio < 1.1:
            return self._stay()
        self.history[self.order + 1] = self.correction * (self._weights[self.order] / (self.order + 1))
        self._take_order(self.order + 1)
        self._take_length(self._at_least(ratio))
        return True

    def _stay(self):
        self._wait = 3
        return False

    # --- the family of methods

    def _switch(self, error):
        """Turns to the other family of methods if its steps would be that much longer. Returns whether it did."""
        found = self._adams_advantage(error) if self.method.is_stiff else self._stiff_advantage(error)
        if found is None:
            return False
        order, ratio = found
        self.method = ADAMS if self.method.is_stiff else BACKWARD
        self._patience = _PATIENCE
        self._lipschitz_kept = 0.0
        self.order = order
        self._take_length(self._at_least(ratio))
        return True

    def _stiff_advantage(self, error):
        """(order, factor of the step) of the formulas for stiff equations, or None. At high orders equations are hardly stiff."""
        order, most = self.order, self._highest[BACKWARD]
        if order > 5:
            return None
        if not (error > 100.0 * self._size_predicted * UNIT and self._lipschitz != 0.0):
            # Rounding spoils the estimates, so only whether stability held the step back counts.
            return (min(order, most), 2.0) if self._is_held_by_stability else None
        here = self._bounded(_longer(error, order + 1, 1.2), self._lipschitz_kept, order)
        if order <= most:
            there = _longer(error * (ADAMS.constant(order) / BACKWARD.constant(order)), order + 1, 1.2)
        else:
            order = most
            there = _longer(self.size(self.history[order + 1]) / BACKWARD.constant(order), order + 1, 1.2)
        return (order, there) if there >= _ADVANTAGE * here else None

    def _adams_advantage(self, error):
        """(order, factor of the step) of Adams methods, or None."""
        order, most = self.order, self._highest[ADAMS]
        here = _longer(error, order + 1, 1.2)
        if most >= order:
            size = error * (BACKWARD.constant(order) / ADAMS.constant(order))
        else:
            order = most
            size = self.size(self.history[order + 1]) / ADAMS.constant(order)
        there = self._bounded(_longer(size, order + 1, 1.2), self.matrix.norm, order)
        if there * _ADVANTAGE < 5.0 * here:
            return None
        # Errors of steps that short would be those of rounding.
        is_lost = max(0.001, there) ** (1.0 / (order + 1)) * size <= 1000.0 * UNIT * self._size_predicted
        return None if is_lost else (order, there)

    def _bounded(self, ratio, lipschitz, order):
        """A factor of the step, no more than Adams methods of the order are stable for."""
        reach = lipschitz * abs(self.h)
        return min(ratio, STABILITY[order] / reach if reach * ratio > 1e-5 else 2.0 * ratio)


class _Failures:
    """How often a step has failed."""

    divergences = rejections = 0


def _longer(size, power, caution):
    """By how much a step can be longer, by the size of an error that grows with its power."""
    return 1.0 / (caution * size ** (1.0 / power) + caution * 1e-6)
