# Names of generators, coroutines and asynchronous generators: from their function when it is called, and assignable.
import types


def shown(text):
    return text.split(" at ")[0]


def told(make, *args):
    try:
        return make(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def plain():
    yield 1


async def coroutine():
    pass


async def asynchronous():
    yield 1


@types.coroutine
def awaitable():
    yield 1


for function in (plain, coroutine, asynchronous, awaitable):
    before = function()
    function.__name__, function.__qualname__ = "renamed", "Owner.renamed"
    after = function()
    print(before.__name__, before.__qualname__, after.__name__, after.__qualname__, shown(repr(after)))
    before.__name__, before.__qualname__ = "short", "a.long.one"
    print(before.__name__, before.__qualname__, shown(repr(before)), after.__qualname__)
    for name in ("__name__", "__qualname__"):
        print(name, told(setattr, before, name, 123), told(setattr, before, name, None), told(delattr, before, name))
        held = type(before).__dict__[name]
        held.__set__(before, "by_descriptor")
        print(type(held).__name__, held.__get__(before), held.__doc__)
    for value in (before, after):
        if hasattr(value, "close"):
            value.close()
    print(before.__qualname__)

expression = (x for x in range(3))
expression.__qualname__ = "expression"
print(expression.__name__, shown(repr(expression)), list(expression), expression.__qualname__)


def within():
    name = yield
    while True:
        name = yield name.upper()


class Holder:
    def method(self):
        yield self


one = Holder().method()
one.__name__ = "other"
print(one.__name__, one.__qualname__, Holder.method.__name__, one.gi_code.co_name)


class Name(str):
    pass


one.__qualname__ = Name("of a subclass")
print(one.__qualname__, shown(repr(one)))
