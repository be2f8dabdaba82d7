"""Generators: pipelines, coroutines by send, delegation, infinite streams, errors."""
import itertools
from collections import deque


def numbers(n):
    for i in range(n):
        yield i


def only(pred, it):
    return (x for x in it if pred(x))


def chunks(it, size):
    it = iter(it)
    while batch := list(itertools.islice(it, size)):
        yield batch


def window(it, n):
    it = iter(it)
    d = deque(itertools.islice(it, n), maxlen=n)
    if len(d) == n:
        yield tuple(d)
    for x in it:
        d.append(x)
        yield tuple(d)


print(list(chunks(only(lambda x: x % 3, numbers(20)), 4)))
print(list(window("abcdef", 3)), list(window("ab", 3)))


def averager():
    total = count = 0
    average = None
    while True:
        value = yield average
        if value is None:
            return total, count
        total += value
        count += 1
        average = total / count


def delegate(results):
    while True:
        results.append((yield from averager()))


results = []
g = delegate(results)
next(g)
print([g.send(v) for v in (10, 20, 60)])
g.send(None)
print(results, g.send(4))
g.close()
print(results)


def flatten(x):
    match x:
        case list() | tuple():
            for item in x:
                yield from flatten(item)
        case dict():
            yield from flatten(list(x.values()))
        case _:
            yield x


print(list(flatten([1, (2, [3, {"a": 4, "b": [5, 6]}]), "seven"])))


def logged():
    try:
        while True:
            try:
                got = yield
                print("got", got)
            except ValueError as e:
                print("handled", e)
                yield "recovered"
    finally:
        print("cleanup")


g = logged()
next(g)
g.send(1)
print(g.throw(ValueError("v")))
next(g)
g.send(2)
try:
    g.throw(KeyError("k"))
except KeyError as e:
    print("escaped", e)
print(next(g, "exhausted"))


def ret():
    yield 1
    return "result"


g = ret()
next(g)
try:
    next(g)
except StopIteration as e:
    print(e.value, e.args)
try:
    next(g)
except StopIteration as e:
    print(e.value, e.args)


def bad():
    yield 1
    raise StopIteration("inside")


try:
    list(bad())
except RuntimeError as e:
    print(e, repr(e.__cause__))


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = stubborn()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)


def selfish():
    next(me)
    yield


me = selfish()
try:
    next(me)
except ValueError as e:
    print(e)
g = numbers(3)
try:
    g.send(5)
except TypeError as e:
    print(e)
print(g.gi_frame is None, g.__name__, g.__qualname__, g.gi_running)


def primes():
    sieve = {}
    for q in itertools.count(2):
        p = sieve.pop(q, None)
        if p is None:
            sieve[q * q] = q
            yield q
        else:
            x = p + q
            while x in sieve:
                x += p
            sieve[x] = p


print(list(itertools.islice(primes(), 15)))


class Tree:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.v
        if self.right:
            yield from self.right


t = Tree(4, Tree(2, Tree(1), Tree(3)), Tree(6, Tree(5)))
print(*t, sum(t), max(t), sorted(t, reverse=True), 5 in t, list(zip(t, "abc")))


def pipeline(*stages):
    def run(source):
        for stage in stages:
            source = stage(source)
        return source
    return run


upper = lambda lines: (l.upper() for l in lines)
strip = lambda lines: (l.strip() for l in lines)
nonempty = lambda lines: (l for l in lines if l)
print(list(pipeline(strip, nonempty, upper)(["  a ", "", " b", "   "])))


def cooperative(tasks):
    queue = deque(tasks)
    while queue:
        task = queue.popleft()
        try:
            yield next(task)
            queue.append(task)
        except StopIteration:
            pass


print(list(cooperative([numbers(2), iter("abc"), (x * x for x in (9,))])))
ge = (x / (x - 2) for x in range(4))
try:
    print(list(ge))
except ZeroDivisionError as e:
    print(e, list(ge))
fns = [lambda: i for i in range(3)]
print([f() for f in fns], [f() for f in (lambda i=i: i for i in range(3))])
e = enumerate(numbers(3), start=10)
print(next(e), list(e), next(e, None))
a, b = itertools.tee(numbers(4))
print(list(a), list(b))


def echo():
    x = None
    while True:
        x = yield x


e = echo()
print(e.send(None), e.send(1), e.send([2]))
print(type(e).__name__, type(ge).__name__, iter(e) is e)
def yields_expr():
    r = yield "first"
    print("r", r)
    a = yield
    b, c = yield a
    print(b, c)
try:
    y = yields_expr(); print(next(y)); print(y.send("R")); print(y.send("A")); y.send((1, 2))
except StopIteration:
    print("end")
