"""Corners of the standard modules: pieces of JSON, old seeds, generators of one's own, typing's aliases, copies of slices, members asked for."""
# Recorded from CPython 3.13: 3.13 words some errors otherwise, and shows typing.Annotated by its name.
import copy
import datetime
import enum
import json
import random
import warnings
from functools import singledispatch
from typing import Annotated, ForwardRef, Generic, List, Optional, TypeVar, get_args, get_origin, get_type_hints

warnings.simplefilter("ignore")


def attempt(action):
    try:
        print(action())
    except (TypeError, ValueError, SyntaxError, AttributeError) as error:
        print(type(error).__name__, error)


# --- json, piece by piece
value = {"a": [1, 2.5, {}], "b": None, "c": [], "d": [[True], {"x": {"y": "é"}}, "t"]}
for encoder in (json.JSONEncoder(), json.JSONEncoder(indent=2), json.JSONEncoder(sort_keys=True, separators=(",", ":")), json.JSONEncoder(indent="\t", ensure_ascii=False)):
    pieces = list(encoder.iterencode(value))
    print(len(pieces), pieces, "".join(pieces) == encoder.encode(value))
for plain in ("x", 3, None, [], {}, [[]], (1, (2,)), {1: 2, None: 3, 1.5: 5, False: 0}):
    print(list(json.JSONEncoder().iterencode(plain)))
print(list(json.JSONEncoder(default=str).iterencode({"a": {1}})), list(json.JSONEncoder(skipkeys=True).iterencode({(1,): 2, "a": 1})))
attempt(lambda: list(json.JSONEncoder().iterencode({(1,): 2})))
attempt(lambda: list(json.JSONEncoder().iterencode([{1}])))
loop = [1]
loop.append(loop)
attempt(lambda: list(json.JSONEncoder().iterencode(loop)))
print(type(json.JSONEncoder().iterencode(1)).__name__, next(json.JSONEncoder().iterencode([1, 2])))

# --- seeds of the first version, and classes with a random() of their own
for seed in ("abc", b"abc", "", "é", 5, 1.5):
    random.seed(seed, version=1)
    print(repr(seed), random.random(), random.randint(1, 100))


class Quarter(random.Random):
    def random(self):
        return 0.25


class Counting(random.Random):
    calls = 0

    def random(self):
        self.calls += 1
        return super().random()


class Bits(random.Random):
    def random(self):
        return 0.5

    def getrandbits(self, k):
        return 1


class Deeper(Quarter):
    pass


items = [1, 2, 3, 4]
for rng in (Quarter(1), Deeper(2)):
    print([rng.randint(1, 100) for _ in range(3)], rng.choice(items), rng.sample(range(10), 3), rng.getrandbits(5), rng.uniform(0, 4))
    rng.shuffle(items)
    print(items)
rng = Counting(1)
print(rng.randrange(10), rng.calls, rng.choices([1, 2, 3], k=2), rng.calls)
print(Bits().randrange(100), Bits().random())

# --- typing
T = TypeVar("T")


class Box(Generic[T]):
    def __init__(self, item=None):
        self.item = item


class Slotted(Generic[T]):
    __slots__ = ("item",)


print(Box[int](3).__orig_class__, hasattr(Box(3), "__orig_class__"), Box[int](3).item, hasattr(Slotted[int](), "__orig_class__"), type(list[int]((1,))))
print(ForwardRef("int"), ForwardRef("int") == ForwardRef("int"), ForwardRef("List[int]").__forward_arg__, List["int"].__args__, Optional["Box"])
attempt(lambda: ForwardRef("a b"))
attempt(lambda: ForwardRef(3))
noted = Annotated[int, "unit", 5]
print(noted, noted.__origin__, noted.__metadata__, noted.__args__, get_origin(noted), get_args(noted), Annotated)
print(Annotated[Annotated[int, 1], 2], Annotated[int, 1] == Annotated[int, 1], Annotated[int, 1] == Annotated[int, 2])


# --- annotations in quotes choose an implementation
@singledispatch
def shown(x):
    return "something"


@shown.register
def _(x: "int"):
    return "whole"


@shown.register
def _(x: "list"):
    return "list"


print(shown(1), shown([]), shown("x"), get_type_hints(shown.dispatch(int)))

# --- the rest
s = slice([1], 2)
print(copy.deepcopy(s), copy.deepcopy(s) is s, copy.copy(s) is s, copy.deepcopy([slice(1)]))


class Color(enum.Enum):
    RED = 1


class Shade(enum.Enum):
    RED = 1


print(Color.RED in Color, Shade.RED in Color)
attempt(lambda: 1 in Color)
attempt(lambda: "RED" in Color)
attempt(lambda: datetime.time("a"))
attempt(lambda: datetime.time(1, 2.5))
attempt(lambda: pow(None, 1, "a"))
attempt(lambda: pow(2.0, 1, 3))
attempt(lambda: [1].__add__(2))

attempt(lambda: "a".__len__(1))
attempt(lambda: (1,).__eq__())
attempt(lambda: "a".__contains__(x=1))
attempt(lambda: [].__init__(1, 2))
attempt(lambda: "a".__format__(None))


class Right:
    def __radd__(self, other):
        return ("radd", other)

    def __rmul__(self, other):
        return ("rmul", other)


print("a" + Right(), [1] + Right(), (1,) * Right(), b"x" * Right())
