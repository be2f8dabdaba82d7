"""__slots__: with and without a __dict__, in subclasses, with built-in bases, wrong ones."""
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
class A:
    __slots__ = ("x", "y")
    def __init__(self): self.x = 1
a = A()
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: setattr(a, "z", 1))
t(lambda: a.y)
t(lambda: a.__dict__)
t(lambda: delattr(a, "y"))
t(lambda: delattr(a, "q"))
t(lambda: a.q)
t(lambda: hasattr(a, "__dict__"))
t(lambda: vars(a))
class B(A): pass
b = B(); b.z = 2
t(lambda: b.__dict__)
t(lambda: vars(b))
class C(A):
    __slots__ = ("z", "__dict__")
c = C(); c.z = 3; c.other = 4; c.x = 9
t(lambda: c.__dict__)
t(lambda: (c.x, c.z, c.other))
class D(A):
    __slots__ = {"k": "the k"}
d = D(); d.k = 1
t(lambda: D.k)
t(lambda: D.k.__doc__)
t(lambda: A.x.__get__(a))
t(lambda: A.x.__set__(a, 99)); print(a.x)
t(lambda: A.x.__get__(5))
t(lambda: setattr(d, "__class__", A))
t(lambda: setattr(d, "foo", A))
class E:
    __slots__ = ()
t(lambda: setattr(E(), "foo", A))
t(lambda: A.__slots__)
t(lambda: dir(a)[-2:])
import copy
t(lambda: copy.copy(a).x)
t(lambda: copy.deepcopy(d).k)
class F:
    __slots__ = "single"
f = F(); f.single = 3
t(lambda: f.single)
t(lambda: f.other)
class G(dict):
    __slots__ = ("extra",)
g = G(a=1); g.extra = 5
t(lambda: (g, g.extra))
t(lambda: setattr(g, "zz", 1))
class H(Exception):
    __slots__ = ("code",)
h = H("x"); h.code = 3; h.anything = 5
t(lambda: h.__dict__)
class I:
    __slots__ = ("__private", "pub")
    def __init__(self): self.__private = 4
i = I()
t(lambda: i._I__private)
try:
    class J:
        __slots__ = ("a b",)
except TypeError as e: print(e)
try:
    class J:
        __slots__ = ("1a",)
except TypeError as e: print(e)
try:
    class J(int):
        __slots__ = ("a",)
except TypeError as e: print(e)
try:
    class J(tuple):
        __slots__ = ("a",)
except TypeError as e: print(e)
try:
    class J(A, F): pass
except TypeError as e: print(e)
class K(tuple):
    __slots__ = ()
t(lambda: setattr(K(), "x", 1))
from dataclasses import dataclass, field
@dataclass(slots=True)
class P:
    x: int
    y: int = 2
p = P(1)
t(lambda: setattr(p, "z", 1))
t(lambda: p)
t(lambda: P.__slots__)
@dataclass(frozen=True, slots=True)
class Q:
    x: int
q = Q(1)
t(lambda: setattr(q, "x", 1))
try:
    class J:
        __slots__ = 5
except TypeError as e: print(e)
try:
    class J:
        __slots__ = ("__dict__", "__dict__")
except TypeError as e: print(e)
del a.x
t(lambda: a.x)
class L(A):
    __slots__ = ("x",)
l = L(); l.x = 1; t(lambda: (l.x,)); 
t(lambda: object.__getattribute__(a, "x"))
t(lambda: getattr(a, "x", "none"))
class M:
    __slots__ = ("v",)
    v2 = 1
    def __init__(self, v): self.v = v
t(lambda: setattr(M(1), "v2", 5))
