"""All arithmetic dunders: reflected, in-place, unary, NotImplemented chains, subclass priority, rounding, conversions."""
import math
import operator


class Num:
    def __init__(self, v): self.v = v
    def __repr__(self): return f"Num({self.v!r})"
    def _op(name, symbol):
        def forward(self, other):
            if isinstance(other, (Num, int, float, str)):
                return f"{self!r}{symbol}{other!r}"
            return NotImplemented

        def backward(self, other):
            return f"{other!r}{symbol}{self!r} (reflected)"
        return forward, backward
    __add__, __radd__ = _op("add", "+")
    __sub__, __rsub__ = _op("sub", "-")
    __mul__, __rmul__ = _op("mul", "*")
    __truediv__, __rtruediv__ = _op("truediv", "/")
    __floordiv__, __rfloordiv__ = _op("floordiv", "//")
    __mod__, __rmod__ = _op("mod", "%")
    __pow__, __rpow__ = _op("pow", "**")
    __matmul__, __rmatmul__ = _op("matmul", "@")
    __and__, __rand__ = _op("and", "&")
    __or__, __ror__ = _op("or", "|")
    __xor__, __rxor__ = _op("xor", "^")
    __lshift__, __rlshift__ = _op("lshift", "<<")
    __rshift__, __rrshift__ = _op("rshift", ">>")
    __divmod__, __rdivmod__ = _op("divmod", " divmod ")
    del _op
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "inv"
    def __abs__(self): return "abs"
    def __round__(self, n=None): return f"round {n}"
    def __trunc__(self): return 11
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
    def __int__(self): return 12
    def __float__(self): return 1.25
    def __index__(self): return 2
    def __complex__(self): return 0


n = Num(1)
print(n + 2, 2 + n, n - 2, 2 - n, n * n, 2.5 * n, n / 1, 1 / n, n // 2, 2 // n, sep=" | ")
print(n % 2, "x" + n, n ** 2, 2 ** n, n @ n, [1] @ n, n & 1, 1 & n, n | 1, 1 | n, n ^ 1, n << 1, 1 << n, n >> 1, divmod(n, 2), divmod(2, n), sep=" | ")
print(-n, +n, ~n, abs(n), round(n), round(n, 2), math.trunc(n), math.floor(n), math.ceil(n), int(n), float(n), bin(n), [1, 2, 3][n], "ab" * 2, range(n), math.sqrt(n), hex(n), (5).__add__(n))
print(None + n, [] - n, sum([1, 2], n) if False else "skip", {"a": n}["a"])
for bad in (lambda: n + None, lambda: n + [], lambda: n < 1, lambda: n + object, lambda: n[0], lambda: n(), lambda: len(n), lambda: iter(n), lambda: n.x):
    try:
        print(bad())
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)


class Acc:
    def __init__(self): self.log = []
    def __iadd__(self, other): self.log.append(("+=", other)); return self
    def __isub__(self, other): return "replaced"
    def __imul__(self, other): return NotImplemented
    def __mul__(self, other): return ("mul", other)


a = b = Acc()
a += 1
a += "x"
print(a is b, a.log)
a -= 1
print(a)
b *= 4
print(b)
t = ([1],)
try:
    t[0] += [2]
except TypeError as error:
    print(error, t)


class Base:
    def __add__(self, other): return "Base.add"
    def __radd__(self, other): return "Base.radd"
    def __eq__(self, other): return "Base.eq"
    def __lt__(self, other): return "Base.lt"
    def __gt__(self, other): return "Base.gt"


class Child(Base):
    def __radd__(self, other): return "Child.radd"
    def __eq__(self, other): return "Child.eq"
    def __gt__(self, other): return "Child.gt"


print(Base() + Child(), Base() + Base(), Child() + Base(), Base() == Child(), Base() < Child(), Base() > Child(), Child() < Base(), 5 == Base(), 5 < Base(), 5 + Base())
try:
    Child.__hash__(Child())
except TypeError as error:
    print(error)
try:
    {Base(): 1}
except TypeError as error:
    print(error)


class Money:
    def __init__(self, cents): self.cents = cents
    def __eq__(self, o): return self.cents == o.cents if isinstance(o, Money) else NotImplemented
    def __lt__(self, o): return self.cents < o.cents if isinstance(o, Money) else NotImplemented
    def __hash__(self): return hash(self.cents)
    def __add__(self, o): return Money(self.cents + (o.cents if isinstance(o, Money) else o))
    __radd__ = __add__
    def __mul__(self, k): return Money(round(self.cents * k))
    __rmul__ = __mul__
    def __bool__(self): return self.cents != 0
    def __format__(self, spec): return f"{'$' if spec == 'd' else '€'}{self.cents / 100:,.2f}"
    def __repr__(self): return f"Money({self.cents})"


wallet = [Money(150), Money(99), Money(150)]
print(sum(wallet), sorted(wallet), max(wallet), len(set(wallet)), Money(1) == 1, Money(1) != Money(2), Money(5) > Money(3), 3 * Money(5), f"{Money(123456)} {Money(50):d}", bool(Money(0)))
for bad in (lambda: Money(1) < 3, lambda: Money(1) <= Money(2), lambda: 3 > Money(1)):
    try:
        print(bad())
    except TypeError as error:
        print(error)
print(operator.add(Money(1), Money(2)), operator.index(n), operator.iadd([1], [2]), NotImplemented, type(NotImplemented).__name__, (1).__lt__("a"), "a".__eq__(1), int.__add__(1, 2.0))
try:
    bool(Num) and abs("x")
except TypeError as error:
    print(error)
