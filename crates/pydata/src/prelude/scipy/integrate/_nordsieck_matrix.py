"""The matrix of the corrector's iteration: the identity less a multiple of the Jacobian, decomposed."""

import warnings

import numpy as np
from scipy.linalg import lu_factor, lu_solve

_UNIT = float(np.finfo(float).eps)


def largest(values):
    """The largest magnitude, apart from what is not a number."""
    found = 0.0
    for value in values.tolist():
        value = abs(value)
        if value > found:
            found = value
    return found


class IterationMatrix:
    """`jac(t, y)` is the Jacobian, or None for differences of the right side. `band` is (rows below, rows above the diagonal) outside
    of which it is zero, or None. `norm` is the size of the Jacobian by the weights of the errors."""

    def __init__(self, jac, band):
        self._jac, self._band = jac, band
        self.count, self.norm = 0, 0.0
        self._decomposed = None

    def prepare(self, stepper, y, slope):
        """Evaluates the Jacobian for the step ahead. Returns whether equations with the matrix can be solved."""
        self.count += 1
        factor = stepper.h * stepper.first_weight
        if self._jac is None:
            scaled = self._by_differences(stepper, y, slope, -factor)
        else:
            scaled = self._jac(stepper.t, y) * -factor
        rows = np.sum(np.abs(scaled) / stepper.weights, axis=1)
        self.norm = largest(rows * stepper.weights) / abs(factor)
        matrix = scaled + np.identity(y.shape[0])
        with warnings.catch_warnings():
            # A singular matrix makes the step shorter.
            warnings.simplefilter("ignore")
            self._decomposed = lu_factor(matrix, check_finite=False)
        return bool(np.all(np.diagonal(self._decomposed[0]) != 0))

    def solve(self, b):
        """The solution of equations with the matrix."""
        return lu_solve(self._decomposed, b, check_finite=False)

    def _by_differences(self, stepper, y, slope, factor):
        n = y.shape[0]
        least = 1000.0 * abs(stepper.h) * _UNIT * n * stepper.size(slope)
        least = 1.0 if least == 0.0 else least
        increments = np.maximum(_UNIT**0.5 * np.abs(y), least / stepper.weights)
        scaled = np.zeros((n, n))
        # Columns that share no row are found by one evaluation.
        stride = n if self._band is None else min(sum(self._band) + 1, n)
        for first in range(stride):
            columns = np.arange(first, n, stride)
            moved = y.copy()
            moved[columns] += increments[columns]
            difference = stepper.slope(moved) - slope
            for column in columns.tolist():
                rows = self._rows(column, n)
                scaled[rows, column] = difference[rows] * (factor / increments[column])
        return scaled

    def _rows(self, column, n):
        if self._band is None:
            return slice(0, n)
        below, above = self._band
        return slice(max(column - above, 0), min(column + below + 1, n))


def from_band(rows, band):
    """The square matrix whose entry (i, j) is `rows[i - j + above, j]`."""
    below, above = band
    n = rows.shape[1]
    found = np.zeros((n, n))
    for offset in range(-above, below + 1):
        columns = np.arange(max(0, -offset), min(n, n - offset))
        found[columns + offset, columns] = rows[offset + above, columns]
    return found
