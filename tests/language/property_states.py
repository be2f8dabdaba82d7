# Properties: names, documentation, copies, subclasses, the functions missing. Recorded from CPython 3.13, which knows names.
class P:
    @property
    def x(self):
        """of x"""
        return 1

    y = property(None, lambda self, value: None)
    z = property(lambda self: 2, doc="of z")


for name in ("x", "y", "z"):
    found = P.__dict__[name]
    print(name, found.__name__, found.__doc__, found.fset is None, found.__isabstractmethod__)
for act in (
    lambda: P().y,
    lambda: setattr(P(), "x", 1),
    lambda: delattr(P(), "x"),
    lambda: setattr(P.x, "fget", None),
    lambda: property(None).__get__(P()),
    lambda: P.x.__get__(P(), P),
    lambda: P.x.__get__(None, P) is P.x,
    lambda: P.x.__set__(P(), 1),
    lambda: P.x.getter(lambda self: 3).__get__(P()),
    lambda: P.x.setter(lambda self, v: None).__name__,
):
    try:
        print(act())
    except AttributeError as error:
        print("AttributeError", error)


class Loud(property):
    """Says its name."""

    def __get__(self, instance, owner=None):
        return ("loud", super().__get__(instance, owner) if instance is not None else None)


class Q:
    @Loud
    def v(self):
        """of v"""
        return 5

    @v.setter
    def v(self, value):
        print("set", value)


q = Q()
q.v = 7
print(q.v, Q.v, type(Q.__dict__["v"]).__name__, Q.__dict__["v"].__doc__, Q.__dict__["v"].__name__)


class Proxy:
    @property
    def __class__(self):
        return int


print(isinstance(Proxy(), int), isinstance(Proxy(), Proxy), isinstance(Proxy(), str), issubclass(type(Proxy()), int))
print(classmethod(print).__isabstractmethod__, staticmethod(len)([1, 2]), callable(staticmethod(len)))
for act in (lambda: int.__new__(str, 1), lambda: int.__new__(bool, 1), lambda: object.__new__(int), lambda: object.__setattr__(int, "a", 1), lambda: int.__new__(), lambda: object.__new__(P, 1)):
    try:
        print(act())
    except TypeError as error:
        print("TypeError", error)
