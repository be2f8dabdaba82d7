"""Abstract base classes."""
from abc import ABC, abstractmethod
import collections.abc as c
class Shape(ABC):
    def __init__(self, name): self.name = name
    @abstractmethod
    def area(self): "the area"
    @property
    @abstractmethod
    def sides(self): ...
    @classmethod
    @abstractmethod
    def unit(cls): ...
    @staticmethod
    @abstractmethod
    def helper(): ...
    def describe(self): return f"{self.name}: {self.area()} {self.sides}"
for make in (lambda: Shape("x"), lambda: type("Half", (Shape,), {"area": lambda s: 1})("h"), lambda: type("One", (Shape,), {"area": lambda s: 1, "sides": 3, "unit": 1})("h")):
    try: make()
    except TypeError as e: print(e)
class Square(Shape):
    def __init__(self, a): super().__init__("square"); self.a = a
    def area(self): return self.a ** 2
    sides = 4
    @classmethod
    def unit(cls): return cls(1)
    @staticmethod
    def helper(): return "h"
print(Square(3).describe(), Square.unit().a, Square.helper(), Shape.__abstractmethods__ == frozenset({"area", "sides", "unit", "helper"}), Square.__abstractmethods__, isinstance(Square(1), Shape))
class Calls(ABC):
    @abstractmethod
    def go(self): return "base go"
class Sub(Calls):
    def go(self): return "sub " + super().go()
print(Sub().go())
class Drawable(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is Drawable:
            return any("draw" in vars(k) for k in other.__mro__) or NotImplemented
        return NotImplemented
class Pen:
    def draw(self): pass
print(issubclass(Pen, Drawable), isinstance(Pen(), Drawable), issubclass(int, Drawable))
@Shape.register
class Virtual: pass
print(issubclass(Virtual, Shape), isinstance(Virtual(), Shape), Shape in Virtual.__mro__)
class MyList(c.MutableSequence):
    def __init__(self, *a): self.d = list(a)
    def __getitem__(self, i): return self.d[i]
    def __setitem__(self, i, v): self.d[i] = v
    def __delitem__(self, i): del self.d[i]
    def __len__(self): return len(self.d)
    def insert(self, i, v): self.d.insert(i, v)
l = MyList(3, 1, 2)
l.append(9); l.extend([7, 8]); l += [5]; l.reverse(); l.remove(9)
print(list(l), l.pop(), l.pop(0), l.index(8), l.count(7), 7 in l, list(reversed(l)), len(l), isinstance(l, c.Sequence))
l.clear(); print(list(l))
class MyMap(c.MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
m = MyMap(); m.update(a=1, b=2); m["c"] = 3
print(dict(m), m.get("z", 0), m.pop("a"), m.setdefault("q", 5), list(m.items()), list(m.keys()), "b" in m, m == {"b": 2, "c": 3, "q": 5}, m.popitem(), len(m), m.keys() & {"c"})
try: m["nope"]
except KeyError as e: print("KeyError", e)
try: m.pop("nope")
except KeyError as e: print("KeyError", e)
class MySet(c.Set):
    def __init__(self, it=()): self.d = list(dict.fromkeys(it))
    def __contains__(self, x): return x in self.d
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
    def __repr__(self): return f"MySet({self.d})"
a, b = MySet([1, 2, 3]), MySet([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, MySet([2]) < a, a == MySet([3, 2, 1]), a.isdisjoint([9]), a != b, a >= {1}, {1, 9} - a)
for kind in ("Iterable", "Iterator", "Sized", "Container", "Callable", "Hashable", "Sequence", "MutableSequence", "Mapping", "MutableMapping", "Set", "MutableSet", "Reversible", "Collection", "Generator", "ByteString"):
    K = getattr(c, kind)
    print(kind, [isinstance(x, K) for x in ([], (), {}, set(), frozenset(), "s", b"b", range(3), iter([]), (x for x in []), len, 5, None, {}.keys(), {}.items(), l, m, a, type)])
for kind in (c.Iterable, c.Sequence, c.Mapping, c.MutableSequence):
    try: kind()
    except TypeError as e: print(e)
class It(c.Iterator):
    def __init__(self): self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), isinstance(It(), c.Iterable))
class OnlyIter:
    def __iter__(self): return iter([1])
class OnlyGet:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i
print(isinstance(OnlyIter(), c.Iterable), isinstance(OnlyGet(), c.Iterable), list(OnlyGet()), 2 in OnlyGet(), list(reversed([*OnlyGet()])))
try: reversed(OnlyGet())
except TypeError as e: print(e)
class Gen(c.Generator):
    def send(self, v): 
        return v or "sent"
    def throw(self, *a): raise StopIteration
g = Gen(); print(next(g), g.send(4), g.close())
