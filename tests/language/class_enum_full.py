# enum: members, aliases, auto, Flag, IntEnum, StrEnum, methods, errors.
# Recorded from CPython 3.13: what a missing member raises reads otherwise in 3.13.
import enum
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


def attempt(call):
    try:
        print("fine:", call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    @property
    def title(self):
        return self.name.title()

    @classmethod
    def default(cls):
        return cls.GREEN

    def __str__(self):
        return f"<{self.title}>"


print(Color.RED, repr(Color.RED), Color.CRIMSON is Color.RED, Color(2), Color["GREEN"], Color.default().title)
print(list(Color), len(Color), Color.__members__, Color.RED in Color, [c.value for c in Color])
print(Color, repr(Color), type(Color.RED), isinstance(Color.RED, Color), Color.RED.name, Color.RED.value)
print(Color.RED == 1, Color.RED != Color.GREEN, {Color.RED: "r"}[Color.CRIMSON], hash(Color.RED) == hash(Color.RED))
attempt(lambda: Color(9))
attempt(lambda: Color["BLUE"])
attempt(lambda: Color.BLUE)
attempt(lambda: Color.RED < Color.GREEN)
attempt(lambda: setattr(Color.RED, "value", 5))
attempt(lambda: setattr(Color, "RED", 5))
attempt(lambda: delattr(Color, "RED"))
attempt(lambda: Color())


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def gravity(self):
        return 6.67430e-11 * self.mass / (self.radius * self.radius)


print(f"{Planet.EARTH.gravity:.3f}", Planet.MARS.value, Planet((6.421e23, 3.3972e6)))


class Step(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower() + str(count)

    FIRST = auto()
    SECOND = auto()


print([s.value for s in Step])


class Number(IntEnum):
    ONE = 1
    TWO = auto()
    TEN = 10


print(Number.TWO + 1, Number.ONE < Number.TEN, Number.TWO, repr(Number.TWO), f"{Number.TEN:>4}", Number(2), sorted([Number.TEN, Number.ONE]))
print([10, 20, 30][Number.ONE], Number.TEN == 10, isinstance(Number.ONE, int), int(Number.TEN), "%d" % Number.TEN, max(Number))


class Mode(StrEnum):
    TRAIN = auto()
    EVAL = "evaluation"


print(Mode.TRAIN, repr(Mode.TRAIN), Mode.EVAL.upper(), Mode.TRAIN == "train", f"{Mode.EVAL}", "train" in {Mode.TRAIN: 1}, Mode("train"))


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


print(Perm.R | Perm.X, repr(Perm.R | Perm.X), Perm.RW, Perm.R in Perm.RW, Perm.X in Perm.RW, ~Perm.R, Perm.RW & Perm.W, Perm.R ^ Perm.RW)
print(bool(Perm.R & Perm.W), Perm(0), Perm(3), list(Perm.RW), list(Perm), len(Perm), (Perm.R | Perm.X).value, (Perm.R | Perm.X).name)
attempt(lambda: Perm(64))
attempt(lambda: Perm.R | 2)


class Bits(IntFlag):
    A = 1
    B = 2
    C = 4


print(Bits.A | Bits.B, repr(Bits.A | Bits.C), Bits.A | 8, (Bits.A | Bits.B) == 3, Bits.C > 3, Bits(5), int(Bits.C), Bits.A + 1)


@unique
class Fine(Enum):
    A = 1
    B = 2


def clash():
    @unique
    class Clash(Enum):
        A = 1
        B = 1


attempt(clash)


def extend():
    class More(Color):
        BLUE = 3


attempt(extend)
Animal = Enum("Animal", "CAT DOG")
print(list(Animal), Animal.DOG.value, Enum("Size", ["S", "M"]).M, Enum("Map", {"A": 10, "B": 20})(20))


class Shape(Enum):
    @classmethod
    def _missing_(cls, value):
        return cls.CIRCLE if value == "round" else None

    CIRCLE = "circle"
    SQUARE = "square"


print(Shape("round"), Shape.SQUARE)
attempt(lambda: Shape("flat"))
match Color.RED:
    case Color.GREEN:
        print("green")
    case Color.RED:
        print("red")
print(f"{Shape.CIRCLE}", "{:>15}|".format(Shape.CIRCLE), "%s" % Shape.CIRCLE, f"{Shape.CIRCLE!r:>30}")
print([m for m in reversed(Color)], Color.RED.__class__, "RED" in Color.__members__, dict(Color.__members__))
