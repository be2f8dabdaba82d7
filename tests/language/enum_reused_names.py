"""A name used twice in an enumeration, reserved and private names."""
from enum import *
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def a():
    class A(Enum):
        X = 1
        X = 2
t(a)
def a():
    class A(Enum):
        X = 1
        Y = 1
        Z = 2
        def m(self): return 1
        def m(self): return self.name
        @property
        def p(self): return 3
        @p.setter
        def p(self, v): pass
        __doc__ = "a"
        __doc__ = "b"
    print(A.Y, list(A), A.X.m(), A.__doc__, A.__members__)
t(a)
def a():
    class A(Enum):
        RED = auto()
        GREEN = auto()
        RED = auto()
t(a)
def a():
    class A(IntFlag):
        RED = auto()
        GREEN = auto()
        GREEN = 1
t(a)
def a():
    class A(StrEnum):
        RED = auto()
        RED = 'x'
t(a)
def a():
    class A(Enum):
        f = 3
        def f(self): pass
t(a)
def a():
    class A(Enum):
        _ignore_ = "i"
        i = 0
        for i in range(3): pass
        B = i
    print(list(A))
t(a)
def a():
    class A(Enum):
        _f_ = 3
    print(list(A))
t(a)
def a():
    class A(Enum):
        mro = 3
t(a)
class B(Enum):
    _x = 1
    __y = 2
    Z = 3
t(lambda: list(B))
t(lambda: B._x)
