# functools: caches, partials, dispatch, ordering, wraps, reduce.
# Recorded from CPython 3.13: functools.WRAPPER_ASSIGNMENTS has a name more than in 3.11.
import functools
from functools import *


@lru_cache(maxsize=2)
def square(x):
    print("computing", x)
    return x * x


print(square(1), square(2), square(1), square(3), square(2), square.cache_info(), square.__wrapped__(9), square.cache_parameters())
square.cache_clear()
print(square.cache_info())
try:
    square([1])
except TypeError as error:
    print(error)


@cache
def pair(a, b=1):
    return a, b


print(pair(1), pair(1, 1), pair(1, b=1), pair.cache_info().currsize)


@lru_cache(typed=True)
def typed(x):
    return type(x).__name__


print(typed(1), typed(1.0), typed(True), typed.cache_info())


@singledispatch
def show(x):
    return f"object {x}"


@show.register
def _(x: int):
    return f"int {x}"


@show.register(list)
def show_list(x):
    return "list of " + ", ".join(show(i) for i in x)


@show.register(str)
@show.register(bytes)
def _(x):
    return f"text {x!r}"


print(show(1), show([1, "a", 2.5]), show(True), show(b"x"), show.dispatch(bool) is show.dispatch(int), show(None))


class Shape:
    @singledispatchmethod
    def scale(self, k):
        raise NotImplementedError(f"cannot scale by {type(k).__name__}")

    @scale.register
    def _(self, k: int):
        return f"by int {k}"

    @scale.register
    def _(self, k: float):
        return f"by float {k}"


print(Shape().scale(2), Shape().scale(2.5))
try:
    Shape().scale("a")
except NotImplementedError as error:
    print(error)


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


print(Version(1) <= Version(1), Version(2) > Version(1), Version(1) >= Version(2), sorted([Version(3), Version(1)])[0].n)


class Circle:
    def __init__(self, r):
        self.r = r

    @cached_property
    def area(self):
        print("area")
        return 3 * self.r ** 2


c = Circle(2)
print(c.area, c.area, c.__dict__)
del c.area
c.r = 3
print(c.area)


class Cell:
    def set_state(self, state, value=True):
        self.state = state, value

    set_alive = partialmethod(set_state, "alive")
    set_dead = partialmethod(set_state, "dead", value=False)


cell = Cell()
cell.set_alive()
print(cell.state)
cell.set_dead()
print(cell.state)
basetwo = partial(int, base=2)
basetwo.__doc__ = "Convert base 2."
print(basetwo("1010"), basetwo.func, basetwo.keywords, basetwo.args, repr(partial(print, 1, sep="-")))
print(partial(partial(max, 1), 5)(3), reduce(lambda a, b: a + b, [[1], [2]], []), reduce(max, [3, 9, 2]))
try:
    reduce(max, [])
except TypeError as error:
    print(error)
print(sorted([5, 2, 9], key=cmp_to_key(lambda a, b: b - a)), functools.WRAPPER_ASSIGNMENTS)


def timed(label):
    def decorate(function):
        @wraps(function)
        def inner(*args, **kwargs):
            """Inner."""
            return label, function(*args, **kwargs)
        return inner
    return decorate


@timed("t")
def add(a, b: int = 2) -> int:
    """Adds."""
    return a + b


print(add(1), add.__name__, add.__doc__, add.__annotations__, add.__qualname__, add.__wrapped__(1, 1), add.__module__)
