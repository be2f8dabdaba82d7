"""Rational numbers and polynomials by operator overloading."""
from math import gcd


class Ratio:
    def __init__(self, top, bottom=1):
        if bottom == 0:
            raise ZeroDivisionError(f"Ratio({top}, 0)")
        sign = -1 if bottom < 0 else 1
        divisor = gcd(top, bottom)
        self.top, self.bottom = sign * top // divisor, sign * bottom // divisor

    @staticmethod
    def of(value):
        return value if isinstance(value, Ratio) else Ratio(value)

    @classmethod
    def parse(cls, text):
        return cls(*map(int, text.split("/")))

    def __add__(self, other):
        other = Ratio.of(other)
        return Ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other):
        other = Ratio.of(other)
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Ratio(-self.top, self.bottom)

    def __sub__(self, other):
        return self + -Ratio.of(other)

    def __truediv__(self, other):
        other = Ratio.of(other)
        return self * Ratio(other.bottom, other.top)

    def __eq__(self, other):
        other = Ratio.of(other)
        return (self.top, self.bottom) == (other.top, other.bottom)

    def __lt__(self, other):
        other = Ratio.of(other)
        return self.top * other.bottom < other.top * self.bottom

    def __float__(self):
        return self.top / self.bottom

    def __int__(self):
        return self.top // self.bottom

    def __str__(self):
        return f"{self.top}" if self.bottom == 1 else f"{self.top}/{self.bottom}"

    def __repr__(self):
        return f"Ratio({self.top}, {self.bottom})"

    def __hash__(self):
        return hash((self.top, self.bottom))


class Polynomial:
    def __init__(self, *coefficients):
        self.c = list(coefficients)
        while len(self.c) > 1 and self.c[-1] == 0:
            self.c.pop()

    def __call__(self, x):
        total = 0
        for c in reversed(self.c):
            total = total * x + c
        return total

    def __add__(self, other):
        n = max(len(self.c), len(other.c))
        pad = lambda p: p.c + [0] * (n - len(p.c))
        return Polynomial(*(a + b for a, b in zip(pad(self), pad(other))))

    def __mul__(self, other):
        out = [0] * (len(self.c) + len(other.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(*out)

    def derivative(self):
        return Polynomial(*(i * c for i, c in enumerate(self.c) if i) or [0])

    def __str__(self):
        terms = [f"{c}" + ("" if i == 0 else "x" if i == 1 else f"x^{i}") for i, c in enumerate(self.c) if c]
        return " + ".join(reversed(terms)).replace("+ -", "- ") or "0"


half, third = Ratio(1, 2), Ratio.parse("-2/-6")
print(half + third, half - third, half * third, half / third, 1 + half, 3 * third, -half, str(third), repr(third))
print(sum([Ratio(1, n) for n in range(1, 11)], Ratio(0)), float(half), int(Ratio(7, 2)), sorted([half, third, Ratio(2, 5)]))
print(half == Ratio(2, 4), half != 3, third < half, len({half, Ratio(2, 4), third}))
p, q = Polynomial(1, -3, 2), Polynomial(-1, 1)
print(p, "|", q, "|", p + q, "|", p * q, "|", p.derivative(), "|", Polynomial(0, 0))
print([p(x) for x in range(4)], p(half), (p * q)(Ratio(3, 2)))
try:
    half / 0
except ZeroDivisionError as error:
    print(error)
