"""collections.namedtuple and typing.NamedTuple: making, methods, defaults, renaming, subclassing, errors."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
from collections import namedtuple
from typing import NamedTuple, Optional

Point = namedtuple("Point", ["x", "y"])
p = Point(1, y=2)
x, y = p
print(p, p.x, p[1], p[-1], x + y, p == (1, 2), hash(p) == hash((1, 2)), isinstance(p, tuple), len(p), p + (3,), p * 2)
print(p._asdict(), p._replace(x=10), Point._make([7, 8]), Point._fields, p.count(1), p.index(2), p[::-1], max(p), p < Point(1, 3))
Row = namedtuple("Row", "id, name, score", defaults=["anon", 0.5])
print(Row(1), Row._field_defaults, Row(2, score=9), Row.__doc__, Row.id.__doc__)
print(namedtuple("R", "a def b a", rename=True)._fields, namedtuple("Empty", "")())
for bad in (lambda: namedtuple("1x", "a"), lambda: namedtuple("X", "a a"), lambda: namedtuple("X", "_a"), lambda: namedtuple("X", "class"),
            lambda: namedtuple("X", "a", defaults=[1, 2]), lambda: Point(1), lambda: Point(1, 2, 3), lambda: Point(1, z=3),
            lambda: p._replace(w=1), lambda: setattr(p, "x", 3), lambda: p.z, lambda: Point._make([1]), lambda: setattr(p, "new", 1)):
    try:
        print(bad())
    except (TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)


class Vector(namedtuple("VectorBase", "x y z")):
    __slots__ = ()

    @property
    def length(self):
        return sum(c * c for c in self) ** 0.5

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self, other)))

    def __repr__(self):
        return "V" + super().__repr__()[6:]


v = Vector(1, 2, 2)
print(v.length, v + v, v._replace(z=0), Vector.__mro__[1].__name__, [c.__name__ for c in Vector.__mro__])


class Employee(NamedTuple):
    """One who works."""
    name: str
    id: int = 3
    boss: Optional["Employee"] = None

    @property
    def initials(self):
        return "".join(word[0] for word in self.name.split())

    def __str__(self):
        return f"{self.name}#{self.id}"

    @classmethod
    def parse(cls, text):
        name, number = text.split(":")
        return cls(name, int(number))


e = Employee("Ada Lovelace")
print(e, repr(e), e.initials, Employee.parse("Bob Ray:7"), Employee.__doc__, Employee._field_defaults)
print(Employee.__annotations__["name"], e._replace(boss=Employee("B")), Employee._fields, e == ("Ada Lovelace", 3, None))
print([c.__name__ for c in Employee.__mro__], Employee.__bases__)
rows = [Employee("z", 2), Employee("a", 2), Employee("m", 1)]
print([r.name for r in sorted(rows, key=lambda r: (r.id, r.name))], sorted(r[:2] for r in rows))
try:
    class Bad(NamedTuple):
        a: int = 0
        b: str
except TypeError as error:
    print(error)
Other = NamedTuple("Other", [("a", int), ("b", str)])
print(Other(1, "x"), Other.__annotations__)
match e:
    case Employee(name=n, id=3):
        print("matched", n)
print("%s is %d" % ("x", 3), "%(x)s" % p._asdict(), "{0.x} {0[1]} {p.y}".format(p, p=p))
first, *rest = Row(1, "b", 2)
print(first, rest, dict(zip(Row._fields, Row(1))), str(Point("a", None)))
