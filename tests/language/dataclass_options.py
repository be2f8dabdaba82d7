"""dataclass: frozen, order, eq, kw_only, slots, field options, InitVar, replace, asdict, inheritance, errors."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from dataclasses import (KW_ONLY, MISSING, FrozenInstanceError, InitVar, asdict, astuple, dataclass, field, fields,
                         is_dataclass, make_dataclass, replace)
from typing import ClassVar, List, Optional


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    label: str = field(default="", compare=False)


versions = [Version(1, 2), Version(1), Version(0, 9, "beta")]
print(sorted(versions), Version(1, 0, "x") == Version(1), Version(2) > Version(1, 9), len({Version(1), Version(1, 0, "z")}))
for action in (lambda: setattr(versions[0], "major", 3), lambda: delattr(versions[0], "major"), lambda: Version(1) < 3):
    try:
        action()
    except (FrozenInstanceError, TypeError) as error:
        print(type(error).__name__, error)


@dataclass
class Order:
    item: str
    price: float
    quantity: int = 1
    tags: List[str] = field(default_factory=list)
    discount: InitVar[float] = 0.0
    total: float = field(init=False, repr=False)
    secret: Optional[str] = field(default=None, repr=False, metadata={"unit": "none"})
    count: ClassVar[int] = 0

    def __post_init__(self, discount):
        self.total = self.price * self.quantity * (1 - discount)
        Order.count += 1


o = Order("pen", 2.0, 5, discount=0.1)
print(o, o.total, Order.count)
print([f.name for f in fields(o)], fields(Order)[-1].metadata["unit"], fields(o)[0].default is MISSING)
print(asdict(o), astuple(Order("ink", 1.5)))
changed = replace(o, item="pencil", discount=0)
print(changed, changed.total, changed.tags is o.tags)
try:
    replace(o, total=3, discount=0)
except (TypeError, ValueError) as error:
    print(error)


@dataclass
class Point:
    x: int
    _: KW_ONLY
    y: int = 0
    z: int


print(Point(1, z=3), Point.__match_args__)
for bad in (lambda: Point(1, 2, 3), lambda: Point(1), lambda: Point(z=1), lambda: Order()):
    try:
        bad()
    except TypeError as error:
        print(error)


@dataclass(kw_only=True, slots=True)
class Slotted:
    a: int
    b: str = "b"


s = Slotted(a=1)
print(s, Slotted.__slots__, hasattr(s, "__dict__"))
try:
    s.c = 1
except AttributeError as error:
    print(error)


@dataclass
class Base:
    x: int = 1
    y: int = 2


@dataclass
class Derived(Base):
    z: int = 3
    x: int = 10


print(Derived(), Derived(5, 6, 7), Base() == Derived(), Derived() == Derived())


@dataclass(eq=False, repr=False)
class Plain:
    x: int


print(Plain(1) == Plain(1), hash(Plain(1)) is not None, "Plain object" in repr(Plain(1)))


@dataclass(unsafe_hash=True)
class Hashed:
    x: int
    y: int = field(hash=False, default=0)


print(hash(Hashed(1, 2)) == hash(Hashed(1, 3)), Base.__hash__)
Dyn = make_dataclass("Dyn", ["a", ("b", int), ("c", int, field(default=5))], namespace={"sum": lambda self: self.b + self.c})
print(Dyn(1, 2), Dyn(1, 2).sum(), is_dataclass(Dyn), is_dataclass(Dyn(1, 1)), is_dataclass(3))
try:
    @dataclass
    class Bad:
        items: list = []
except ValueError as error:
    print(error)
try:
    @dataclass
    class Bad2:
        a: int = 0
        b: int
except TypeError as error:
    print(error)
try:
    @dataclass(frozen=True)
    class Bad3(Base):
        w: int = 0
except TypeError as error:
    print(error)


@dataclass
class Node:
    value: int
    next: Optional["Node"] = None


n = Node(1, Node(2))
n.next.next = n
print(n)
print(asdict(Node(1, Node(2, Node(3)))))
