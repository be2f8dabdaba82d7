"""Closures, nonlocal, global, late binding, counters, partial application, currying."""
from functools import partial, reduce

total = 0


def add_global(n):
    global total, fresh
    total += n
    fresh = total * 10


def counter(start=0, step=1):
    value = start - step

    def advance():
        nonlocal value
        value += step
        return value

    def reset(to=start):
        nonlocal value
        value = to - step

    advance.reset = reset
    return advance


def layers():
    x = 1

    def middle():
        y = x + 1

        def inner():
            nonlocal x, y
            x, y = x * 10, y * 10
            return x, y
        return inner
    return middle(), lambda: x


c, d = counter(), counter(10, 5)
print([c() for _ in range(3)], [d(), d()], c())
c.reset(100)
print(c(), d())
add_global(5)
add_global(6)
print(total, fresh)
inner, peek = layers()
print(inner(), peek(), inner(), peek())
late = [lambda: i for i in range(3)]
early = [lambda i=i: i for i in range(3)]
print([f() for f in late], [f() for f in early])
functions = {}
for name in ("a", "b"):
    def show(prefix, name=name):
        return prefix + name
    functions[name] = show
print({k: f(">") for k, f in functions.items()})


def curry(f, n, *held):
    return f(*held) if len(held) >= n else lambda *more: curry(f, n, *held, *more)


print(curry(lambda a, b, c: a + b * c, 3)(1)(2)(3), curry(max, 2)(5, 9))
double = partial(lambda x, y, z=0: (x, y, z), 2, z=9)
print(double(3), double(3, z=1), double.func.__name__, double.args, double.keywords)
print(reduce(lambda acc, f: f(acc), [str.strip, str.title, lambda s: s + "!"], "  hello there "))


def read_before():
    try:
        print(value)
    except UnboundLocalError as error:
        print(error)
    value = 1


def deleted():
    x = 1
    del x
    try:
        x
    except UnboundLocalError as error:
        print(type(error).__name__, error)


def free():
    def g():
        return later
    try:
        g()
    except NameError as error:
        print(type(error).__name__, error)
    later = 3
    return g()


read_before()
deleted()
print(free())
try:
    undefined_name
except NameError as error:
    print(error, error.name)
squares = [x * x for x in range(3)]
try:
    x
except NameError as error:
    print("x did not leak:", error)
print([y := 5, y ** 2], y, any((hit := n) > 2 for n in range(9)), hit)
print((lambda f: f(f, 10))(lambda f, n: 1 if n < 2 else n * f(f, n - 1)), counter.__closure__, c.__closure__ is not None)
