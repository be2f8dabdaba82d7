"""functools: lru_cache's info, cache, cached_property, singledispatch, partial and partialmethod, total_ordering, reduce, wraps, cmp_to_key."""
import functools
from functools import (WRAPPER_ASSIGNMENTS, cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch,
                       singledispatchmethod, total_ordering, update_wrapper, wraps)


@lru_cache(maxsize=3)
def square(x, *, offset=0):
    """Squares."""
    print("computing", x, offset)
    return x * x + offset


for n in (1, 2, 3, 1, 4, 2):
    square(n)
square(2, offset=1)
print(square.cache_info(), square.cache_parameters(), square.__name__, square.__doc__, square.__wrapped__(5))
square.cache_clear()
print(square.cache_info())
info = square.cache_info()
print(info.hits, info.misses, info.maxsize, info.currsize)


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.cache_info())


@lru_cache
def bare(x):
    return x


@lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__


print(bare(1), bare.cache_info(), typed(3), typed(3.0), typed(True), typed.cache_info())
try:
    bare([1])
except TypeError as error:
    print(error)


@singledispatch
def show(value, depth=0):
    return f"object {value!r}"


@show.register
def _(value: int, depth=0):
    return f"int {value} at {depth}"


@show.register(list)
@show.register(tuple)
def show_many(value, depth=0):
    return [show(v, depth + 1) for v in value]


show.register(type(None), lambda value, depth=0: "nothing")


class Base: pass
class Child(Base): pass


@show.register
def _(value: Base, depth=0):
    return "base"


print(show(1), show([1, "a", (None, Child())]), show(True), show(2.5))
print(show.dispatch(bool) is show.dispatch(int), show.dispatch(float) is show.dispatch(object), sorted(k.__name__ for k in show.registry))


class Formatter:
    @singledispatchmethod
    def fmt(self, arg):
        return "?"

    @fmt.register
    def _(self, arg: int):
        return f"{arg:+d}"

    @fmt.register
    def _(self, arg: str):
        return arg.title()


f = Formatter()
print(f.fmt(3), f.fmt("abc def"), f.fmt(2.0))


class Cell:
    def __init__(self):
        self.alive = False

    def set_state(self, state, *, loud=False):
        self.alive = state
        return "!" if loud else "."

    set_alive = partialmethod(set_state, True)
    kill = partialmethod(set_state, False, loud=True)


c = Cell()
print(c.set_alive(), c.alive, c.kill(), c.alive)
p = partial(int, base=2)
q = partial(partial(print, "a", sep="-"), "b", end="!\n")
q("c")
print(p("101"), p.func, p.args, p.keywords, q.args, p("11", base=3))
print(repr(partial(max, 1, key=abs)))


@total_ordering
class Grade:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n if isinstance(other, Grade) else NotImplemented
    def __lt__(self, other): return self.n < other.n if isinstance(other, Grade) else NotImplemented


print(Grade(1) >= Grade(1), Grade(2) > Grade(1), Grade(1) <= Grade(0), Grade(1) != Grade(1))
try:
    Grade(1) >= 3
except TypeError as error:
    print(error)
try:
    @total_ordering
    class Nothing:
        pass
except ValueError as error:
    print(error)


class Data:
    @cached_property
    def heavy(self):
        """Heavy."""
        print("once")
        return [1, 2]


d = Data()
print(d.heavy is d.heavy, d.__dict__, Data.heavy.__doc__)
del d.heavy
d.heavy
print(reduce(lambda a, b: a * b, range(1, 6)), reduce(max, [], -1), reduce(lambda acc, w: {**acc, w: len(w)}, ["a", "bb"], {}))
try:
    reduce(max, [])
except TypeError as error:
    print(error)


def logged(function):
    @wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper


@logged
def documented(a, b: int = 2) -> str:
    """Docs."""


print(documented.__name__, documented.__doc__, documented.__annotations__, documented.__wrapped__.__name__, WRAPPER_ASSIGNMENTS)
words = sorted(["b10", "a2", "a10", "b9"], key=cmp_to_key(lambda a, b: (a[0] > b[0]) - (a[0] < b[0]) or int(a[1:]) - int(b[1:])))
print(words)
k = cmp_to_key(lambda a, b: b - a)
print(k(1) > k(2), max([3, 1, 2], key=k))
