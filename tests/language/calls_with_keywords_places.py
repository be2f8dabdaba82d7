"""Calls with keywords and defaults, again and again from the same line: what a line remembers of one function must not be
taken for another's."""


def scale(x, factor=2, *, offset=0):
    return x * factor + offset


def flipped(offset, x=1, *, factor=10):
    return ("flipped", offset, x, factor)


def gather(*args, **kwargs):
    return args, kwargs


def both(x, /, factor=5, *rest, offset, **more):
    return x, factor, rest, offset, more


def only(x, /, **more):
    return x, more


for round in range(3):
    for function in (scale, flipped, gather, both, scale, only, flipped):
        try:
            print(function.__name__, function(3, offset=4))
        except TypeError as error:
            print(function.__name__, "TypeError:", error)
        try:
            print(function.__name__, function(3, offset=1, factor=7))
        except TypeError as error:
            print(function.__name__, "TypeError:", error)
        try:
            print(function.__name__, function(offset=1, x=7))
        except TypeError as error:
            print(function.__name__, "TypeError:", error)


# Defaults are looked at when the call is made, and closures of one code have their own.
def make(default):
    def inner(a, b=default, *, c=default * 2):
        return a, b, c

    return inner


for inner in (make(1), make("x"), make([2])):
    print(inner(0, c=5), inner(0, b=6), inner(a=7), inner(0), inner(0, 1))


def changing(a, b=1, *, c=2):
    return a, b, c


for turn in range(4):
    try:
        print(changing(turn, c=9), changing(a=turn), changing(turn))
    except TypeError as error:
        print("TypeError:", error)
    if turn == 0:
        changing.__defaults__ = ("new",)
        changing.__kwdefaults__ = {"c": "other"}
    elif turn == 1:
        changing.__defaults__ = None
    elif turn == 2:
        changing.__defaults__ = (10, 20)
        changing.__kwdefaults__ = None


for name in ("__defaults__", "__kwdefaults__"):
    try:
        setattr(changing, name, 5)
    except TypeError as error:
        print(error)


class Shape:
    def __init__(self, width, height=1, *, name="shape"):
        self.width, self.height, self.name = width, height, name

    def area(self, times=1, *, plus=0):
        return self.width * self.height * times + plus

    def __call__(self, value, key=None):
        return self.name, value, key

    @classmethod
    def square(cls, *, side):
        return cls(width=side, height=side, name="square")

    @staticmethod
    def static(a, b=2):
        return a, b


class Wide(Shape):
    def area(self, plus=1, *, times=10):
        return ("wide", plus, times)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.given = (args, kwargs)


for turn in range(2):
    for shape in (Shape(2, name="a"), Wide(3, height=2), Shape.square(side=4), Wide.square(side=5)):
        print(shape.name, shape.width, shape.height, shape.area(plus=3), shape.area(times=2), shape.area(2, plus=5) if type(shape) is Shape else None)
        print(shape(1, key=2), shape(value=3), shape.static(b=1, a=0), Shape.area(shape, times=3))

# Many keywords, few, none.
def many(a, b, c, d, e, f, g=7, h=8):
    return a, b, c, d, e, f, g, h


for turn in range(2):
    print(many(1, 2, 3, 4, 5, f=6), many(h=1, g=2, f=3, e=4, d=5, c=6, b=7, a=8), many(1, f=2, e=3, d=4, c=5, b=6))
    print(gather(), gather(a=1), gather(1, a=1, b=2, c=3, d=4, e=5, f=6, g=7), gather(*"ab", **{"k": 1}, z=2))


# A generator's function, one with cells, a lambda, a partial: all by keywords.
def counts(start, *, step=1):
    for i in range(2):
        yield start + i * step


def captured(a, b=2, *, c=3):
    return [a + x for x in range(2)], lambda: (a, b, c)


for turn in range(2):
    print(list(counts(1, step=5)), list(counts(start=2)), captured(1, c=4)[1](), captured(a=1)[0])
    print((lambda x, y=2: (x, y))(1, y=5), (lambda *, k: k)(k=1))


# What was given goes when the call does.
class Dies:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("del", self.name)


def takes(a, b=None, *rest, c=None, **more):
    return a.name, len(rest), len(more)


for turn in range(2):
    print(takes(Dies("a"), c=Dies("c")))
    print(takes(Dies("a2"), Dies("b2"), Dies("rest"), c=Dies("c2"), d=Dies("d2")) is not None)
    try:
        takes(Dies("a3"), a=Dies("again"))
    except TypeError as error:
        print(error)


def deep(n, *, acc=0):
    return acc if n == 0 else deep(n - 1, acc=acc + n)


print(deep(300))
try:
    deep(100000)
except RecursionError as error:
    print("RecursionError")
print(deep(10, acc=1))


# Errors of calls by keywords, with the same texts every time.
def strict(a, b, *, c):
    return a, b, c


for turn in range(2):
    for call in (
        lambda: strict(1, 2),
        lambda: strict(1, c=3),
        lambda: strict(c=3),
        lambda: strict(1, 2, 3),
        lambda: strict(1, 2, c=3, d=4),
        lambda: strict(1, 2, a=3, c=4),
        lambda: only(x=1),
        lambda: strict(1, 2, 3, c=4),
    ):
        try:
            print(call())
        except TypeError as error:
            print(error)
