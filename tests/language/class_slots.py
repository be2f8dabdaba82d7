# __slots__: which attributes an object can have.
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


p = Point(1, 2)
print(p.x, p.y, Point.__slots__)
for change in [lambda: setattr(p, "z", 3), lambda: p.__dict__, lambda: vars(p), lambda: delattr(p, "z")]:
    try:
        print(change())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
del p.x
try:
    p.x
except AttributeError as error:
    print(error)
p.x = 5
print(p.x, hasattr(p, "y"), hasattr(p, "__dict__"))


class Point3(Point):
    __slots__ = ("z",)


q = Point3(1, 2)
q.z = 3
print(q.x, q.y, q.z)
try:
    q.w = 1
except AttributeError as error:
    print(error)


class Open(Point):
    pass


o = Open(1, 2)
o.anything = 3
print(o.anything, o.x)


class WithDict:
    __slots__ = ["a", "__dict__"]


w = WithDict()
w.a, w.b = 1, 2
print(w.a, w.b)
print(type(Point.x).__name__, Point.x.__name__)


class Single:
    __slots__ = "only"


s = Single()
s.only = 1
try:
    s.other = 2
except AttributeError as error:
    print(error)
try:
    class Clash:
        __slots__ = ("a",)
        a = 1
except ValueError as error:
    print(error)
