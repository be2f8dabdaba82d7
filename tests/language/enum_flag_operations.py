"""Flag, IntFlag, IntEnum and StrEnum: operators, parts, reprs, formats."""
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


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
