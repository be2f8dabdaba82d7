# sys.getsizeof adds to what __sizeof__ returns the bytes before the instance.
import sys
class A:
    def __sizeof__(self): return 100
class S:
    __slots__=("a",)
    def __sizeof__(self): return 100
class L(list):
    def __sizeof__(self): return 100
class I(int):
    def __sizeof__(self): return 100
class W:
    __slots__=("a","__weakref__")
    def __sizeof__(self): return 100
class D:
    __slots__=("__dict__",)
    def __sizeof__(self): return 100
class T(tuple):
    def __sizeof__(self): return 100
class E(Exception):
    def __sizeof__(self): return 100
print([sys.getsizeof(c()) for c in (A,S,L,I,W,D,T,E)])
