# Classes: hooks, descriptors, operators, subclasses of built-in types.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
class Meta0: pass
class A:
    x = 1
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw); cls.tag = tag; print("sub", cls.__name__, tag)
class B(A, tag="b"): pass
class C(B): pass
print(B.tag, C.tag, C.__mro__, C.__bases__, C.__base__, A.__subclasses__())
try:
    class D(A, nope=1): pass
except TypeError as e: print(e)
class E:
    def __init_subclass__(cls): pass
try:
    class F(E, k=1): pass
except TypeError as e: print(e)
try:
    class X(A, B): pass
except TypeError as e: print(e)
try:
    class Y(int, str): pass
except TypeError as e: print(e)
try:
    class Z(bool): pass
except TypeError as e: print(e)
class Desc:
    def __set_name__(self, owner, name): self.name = "_" + name; print("set_name", owner.__name__, name)
    def __get__(self, obj, owner=None):
        if obj is None: return self
        return getattr(obj, self.name, "unset")
    def __set__(self, obj, v): setattr(obj, self.name, v)
    def __delete__(self, obj): delattr(obj, self.name)
class G:
    d = Desc()
g = G(); print(g.d); g.d = 5; print(g.d, g.__dict__, G.d.name); del g.d; print(g.d)
class Num:
    def __init__(s, v): s.v = v
    def __add__(s, o): return Num(s.v + (o.v if isinstance(o, Num) else o))
    __radd__ = __add__
    def __iadd__(s, o): s.v += 100; return s
    def __neg__(s): return Num(-s.v)
    def __eq__(s, o): return s.v == getattr(o, "v", o)
    def __lt__(s, o): return s.v < o.v
    def __hash__(s): return hash(s.v)
    def __bool__(s): return s.v != 0
    def __int__(s): return int(s.v)
    def __float__(s): return float(s.v)
    def __index__(s): return s.v
    def __complex__(s): return s.v
    def __round__(s, n=None): return ("round", n)
    def __abs__(s): return abs(s.v)
    def __divmod__(s, o): return ("dm", o)
    def __rdivmod__(s, o): return ("rdm", o)
    def __pow__(s, o, m=None): return ("pow", o, m)
    def __rpow__(s, o): return ("rpow", o)
    def __matmul__(s, o): return "mm"
    def __rmatmul__(s, o): return "rmm"
    def __invert__(s): return "inv"
    def __call__(s, *a, **k): return a, k
    def __len__(s): return 3
    def __getitem__(s, k): return k
    def __contains__(s, x): return x == 1
    def __trunc__(s): return "trunc"
    def __floor__(s): return "floor"
    def __ceil__(s): return "ceil"
    def __repr__(s): return f"Num({s.v})"
    def __format__(s, f): return f"N<{f}>"
    def __reversed__(s): return iter("rev")
    def __dir__(s): return ["z", "a"]
    def __sizeof__(s): return 5
    def __length_hint__(s): return 7
    def __bytes__(s): return b"num"
n = Num(5); import math
print(n + 1, 1 + n, sum([n, n]), -n, n == 5, n != 5, {n: 1}[Num(5)], bool(Num(0)), int(n), float(n), [0] * n if False else list(range(10))[n], round(n), round(n, 2), abs(n), divmod(n, 1), divmod(1, n), n ** 2, 2 ** n, pow(n, 2, 3), n @ 1, 1 @ n, ~n, n(1, a=2), len(n), n[1:2, ...], n[None], 1 in n, math.trunc(n), math.floor(n), math.ceil(n), f"{n:abc}", list(reversed(n)), dir(n), bytes(n), hex(n), "abcdefg"[n])
n += 1; print(n)
try: n - 1
except TypeError as e: print(e)
try: n > 1
except Exception as e: print(type(e).__name__, e)
class NoHash:
    def __eq__(self, o): return True
try: hash(NoHash())
except TypeError as e: print(e)
class Meth:
    def m(self): return "m"
    f = m
    def __getattr__(self, n): 
        if n.startswith("dyn"): return n
        raise AttributeError(n)
m = Meth(); bound = m.m; print(bound(), m.f(), m.dyn_x, hasattr(m, "q"), bound.__self__ is m, bound.__func__ is Meth.m, Meth.m.__qualname__, getattr(m, "qq", 3))
class Outer:
    class Inner:
        def f(self): pass
print(Outer.Inner.__qualname__, Outer.Inner.f.__qualname__, Outer.Inner, Outer.Inner().f.__name__)
T = type("T", (A,), {"y": 2, "m": lambda self: self.y}); print(T, T().m(), T.tag, T.__name__)
print(type(T), isinstance(T, type), type(type), issubclass(T, A), T.__dict__["y"], vars(T).keys() >= {"y", "m"})
class Sing:
    _i = None
    def __new__(cls, *a):
        if cls._i is None: cls._i = super().__new__(cls)
        return cls._i
    def __init__(self, v): self.v = v
print(Sing(1) is Sing(2), Sing(3).v)
class Tup(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(Tup(1, 2), Tup(1)[0], type(Tup(1) + (2,)))
class Str(str):
    def shout(self): return self.upper() + "!"
print(Str("a").shout(), Str("x") + "y", type(Str("x") + "y").__name__, Str("q") == "q", {Str("k"): 1}["k"])
class I(int):
    def __add__(self, o): return I(int(self) + o * 10)
    def __repr__(self): return f"I({int(self)})"
print(I(5) + 1, I(3), I(2) * 2, 1 + I(2), sum([I(1), I(2)]))
class L(list):
    def __getitem__(self, i): return "got" if i == 99 else super().__getitem__(i)
    def append(self, x): super().append(x * 2)
l = L([1]); l.append(5); print(l, l[99], l[0], len(l), l == [1, 10], isinstance(l, list), L.__mro__)
class D(dict):
    def __missing__(self, k): return f"no {k}"
    def __getattr__(self, k):
        try: return self[k]
        except KeyError: raise AttributeError(k)
    __setattr__ = dict.__setitem__
d = D(a=1); d.b = 2; print(d["zz"], d.a, d.b, d, d.get("q"), "zz" in d)
class P:
    @property
    def x(self): return 1
try: P().x = 2
except AttributeError as e: print(e)
try: del P().x
except AttributeError as e: print(e)
class Q:
    @classmethod
    @property
    def cp(cls): return cls.__name__
print(Q.cp)
class R:
    def __enter__(self): print("enter"); return self
    def __exit__(self, t, v, tb): print("exit", t and t.__name__, v); return t is KeyError
with R() as r, R(): print("in")
with R(): raise KeyError("x")
try:
    with R(): raise ValueError("y")
except ValueError as e: print("out", e)
with (R() as a, R() as b,): pass
class S:
    def __iter__(self): yield 1; yield 2
    def __getattribute__(self, n): print("ga", n); return super().__getattribute__(n)
    z = 1
print(list(S()), S().z)
class U:
    __hash__ = None
    def __delitem__(self, k): print("del", k)
    def __setitem__(self, k, v): print("set", k, v)
    def __delattr__(self, k): print("delattr", k)
    def __setattr__(self, k, v): print("setattr", k, v); object.__setattr__(self, k, v)
u = U(); u[1] = 2; del u[1:2]; u.a = 1; del u.a; u[1, 2] = 3; u.a += 1
print(A.__doc__, A.__module__, A().__class__, A.__dict__.get("x"), A.__weakref__ is not None if hasattr(A, "__weakref__") else True)
class Doc:
    "doc of %s"
    x: int
    y: str = "d"
    z: "List[int]" = []
print(Doc.__doc__, Doc.__annotations__)
a1 = A(); a1.__class__ = B; print(type(a1))
a1.__dict__["dyn"] = 1; print(a1.dyn); a1.__dict__ = {"n": 1}; print(vars(a1))
print(super(B, B()).x, super(C, C).tag)
print(isinstance(1, (str, int)), isinstance(1, int | str), issubclass(bool, int), int | None)
print(object.__new__(A).x, object().__class__, type(None), type(...), type(NotImplemented))
class Cmp:
    def __init__(self, v): self.v = v
    def __le__(self, o): return self.v <= o.v
print(Cmp(1) <= Cmp(2), Cmp(1) >= Cmp(2))
try: Cmp(1) < Cmp(2)
except TypeError as e: print(e)
def meth(self, x): return x
A.added = meth; print(A().added(3)); A.sm = staticmethod(lambda: "sm"); print(A.sm(), A().sm())
import types
a2 = A(); a2.bound = types.MethodType(meth, a2); print(a2.bound(7))
