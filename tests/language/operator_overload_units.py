"""Quantities with units: __add__ checks, reflected operators, comparison, format, contains, call."""

from functools import total_ordering


class UnitError(TypeError):
    pass


@total_ordering
class Quantity:
    def __init__(self, value, **units):
        self.value, self.units = value, {k: v for k, v in units.items() if v}

    def _same(self, other):
        if not isinstance(other, Quantity):
            return Quantity(other)
        return other

    def __add__(self, other):
        other = self._same(other)
        if other.units != self.units:
            raise UnitError(f"cannot add {other.unit or 'a number'} to {self.unit or 'a number'}")
        return Quantity(self.value + other.value, **self.units)

    __radd__ = __add__

    def __neg__(self):
        return Quantity(-self.value, **self.units)

    def __sub__(self, other):
        return self + -self._same(other)

    def __mul__(self, other):
        other = self._same(other)
        keys = {*self.units, *other.units}
        return Quantity(
            self.value * other.value, **{k: self.units.get(k, 0) + other.units.get(k, 0) for k in sorted(keys)}
        )

    __rmul__ = __mul__

    def __pow__(self, n):
        return Quantity(self.value**n, **{k: v * n for k, v in self.units.items()})

    def __truediv__(self, other):
        return self * self._same(other) ** -1

    def __rtruediv__(self, other):
        return self._same(other) * self**-1

    @property
    def unit(self):
        return "·".join(k + (f"^{v}" if v != 1 else "") for k, v in self.units.items())

    def __eq__(self, other):
        other = self._same(other)
        return (self.value, self.units) == (other.value, other.units)

    def __lt__(self, other):
        self + other
        return self.value < other.value

    def __hash__(self):
        return hash((self.value, *self.units.items()))

    def __format__(self, spec):
        return f"{format(self.value, spec)} {self.unit}".strip()

    def __repr__(self):
        return f"{self:g}"

    def __bool__(self):
        return bool(self.value)

    def __float__(self):
        if self.units:
            raise UnitError(f"{self} has a unit")
        return float(self.value)

    def __call__(self, scale):
        return Quantity(self.value * scale, **self.units)

    def __contains__(self, unit):
        return unit in self.units

    def __index__(self):
        return int(self.value)

    def __iadd__(self, other):
        result = self + other
        self.value = result.value
        return self


m, s, kg = Quantity(1, m=1), Quantity(1, s=1), Quantity(1, kg=1)
v = 10 * m / (2 * s)
force = kg * m / s**2 * 3
print(
    v,
    force,
    v * (4 * s),
    (5 * m) / (2 * m),
    float((5 * m) / (2 * m)),
    1 / s,
    -v,
    3 * m > 2 * m,
    sorted([3 * m, 1 * m, 2 * m]),
    max(2 * m, 5 * m),
    2 * m == Quantity(2, m=1),
    2 * m != 2 * s,
    f"{v:.2f}",
    "m" in v,
    "kg" in v,
    bool(0 * m),
    v(3),
    {2 * m: "two"}[Quantity(2, m=1)],
    sum([1 * m, 2 * m], 0 * m),
    [10, 20, 30][Quantity(1)],
    range(3)[Quantity(2)],
)
d = 5 * m
alias = d
d += 2 * m
print(d, alias, d is alias)
for bad in (
    lambda: m + s,
    lambda: m + 1,
    lambda: 1 + m,
    lambda: m < s,
    lambda: float(m),
    lambda: m @ s,
    lambda: m // 2,
    lambda: m % s,
    lambda: m << 1,
    lambda: m & s,
    lambda: m[0],
    lambda: len(m),
    lambda: iter(m),
    lambda: round(m),
    lambda: int(m) if False else m.nope,
    lambda: m - s,
):
    try:
        print(bad())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
