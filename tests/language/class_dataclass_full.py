# dataclasses: field options, order, frozen, slots, keyword-only fields, InitVar, conversions.
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
from dataclasses import (FrozenInstanceError, InitVar, KW_ONLY, MISSING, asdict, astuple, dataclass, field, fields,
                         is_dataclass, make_dataclass, replace)
from typing import ClassVar, List, Optional


def attempt(call):
    try:
        print("fine:", call())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


@dataclass
class Item:
    name: str
    price: float = 0.0
    tags: list = field(default_factory=list)
    secret: str = field(default="s", repr=False)
    key: int = field(default=0, compare=False)
    kind: ClassVar[str] = "thing"

    @property
    def total(self):
        return self.price * 2


a, b = Item("a", 1.5), Item("a", 1.5, key=9)
print(a, a == b, a != Item("b"), a.tags is b.tags, a.total, Item.kind)
attempt(lambda: Item())
attempt(lambda: Item("a", 1, [], "s", 1, 2))
attempt(lambda: Item("a", colour=1))
attempt(lambda: a < b)
attempt(lambda: hash(a))
print([f.name for f in fields(a)], fields(Item)[1].default, fields(Item)[2].default_factory, fields(Item)[0].default is MISSING)


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0


print(sorted([Version(2), Version(1, 5), Version(1)]), max(Version(1), Version(3)), hash(Version(1)) == hash(Version(1)))
print({Version(1): "one"}[Version(1, 0)], Version(1) < Version(1, 1), Version(2) >= Version(1))


def change():
    Version(1).major = 3


def remove():
    del Version(1).major


attempt(change)
attempt(remove)
attempt(lambda: Version(1) < (1, 0))
print(issubclass(FrozenInstanceError, AttributeError), replace(Version(1), minor=7))
attempt(lambda: replace(Version(1), patch=7))


@dataclass
class Base:
    x: int
    y: int = 2


@dataclass
class Child(Base):
    z: int = 3
    y: int = 20


print(Child(1), Child(1, 2, 3), astuple(Child(5)), asdict(Child(5)))


@dataclass
class Init:
    width: int
    height: int
    scale: InitVar[int] = 1
    area: int = field(init=False)

    def __post_init__(self, scale):
        self.area = self.width * self.height * scale


print(Init(2, 3), Init(2, 3, 10).area)
attempt(lambda: Init(1, 2, 3, 4))


@dataclass
class Options:
    path: str
    _: KW_ONLY
    verbose: bool = False
    level: int = 3


print(Options("p", level=1))
attempt(lambda: Options("p", True))


@dataclass(kw_only=True)
class All:
    a: int
    b: int = 2


print(All(a=1))
attempt(lambda: All(1))


@dataclass(slots=True)
class Slotted:
    a: int
    b: int = 5


s = Slotted(1)
print(s, Slotted.__slots__)
attempt(lambda: setattr(s, "c", 1))


@dataclass(eq=False, repr=False)
class Plain:
    a: int


print(Plain(1) == Plain(1), repr(Plain(1)).startswith("<__main__.Plain object at 0x"))


@dataclass
class Tree:
    value: int
    left: Optional["Tree"] = None
    children: List["Tree"] = field(default_factory=list)


t = Tree(1, Tree(2), [Tree(3), Tree(4)])
print(t)
print(asdict(t))
print(astuple(t))


def bad_default():
    @dataclass
    class Bad:
        items: list = []


def bad_order():
    @dataclass
    class Bad:
        a: int = 1
        b: int


attempt(bad_default)
attempt(bad_order)
attempt(lambda: field(default=1, default_factory=list))
attempt(lambda: asdict(3))
attempt(lambda: fields(3))
C = make_dataclass("C", ["x", ("y", int), ("z", int, field(default=5))])
print(C(1, 2), is_dataclass(C), is_dataclass(C(1, 2)), is_dataclass(3))
match Version(3, 4):
    case Version(major, minor):
        print(major, minor)
print(Version.__match_args__, Version.__annotations__)
print(Item.__doc__, Version.__doc__)


@dataclass(unsafe_hash=True)
class Hashed:
    a: int
    b: int = field(default=0, hash=False)


print(hash(Hashed(1, 2)) == hash(Hashed(1, 3)))


@dataclass
class Recursive:
    me: object = None


r = Recursive()
r.me = r
print(r)
