"""functools: partial, reduce, wraps, caches, singledispatch, total_ordering, cmp_to_key, cached_property."""

import functools as ft


@ft.lru_cache(maxsize=2)
def slow(x, y=1):
    print("compute", x, y, end=" ")
    return x * y


print(slow(2), slow(2), slow(2, y=3), slow(3), slow(2), slow.cache_info(), slow.cache_parameters())
slow.cache_clear()
print(slow.cache_info(), slow.__wrapped__(5), slow.__name__)


@ft.singledispatch
def show(x):
    return f"object {x}"


@show.register
def _(x: int):
    return f"int {x}"


@show.register(list)
@show.register(tuple)
def _(x):
    return f"sequence of {len(x)}"


@show.register
def _(x: bool):
    return f"bool {x}"


print(
    show(1),
    show(True),
    show([1]),
    show((1, 2)),
    show("s"),
    show(None),
    show.dispatch(int)(5),
    sorted(c.__name__ for c in show.registry),
)


class Shape:
    def __init__(self, n):
        self.n = n

    @ft.cached_property
    def area(self):
        print("area", end=" ")
        return self.n**2

    @ft.singledispatchmethod
    def scale(self, by):
        raise TypeError(f"cannot scale by {type(by).__name__}")

    @scale.register
    def _(self, by: int):
        return self.n * by

    @scale.register
    def _(self, by: str):
        return by * self.n

    half = ft.partialmethod(lambda self, d, k=0: self.n / d + k, 2)


s = Shape(3)
print(s.area, s.area, s.__dict__, s.scale(2), s.scale("ab"), s.half(), s.half(k=1))
s.area = 5
print(s.area)
del s.area
print(s.area)
try:
    s.scale(1.5)
except TypeError as e:
    print(e)
p = ft.partial(print, "a", sep="-")
p("b", "c")
p("b", sep="+")
q = ft.partial(ft.partial(pow, 2), 3)
print(
    q(),
    q.func is pow,
    q.args,
    repr(ft.partial(int, base=2)),
    ft.partial(int, base=2)("101"),
    ft.partial(max, 3)(1, 2),
    ft.partial(dict, a=1)(b=2),
)
print(
    ft.reduce(lambda a, b: a * b, range(1, 6)),
    ft.reduce(lambda a, b: a + [b], "abc", []),
    ft.reduce(max, [3, 9, 2]),
    sorted(["b3", "a1", "c2"], key=ft.cmp_to_key(lambda a, b: int(a[1]) - int(b[1]))),
    sorted([3, 1, 2], key=ft.cmp_to_key(lambda a, b: b - a)),
)


@ft.total_ordering
class V:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v

    def __lt__(self, o):
        return self.v < o.v


print(V(1) <= V(1), V(2) > V(1), V(1) >= V(2), max(V(1), V(5)).v)


def deco(f):
    @ft.wraps(f)
    def inner(*a):
        """inner doc"""
        return f(*a)

    return inner


@deco
def documented(x: int) -> str:
    """The doc."""
    return str(x)


print(
    documented.__name__,
    documented.__doc__,
    documented.__annotations__,
    documented.__wrapped__(3),
    documented.__module__,
    documented.__qualname__,
)
for bad in (
    lambda: ft.reduce(lambda a, b: a, []),
    lambda: ft.partial(),
    lambda: ft.partial(5),
    lambda: slow([1]),
    lambda: ft.lru_cache(maxsize="a")(len),
    lambda: ft.total_ordering(type("X", (), {})),
):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


@ft.cache
def kw(**k):
    return tuple(sorted(k))


print(kw(a=1, b=2), kw(a=1), kw.cache_info().currsize)
