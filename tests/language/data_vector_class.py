"""A vector with every arithmetic dunder."""
import functools
import math


@functools.total_ordering
class Vector:
    def __init__(self, *parts):
        self.parts = tuple(parts)

    def __repr__(self):
        return f"Vector({', '.join(map(repr, self.parts))})"

    def __format__(self, spec):
        return "<" + ", ".join(format(p, spec or "g") for p in self.parts) + ">"

    def __iter__(self):
        return iter(self.parts)

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, i):
        return self.parts[i] if isinstance(i, int) else Vector(*self.parts[i])

    def _with(self, other, op):
        if isinstance(other, (int, float)):
            other = [other] * len(self)
        if not hasattr(other, "__iter__"):
            return NotImplemented
        return Vector(*map(op, self, other))

    def __add__(self, other):
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, k):
        return self._with(k, lambda a, b: a * b)

    __rmul__ = __mul__

    def __truediv__(self, k):
        return self * (1 / k)

    def __floordiv__(self, k):
        return self._with(k, lambda a, b: a // b)

    def __mod__(self, k):
        return self._with(k, lambda a, b: a % b)

    def __pow__(self, n):
        return Vector(*(p ** n for p in self))

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __neg__(self):
        return self * -1

    def __pos__(self):
        return self

    def __abs__(self):
        return math.hypot(*self)

    def __bool__(self):
        return any(self)

    def __eq__(self, other):
        return isinstance(other, Vector) and self.parts == other.parts

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __hash__(self):
        return hash(self.parts)

    def __round__(self, n=None):
        return Vector(*(round(p, n) for p in self))

    def __iadd__(self, other):
        print("in place")
        self.parts = (self + other).parts
        return self

    def __divmod__(self, k):
        return self // k, self % k


a, b = Vector(1, 2, 3), Vector(4, 5, 6)
print(a + b, a - b, 10 + a, 10 - a, a * 2, 2 * a, a @ b, -a, +a, abs(Vector(3, 4)))
print(b // 2, b % 4, divmod(b, 4), a ** 2, b / 4, round(b / 7, 2), f"{b / 7:.3f}", f"{a}")
print(a == Vector(1, 2, 3), a < b, a >= b, max(a, b), sorted([b, a]), bool(Vector(0, 0)), {a: "key"}[Vector(1, 2, 3)])
c = a
c += b
print(a, a is c, a[0], a[1:], list(a), sum([Vector(1, 1), Vector(2, 2)], Vector(0, 0)))
for bad in (lambda: a + None, lambda: "x" - a, lambda: a < 3, lambda: a @ 3, lambda: a << 1):
    try:
        print(bad())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
