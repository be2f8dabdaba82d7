# What a class body reads: its own names, then global ones; and what its functions read.
x = "global"
def f():
    x = "local"
    class A:
        print(x)
        y = x
    return A
print(f().y)
def g():
    x = "local"
    class B:
        x = x
        print(x)
    return B.x
try: print(g())
except NameError as e: print("NameError", e)
class C:
    x = x
    x += "!"
    y = [x for _ in range(1)]
    z = [i for i in x]
print(C.x, C.y, C.z)
def h():
    v = 1
    class D:
        nonlocal v
        v = 5
        def m(self): return v
    return v, D().m(), "v" in D.__dict__
print(h())
def k():
    class E:
        global newglobal
        newglobal = 7
k(); print(newglobal)
def later():
    class F:
        a = z_after
    z_after = 1
try: later()
except NameError as e: print(type(e).__name__, e)
