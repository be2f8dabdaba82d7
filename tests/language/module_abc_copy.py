from abc import ABC, abstractmethod
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import copy
class Shape(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def describe(self): return f"{self.name} {self.area()}"
class Sq(Shape):
    def __init__(self, s): self.s = s
    def area(self): return self.s**2
    @property
    def name(self): return "square"
class Half(Shape):
    def area(self): return 1
print(Sq(3).describe(), isinstance(Sq(1), Shape), issubclass(Sq, ABC))
for c in (Shape, Half):
    try: c()
    except TypeError as e: print(e)
a = [1, [2, 3], {"k": [4]}]; b = copy.copy(a); d = copy.deepcopy(a); b[1].append(9); d[1].append(0); print(a, b, d, b is a, copy.copy((1, 2)), copy.deepcopy({"x": {1, 2}}), copy.copy({"a": 1}))
class N:
    def __init__(self, v): self.v = v; self.me = self
n = N([1]); m = copy.deepcopy(n); c = copy.copy(n); print(m.v == n.v, m.v is n.v, c.v is n.v, m.me is m, c.me is n, type(m) is N)
class H:
    def __copy__(self): return "copied"
    def __deepcopy__(self, memo): return "deep"
print(copy.copy(H()), copy.deepcopy(H()), copy.deepcopy([H()]))
r = []; r.append(r); s = copy.deepcopy(r); print(s[0] is s, s is not r); shared = [1]; x = copy.deepcopy([shared, shared]); print(x[0] is x[1])
class L(list):
    pass
l = L([1, [2]]); l.tag = "t"; k = copy.deepcopy(l); print(k, type(k).__name__, k.tag, k[1] is l[1], copy.copy(len) is len, copy.deepcopy(N) is N, copy.deepcopy(None))
