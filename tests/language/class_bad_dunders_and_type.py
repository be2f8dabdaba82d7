"""Methods that return the wrong thing; type() with three arguments; errors of making objects."""
class Plugin:
    registry = {}

    def __init_subclass__(cls, /, key=None, **rest):
        super().__init_subclass__(**rest)
        cls.registry[key or cls.__name__.lower()] = cls
        cls.order = len(cls.registry)


class Vec:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"


class Named:
    def __set_name__(self, owner, name):
        self.where = f"{owner.__name__}.{name}"


class Has:
    one = Named()
    two = three = Named()


print(Has.one.where, Has.two.where, Has.three is Has.two)
class Singleton:
    _instance = None

    def __new__(cls, *args, **kwargs):
        if cls._instance is None:
            print("creating")
            cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self, value=0):
        self.value = value


class Even(int):
    def __new__(cls, value):
        return super().__new__(cls, value - value % 2)

    def __repr__(self):
        return f"Even({int(self)})"


class Multiplier:
    def __init__(self, by):
        self.by = by

    def __call__(self, x, *more, scale=1):
        return [v * self.by * scale for v in (x, *more)]


m = Multiplier(3)
print(m(2), m(1, 2, scale=10), callable(m), list(map(m, [1, 2])))
for bad in (lambda: Even(), lambda: Singleton(1, 2), lambda: object(1), lambda: Plugin(5), lambda: Multiplier(), lambda: Multiplier(1)(), lambda: Multiplier(1, 2, 3), lambda: Has.one(), lambda: object.__new__(3)):
    try:
        print(bad())
    except TypeError as error:
        print(error)


class BadInit:
    def __init__(self):
        return 5


class BadRepr:
    def __repr__(self):
        return 5

    def __len__(self):
        return -1

    def __bool__(self):
        return "yes"

    def __hash__(self):
        return "h"

    def __index__(self):
        return 1.5

    def __iter__(self):
        return 5

    def __contains__(self, x):
        return [x]

    def __str__(self):
        return b"x"

    def __format__(self, spec):
        return 3


x = BadRepr()
for bad in (BadInit, lambda: repr(x), lambda: len(x), lambda: bool(x), lambda: hash(x), lambda: [1][x], lambda: iter(x), lambda: 5 in x, lambda: str(x), lambda: f"{x}", lambda: range(x), lambda: list(x), lambda: hex(x), lambda: int(x)):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
Point = type("Point", (), {"x": 1, "move": lambda self, d: self.x + d, "__slots__": ()})
print(Point().move(4), Point.__name__, type(Point), type(Point()) is Point, Point.__mro__)
Sub = type("Sub", (Point, Vec), dict(y=2))
print(Sub.y, Sub.x, Sub[1], [c.__name__ for c in Sub.__mro__])
for bad in (lambda: type("X"), lambda: type("X", (), []), lambda: type(1, (), {}), lambda: type("X", [], {})):
    try:
        print(bad())
    except TypeError as error:
        print(error)
