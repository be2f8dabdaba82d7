"""Enum: members, aliases, lookups by value and name, what may not be done; unique."""
# Recorded from CPython 3.13: what a missing member raises reads otherwise in 3.13.
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
