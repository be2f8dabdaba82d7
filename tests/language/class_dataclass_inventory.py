"""Dataclasses at work: defaults, ordering, replacement, conversion, inheritance."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from dataclasses import KW_ONLY, asdict, astuple, dataclass, field, fields, is_dataclass, replace, FrozenInstanceError, InitVar
from typing import ClassVar, List, Optional


@dataclass(order=True)
class Item:
    sort_index: float = field(init=False, repr=False)
    name: str
    price: float = 0.0
    tags: List[str] = field(default_factory=list, compare=False)
    tax: ClassVar[float] = 0.19

    def __post_init__(self):
        self.sort_index = self.price

    @property
    def gross(self):
        return round(self.price * (1 + self.tax), 2)


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0

    def __add__(self, other):
        return replace(self, x=self.x + other.x, y=self.y + other.y)


@dataclass
class Order:
    items: list
    _: KW_ONLY
    customer: str = "anonymous"
    note: Optional[str] = None
    rebate: InitVar[float] = 0.0
    total: float = field(init=False, default=0)

    def __post_init__(self, rebate):
        self.total = round(sum(i.gross for i in self.items) * (1 - rebate), 2)


@dataclass
class Special(Item):
    until: str = "today"

    def __post_init__(self):
        super().__post_init__()
        self.tags.append("special")


pen, ink = Item("pen", 1.5), Item("ink", 7.25, ["blue"])
print(pen, ink, pen < ink, sorted([ink, pen])[0].name, pen == Item("pen", 1.5, ["other"]), pen.tags is not Item("x").tags)
print(asdict(ink), astuple(pen), [f.name for f in fields(Item)], Item.tax, ink.gross)
order = Order([pen, ink], customer="Ann", rebate=0.1)
print(order, replace(order, note="hi", rebate=0.5).total)
print(Special("cake", 3), Special("cake", 3, until="noon") == Special("cake", 3, until="noon"), is_dataclass(Special), is_dataclass(3))
a, b = Point(1, 2), Point(3)
print(a + b, {a: 1}[Point(1, 2)], hash(a) == hash(Point(1, 2)), len({a, b, Point(3, 0)}))
for bad in (lambda: setattr(a, "x", 5), lambda: Point(), lambda: Point(1, 2, 3), lambda: a < b, lambda: Order([], "x"), lambda: hash(pen),
            lambda: replace(order, total=5), lambda: asdict(3)):
    try:
        bad()
    except (FrozenInstanceError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
try:
    @dataclass
    class Bad:
        x: list = []
except ValueError as error:
    print(error)
try:
    @dataclass
    class Worse:
        x: int = 1
        y: int
except TypeError as error:
    print(error)
match a:
    case Point(x=1, y=y):
        print("matched", y)
match b:
    case Point(0, _):
        print("no")
    case Point(x, 0) if x > 2:
        print("guarded", x)
