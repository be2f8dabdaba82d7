"""Sequences, mappings and sets by collections.abc: mixin methods come for free."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from collections import UserDict, UserList, UserString
from collections.abc import (Callable, Hashable, Iterable, Iterator, Mapping, MutableMapping, MutableSequence, Sequence, Set,
                             Sized)


class Span(Sequence):
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __len__(self):
        return max(0, self.high - self.low)

    def __getitem__(self, i):
        if i < 0:
            i += len(self)
        if not 0 <= i < len(self):
            raise IndexError(i)
        return self.low + i


class CaseInsensitive(MutableMapping):
    def __init__(self, *args, **kwargs):
        self.store = {}
        self.update(*args, **kwargs)

    def __getitem__(self, key):
        return self.store[key.lower()][1]

    def __setitem__(self, key, value):
        self.store[key.lower()] = (key, value)

    def __delitem__(self, key):
        del self.store[key.lower()]

    def __iter__(self):
        return (key for key, _ in self.store.values())

    def __len__(self):
        return len(self.store)


class Bits(Set):
    def __init__(self, values):
        self.mask = 0
        for v in values:
            self.mask |= 1 << v

    def __contains__(self, v):
        return bool(self.mask >> v & 1)

    def __iter__(self):
        return (i for i in range(self.mask.bit_length()) if i in self)

    def __len__(self):
        return self.mask.bit_count()


class Log(MutableSequence):
    def __init__(self):
        self.items = []

    def __getitem__(self, i): return self.items[i]
    def __setitem__(self, i, v): self.items[i] = v
    def __delitem__(self, i): del self.items[i]
    def __len__(self): return len(self.items)
    def insert(self, i, v): self.items.insert(i, f"{i}:{v}")


s = Span(3, 8)
print(list(s), 5 in s, list(reversed(s)), s.index(6), s.count(4), s[-1], isinstance(s, (Iterable, Sized)), bool(Span(1, 1)))
h = CaseInsensitive({"Content-Type": "text"}, length=3)
h["CONTENT-type"] = "html"
print(dict(h), h["LENGTH"], "content-TYPE" in h, h.get("x"), h.setdefault("new", 1), h.pop("New"), len(h), list(h.items()))
print(h == {"CONTENT-type": "html", "length": 3}, sorted(h.keys()), h.popitem())
try:
    h["gone"]
except KeyError as error:
    print("KeyError", error)
a, b = Bits([1, 3, 5]), Bits([3, 4])
print(list(a & b), list(a | b), list(a - b), list(a ^ b), a <= b, Bits([3]) < a, a == {1, 3, 5}, a.isdisjoint([0, 2]))
log = Log()
log.append("a")
log.extend("bc")
log += ["d"]
log.reverse()
print(list(log), log.pop(), log.remove("1:b"), list(log), log.index("2:c"))
print(isinstance([], MutableSequence), isinstance({}, Mapping), isinstance(print, Callable), isinstance((), Hashable),
      isinstance([], Hashable), isinstance(iter([]), Iterator), issubclass(dict, Mapping), isinstance("x", Sequence))


class Upper(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


print(Upper(a=1, b=2), UserList([1, 2]) + [3], UserString("abc").upper(), Upper({"x": 1}).data)
try:
    class Half(Sequence):
        def __len__(self): return 0
    Half()
except TypeError as error:
    print(error)
