"""Generators, frames and calls back from native functions: raised through, traced, deep, with captured variables."""

import sys, functools
# generators
def g(n):
    try:
        for i in range(n):
            got = yield i
            if got: print("got", got)
    finally: print("fin", n)
    return "ret"
def outer():
    r = yield from g(2); print("r", r)
    r = yield from [1, 2]; print(r)
    yield from outer2()
def outer2():
    try: yield "a"
    except ValueError as e: print("caught", e); yield "b"
it = outer(); print(next(it), it.send("hi"), next(it), next(it)); print(next(it)); print(it.throw(ValueError("v"))); print(list(it))
it = g(3); next(it); it.close()
def closure():
    x = 0
    def gen(y):
        nonlocal x
        for i in range(3):
            x += i; y += x
            yield (lambda: (x, y))
    return gen
fs = list(closure()(10)); print([f() for f in fs])
def rec(n):
    if n:
        yield from rec(n - 1)
        yield n
        yield from rec(n - 1)
print(sum(rec(10)), list(rec(3)))
def deep(n):
    if n == 0: yield 0
    else: yield from deep(n - 1)
try: print(list(deep(2000)))
except RecursionError as e: print("RE", e)
def r(n): return 0 if n == 0 else r(n - 1) + 1
for n in (500, 5000):
    try: print(r(n))
    except RecursionError as e: print("RE", e)
def selfrun():
    global sr
    try: next(sr)
    except ValueError as e: print(e)
    yield 1
sr = selfrun(); print(next(sr))
# raise inside, cells, init
class A:
    def __init__(self, x): self.x = x; self.f = lambda: (x, self)
    def __eq__(self, o): return NotImplemented if o is None else self.x == o.x
    def __lt__(self, o): return NotImplemented
    def __add__(self, o): return NotImplemented if o == 3 else A(self.x + o)
    def __radd__(self, o): return "radd"
class Bad:
    def __init__(self): return 5
try: Bad()
except TypeError as e: print(e)
print(A(1) == None, A(1) == A(1), (A(1) + 2).x, 4 + A(1))
for f in (lambda: A(1) < A(2), lambda: A(1) + 3):
    try: f()
    except TypeError as e: print(e)
def cells(a, b=2, *c, d=4, **e):
    def inner(): return a, b, c, d, e
    a += 1
    return inner
print(cells(1)(), cells(1, 3, 5, 6, d=7, z=8)())
# natives that call back
print(sorted([3, 1, 2], key=lambda x: -x), min([3, 1, 2], key=lambda x: (x % 2, x)), list(map(lambda x, y: x + y, [1, 2], [3, 4])), functools.reduce(lambda a, b: a * b, range(1, 6)), list(filter(lambda x: x % 2, range(5))))
class K:
    def __call__(self, x): return -x
    def __hash__(self): return 7
    def __eq__(self, o): return self is o
print(sorted([3, 1, 2], key=K()), len({K(), K()}))
def boom(x): raise KeyError(x)
for f in (lambda: sorted([1], key=boom), lambda: list(map(boom, [1])), lambda: max([1, 2], key=boom)):
    try: f()
    except KeyError as e:
        tb = e.__traceback__; names = []
        while tb: names.append(tb.tb_frame.f_code.co_name); tb = tb.tb_next
        print(names)
# callbacks that capture, return through try/finally
def cb(x):
    try:
        return x * 2
    finally:
        log.append(x)
log = []; print(list(map(cb, [1, 2])), log)
def cb2(x):
    for i in range(5):
        with C():
            if i == x: return i
class C:
    def __enter__(s): return s
    def __exit__(s, *a): log.append("exit")
log = []; print(list(map(cb2, [1, 2])), log)
def nested(n): return n if n <= 0 else sum(map(nested, [n - 1])) + 1
print(nested(50))
# deletion in iteration
l = [1, 2, 3, 4]
for x in l: l.remove(x)
print(l)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
for a, b in zip([1, 2, 3], (x for x in "ab")): print(a, b)
for i, (a, b) in enumerate([(1, 2), [3, 4]]): print(i, a, b)
# tracing
ev = []
def tr(f, e, a):
    if f.f_code.co_name.startswith("tt"): ev.append((e, f.f_lineno - f.f_code.co_firstlineno))
    return tr
def tt(x, y):
    if x:
        a, b = x, y
    if y is None:
        return a
    c = [a, b][0:1]
    tt2(a, b)
    return c
def tt2(p, q):
    for p, q in [(p, q)]: yield p
sys.settrace(tr); tt(1, 2); tt(1, None); list(tt2(1, 2)); sys.settrace(None); print(ev)
def fr():
    a, b = 1, 2
    f = sys._getframe(); print(sorted(f.f_locals)); c = 3
    return f
f = fr(); print(f.f_locals["a"], f.f_locals["c"], f.f_back is None)
def prof(f, e, a):
    if f.f_code.co_name == "tt": pe.append(e)
pe = []; sys.setprofile(prof); tt(1, 2); sys.setprofile(None); print(pe)
# operators via frames in nested native calls
class V:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return s.v < o.v
    def __eq__(s, o): return s.v == o.v
    def __hash__(s): return hash(s.v)
print([v.v for v in sorted([V(3), V(1), V(2)])], max(V(1), V(5)).v, V(1) in [V(2), V(1)], len({V(1), V(1), V(2)}), {V(1): 2}[V(1)])
class I:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        if s.n == 0: raise StopIteration
        s.n -= 1; return s.n
print(list(I(3)), sum(I(4)), [x for x in I(2)], dict(zip(I(2), I(2))))
import threading
res = []
def work(k):
    t = 0
    for i in range(20000):
        a, b = i, k
        t += a if b is not None else 0
    res.append((k, t))
ts = [threading.Thread(target=work, args=(k,)) for k in range(4)]
[x.start() for x in ts]; [x.join() for x in ts]; print(sorted(res))
