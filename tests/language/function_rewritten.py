# Functions whose code and defaults are set, and the dict of defaults that is the function's own.
import types


def keywords(*, a=1, b, c=3):
    return a, b, c


given = keywords.__kwdefaults__
print(given, given is keywords.__kwdefaults__)
given["b"] = 20
print(keywords(), keywords(a=5))
del given["a"]
try:
    keywords()
except TypeError as error:
    print(error)
keywords.__kwdefaults__ = own = {"a": 7, "b": 8, "other": 9}
own["c"] = "c"
print(keywords(), keywords.__kwdefaults__ is own, keywords.__kwdefaults__)
keywords.__kwdefaults__ = None
print(keywords.__kwdefaults__)
try:
    keywords(a=1, c=2)
except TypeError as error:
    print(error)
keywords.__kwdefaults__ = {"b": 0}
del keywords.__kwdefaults__
print(keywords.__kwdefaults__)
for value in ([], 1, ()):
    try:
        keywords.__kwdefaults__ = value
    except TypeError as error:
        print(error)


def none(*, a):
    return a


print(none.__kwdefaults__, none(a=1))


def defaults(a, b=2):
    return a, b


del defaults.__defaults__
print(defaults.__defaults__)
try:
    defaults(1)
except TypeError as error:
    print(error)
defaults.__defaults__ = (10, 20)
print(defaults(), defaults(1))


def one(x=1, *rest, k=2):
    "First."
    return "one", x, rest, k


def other(x, *, k):
    "Second."
    local = x * 2
    return "other", local, k


before = one
one.__code__ = other.__code__
print(one is before, before(), one(3, k=4), one.__name__, one.__doc__, one.__defaults__, one.__kwdefaults__)
print(one.__code__ is other.__code__ or one.__code__ == other.__code__, one.__code__.co_varnames)
one.note = "kept"
one.__code__ = (lambda x, k=0: (x, k)).__code__
print(one(5), one.note, one.__dict__["note"], one.__defaults__)
one.__defaults__ = (8, 9)
print(one())


class Class:
    def method(self, a):
        return "method", a

    def __init__(self, a=1):
        self.a = a

    def __add__(self, b):
        return "add", b

    def __len__(self):
        return 3


def method(self, a):
    return "changed", type(self).__name__, a


def init(self, a=1):
    self.a = a, "changed"


bound = Class().method
Class.method.__code__ = method.__code__
Class.__init__.__code__ = init.__code__
Class.__add__.__code__ = (lambda self, b: ("added", b)).__code__
Class.__len__.__code__ = (lambda self: 4).__code__
print(bound(1), Class().method(a=2), Class(5).a, Class() + 2, len(Class()))


# The running frame continues with its original code.
def itself(n):
    if n:
        itself.__code__ = (lambda n: ("after", n)).__code__
        return "before", itself(n - 1)
    return "end"


print(itself(2), itself(3))


def numbers():
    yield 1
    yield 2


generator = numbers()
print(next(generator))
numbers.__code__ = (lambda: [7]).__code__
print(next(generator), numbers())


# Variables of functions around are found by the order of their names.
def around():
    b, a = "b", "a"

    def inner():
        return b, a

    def swapped():
        return [a, b]

    return inner, swapped


inner, swapped = around()
print(inner.__code__.co_freevars, [cell.cell_contents for cell in inner.__closure__])
made = types.FunctionType(inner.__code__, globals(), "made", None, inner.__closure__)
print(made(), made.__name__)
inner.__code__ = swapped.__code__
print(inner(), [cell.cell_contents for cell in inner.__closure__])
for value in (None, other.__code__, "code"):
    try:
        inner.__code__ = value
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
try:
    other.__code__ = swapped.__code__
except ValueError as error:
    print(error)
for name in ("__closure__", "__builtins__"):
    try:
        setattr(other, name, ())
    except AttributeError:
        print(name, "is not set")


# A loop calls what it finds, whatever was there before.
def step(x):
    return x + 1


total = []
for turn in range(6):
    if turn == 3:
        step.__code__ = (lambda x: x * 100).__code__
    total.append(step(turn))
print(total)
