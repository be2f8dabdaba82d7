"""Operators between objects of one class, which decline, raise, recurse and yield; __init__ with keywords; generators."""


class A:
    def __init__(self, v): self.v = v
    def __add__(self, o):
        if o.v < 0: return NotImplemented
        return A(self.v + o.v)
    def __sub__(self, o): return (x for x in (self.v, o.v))
    def __mul__(self, o): raise ValueError("no")
    def __init_subclass__(cls): pass
class B(A):
    def __radd__(self, o): return "radd"
print((A(1) + A(2)).v, list(A(1) - A(2)))
try: A(1) + A(-2)
except TypeError as e: print(e)
try: A(1) * A(-2)
except ValueError as e: print(e)
print(A(1) + B(2), (B(3) + B(4)).v)
class C:
    def __init__(self): return 5
try: C()
except TypeError as e: print(e)
class D:
    def __init__(self, x, *, y=2, z=3): self.t = (x, y, z); self = None
print(D(1).t, D(1, z=5).t, D(x=4, y=1).t, type(D(1)))
def deep(a, n): return a if n == 0 else deep(a + A(1), n - 1)
print(deep(A(0), 50).v)
class R:
    def __add__(self, o): return self + o
try: R() + R()
except RecursionError as e: print(str(e)[:32])
def g():
    x = yield 1
    try:
        y = yield x
    finally:
        print("end")
it = g(); print(next(it), it.send(4)); it.close()
print(min(3, 1), max(1, 2, 5), isinstance(1, int), [1, 2].index(2), "abc".find("c"), int("7"))
