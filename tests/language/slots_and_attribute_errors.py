"""__slots__, class and instance attributes, methods, what errors of attributes say."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
class Traced:
    count = 0

    def __init__(self):
        self.x = 1

    def __getattribute__(self, name):
        if not name.startswith("_"):
            Traced.count += 1
        return super().__getattribute__(name)

    def method(self):
        return self.x



class Slotted:
    __slots__ = ("x", "y")

    def __init__(self, x):
        self.x = x


class Grown(Slotted):
    pass


class Both(Slotted):
    __slots__ = ("z", "__dict__")


s = Slotted(1)
for action in (lambda: s.y, lambda: setattr(s, "z", 1), lambda: s.__dict__, lambda: delattr(s, "y"), lambda: vars(s), lambda: s.w):
    try:
        print(action())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
g = Grown(2)
g.anything = 3
print(g.x, g.anything, Slotted.__slots__, Slotted.x, type(Slotted.x).__name__)
both = Both(4)
both.z, both.free = 5, 6
print(both.z, both.free, "free" in both.__dict__)
try:
    class Conflict:
        __slots__ = ("a",)
        a = 1
except ValueError as error:
    print(error)


class Plain:
    shared = []
    number = 1

    def method(self):
        """Doc."""


a, b = Plain(), Plain()
a.shared.append(1)
a.number += 1
print(b.shared, a.number, b.number, Plain.number, a.__dict__, b.__dict__, "number" in vars(Plain))
a.method = lambda: "own"
print(a.method(), b.method.__doc__, b.method.__self__ is b, b.method.__func__ is Plain.method, Plain.method is Plain.method, b.method == b.method, b.method is b.method)
del a.number
print(a.number)
for action in (lambda: a.missing, lambda: Plain.missing, lambda: delattr(a, "number"), lambda: setattr(3, "x", 1), lambda: (5).real.foo, lambda: setattr(object(), "x", 1), lambda: delattr(a, "shared"), lambda: setattr([], "x", 1), lambda: len.x, lambda: setattr(len, "x", 1), lambda: "s".nope, lambda: None.x, lambda: setattr(None, "x", 1),
               lambda: setattr("s", "upper", 1), lambda: setattr(int, "x", 1), lambda: delattr(3, "real"), lambda: setattr(3, "real", 1), lambda: Plain().method.x, lambda: setattr(Plain().method, "x", 1), lambda: getattr(a, 5), lambda: setattr(a, 5, 1), lambda: getattr(a), lambda: hasattr(a, 1), lambda: delattr(Plain, "zz"), lambda: (lambda: 0).zz, lambda: type.zz, lambda: print.__zz__, lambda: (1, 2).append(3), lambda: {}.add(1), lambda: range(3).index_):
    try:
        print(action())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
f = lambda: 0
f.tag = "t"
f.__name__ = "renamed"
print(f.tag, f.__dict__, f.__name__, f.__qualname__)
Plain.added = property(lambda self: self.number * 10)
Plain.__len__ = lambda self: 7
print(a.added, len(b), Plain.__name__, Plain.__qualname__, Plain.__module__, Plain.__doc__, Plain.__dict__["number"])
Plain.__name__ = "Renamed"
print(Plain, type(a), isinstance(a, Plain))
a.__class__ = Traced
print(type(a).__name__)
