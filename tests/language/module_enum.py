from enum import Enum, IntEnum, auto, unique, Flag, StrEnum
class Color(Enum):
    RED = 1
    GREEN = auto()
    BLUE = "b"
    CRIMSON = 1
    def shout(self): return self.name + "!"
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color.GREEN.value, Color(1) is Color.RED, Color["BLUE"], Color("b"), Color.CRIMSON is Color.RED, Color.RED.shout())
print(list(Color), len(Color), Color.RED in Color, [c.name for c in Color], Color.RED == Color.RED, Color.RED != Color.GREEN, Color.RED == 1, isinstance(Color.RED, Color), {Color.RED: "r"}[Color.RED], f"{Color.RED}", type(Color.RED) is Color)
class N(IntEnum):
    ONE = 1
    TWO = 2
print(N.ONE + 1, N.ONE < N.TWO, N.TWO == 2, repr(N.ONE), str(N.ONE), f"{N.TWO}", [10, 20, 30][N.ONE], int(N.TWO), sorted([N.TWO, N.ONE]), max(N).name, isinstance(N.ONE, int), N(2).name)
class S(StrEnum):
    A = auto()
    B = "bee"
print(S.A, S.B, S.A == "a", S.B.upper(), repr(S.A), isinstance(S.A, str))
class Planet(Enum):
    EARTH = (5.97, 6.37)
    MARS = (0.64, 3.39)
    def __init__(self, mass, radius): self.mass = mass; self.radius = radius
    @property
    def density(self): return round(self.mass / self.radius, 2)
print(Planet.EARTH.mass, Planet.MARS.density, Planet.EARTH.value)
class F(Flag):
    R = auto(); W = auto(); X = auto()
print((F.R | F.W).value, F.R in (F.R | F.W), F.X in (F.R | F.W), (F.R | F.W) & F.R, bool(F.R & F.W), F.X.value)
for f in [lambda: Color(99), lambda: Color["NOPE"], lambda: N(7)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    @unique
    class U(Enum):
        A = 1
        B = 1
except ValueError as e: print(e)
def go(c):
    match c:
        case Color.RED: return "is red"
        case _: return "other"
print(go(Color.RED), go(Color.BLUE), Enum("Dyn", "P Q").Q.value)
