# Static and class methods show their function's name and documentation; properties take one; methods bind by __get__.


class Shape:
    """A shape."""

    @staticmethod
    def unit():
        "The unit shape."

    @classmethod
    def named(cls, name: str):
        "A shape by its name."

    @property
    def area(self):
        "How much it covers."
        return 1

    @property
    def bare(self):
        return 2


for name in ("unit", "named"):
    descriptor = Shape.__dict__[name]
    print(descriptor.__name__, descriptor.__qualname__, descriptor.__doc__, descriptor.__module__, descriptor.__annotations__)
    print(descriptor.__wrapped__ is descriptor.__func__, getattr(descriptor, "__isabstractmethod__", False))

area = Shape.__dict__["area"]
print(area.__doc__, Shape.bare.__doc__)
area.__doc__ = "Changed."
print(Shape.area.__doc__, Shape().area)
Shape.bare.__doc__ = "Given."
print(Shape.bare.__doc__)
print(area.setter(lambda self, value: None).__doc__)
for name in ("fget", "fset"):
    try:
        setattr(area, name, None)
    except AttributeError as error:
        print(type(error).__name__)

for owner, name, instance, arguments in (
    (list, "append", [1], (2,)),
    (str, "upper", "a", ()),
    (dict, "get", {"a": 1}, ("a",)),
    (object, "__setattr__", Shape(), ("x", 3)),
    (int, "__add__", 4, (5,)),
):
    bound = owner.__dict__[name].__get__(instance)
    print(name, bound(*arguments), type(owner.__dict__[name].__get__(instance, owner)) is type(bound))
try:
    list.__dict__["append"].__get__(None, None)
except TypeError as error:
    print(error)
print(list.__dict__["append"].__get__(None, list) is list.__dict__["append"])


class Copies:
    @property
    def plain(self):
        "The first getter's."

    @plain.getter
    def plain(self):
        "The second getter's."

    given = property(lambda self: 1, doc="Its own.")
    given = given.getter(lambda self: 2).deleter(lambda self: None)


print(Copies.plain.__doc__, Copies.given.__doc__, Copies().given)
