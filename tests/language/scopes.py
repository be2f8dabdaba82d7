x = "global"
def a():
    x = "a"
    def b():
        def c():
            return x
        return c()
    return b()
print(a())
def use_global():
    return x
print(use_global())
class K:
    x = "class"
    def m(self): return x
    y = x
    z = [x for _ in range(1)]
print(K().m(), K.y, K.z)
def nl():
    v = 0
    def up():
        nonlocal v
        v += 1
        def deeper():
            nonlocal v
            v += 10
        deeper()
    up()
    return v
print(nl())
def make():
    fs = []
    for i in range(3):
        def f(i=i): return i
        fs.append(f)
    return [f() for f in fs]
print(make())
def cell_param(p):
    return lambda: p
print(cell_param(5)())
def cell_kw(*args, **kw):
    return lambda: (args, kw)
print(cell_kw(1, a=2)())
def del_cell():
    v = 1
    def g(): return v
    del v
    try: g()
    except NameError as e: print(e)
del_cell()
def comp(n): return [[i * n for i in range(j)] for j in range(n)]
print(comp(3))
def walrus():
    if any((hit := x) > 2 for x in [1, 2, 3, 4]): return hit
print(walrus())
def glob():
    global made
    made = 1
glob(); print(made)
def lam(): return (lambda y: lambda z: y + z)(1)(2)
print(lam())
print([f(2) for f in [lambda x: x + 1, lambda x: x * 10]])
class Outer:
    v = 1
    class Inner:
        try: w = v
        except NameError as e: w = str(e)
print(Outer.Inner.w)
def self_ref():
    def fact(n): return 1 if n == 0 else n * fact(n - 1)
    return fact(5)
print(self_ref())
def exec_order():
    r = []
    def t(x): r.append(x); return x
    d = {t(1): t(2), t(3): t(4)}
    t(5) + t(6) * t(7)
    [t(8), t(9)][t(0)]
    f = lambda *a, **k: None
    f(t(10), t(11), k=t(12))
    return r
print(exec_order())
i = 100
[i for i in range(3)]
print(i)
def default_scope(v=i): return v
i = 5
print(default_scope())
