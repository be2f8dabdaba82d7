"""Composed, curried and memoizing functions, and functions made in loops."""

from functools import partial, reduce, wraps


def compose(*fs):
    return reduce(lambda f, g: lambda x: f(g(x)), fs)


def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n

    return inc


def memo(f):
    cache = {}

    @wraps(f)
    def wrapper(*args, **kw):
        key = (args, tuple(sorted(kw.items())))
        if key not in cache:
            cache[key] = f(*args, **kw)
        return cache[key]

    return wrapper


@memo
def power(a, b=2, *, mod=None):
    return pow(a, b) if mod is None else pow(a, b, mod)


def make(n):
    return [lambda x, i=i: x * i + n for i in range(n)]


def curry(f):
    return lambda a: lambda b: lambda c: f(a, b, c)


def main():
    f = compose(lambda x: x + 1, lambda x: x * 2, lambda x: x - 3)
    a = sum(f(i) for i in range(1500))
    c = counter()
    for i in range(3000):
        c(i & 3)
    b = sum(power(i % 40, 3) + power(i % 10, b=2, mod=7) for i in range(1000))
    g = make(20)
    d = sum(h(i) for i in range(50) for h in g)
    add = curry(lambda a, b, c: a + b * c)
    e = sum(add(i)(2)(3) for i in range(800))
    p = partial(pow, 2)
    return a, c(), b, d, e, sum(p(i) for i in range(30))
