# Enumerations of every kind.
# Recorded from CPython 3.13: what a missing member raises reads otherwise in 3.13.
from enum import *
class C(Enum):
    R = 1; G = 2; B = 3
    ALIAS = 1
    @property
    def low(self): return self.name.lower()
    @classmethod
    def default(cls): return cls.R
    def __str__(self): return f"C:{self.name}"
print(C.R, repr(C.R), C(2), C["B"], list(C), len(C), C.ALIAS is C.R, C.R.low, C.default(), C.R in C, C.__members__.keys(), C.R == 1, C.R is C(1), hash(C.R) == hash(C.R), {C.R: 1}[C.ALIAS])
for c in C: print(c.name, c.value, end=" ")
print()
try: C(9)
except ValueError as e: print(e)
try: C["Z"]
except KeyError as e: print(e)
try: C.R = 5
except AttributeError as e: print(e)
try: C.Z
except AttributeError as e: print(e)
try: C.R < C.G
except TypeError as e: print(e)
try:
    class Sub(C): pass
except TypeError as e: print(e)
class I(IntEnum): LOW = 1; HIGH = 10
print(I.LOW < I.HIGH, I.LOW + 1, sorted(I, reverse=True), int(I.HIGH), f"{I.LOW}", str(I.LOW), repr(I.LOW), I(10), "%d" % I.LOW, I.LOW == 1, [10, 20][I.LOW])
class S(StrEnum): A = auto(); B = "bee"
print(S.A, S.B == "bee", repr(S.A), f"{S.A:>5}", S("bee"), S.A.upper(), ",".join(S))
class SE(str, Enum): X = "x"
print(SE.X, SE.X == "x", repr(SE.X), SE.X.value, f"{SE.X}", SE("x"), SE.X.upper())
class F(Flag): R = auto(); W = auto(); X = auto(); RW = R | W
print(F.R | F.X, F.RW, F.R in F.RW, F.RW & F.W, ~F.R, bool(F(0)), F(0), list(F.RW), F.R ^ F.RW, F(7), F.RW.value, repr(F.R | F.X), len(F.RW))
class IF(IntFlag): A = 1; B = 2
print(IF.A | IF.B, repr(IF.A | 4), IF(3), IF.A + 1, IF.A | 8)
class Auto(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower() + str(count)
    A = auto(); B = auto()
print([m.value for m in Auto])
Animal = Enum("Animal", "CAT DOG"); print(list(Animal), Animal.DOG.value, Animal["CAT"])
An2 = Enum("An2", {"X": 10, "Y": 20}); print(list(An2))
An3 = IntEnum("An3", ["P", "Q"], start=5); print(list(An3))
class Planet(Enum):
    EARTH = (5.9e24, 6.3e6); MARS = (6.4e23, 3.3e6)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def g(self): return round(6.67e-11 * self.mass / self.radius ** 2, 2)
print(Planet.EARTH.g, Planet.MARS.mass, Planet((5.9e24, 6.3e6)))
class M(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A if v == "a" else None
print(M("a"))
try: M("q")
except ValueError as e: print(e)
class N(Enum):
    A = auto(); B = auto()
    def __eq__(self, o): return self is o
    __hash__ = Enum.__hash__
    def act(self):
        match self:
            case N.A: return "is a"
            case N.B: return "is b"
print(N.A.act(), N.B.act(), N.A.name, N.A._value_, isinstance(N.A, N), type(N.A), N.__name__)
class Ig(Enum):
    _ignore_ = ["t"]
    t = 5
    A = 1
print(list(Ig))
class Order(Enum):
    A = 1; B = 2
    def __lt__(self, o): return self.value < o.value if self.__class__ is o.__class__ else NotImplemented
print(sorted([Order.B, Order.A]), max(Order))
class WithVal(Enum):
    P = "p", 1
    def __new__(cls, v, n):
        o = object.__new__(cls); o._value_ = v; o.n = n; return o
print(WithVal("p").n, WithVal.P.value)
print(C.R.__class__, C.__doc__ is not None or True, C.__iter__ is not None, reversed(C).__next__() if False else list(reversed(C)))
import json; print(json.dumps({"i": I.LOW, "s": S.A}), json.dumps([IF.A]))
try: json.dumps(C.R)
except TypeError as e: print(e)
try: F("bad")
except ValueError as e: print(e)
try: F(8)
except ValueError as e: print(e)
print(C.R.__hash__() == hash("R"), getattr(C, "R").name, [m for m in dir(C.R) if not m.startswith("_")])
try: C.R.value = 3
except AttributeError as e: print(e)
print(isinstance(I.LOW, int), I.LOW.bit_length(), I.HIGH.real, max(I), sum(I), I["LOW"], I.__members__)
@unique
class Uq(Enum): A = 1

class V(Enum): A = 1
