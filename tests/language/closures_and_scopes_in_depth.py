"""Closures in loops, late binding, nonlocal chains, class scopes, comprehension scopes, global in nested functions, unbound locals."""
fs = [lambda: i for i in range(3)]
print([f() for f in fs], [f() for f in [lambda i=i: i for i in range(3)]])


def makers():
    out = []
    for n in range(3):
        def f(extra=0):
            return n + extra
        out.append(f)
    n = 100
    return out


print([f(1) for f in makers()])


def counter(start=0, *, step=1):
    total = start

    def up():
        nonlocal total
        total += step
        return total

    def reset(to=start):
        nonlocal total
        total, old = to, total
        return old
    return up, reset


up, reset = counter(10, step=5)
up2, _ = counter()
print(up(), up(), up2(), reset(), up(), up.__closure__[0].cell_contents, up.__code__.co_freevars)


def three():
    x = "outer"

    def middle():
        def inner():
            nonlocal x
            x += "+inner"
            return lambda: x
        return inner
    peek = middle()()
    middle()()
    return x, peek()


print(three())
x = "global"


class Scope:
    x = "class"
    y = [x for _ in range(1)]
    z = x + "!"

    def method(self):
        return x

    items = [1, 2]
    doubled = [i * 2 for i in items]
    pairs = list(zip(items, (lambda: x for _ in items)))


print(Scope.y, Scope.z, Scope().method(), Scope.doubled, Scope.pairs[0][1]())


def set_global():
    global created, x
    created = "made"
    x = "changed"

    def nested():
        x = "local to nested"
        return x
    return nested()


print(set_global(), created, x)


def unbound():
    try:
        print(value)
    except UnboundLocalError as error:
        print(error)
    value = 1
    del value
    try:
        value
    except UnboundLocalError as error:
        print(error)
    try:
        def late():
            return soon
        late()
    except NameError as error:
        print(type(error).__name__, error)
    soon = 1
    return late()


print(unbound())


def branch(flag):
    if flag:
        only = 1
    return only


print(branch(True))
try:
    branch(False)
except UnboundLocalError as error:
    print(error, isinstance(error, NameError))
i = "outer i"
squares = [i * i for i in range(4)]
print(i, squares, {k: v for k, v in zip("ab", [1, 2])}, [y := 10, y + 1], y)
print([(a, b) for a in range(3) for b in range(a) if (a + b) % 2], [[c for c in row if c] for row in [[0, 1], [2, 0]]], [last := n for n in range(5)][-1], last)


def default_list(item, bag=[]):
    bag.append(item)
    return bag


print(default_list(1), default_list(2), default_list(3, []), default_list.__defaults__)


def tricky(a, b=lambda: 5, *c, d=[*range(2)], **e):
    return a, b(), c, d, e


print(tricky(1), tricky(1, lambda: 6, 7, 8, d=9, z=0), tricky.__kwdefaults__)


def memoize(f):
    cache = {}

    def wrapper(*args):
        if args not in cache:
            cache[args] = f(*args)
        return cache[args]
    wrapper.cache = cache
    return wrapper


@memoize
def grid(r, c):
    return 1 if not r or not c else grid(r - 1, c) + grid(r, c - 1)


print(grid(12, 12), len(grid.cache))


def compose(*fs):
    def run(v):
        for f in reversed(fs):
            v = f(v)
        return v
    return run


print(compose(str, lambda v: v + 1, abs)(-4), (lambda *a, k=3, **kw: (a, k, kw))(1, 2, k=4, z=5), (lambda: (yield))().__class__.__name__)


def curry(f, n):
    return f if n <= 1 else lambda a: curry(lambda *rest: f(a, *rest), n - 1)


print(curry(lambda a, b, c: a + b * c, 3)(1)(2)(3), (lambda f: f(f, 5))(lambda f, n: 1 if n < 2 else n * f(f, n - 1)))
for name in ("locals", "globals"):
    print(name in dir(__builtins__) if not isinstance(__builtins__, dict) else name in __builtins__)


def shows_locals(a, b=2):
    c = a + b
    return sorted(locals().items())


print(shows_locals(1), "x" in globals(), globals()["created"])
if (n := len("abc")) > 2 and (m := n * 2):
    print(n, m)
while (item := next(iter([]), None)) is not None:
    pass
print(item, [v for w in ["a1", "b"] if (v := w[-1]).isdigit()], any((hit := w) == "b" for w in "abc"), hit)
