"""exec and eval with namespaces of one's own, replaced built-in names, and closures. Recorded with CPython 3.13."""


class G(dict):
    def __getitem__(self, k):
        print("get", k)
        return super().__getitem__(k)

    def __missing__(self, k):
        print("missing", k)
        return k.upper()


g = G()
try:
    exec("print(1); x = 2; print(x)", g)
except Exception as e:
    print(type(e).__name__, e)
print(sorted(k for k in g if k != "__builtins__"))


class L:
    def __init__(self):
        self.d = {}

    def __getitem__(self, k):
        if k in self.d:
            return self.d[k]
        if k.startswith("v_"):
            return k
        raise KeyError(k)

    def __setitem__(self, k, v):
        print("set", k)
        self.d[k] = v

    def __delitem__(self, k):
        print("del", k)
        del self.d[k]


l = L()
exec("a = 1\nb = v_x + 'z'\nclass C: pass\ndef f(): return 1\ndel a\nfor i in range(2): pass", {}, l)
print(sorted(l.d))
try:
    exec("del nothere", {}, l)
except Exception as e:
    print(type(e).__name__, e)
try:
    exec("print(nothere)", {}, l)
except Exception as e:
    print(type(e).__name__, e)
for bad in (1, [], None, "x"):
    try:
        exec("1", bad)
    except Exception as e:
        print(type(e).__name__, e)
    try:
        exec("1", {}, bad)
    except Exception as e:
        print(type(e).__name__, e)
    try:
        eval("1", bad)
    except Exception as e:
        print(type(e).__name__, e)
    try:
        eval("1", {}, bad)
    except Exception as e:
        print(type(e).__name__, e)
for bad in (1, None, [], "a\0b", b"a\0b", bytearray(b"1+1"), memoryview(b"2+2")):
    try:
        print(eval(bad))
    except Exception as e:
        print(type(e).__name__, e)
g = {}
print(eval("__builtins__ is not None", g), "__builtins__" in g)
print(eval("   1 + 2  "), eval("\t3"))
try:
    eval("\n 1")
except SyntaxError as e:
    print(e.msg, e.lineno, e.offset)


def outer():
    z = 5
    exec("z = 6; y = 7", globals(), loc := {})
    return z, loc


print(outer())


def f():
    x = 1
    print(eval("x"), sorted(locals()))
    exec("x = 9; w = 3")
    print(x, sorted(locals()))
    return [eval("x") for _ in range(1)], [locals() for q in (1,)]


print(f())
try:
    exec("x", {"__builtins__": {}})
except Exception as e:
    print(type(e).__name__, e)
try:
    exec("import os", {"__builtins__": {}})
except Exception as e:
    print(type(e).__name__, e)
exec("print(len([1]))", {"__builtins__": {"print": print, "len": lambda x: "mine"}})
import types

exec("def g(): return zz", d := {"zz": 3})
g = d["g"]
h = types.FunctionType(g.__code__, {"zz": 4}, "h")
print(h(), h.__name__, h.__globals__)


def clos():
    q = 1

    def inner():
        return q

    return inner


code = clos().__code__
try:
    exec(code)
except Exception as e:
    print(type(e).__name__, e)
try:
    print(eval(code, {}, {}))
except Exception as e:
    print(type(e).__name__, e)
exec(code, closure=(types.CellType(3),))
try:
    exec(code, closure=(1,))
except Exception as e:
    print(type(e).__name__, e)
try:
    exec("1", closure=(types.CellType(3),))
except Exception as e:
    print(type(e).__name__, e)
try:
    exec(compile("1", "f", "exec"), closure=(types.CellType(3),))
except Exception as e:
    print(type(e).__name__, e)
