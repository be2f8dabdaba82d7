# sum() keeps the digits that floats lose, while only numbers are added.
from decimal import Decimal
from fractions import Fraction


class Own(float):
    def __add__(self, other):
        return Own(float(self) + float(other))

    __radd__ = __add__


CASES = [
    [0.1] * 10,
    [1e100, 1.0, -1e100],
    [1, 0.1, 0.2, 1e16, -1e16],
    [0.1, True, 0.2, 2**70, 0.3],
    [2**70, 0.1, 0.2, 0.3],
    [1e308, 1e308, -1e308],
    [float("inf"), 1.0],
    [-0.0, -0.0],
    [0.1, Fraction(1, 3), 0.1, 0.1],
    [0.1j] * 10,
    [Own(0.1)] * 10,
    [],
]
for case in CASES:
    print(repr(sum(case)), repr(sum(iter(case), 0.0)), repr(sum((x for x in case), 0.5)))
print(sum([Decimal("0.1")] * 10), sum([[1], [2.5]], []), sum([float("inf"), float("-inf")]))
try:
    sum([0.1, "a"])
except TypeError as error:
    print(error)
