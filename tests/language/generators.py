def count(n):
    i = 0
    while i < n:
        got = yield i
        if got: i = got
        else: i += 1
    return "end"
print(list(count(3)))
g = count(10)
print(next(g), g.send(5), next(g))
try:
    g.send(99)
except StopIteration as e: print("stop", e.value)
def outer():
    r = yield from count(2)
    print("returned", r)
    yield from [7, 8]
    yield from (x * x for x in range(3))
print(list(outer()))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
out = []
for x in fib():
    if x > 50: break
    out.append(x)
print(out)
ge = (x for x in range(3) if x)
print(next(ge), list(ge), list(ge))
def tree(t):
    if isinstance(t, list):
        for x in t: yield from tree(x)
    else: yield t
print(list(tree([1, [2, [3, [4]]], 5])))
g = fib(); next(g)
try: fib().send(1)
except TypeError as e: print(e)
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
print(list(It(3)), [x for x in It(2)], sum(It(4)), 2 in It(3), max(It(3)))
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Seq()), 20 in Seq())
class Gen:
    def __iter__(self):
        yield "a"
        yield "b"
print(list(Gen()), dict(zip(Gen(), [1, 2])))
def gen_with():
    try:
        yield 1
    finally:
        print("closed")
g = gen_with(); next(g); g.close()
print(list(g))
def bad():
    yield 1
    raise StopIteration
try: list(bad())
except RuntimeError as e: print(e, repr(e.__cause__))
def lazy():
    print("started")
    yield
l = lazy(); print("made"); next(l)
def send_loop():
    total = 0
    while True:
        x = yield total
        if x is None: return
        total += x
s = send_loop(); next(s); print(s.send(3), s.send(4))
def delegate():
    try:
        yield from inner()
    except KeyError: yield "caught outside"
def inner():
    try: yield 1
    except ValueError: yield "caught inside"
d = delegate(); next(d); print(d.throw(ValueError))
d = delegate(); next(d); print(d.throw(KeyError))
print(type(d).__name__, [*count(2)], (lambda: (yield))().__class__.__name__)
def early():
    return
    yield
print(list(early()))
def args(*a):
    for x in a: yield x
print(sorted(args(3, 1, 2)), tuple(args()), set(args(1, 1)))
a, b = args(1, 2); print(a, b)
m = map(lambda x: x * 2, fib())
print([next(m) for _ in range(5)])
def running():
    try: next(me)
    except ValueError as e: yield str(e)
me = running(); print(next(me))
