"""Enum with data, generated values, _missing_, functional creation, mixins of str."""
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
