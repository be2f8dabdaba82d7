"""Enums: auto, Flag and IntFlag arithmetic, aliases, unique, methods, missing, StrEnum, functional creation."""
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
    BLUE = auto()

    @property
    def pretty(self):
        return self.name.title()

    @classmethod
    def default(cls):
        return cls.RED

    def __str__(self):
        return f"<{self.pretty}>"


print(list(Color), Color.CRIMSON is Color.RED, Color(2), Color["BLUE"], repr(Color.BLUE), Color.BLUE.value)
print(Color.__members__, len(Color), Color.default().pretty, Color.RED in Color, f"{Color.GREEN} {Color.GREEN!r}")
for bad in (lambda: Color(9), lambda: Color["PINK"], lambda: setattr(Color, "RED", 3), lambda: Color.RED < Color.BLUE, lambda: Color.PINK,
            lambda: Color(), lambda: setattr(Color.RED, "value", 3), lambda: delattr(Color, "RED")):
    try:
        bad()
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        print(type(error).__name__, error)
try:
    class More(Color):
        PINK = 4
except TypeError as error:
    print(error)
try:
    @unique
    class Bad(Enum):
        A = 1
        B = 1
        C = 2
        D = 2
except ValueError as error:
    print(error)


class Perm(Flag):
    READ = auto()
    WRITE = auto()
    EXEC = auto()
    ALL = READ | WRITE | EXEC


p = Perm.READ | Perm.EXEC
print(p, repr(p), p.value, Perm.READ in p, Perm.WRITE in p, ~p, p ^ Perm.ALL, p & Perm.EXEC, bool(p & Perm.WRITE))
print(list(p), len(Perm.ALL), Perm(0), repr(Perm(0)), Perm(3), Perm.ALL & ~Perm.READ, Perm.ALL.name, p.name)
try:
    Perm(16)
except ValueError as error:
    print(str(error).splitlines()[0])


class Mode(IntFlag):
    R = 4
    W = 2
    X = 1


m = Mode.R | Mode.W
print(m, repr(m), int(m), m == 6, m + 1, Mode(7), repr(Mode(8)), m | 8, isinstance(m, int), f"{m:03b}")


class Level(IntEnum):
    LOW = 10
    HIGH = 20


print(Level.LOW, repr(Level.LOW), Level.LOW + 5, Level.HIGH > 15, sorted([Level.HIGH, Level.LOW]), f"{Level.LOW}", {10: "x"}[Level.LOW],
      max(Level), Level(20), [0] * Level.LOW == [0] * 10)


class Tone(StrEnum):
    WARM = auto()
    COLD = "cold!"


print(Tone.WARM, repr(Tone.WARM), Tone.COLD.upper(), Tone("warm") is Tone.WARM, "".join(Tone), Tone.WARM == "warm")


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    @property
    def gravity(self):
        return 6.67300e-11 * self.mass / self.radius ** 2


print([f"{planet.name}: {planet.gravity:.2f}" for planet in Planet], Planet.MARS.value)


class Step(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower() + str(count)

    ONE = auto()
    TWO = auto()

    @classmethod
    def _missing_(cls, value):
        for member in cls:
            if member.value.startswith(str(value)):
                return member


print([s.value for s in Step], Step("two"), Step["ONE"].value)
try:
    Step("zzz")
except ValueError as error:
    print(error)
Animal = Enum("Animal", "CAT DOG")
Size = IntEnum("Size", {"S": 1, "L": 10})
Letters = Enum("Letters", ["A", "B"], start=5)
print(list(Animal), Size.L + 1, list(Letters), Animal.CAT.name, Animal.__name__)
print(hash(Color.RED) == hash(Color.CRIMSON), {Color.RED: "r"}[Color.CRIMSON], isinstance(Color.RED, Color), type(Color.RED))


class Base(Enum):
    def shout(self):
        return self.name + "!"


class Word(str, Base):
    YES = "y"
    NO = "n"


print(Word.YES.shout(), Word.YES == "y", Word.NO.upper(), Word("n"), Word.YES.value, str(Word.YES), f"{Word.YES}")
