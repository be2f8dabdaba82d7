# What a function's class reads as data is never hidden by an entry of the function's __dict__, as decorators copy it.
NAMES = [
    "__name__", "__qualname__", "__defaults__", "__kwdefaults__", "__code__", "__globals__", "__closure__", "__annotations__",
    "__dict__", "__class__", "__get__", "__wrapped__",
]  # fmt: skip


def f(a=1, *, b=2):
    "doc"


f.__dict__.update({name: "hidden" for name in NAMES})
for name in NAMES:
    found = getattr(f, name)
    print(name, isinstance(found, str) and found == "hidden")
f.__kwdefaults__["b"] = 5
print(f.__dict__["__kwdefaults__"], f.__kwdefaults__)


class Decorated:
    """An object with a function's attributes, such as a decorator makes."""

    def __init__(self, function):
        self.__defaults__ = function.__defaults__
        self.__kwdefaults__ = {"backend": None}
        self.__wrapped__ = function


def wrapping(inner):
    def outer(*args, own=None, **rest):
        return own, args, rest

    outer.__kwdefaults__.update(inner.__kwdefaults__ or {})
    outer.__dict__.update(inner.__dict__)
    outer.__kwdefaults__["own"] = "set"
    return outer


print(wrapping(Decorated(f))(1), wrapping(Decorated(f)).__kwdefaults__)
