# math.sumprod keeps the digits that rounding loses, and follows the operators elsewhere. Recorded from CPython 3.13.
import math
from decimal import Decimal
from fractions import Fraction

CASES = [
    ([0.1] * 10, [1] * 10),
    ([10, 20, 30], [1, 2, 3]),
    ([1.5, 2.5], [3.5, 4.5]),
    ([1e16, 1.0, -1e16], [1.0, 1.0, 1.0]),
    ([1e100, 1.0, -1e100], [1, 1, 1]),
    ([0.1, 0.2, 0.3], [0.4, 0.5, 0.6]),
    ([1e308, 1e308, -1e308], [1.0, 10.0, 1.0]),
    ([1, 2, 0.5, 3], [2, 3, 0.25, 10]),
    ([True, 2.5, False], [0.1, True, 3]),
    ([2**60, 0.1, 2**70], [2**60, 3, 0.5]),
    ([math.inf, 1.0], [1.0, 2.0]),
    ([math.nan, 1], [1.0, 2]),
    ([math.inf, 1.0], [0.0, 2.0]),
    ([Fraction(1, 3), 0.5], [3, 2]),
    ([Decimal("0.1"), Decimal("0.2")], [3, 10]),
    ([0.5, Decimal(1)], [2, 3]),
    ([1 + 2j, 0.5], [2, 4]),
    ([], []),
    ([1], [2, 3]),
    (["a", "b"], [2, 3]),
    ([1e-320, 1e-310], [0.5, 0.25]),
    ([(x * 0.37) % 1 for x in range(1000)], [(-1) ** x * 1e10 for x in range(1000)]),
    (list(range(1, 100)), [1 / x for x in range(1, 100)]),
]
for p, q in CASES:
    try:
        print(repr(math.sumprod(p, q)))
    except Exception as error:
        print(type(error).__name__, error)
