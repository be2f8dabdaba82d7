"""The coefficients of Adams methods of orders 1 to 12 and of backward differentiation formulas of orders 1 to 5 in Nordsieck form
(Hindmarsh, ODEPACK, a systematized collection of ODE solvers, 1983)."""

import math

# A step may be no longer than this by the Lipschitz constant, by the order of an Adams method, or it is unstable.
STABILITY = (None, 0.5, 0.575, 0.55, 0.45, 0.35, 0.25, 0.2, 0.15, 0.1, 0.075, 0.05, 0.025)


class Method:
    """A family of methods. `weights[q]` are the coefficients of the polynomial that carries a correction into the history at order `q`,
    `tests[q]` the constants by which errors at orders `q - 1`, `q` and `q + 1` are divided."""

    def __init__(self, is_stiff, highest):
        self.is_stiff, self.highest = is_stiff, highest
        self.weights, self.tests = [None], [None]

    def constant(self, order):
        """The error of a step by the highest derivative of the history."""
        return self.tests[order][1] * self.weights[order][order]

    def _add(self, weights, lower, same, higher):
        self.weights.append(weights)
        self.tests.append((lower, same, higher))


def _times(polynomial, root):
    """The coefficients of `(x + root) * polynomial`, the lowest power first."""
    shifted, scaled = [0.0, *polynomial], [*polynomial, 0.0]
    return [a + root * b for a, b in zip(shifted, scaled)]


def _moments(polynomial):
    """The integrals of a polynomial, and of `x` times it, from -1 to 0, but for the sign of the latter."""
    integral = moment = 0.0
    for i, c in enumerate(polynomial):
        integral += (-1) ** i * c / (i + 1)
        moment += (-1) ** i * c / (i + 2)
    return integral, moment


def _adams():
    """l(x) is the integral from -1 of (x + 1) ... (x + q - 1) / (q - 1)!."""
    found = Method(is_stiff=False, highest=12)
    weights, same = [[1.0, 1.0]], [2.0]
    polynomial = [1.0]
    for q in range(2, 13):
        polynomial = _times(polynomial, float(q - 1))
        factor = 1 / math.factorial(q - 1)
        integral, moment = _moments(polynomial)
        weights.append([integral * factor, 1.0, *(factor * c / (i + 1) for i, c in enumerate(polynomial) if i > 0)])
        same.append(1 / (moment / math.factorial(q)))
    for q in range(1, 13):
        lower = 0.0 if q == 1 else 1.0 if q == 2 else same[q - 2] / math.factorial(q)
        higher = same[q] if q < 12 else 0.0
        found._add(weights[q - 1], lower, same[q - 1], higher)
    return found


def _bdf():
    """l(x) is (x + 1) ... (x + q), divided by its coefficient of x."""
    found = Method(is_stiff=True, highest=5)
    polynomial = [1.0]
    for q in range(1, 6):
        polynomial = _times(polynomial, float(q))
        weights = [c / polynomial[1] for c in polynomial]
        weights[1] = 1.0
        found._add(weights, 1 / math.factorial(q - 1), (q + 1) / weights[0], (q + 2) / weights[0])
    return found


ADAMS, BACKWARD = _adams(), _bdf()
