"""Enumerations: values, flags, aliases, methods, iteration, matching."""
# Recorded from CPython 3.13: what a missing member raises reads otherwise in 3.13.
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Colour(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    def mix(self, other):
        return f"{self.name.lower()}+{other.name.lower()}"

    @classmethod
    def _missing_(cls, value):
        return cls.__members__.get(str(value).upper())


class Level(IntEnum):
    LOW = 1
    HIGH = 10


class Permission(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()
    ALL = READ | WRITE | RUN


class Suit(StrEnum):
    HEARTS = auto()
    SPADES = auto()


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    @property
    def gravity(self):
        return 6.67300E-11 * self.mass / self.radius ** 2


print(Colour.RED, repr(Colour.RED), Colour.RED.name, Colour.RED.value, Colour(2), Colour["GREEN"], Colour.CRIMSON is Colour.RED)
print(list(Colour), len(Colour), list(Colour.__members__), Colour("green"), Colour.RED.mix(Colour.GREEN), Colour.RED in Colour)
print(Level.HIGH > Level.LOW, Level.LOW + 1, f"{Level.HIGH}", repr(Level.HIGH), max(Level), Level(10).name, sorted(Level, reverse=True))
rw = Permission.READ | Permission.WRITE
print(rw, repr(rw), Permission.RUN in rw, Permission.READ in rw, Permission.ALL ^ rw, ~rw, bool(Permission(0)), list(Permission.ALL), rw.value, Permission(5))
print(Suit.HEARTS, Suit.SPADES == "spades", Suit("hearts").name, "-".join(Suit), f"{Suit.HEARTS:>8}", repr(Suit.SPADES))
for planet in Planet:
    print(planet.name, round(planet.gravity, 3))
print({Colour.RED: "r"}[Colour(1)], Colour.RED == 1, Colour.RED != Colour.GREEN, hash(Colour.RED) == hash(Colour.CRIMSON))
for bad in (lambda: Colour(9), lambda: Colour["BLUE"], lambda: Colour.BLUE, lambda: Colour.RED < Colour.GREEN,
            lambda: setattr(Colour, "RED", 5), lambda: Suit("x"), lambda: Colour.RED()):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
try:
    @unique
    class Twice(Enum):
        A = 1
        B = 1
except ValueError as error:
    print(error)
try:
    class More(Colour):
        BLUE = 3
except TypeError as error:
    print(error)
Animal = Enum("Animal", "ANT BEE CAT")
print(list(Animal), Animal.BEE.value, Enum("P", {"X": 10})["X"].value)
match Colour.GREEN:
    case Colour.RED:
        print("red")
    case Colour.GREEN:
        print("green matched")
