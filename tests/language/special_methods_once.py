# Special methods are found in the class, past __getattr__ and __getattribute__, and a descriptor is asked once for each use.
import math
import operator
import os
import sys


def itself(self, *rest):
    return self


def zero(self):
    return 0


def true(self, *rest):
    return True


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, *details):
        pass


def stops(self):
    raise StopIteration


def used_as_context(manager):
    with manager:
        pass


SPECIALS = [
    ("__abs__", abs, zero, {}),
    ("__bool__", bool, true, {}),
    ("__bytes__", bytes, lambda self: b"bytes", {}),
    ("__call__", lambda x: x(), zero, {}),
    ("__ceil__", math.ceil, zero, {}),
    ("__complex__", complex, lambda self: 1j, {}),
    ("__contains__", lambda x: 1 in x, true, {}),
    ("__dir__", dir, lambda self: [], {}),
    ("__divmod__", lambda x: divmod(x, 1), true, {}),
    ("__enter__", used_as_context, itself, {"__exit__": lambda *args: None}),
    ("__exit__", used_as_context, lambda *args: None, {"__enter__": itself}),
    ("__float__", float, lambda self: 0.5, {}),
    ("__float__", math.sqrt, lambda self: 0.25, {}),
    ("__floor__", math.floor, zero, {}),
    ("__format__", format, lambda self, spec: "text", {}),
    ("__fspath__", os.fspath, lambda self: "path", {}),
    ("__getitem__", lambda x: x[1], true, {}),
    ("__index__", hex, zero, {}),
    ("__index__", operator.index, zero, {}),
    ("__index__", lambda x: [5][x], zero, {}),
    ("__int__", int, zero, {}),
    ("__len__", len, zero, {}),
    ("__length_hint__", list, zero, {"__iter__": itself, "__next__": stops}),
    ("__length_hint__", operator.length_hint, zero, {}),
    ("__neg__", lambda x: -x, zero, {}),
    ("__next__", next, zero, {}),
    ("__repr__", repr, lambda self: "text", {}),
    ("__reversed__", reversed, lambda self: [], {}),
    ("__round__", round, zero, {}),
    ("__sizeof__", sys.getsizeof, zero, {}),
    ("__str__", str, lambda self: "text", {}),
    ("__trunc__", math.trunc, zero, {}),
]


class Watched:
    def __getattr__(self, name):
        print("  __getattr__", name)
        raise AttributeError(name)

    def __getattribute__(self, name):
        if name != "__class__":
            print("  __getattribute__", name)
        return object.__getattribute__(self, name)


class Descriptor:
    def __init__(self, found):
        self.found, self.asked = found, 0

    def __get__(self, instance, owner):
        self.asked += 1
        return self.found.__get__(instance, owner)


for name, use, found, more in SPECIALS:
    descriptor = Descriptor(found)
    one = type("One", (Watched,), {**more, name: found})()
    other = type("Other", (Watched,), {**more, name: descriptor})()
    first, second = use(one), use(other)
    print(name, descriptor.asked, isinstance(first, type(one)) or first == second)


# list() asks how many items there are, as the iterable's or as a guess.
class Asked:
    def __init__(self, length=None, hint=None):
        self.length, self.hint = length, hint

    def __iter__(self):
        print("  iter")
        return iter("ab")


def answer(kind):
    def asked(self):
        found = getattr(self, kind)
        print(" ", kind, found)
        if isinstance(found, Exception):
            raise found
        return found

    return asked


Lengthy = type("Lengthy", (Asked,), {"__len__": answer("length")})
Hinting = type("Hinting", (Asked,), {"__length_hint__": answer("hint")})
Both = type("Both", (Lengthy, Hinting), {})
for make in (
    lambda: Lengthy(2),
    lambda: Lengthy(TypeError("no length")),
    lambda: Lengthy(ValueError("other")),
    lambda: Hinting(hint=5),
    lambda: Hinting(hint=NotImplemented),
    lambda: Hinting(hint=-1),
    lambda: Hinting(hint="many"),
    lambda: Hinting(hint=TypeError("no hint")),
    lambda: Hinting(hint=KeyError("other")),
    lambda: Both(TypeError("no length"), 3),
    lambda: Both(2, 3),
):
    try:
        print(list(make()))
    except Exception as error:
        print(type(error).__name__, error)

# A bytearray can be filled again.
for args in ((), (3,), (b"xy",), ([1, 2],), ("\u20acuro", "utf-8"), ("\xbd\u20ac", "latin1", "replace")):
    data = bytearray(b"before")
    bytearray.__init__(data, *args)
    print(data)
data = bytearray(b"before")
for args in (("text",), (3, "ascii"), (-1,), (None,)):
    try:
        data.__init__(*args)
    except Exception as error:
        print(type(error).__name__, error)
    print(data)


class Named(bytearray):
    def __init__(self, name, *rest):
        super().__init__(*rest)
        self.name = name


print(Named("n", b"data"), Named("n", iter([1, 2])).name, bytearray(source=b"kw"))
# Numbers raise to a power with a modulus.
print((2).__pow__(10), (2).__pow__(10, 7), (10).__rpow__(2, 7), (2).__pow__(3, "x"), (2.0).__pow__(3), (3).__rpow__(2.0))
for call in (lambda: (2.0).__pow__(3, 5), lambda: (2).__pow__(3, 0)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
