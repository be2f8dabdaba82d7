# Closures, comprehensions and the errors of unbound names.
fs = [lambda: i for i in range(3)]; print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
x = 10; print([x for x in range(3)], x)
print({k: v for k, v in zip("ab", range(2))}, {c for c in "aab"} == {"a", "b"}, [(a, b) for a in range(2) for b in range(a + 1)])
print([[j for j in range(i)] for i in range(3)], [y := 5, y ** 2], y)
total = 0; print([total := total + v for v in range(5)], total)
print(any((hit := n) > 2 for n in [1, 3, 5]), hit)
class A:
    n = 3
    l = [n for _ in range(2)] if False else [0]
    m = list(range(n))
    try: k = [n for _ in range(2)]
    except NameError as e: err = str(e)
print(A.m, getattr(A, "err", A.__dict__.get("k")))
def counter():
    c = 0
    def inc(by=1):
        nonlocal c; c += by; return c
    return inc, lambda: c
inc, get = counter(); inc(); inc(5); print(get(), inc.__closure__[0].cell_contents, inc.__code__.co_freevars)
def f():
    print(locals()); a = 1; b = [a]; print(sorted(locals())); return locals()
print(f())
def g():
    try: print(u)
    except UnboundLocalError as e: print(e)
    u = 1
g()
def h():
    del z
try: h()
except NameError as e: print(e)
z = 1
def k():
    global z; z += 1; del z
k()
try: z
except NameError as e: print(e)
def cond(flag):
    if flag: v = 1
    return v
try: cond(False)
except UnboundLocalError as e: print(e)
def free():
    def inner(): return later
    try: inner()
    except NameError as e: print(e)
    later = 1
    return inner()
print(free())
for i in range(3): pass
print(i)
try:
    1/0
except ZeroDivisionError as exc: pass
try: exc
except NameError as e: print(e)
