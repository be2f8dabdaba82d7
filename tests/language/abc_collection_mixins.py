"""Sequence, MutableMapping and MutableSet made of a few methods; kinds of built-in objects."""
from abc import ABC, abstractmethod
import collections.abc as cabc

class Range(cabc.Sequence):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(self.n))]
        if not -self.n <= i < self.n:
            raise IndexError(i)
        return i % self.n * 10


r = Range(4)
print(list(r), 20 in r, r.index(30), r.count(10), list(reversed(r)), r[1:3], isinstance(r, cabc.Iterable), bool(Range(0)))


class Lower(cabc.MutableMapping):
    def __init__(self, *a, **k): self.d = {}; self.update(*a, **k)
    def __getitem__(self, k): return self.d[k.lower()]
    def __setitem__(self, k, v): self.d[k.lower()] = v
    def __delitem__(self, k): del self.d[k.lower()]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)


m = Lower({"A": 1}, B=2)
print(m["a"], dict(m), "B" in m, m.get("z", 0), m.pop("A"), m.setdefault("C", 3), list(m.items()), m == {"b": 2, "c": 3}, m.keys() & {"b"}, m.popitem(), len(m))
m.clear()
print(dict(m), list(m.values()))


class Bag(cabc.MutableSet):
    def __init__(self, items=()): self.items = list(dict.fromkeys(items))
    def __contains__(self, x): return x in self.items
    def __iter__(self): return iter(self.items)
    def __len__(self): return len(self.items)
    def add(self, x): self.items += [x] * (x not in self.items)
    def discard(self, x): self.items = [i for i in self.items if i != x]
    def __repr__(self): return f"Bag({self.items})"


a, b = Bag("abc"), Bag("bcd")
print(a & b, a | b, a - b, a ^ b, a <= b, Bag("b") < a, a == Bag("cba"), a.isdisjoint(Bag("z")))
a |= Bag("z")
a -= Bag("ab")
a.remove("c")
print(a, a.pop(), len(a))
try:
    a.remove("q")
except KeyError as error:
    print(repr(error))
for value in ([], (), "", {}, set(), b"", range(1), iter([]), (x for x in []), len, 5, None, lambda: 0):
    print(type(value).__name__, [k for k in "Iterable Iterator Sequence MutableSequence Mapping Set Hashable Sized Callable Container Collection Reversible Generator".split() if isinstance(value, getattr(cabc, k))])
