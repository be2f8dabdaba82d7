"""match on classes: positional and keyword sub-patterns, built-in classes, enums, dataclasses, errors."""
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple
from collections import namedtuple


@dataclass
class Num:
    value: float


@dataclass
class Var:
    name: str


@dataclass
class Bin:
    op: str
    left: object
    right: object
    note: str = field(default="", compare=False)


def simplify(e):
    match e:
        case Bin("+", left, Num(0)) | Bin("+", Num(0), left):
            return simplify(left)
        case Bin("*", _, Num(0)) | Bin("*", Num(0), _):
            return Num(0)
        case Bin("*", left, Num(1)) | Bin("*", Num(1), left):
            return simplify(left)
        case Bin(op, Num(a), Num(b)):
            return Num({"+": a + b, "*": a * b, "-": a - b}[op])
        case Bin(op, left, right):
            done = Bin(op, simplify(left), simplify(right))
            return done if done == e else simplify(done)
        case Num() | Var():
            return e
        case _:
            raise TypeError(f"cannot simplify {e!r}")


print(simplify(Bin("+", Bin("*", Num(1), Var("x")), Num(0))))
print(simplify(Bin("-", Bin("*", Num(2), Num(3)), Bin("*", Var("y"), Num(0)))))
print(simplify(Bin("+", Var("a"), Bin("*", Var("b"), Num(1)))))
try:
    simplify("text")
except TypeError as error:
    print(error)


class Color(Enum):
    RED = 1
    GREEN = 2


class Point(NamedTuple):
    x: int
    y: int = 0


Pair = namedtuple("Pair", "left right")


def kind(value):
    match value:
        case Color.RED:
            return "red"
        case Color():
            return f"colour {value.name}"
        case Point(0, 0):
            return "origin"
        case Point(x=0):
            return "on the y axis"
        case Point(x, y):
            return f"point {x} {y}"
        case Pair(left=Pair() as inner):
            return f"nested {inner}"
        case Pair(a, b):
            return f"pair {a} {b}"
        case bool(b):
            return f"bool {b}"
        case int(i):
            return f"int {i}"
        case float(f):
            return f"float {f}"
        case str(s):
            return f"str {s}"
        case bytes(b):
            return f"bytes {b}"
        case list([first, *rest]):
            return f"list {first} {rest}"
        case list():
            return "empty list"
        case tuple(t):
            return f"tuple {t}"
        case dict(d) if d:
            return f"dict {d}"
        case set(s):
            return f"set {s}"
        case frozenset() | bytearray():
            return "frozen or bytearray"
        case object(__class__=cls, __doc__=str()):
            return f"object {cls.__name__}"


class Doc:
    "words"


for v in [Color.RED, Color.GREEN, Point(0, 0), Point(0, 5), Point(1), Pair(Pair(1, 2), 3), Pair(1, 2), True, 5, 2.5, "s",
          b"b", [1, 2], [], (1,), {1: 2}, {3}, frozenset(), bytearray(b"x"), Doc(), {}]:
    print(kind(v))


class NoArgs:
    pass


class BadArgs:
    __match_args__ = ["x"]
    x = 1


class Repeated:
    __match_args__ = ("x", "y")
    x = y = 1


for subject, attempt in ((NoArgs(), 0), (BadArgs(), 1), (Repeated(), 2), (Repeated(), 3), (5, 4), (5, 5)):
    try:
        match attempt:
            case 0:
                match subject:
                    case NoArgs(1):
                        print("no")
            case 1:
                match subject:
                    case BadArgs(1):
                        print("no")
            case 2:
                match subject:
                    case Repeated(1, x=1):
                        print("no")
            case 3:
                match subject:
                    case Repeated(1, 1, 1):
                        print("no")
            case 4:
                match subject:
                    case int(1, 2):
                        print("no")
            case 5:
                match subject:
                    case attempt():
                        print("no")
    except TypeError as error:
        print(error)
