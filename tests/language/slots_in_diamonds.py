"""Slots in several bases, and a base's descriptor in a subclass: only what a class declares itself is in its layout."""


class A:
    __slots__ = ("x", "__weakref__")


class B(A):
    __slots__ = ("y",)


class C(A):
    __slots__ = ()
    x = A.x


class D(B, C):
    __slots__ = ()


class E(C, B):
    pass


print([cls.__name__ for cls in D.__mro__], [cls.__name__ for cls in E.__mro__])
one = D()
one.x, one.y = 1, 2
print(one.x, one.y, hasattr(one, "__dict__"), hasattr(E(), "__dict__"))
for cls in (A, B, C, D, E):
    print(cls.__name__, "__dict__" in dir(cls), "__dict__" in dir(cls()), "__weakref__" in dir(cls))


class Other(A):
    __slots__ = ("z",)


try:
    type("Both", (B, Other), {})
except TypeError as error:
    print(error)
one.__class__ = D
try:
    one.__class__ = Other
except TypeError as error:
    print(error)
print("{self} {0}".format(1, self=2), "{self}".format_map({"self": 3}))
