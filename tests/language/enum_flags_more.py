"""IntEnum, StrEnum, Flag, auto: every day's uses."""
# Recorded from CPython 3.13: what a missing member raises reads otherwise in 3.13.
from enum import *
import json
class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    def describe(self): return f"{self.name.title()} = {self.value}"
    @classmethod
    def default(cls): return cls.GREEN
    @property
    def hexa(self): return f"#{self.value:02x}"
print(list(Color), Color.RED, repr(Color.RED), Color(1), Color["GREEN"], Color.CRIMSON is Color.RED, Color.__members__, Color.RED.describe(), Color.default(), Color.GREEN.hexa, len(Color), Color.RED in Color, isinstance(Color.RED, Color), Color.RED == 1, Color.RED != Color.GREEN, hash(Color.RED) == hash(Color.CRIMSON), {Color.RED: 1}, f"{Color.RED}", "%s" % Color.RED, Color.RED.name, [c.value for c in reversed(Color)], type(Color.RED))
for f in (lambda: Color(9), lambda: Color["X"], lambda: Color.X, lambda: setattr(Color, "RED", 3), lambda: Color.RED < Color.GREEN, lambda: Color(), lambda: setattr(Color.RED, "value", 3), lambda: Color.RED(), lambda: delattr(Color, "RED"), lambda: Color.RED + 1):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class P(IntEnum):
    LOW = auto(); MID = auto(); HIGH = 10; TOP = auto()
print(list(P), P.LOW < P.HIGH, P.LOW + 1, P(10), sorted([P.HIGH, P.LOW]), f"{P.MID}", repr(P.MID), P.MID == 2, [1, 2, 3][P.LOW], json.dumps({"p": P.HIGH}), max(P), sum(P), P.HIGH.bit_length(), int(P.TOP), range(P.MID), P.LOW * 2.5, isinstance(P.LOW, int), str(P.LOW), "%d" % P.HIGH, P.LOW.real)
class S(StrEnum):
    A = auto(); B = "bee"
print(S.A, S.A == "a", S.B.upper(), f"{S.B}", repr(S.B), "x" + S.A, S("bee"), [*S], json.dumps(S.B), S.A in {"a": 1}, sorted(S), ",".join(S), S.B.value, S.B.name)
class Perm(Flag):
    R = auto(); W = auto(); X = auto(); RW = R | W
print(Perm.R | Perm.X, Perm.RW, ~Perm.R, Perm.R in Perm.RW, Perm.X in Perm.RW, list(Perm), Perm(7), Perm(0), bool(Perm(0)), Perm.RW & Perm.R, Perm.R ^ Perm.RW, list(Perm.RW), len(Perm.RW), Perm.RW.name, (Perm.R | Perm.X).name, Perm["RW"], repr(Perm.R | Perm.X), Perm.RW.value, Perm.R == 1)
for f in (lambda: Perm(99), lambda: Perm.R | 1, lambda: Perm("x"), lambda: 1 in Perm.RW):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class IF(IntFlag):
    A = 1; B = 2; C = 4
print(IF.A | IF.B, IF.A | 8, IF(3), ~IF.A, IF.A + 1, IF.A & 1, repr(IF.A | IF.C), IF(16), f"{IF.A}", 1 | IF.B, isinstance(IF.A | IF.B, IF), list(IF.A | IF.C), IF.A == 1)
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.42e23, 3.39e6)
    def __init__(self, mass, radius): self.mass, self.radius = mass, radius
    @property
    def gravity(self): return 6.67e-11 * self.mass / self.radius ** 2
print(Planet.EARTH.gravity, Planet.MARS.value, Planet((6.42e23, 3.39e6)).name, [p.mass for p in Planet])
class Op(Enum):
    ADD = member(lambda a, b: a + b)
    def __call__(self, *a): return self.value(*a)
print(Op.ADD(1, 2))
class Miss(Enum):
    A = "a"
    @classmethod
    def _missing_(cls, v): return next((m for m in cls if m.value == str(v).lower()), None)
print(Miss("A"), Enum("Dyn", "X Y"), list(Enum("Dyn", "X Y")), list(Enum("D2", {"P": 5})), list(IntEnum("N", ["q", "r"], start=5)), Enum("M", [("a", 1)]).a)
@unique
class U(Enum): A = 1; B = 2
try:
    @unique
    class V(Enum): A = 1; B = 1
except ValueError as e: print(e)
class Auto(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return name.lower() + str(count)
    FOO = auto(); BAR = auto()
print([m.value for m in Auto], Auto.FOO.value, Auto("bar1"))
match P.HIGH:
    case P.LOW: print("low")
    case P.HIGH: print("high")
class Weekday(Enum):
    MON = 1; TUE = 2
    @classmethod
    def from_date(cls, n): return cls(n % 2 + 1)
    def __str__(self): return self.name.lower()
    def __lt__(self, o): return self.value < o.value
print(str(Weekday.MON), f"{Weekday.TUE}", sorted([Weekday.TUE, Weekday.MON]), Weekday.from_date(3), {w: w.value for w in Weekday})
class Base(Enum):
    def shout(self): return self.name + "!"
class Der(Base): A = 1
print(Der.A.shout(), Der.A, issubclass(Der, Base), Der.__mro__[1].__name__)
class Mixed(str, Enum):
    X = "x"; Y = "y"
print(Mixed.X == "x", Mixed.X.upper(), f"{Mixed.X}", str(Mixed.X), repr(Mixed.X), Mixed("y"), "x" in [m.value for m in Mixed], json.dumps(Mixed.X), isinstance(Mixed.X, str))
print(Color.RED.__class__, Color.__name__, Color.__doc__, Color.__module__, Color.RED.__doc__)
