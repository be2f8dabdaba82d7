"""Functions as values: composition, pipelines, currying, partial, dispatch tables, reduce, accumulate, function attributes, memo by argument."""
from functools import partial, reduce
from itertools import accumulate, starmap
from operator import add, mul, methodcaller


def compose(*functions):
    return reduce(lambda f, g: lambda *a, **k: f(g(*a, **k)), functions)


class Pipe:
    def __init__(self, value): self.value = value
    def __or__(self, function): return Pipe(function(self.value))
    def __rshift__(self, function): return function(self.value)
    def __repr__(self): return f"Pipe({self.value!r})"


print(compose(str, abs, int)("-42"), Pipe([3, 1, 2]) | sorted | (lambda x: x[::-1]) | partial(map, lambda v: v * 2) | list, Pipe(5) >> str)
power = lambda n: lambda x: x ** n
square, cube = power(2), power(3)
print(list(map(compose(square, cube), range(4))), [f(3) for f in (square, cube, power(0))], (lambda f, *a: f(*a))(max, 1, 5, 3))
ops = {"+": add, "*": mul, "-": lambda a, b: a - b, "/": lambda a, b: a / b if b else float("nan")}


def rpn(text):
    stack = []
    for token in text.split():
        if token in ops:
            b, a = stack.pop(), stack.pop()
            stack.append(ops[token](a, b))
        else:
            stack.append(float(token))
    return stack


print(rpn("3 4 + 2 *"), rpn("5 1 2 + 4 * + 3 -"), rpn("1 0 /"))
print(list(accumulate([1, 2, 3, 4], mul)), list(accumulate("abc")), list(starmap(pow, [(2, 3), (3, 2)])), reduce(lambda a, b: {**a, b: len(b)}, ["x", "yy"], {}), list(map(methodcaller("split", "-"), ["a-b", "c"])))
log = partial(print, "[log]", sep=" ", end=";\n")
log("a", 1)
hexa = partial(int, base=16)
print(hexa("ff"), partial(hexa, "10")(), [p("x") for p in map(lambda s: partial(lambda s, x: s + x, s), "ab")])


def counter():
    counter.calls += 1
    return counter.calls


counter.calls = 0
print(counter(), counter(), counter.calls, counter.__dict__)


def curry(f):
    n = f.__code__.co_argcount

    def take(*args):
        return f(*args) if len(args) >= n else lambda *more: take(*args, *more)
    return take


@curry
def volume(a, b, c):
    return a * b * c


print(volume(2)(3)(4), volume(2, 3)(4), volume(2)(3, 4), volume(1, 2, 3))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda self: lambda n: 1 if n < 2 else n * self(n - 1))(10))
zero = lambda f: lambda x: x
succ = lambda n: lambda f: lambda x: f(n(f)(x))
plus = lambda m: lambda n: lambda f: lambda x: m(f)(n(f)(x))
three = succ(succ(succ(zero)))
print(plus(three)(three)(lambda v: v + 1)(0))


def events():
    handlers = {}

    def on(name):
        def register(f):
            handlers.setdefault(name, []).append(f)
            return f
        return register

    def emit(name, *a):
        return [f(*a) for f in handlers.get(name, [])]
    return on, emit


on, emit = events()


@on("save")
def first(x): return f"first {x}"


@on("save")
@on("load")
def second(x): return f"second {x}"


print(emit("save", 1), emit("load", 2), emit("none"))
maybe = lambda f: lambda x: None if x is None else f(x)
safe_div = lambda d: maybe(lambda n: n / d if d else None)
print([compose(maybe(lambda v: round(v, 2)), safe_div(d))(10) for d in (3, 0)])
sort_by = lambda *keys: lambda rows: sorted(rows, key=lambda r: tuple(-r[k[1:]] if k[0] == "-" else r[k] for k in keys))
print(sort_by("-age", "name")([{"name": "b", "age": 3}, {"name": "a", "age": 3}, {"name": "c", "age": 9}]))
