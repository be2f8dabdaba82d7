"""Areas to an accuracy: intervals are halved where the error is the largest, and the sums extrapolated by the epsilon algorithm
(Piessens, de Doncker-Kapenga, Ueberhuber and Kahaner, QUADPACK, 1983; Wynn, On a device for computing the e_m(S_n) transformation,
1956)."""

import enum
import sys

_UNIT, _TINY, _HUGE = sys.float_info.epsilon, sys.float_info.min, sys.float_info.max


class Trouble(enum.IntEnum):
    """Why an area is not as accurate as was asked for, by QUADPACK's numbers."""

    NONE = 0
    TOO_MANY_INTERVALS = 1
    ROUNDING = 2
    BAD_BEHAVIOUR = 3
    NO_CONVERGENCE = 4
    DIVERGENT = 5
    INVALID = 6


class Extrapolation:
    """A sequence of which the limit is estimated, by the last two diagonals of its epsilon table."""

    _LONGEST = 50

    def __init__(self, first):
        self.table = [first]
        self._count, self._last = 0, [0.0, 0.0, 0.0]

    def add(self, element):
        """Adds an element. Returns (limit, error)."""
        self.table.append(element)
        self._count += 1
        result, error = self._transformed()
        return result, max(error, 5.0 * _UNIT * abs(result))

    def _transformed(self):
        """One more diagonal of the table, and of its elements the one with the smallest error."""
        table, n = self.table, len(self.table)
        result, error = table[-1], _HUGE
        if n < 3:
            return result, error
        new_elements = (n - 1) // 2
        table = [*table[:-1], _HUGE, 0.0, table[-1]]
        kept, k = n, n - 1
        for i in range(1, new_elements + 1):
            e0, e1, e2, e3 = table[k - 2], table[k - 1], table[k + 2], table[k]
            d1, d2, d3 = e1 - e3, e2 - e1, e1 - e0
            is_close_2 = abs(d2) <= max(abs(e2), abs(e1)) * _UNIT
            is_close_3 = abs(d3) <= max(abs(e1), abs(e0)) * _UNIT
            if is_close_2 and is_close_3:
                # The elements agree but for rounding.
                self.table = table[:n]
                return e2, abs(d2) + abs(d3)
            table[k] = e1
            if abs(d1) <= max(abs(e1), abs(e3)) * _UNIT or is_close_2 or is_close_3:
                kept = 2 * i - 1
                break
            slope = 1.0 / d1 + 1.0 / d2 - 1.0 / d3
            if not abs(slope * e1) > 1e-4:
                # The table behaves irregularly there.
                kept = 2 * i - 1
                break
            new = e1 + 1.0 / slope
            table[k] = new
            k -= 2
            new_error = abs(d2) + abs(new - e2) + abs(d3)
            if new_error <= error:
                result, error = new, new_error
        self.table = self._shifted(table, n, kept, new_elements)
        return result, self._error(result)

    def _shifted(self, table, n, kept, new_elements):
        if kept == self._LONGEST:
            kept = 2 * (self._LONGEST // 2) - 1
        at = 1 if n % 2 == 0 else 0
        for _ in range(new_elements + 1):
            table[at] = table[at + 2]
            at += 2
        return table[n - kept : n] if n != kept else table[:n]

    def _error(self, result):
        if self._count < 4:
            self._last[self._count - 1] = result
            return _HUGE
        error = abs(result - self._last[2]) + abs(result - self._last[1]) + abs(result - self._last[0])
        self._last = [*self._last[1:], result]
        return error


class Intervals:
    """The intervals so far, and which have the largest errors: `order` by errors, `rank` the place of the one to be halved next."""

    def __init__(self, limit):
        self.limit = limit
        self.left, self.right, self.areas, self.errors, self.levels = [], [], [], [], []
        self.order, self.rank, self.flags = [], 0, []

    def add(self, a, b, estimate):
        self.left.append(a)
        self.right.append(b)
        self.areas.append(estimate.area)
        self.errors.append(estimate.error)
        self.levels.append(0)

    def worst(self):
        """The interval to be halved next."""
        return self.order[self.rank]

    def sort(self):
        """Puts all into the order of their errors, of equal ones the last first."""
        self.order = list(range(len(self.errors)))
        for i in range(len(self.order) - 1):
            k = i
            for j in range(i + 1, len(self.order)):
                k = k if self.errors[self.order[k]] > self.errors[self.order[j]] else j
            self.order[i], self.order[k] = self.order[k], self.order[i]

    def split(self, at, halves):
        """Puts two intervals in the place of one, the one with the larger error first."""
        level = self.levels[at] + 1
        (a1, b1, first), (a2, b2, second) = halves
        if second.error > first.error:
            (a1, b1, first), (a2, b2, second) = (a2, b2, second), (a1, b1, first)
        self.left[at], self.right[at] = a1, b1
        self.areas[at], self.errors[at], self.levels[at] = first.area, first.error, level
        self.add(a2, b2, second)
        self.levels[-1] = level
        self._place(at, len(self.errors) - 1)

    def _place(self, larger, smaller):
        """Keeps the order, of only as many as can still be halved."""
        errors, order = self.errors, self.order
        while self.rank > 0 and not errors[larger] <= errors[order[self.rank - 1]]:
            order[self.rank] = order[self.rank - 1]
            self.rank -= 1
        kept = len(errors) if len(errors) <= self.limit // 2 + 2 else self.limit + 3 - len(errors)
        del order[self.rank]
        del order[max(kept - 2, 0) :]
        at = self.rank
        while at < len(order) and not errors[larger] >= errors[order[at]]:
            at += 1
        order.insert(at, larger)
        end = len(order)
        while end > at + 1 and not errors[smaller] < errors[order[end - 1]]:
            end -= 1
        order.insert(end, smaller)


def _sum(values):
    """The sum as floats add up, without compensation."""
    total = 0.0
    for value in values:
        total += value
    return total


class Search:
    """The area over intervals that meet, by a rule, until its error is below `epsabs` or below `epsrel` of the area. Small are those
    that are shorter than all before (`by_length`), or else those that were halved more often."""

    def __init__(self, rule, bounds, limit, epsabs, epsrel, by_length):
        self.intervals = Intervals(limit)
        self.area = self.error = 0.0
        self.trouble = Trouble.NONE
        self._rule, self._bounds, self._limit = rule, bounds, limit
        self._epsabs, self._epsrel = epsabs, epsrel
        self._by_length = by_length
        self._rounding, self._rounding_extrapolated, self._grown = 0, 0, 0
        self._is_extrapolating = self._may_extrapolate = self._is_spoilt = False
        self._idle, self._correction, self._small, self._level = 0, 0.0, 0.0, 1

    def _bound(self, area):
        return max(self._epsabs, self._epsrel * abs(area))

    def run(self):
        """Finds `area`, `error` and `trouble`."""
        is_too_accurate = self._epsabs <= 0.0 and self._epsrel < max(50.0 * _UNIT, 5e-29)
        if is_too_accurate or self._limit < len(self._bounds) - 1:
            self.trouble = Trouble.INVALID
            return
        if not self._first():
            while len(self.intervals.errors) < self._limit:
                self._halve()
                if self._sum_of_errors <= self._goal:
                    self._total()
                    break
                if self.trouble is not Trouble.NONE or self._refine():
                    self._finish()
                    break
            else:
                self._finish()

    def _first(self):
        """The area by the first intervals. Returns whether it is good enough."""
        estimates = [self._rule(a, b) for a, b in zip(self._bounds, self._bounds[1:])]
        intervals = self.intervals
        for a, b, estimate in zip(self._bounds, self._bounds[1:], estimates):
            intervals.add(a, b, estimate)
            self.area += estimate.area
            self.error += estimate.error
        magnitude = self._magnitude = _sum([estimate.magnitude for estimate in estimates])
        is_flat = [estimate.error == estimate.spread and estimate.error != 0.0 for estimate in estimates]
        goal = self._bound(self.area)
        if self.error <= 100.0 * _UNIT * magnitude and self.error > goal:
            self.trouble = Trouble.ROUNDING
        if self._by_length:
            if self._limit == 1:
                self.trouble = Trouble.TOO_MANY_INTERVALS
            is_good = self.error <= goal and self.error != estimates[0].spread or self.error == 0.0
        else:
            self._flag(is_flat)
            if len(estimates) > 1 and self._limit < len(self._bounds):
                self.trouble = Trouble.TOO_MANY_INTERVALS
            is_good = self.error <= goal
        intervals.sort()
        self._start(goal)
        return is_good or self.trouble is not Trouble.NONE

    def _flag(self, is_flat):
        """Raises the errors of intervals whose rules tell nothing, so that these are halved first."""
        self.intervals.flags = [int(flag) for flag in is_flat]
        for at, flag in enumerate(is_flat):
            if flag:
                self.intervals.errors[at] = self.error

    def _start(self, goal):
        self._sum, self._goal = self.area, goal
        self._sum_of_errors = _sum(self.intervals.errors)
        self._is_positive = abs(self.area) >= (1.0 - 50.0 * _UNIT) * self._magnitude
        self._extrapolation = Extrapolation(self.area)
        self._error_large, self._test = self._sum_of_errors, goal
        self._result, self._result_error = self.area, _HUGE
        self._may_extrapolate = not self._by_length

    # --- halving

    def _halve(self):
        """Halves the interval with the largest error."""
        intervals = self.intervals
        at = intervals.worst()
        a, b = intervals.left[at], intervals.right[at]
        middle = 0.5 * (a + b)
        first, second = self._rule(a, middle), self._rule(middle, b)
        area, error = first.area + second.area, first.error + second.error
        before = intervals.areas[at], intervals.errors[at]
        self._sum_of_errors = self._sum_of_errors + error - before[1]
        self._sum = self._sum + area - before[0]
        self._halves = error, abs(middle - a), intervals.levels[at] + 1, before[1]
        if first.spread != first.error and second.spread != second.error:
            self._count_rounding(area, error, before)
        self._goal = self._bound(self._sum)
        if self._rounding + self._rounding_extrapolated >= 10 or self._grown >= 20:
            self.trouble = Trouble.ROUNDING
        self._is_spoilt = self._is_spoilt or self._rounding_extrapolated >= 5
        if len(intervals.errors) + 1 == self._limit:
            self.trouble = Trouble.TOO_MANY_INTERVALS
        if max(abs(a), abs(b)) <= (1.0 + 100.0 * _UNIT) * (abs(middle) + 1000.0 * _TINY):
            self.trouble = Trouble.BAD_BEHAVIOUR
        intervals.split(at, ((a, middle, first), (middle, b, second)))

    def _count_rounding(self, area, error, before):
        # Negated, so that areas that are not numbers count too.
        if not (abs(before[0] - area) > 1e-5 * abs(area) or error < 0.99 * before[1]):
            if self._is_extrapolating:
                self._rounding_extrapolated += 1
            else:
                self._rounding += 1
        if len(self.intervals.errors) >= 10 and error > before[1]:
            self._grown += 1

    # --- extrapolation

    def _is_large(self, at):
        intervals = self.intervals
        if self._by_length:
            return abs(intervals.right[at] - intervals.left[at]) > self._small
        return intervals.levels[at] + 1 <= self._level

    def _refine(self):
        """Chooses the next interval, and extrapolates once all small ones are left. Returns whether the search ends."""
        intervals = self.intervals
        if self._by_length and len(intervals.errors) == 2:
            self._small = abs(self._bounds[1] - self._bounds[0]) * 0.375
            self._error_large, self._test = self._sum_of_errors, self._goal
            self._extrapolation.table.append(self._sum)
            self._may_extrapolate = True
            return False
        if not self._may_extrapolate:
            return False
        error, length, level, error_before = self._halves
        self._error_large -= error_before
        if length > self._small if self._by_length else level + 1 <= self._level:
            self._error_large += error
        if not self._is_extrapolating:
            if self._is_large(intervals.worst()):
                return False
            self._is_extrapolating = True
            intervals.rank = 1
        if not self._is_spoilt and self._error_large > self._test and self._next_large():
            return False
        return self._extrapolate()

    def _next_large(self):
        """Whether there is a large interval left, to be halved first."""
        intervals = self.intervals
        while intervals.rank < len(intervals.order):
            if self._is_large(intervals.worst()):
                return True
            intervals.rank += 1
        return False

    def _extrapolate(self):
        table = self._extrapolation.table
        if not self._by_length and len(table) < 2:
            table.append(self._sum)
        else:
            result, error = self._extrapolation.add(self._sum)
            self._idle += 1
            if self._idle > 5 and self._result_error < 1e-3 * self._sum_of_errors:
                self.trouble = Trouble.NO_CONVERGENCE
            if error < self._result_error:
                self._idle = 0
                self._result, self._result_error, self._correction = result, error, self._error_large
                self._test = self._bound(result)
                if error < self._test or self._by_length and error == self._test:
                    return True
            if len(self._extrapolation.table) == 1:
                self._may_extrapolate = False
            if self.trouble is Trouble.NO_CONVERGENCE:
                return True
        self.intervals.rank = 0
        self._is_extrapolating = False
        self._small *= 0.5
        self._level += 1
        self._error_large = self._sum_of_errors
        return False

    # --- the end

    def _total(self):
        self.area = _sum(self.intervals.areas)
        self.error = self._sum_of_errors

    def _finish(self):
        """Takes the extrapolated area, unless the sum has the smaller error."""
        if self._result_error == _HUGE:
            self._total()
            return
        self.area, self.error = self._result, self._result_error
        if self.trouble is not Trouble.NONE or self._is_spoilt:
            if self._is_spoilt:
                self.error += self._correction
            if self.trouble is Trouble.NONE:
                self.trouble = Trouble.ROUNDING
            if self.area != 0.0 and self._sum != 0.0:
                if self.error / abs(self.area) > self._sum_of_errors / abs(self._sum):
                    self._total()
                    return
            elif self.error > self._sum_of_errors:
                self._total()
                return
            elif self._sum == 0.0:
                return
        if not self._is_positive and max(abs(self.area), abs(self._sum)) <= self._magnitude * 0.01:
            return
        if self._sum_of_errors > abs(self._sum) or self._sum != 0 and not _is_alike(self.area / self._sum):
            self.trouble = Trouble.DIVERGENT


def _is_alike(ratio):
    """Whether an extrapolated area and the sum are of one size, or not numbers."""
    return not (ratio < 0.01 or ratio > 100.0)
