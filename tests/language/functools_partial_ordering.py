"""partial, partialmethod, total_ordering, cached_property, reduce, wraps, cmp_to_key."""
# Recorded from CPython 3.13: functools.WRAPPER_ASSIGNMENTS has a name more than in 3.11.
import functools
from functools import (WRAPPER_ASSIGNMENTS, cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch,
                       singledispatchmethod, total_ordering, update_wrapper, wraps)

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
