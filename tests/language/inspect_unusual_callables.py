# Signatures of classes and objects whose __call__ or __new__ is no plain function, and what inspect says of unusual things.
import functools
import inspect
import types
import warnings
from unittest import mock


def told(make, *args):
    try:
        return make(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}".split(" at 0x")[0]


warnings.simplefilter("ignore")


class Helper:
    def call(self, a):
        return a

    def makes(self, cls, a):
        return a


KINDS = {
    "classmethod": classmethod(lambda cls, a: (cls.__name__, a)),
    "staticmethod": staticmethod(lambda a: a),
    "method": Helper().call,
    "partial": functools.partial(lambda x, a: (x, a), 2),
    "partialmethod": functools.partialmethod(lambda self, x, a: (x, a), 2),
    "builtin method": ":".join,
    "method wrapper": (2).__pow__,
}
for kind, call in KINDS.items():
    given = ["a", "b"] if kind == "builtin method" else 3
    of_object = type("Called", (), {"__call__": call})
    meta = type("Meta", (type,), {"__call__": call})
    of_class = meta("Made", (), {"__init__": lambda self, b: None})
    print(kind, told(of_object(), given), told(inspect.signature, of_object()), told(of_class, given))
    if kind not in ("builtin method", "method wrapper"):
        print("  ", told(inspect.signature, of_class))

for base, call in ((dict, dict.__dict__["fromkeys"]), (str, str.join), (int, int.__pow__)):
    made = type("Made", (base,), {"__call__": call})()
    print(base.__name__, told(inspect.signature, made), told(made, "ab"))


class Slotted:
    __slots__ = "__call__"


slotted = Slotted()
slotted.__call__ = lambda a, b=2: (a, b)
print(slotted(1), inspect.signature(slotted))

NEWS = {
    "classmethod": classmethod(lambda cls, cls2, a: a),
    "staticmethod": staticmethod(lambda cls, a: a),
    "method": Helper().makes,
    "partial": functools.partial(lambda x, cls, a: (x, a), 2),
    "partialmethod": functools.partialmethod(lambda cls, x, a: (x, a), 2),
    "builtin method": str.__subclasscheck__,
    "descriptor": type.__dict__["__subclasscheck__"],
    "wrapper": type.__or__,
}
for kind, new in NEWS.items():
    made = type("Made", (), {"__new__": new})
    given = () if kind == "builtin method" else (int,)
    print(kind, told(made, *given), told(inspect.signature, made))


# Text signatures hold constants only.
def function(*args, **kwargs):
    pass


for text in (
    "($self, a, b=1, *args, c, d=2, **kwargs)",
    "($self, a, b=1, /, *args, c)",
    "(self, a=1+2, b=4-3, c=1 | 3 | 16)",
    "(self, a=1,\nb=2,\n\n\n   c=3)",
    "(self, x=does_not_exist)",
    "(self, x=types, y=inspect)",
    "(self, 123)",
    "($self)",
):
    function.__text_signature__ = text
    print(repr(text), told(inspect.signature, function).__str__().split("<function")[0])
    print("  ", inspect._signature_strip_non_python_syntax(text))


# Documentation of a property's base, under the name of the property.
class Above:
    @property
    def read(self):
        "What is read."

    def method(self):
        "What is done."


class Below(Above):
    def _reads(self):
        pass

    read = property(_reads)

    def method(self):
        pass


print(inspect.getdoc(Below.read), inspect.getdoc(Below.method), inspect.getdoc(Below._reads))


# A metaclass without a module; objects that answer everything.
class NoModule(type):
    @property
    def __module__(cls):
        raise AttributeError


class Lost(metaclass=NoModule):
    pass


class Answers:
    def __getattr__(self, name):
        return None


print(told(inspect.getfile, Lost).split("<")[0], ("method", 5) in inspect.getmembers(Answers()))
print(inspect.iscoroutinefunction(mock.AsyncMock()), inspect.iscoroutinefunction(mock.Mock()))


# Places in tracebacks.
def raises(value):
    return value / (value - value)


def calls():
    first = raises(
        3,
    )
    return first


try:
    calls()
except ZeroDivisionError:
    for info in inspect.trace():
        print(info.function, info.lineno, tuple(info.positions))
print(tuple(inspect.getframeinfo(inspect.currentframe()).positions))
