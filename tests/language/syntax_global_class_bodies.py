"""Class bodies as scopes: loops, conditions, nested classes, names that are deleted, name mangling, class attributes through instances."""
from contextlib import nullcontext

debug = True


class Config:
    values = {}
    for i in range(3):
        values[f"k{i}"] = i * i
    del i
    if debug:
        mode = "debug"
    else:
        mode = "release"
    try:
        number = int("x")
    except ValueError:
        number = -1
    with nullcontext(5) as five:
        pass
    squares = [n * n for n in (1, 2)]
    total = sum(squares)

    class Inner:
        depth = 1

        class Deeper:
            depth = 2

            def where(self):
                return type(self).__qualname__

    def method(self):
        return self.Inner.Deeper().where(), Config.mode

    alias = method
    print("body runs once", mode, total, sorted(k for k in locals() if not k.startswith("_"))[:3])


print(Config.values, Config.number, Config.five, hasattr(Config, "i"), Config().method(), Config.alias is Config.method, Config.Inner.Deeper.__qualname__)


class Private:
    __secret = 1
    __dunder__ = 2
    _single = 3

    def __init__(self):
        self.__mine = 4

    def read(self):
        return self.__secret, self.__mine, self._Private__mine

    def __hidden(self):
        return "hidden"

    def call(self):
        return self.__hidden()


class Sub(Private):
    __secret = 10

    def both(self):
        return self.__secret, self._Private__secret


p = Private()
print(p.read(), p.call(), p._Private__hidden(), sorted(vars(p)), Sub().both(), p.__dunder__, [n for n in dir(Private) if "secret" in n])
try:
    p.__secret
except AttributeError as error:
    print(error)


class Shared:
    items, count = [], 0

    def add(self, x):
        self.items.append(x)
        self.count += 1
        Shared.total = getattr(Shared, "total", 0) + 1


a, b = Shared(), Shared()
a.add(1); b.add(2); a.add(3)
print(a.items is b.items, a.items, a.count, b.count, Shared.count, Shared.total, vars(a), vars(b))
x = "global"


def outer():
    x = "outer"

    class C:
        x = "class"
        y = z = x

        def f(self):
            return x
    return C.y, C.z, C().f()


try:
    print(outer())
except NameError as error:
    print(error)


def build(base, **attributes):
    class Made(base):
        extra = attributes

        def __repr__(self):
            return f"<{type(self).__name__} of {base.__name__} {self.extra}>"
    Made.__name__ = base.__name__ + "Plus"
    return Made


print(build(dict, a=1)(), build(list)().__class__.__mro__[1], build(int)(5) + 1)


class Counter:
    instances = 0

    def __new__(cls, *a):
        cls.instances += 1
        return super().__new__(cls)

    def __del__(self):
        type(self).instances -= 1


c, d = Counter(), Counter()
print(Counter.instances)
del c
print(Counter.instances)
d = None
print(Counter.instances)
