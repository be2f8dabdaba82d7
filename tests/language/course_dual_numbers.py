"""Forward-mode differentiation with dual numbers: operators of every side, functions, Newton's method."""
import math
from functools import total_ordering


@total_ordering
class Dual:
    __slots__ = ("x", "d")

    def __init__(self, x, d=0.0):
        self.x, self.d = x, d

    @staticmethod
    def lift(value):
        return value if isinstance(value, Dual) else Dual(value) if isinstance(value, (int, float)) else NotImplemented

    def _binary(rule):
        def forward(self, other):
            other = Dual.lift(other)
            return other if other is NotImplemented else rule(self, other)

        def backward(self, other):
            other = Dual.lift(other)
            return other if other is NotImplemented else rule(other, self)
        return forward, backward

    __add__, __radd__ = _binary(lambda a, b: Dual(a.x + b.x, a.d + b.d))
    __sub__, __rsub__ = _binary(lambda a, b: Dual(a.x - b.x, a.d - b.d))
    __mul__, __rmul__ = _binary(lambda a, b: Dual(a.x * b.x, a.d * b.x + a.x * b.d))
    __truediv__, __rtruediv__ = _binary(lambda a, b: Dual(a.x / b.x, (a.d * b.x - a.x * b.d) / b.x**2))
    del _binary

    def __pow__(self, n):
        return Dual(self.x**n, n * self.x ** (n - 1) * self.d)

    def __neg__(self):
        return -1 * self

    def __abs__(self):
        return self if self.x >= 0 else -self

    def __eq__(self, other):
        return self.x == getattr(other, "x", other)

    def __lt__(self, other):
        return self.x < getattr(other, "x", other)

    __hash__ = None

    def __float__(self):
        return float(self.x)

    def __repr__(self):
        return f"{self.x:.6g}{self.d:+.6g}ε"


def chain(f, df):
    def apply(value):
        return Dual(f(value.x), df(value.x) * value.d) if isinstance(value, Dual) else f(value)
    apply.__name__ = f.__name__
    return apply


sin, cos = chain(math.sin, math.cos), chain(math.cos, lambda x: -math.sin(x))
exp, log = chain(math.exp, math.exp), chain(math.log, lambda x: 1 / x)


def derivative(f):
    return lambda x: f(Dual(x, 1.0)).d


functions = {
    "x**3 - 2x": lambda x: x**3 - 2 * x,
    "1/(1+exp(-x))": lambda x: 1 / (1 + exp(-x)),
    "sin(x)*x": lambda x: sin(x) * x,
    "log(1+x*x)": lambda x: log(1 + x * x),
    "|x|": abs,
}
for name, f in functions.items():
    for x in (-1.5, 0.5, 2):
        h = 1e-6
        numeric = (f(x + h) - f(x - h)) / (2 * h)
        print(f"{name:<14} at {x:>4}: {derivative(f)(x):+.6f} {abs(numeric - derivative(f)(x)) < 1e-5}")


def newton(f, x, steps=20):
    for n in range(steps):
        y = f(Dual(x, 1.0))
        if abs(y.x) < 1e-12:
            return x, n
        x -= y.x / y.d
    raise ArithmeticError(f"no root near {x}")


print(newton(lambda x: x * x - 2, 1.0), newton(lambda x: cos(x) - x, 1.0))
try:
    newton(lambda x: x * x + 1, 0.3)
except ArithmeticError as error:
    print(type(error).__name__, str(error)[:12])
for attempt in ("Dual(1) + 'a'", "Dual(1) ** Dual(2) < 3", "hash(Dual(1))"):
    try:
        print({"Dual(1) + 'a'": lambda: Dual(1) + "a", "Dual(1) ** Dual(2) < 3": lambda: Dual(1) < 3, "hash(Dual(1))": lambda: hash(Dual(1))}[attempt]())
    except TypeError as error:
        print(error)
print(Dual(3, 1) >= 2, max(Dual(1), Dual(3), Dual(2)), sorted([Dual(2, 1), Dual(-1, 2)]), sin.__name__, float(Dual(4)))
