# collections.abc: completing classes from a few methods; isinstance by methods, inheritance and registration.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from abc import ABC, abstractmethod
from collections.abc import (Callable, Collection, Container, Generator, Hashable, Iterable, Iterator, Mapping, MutableMapping,
                             MutableSequence, MutableSet, Sequence, Set, Sized)


class Frozen(Mapping):
    def __init__(self, **items):
        self._items = items

    def __getitem__(self, key):
        return self._items[key]

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)


f = Frozen(a=1, b=2)
print(f["a"], f.get("z", 9), list(f.keys()), list(f.items()), list(f.values()), "a" in f, f == {"a": 1, "b": 2}, isinstance(f, Mapping), isinstance(f, MutableMapping), ("a", 1) in f.items(), len(f.keys()), {**f}, dict(f))


class Lower(MutableMapping):
    def __init__(self):
        self.data = {}

    def __getitem__(self, key):
        return self.data[key.lower()]

    def __setitem__(self, key, value):
        self.data[key.lower()] = value

    def __delitem__(self, key):
        del self.data[key.lower()]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


m = Lower()
m["A"] = 1
m.update({"B": 2}, C=3)
print(m.data, m.pop("a"), m.setdefault("D", 4), m.popitem(), sorted(m), m.get("zz"), "B" in m)
m.clear()
print(len(m))


class Countdown(Sequence):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return self.n - i


c = Countdown(4)
print(list(c), list(reversed(c)), 3 in c, c.index(2), c.count(1), isinstance(c, Sequence), isinstance(c, Iterable))


class Log(MutableSequence):
    def __init__(self, *items):
        self.items = list(items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __delitem__(self, i):
        del self.items[i]

    def __len__(self):
        return len(self.items)

    def insert(self, i, value):
        self.items.insert(i, value)


l = Log(1, 2)
l.append(3)
l.extend([4, 5])
l += [6]
l.reverse()
l.remove(4)
print(l.items, l.pop(), l.pop(0), l.index(3))


class Unique(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.add(item)

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def discard(self, x):
        if x in self.items:
            self.items.remove(x)


u = Unique([3, 1, 3])
print(list(u | {5}), list(u & [1]), list(u - {1}), u <= {1, 3, 5}, u == {1, 3}, list(u ^ {1, 9}), u.isdisjoint({4}))
u.remove(3)
u |= [7, 8]
print(u.items, u.pop(), len(u))


class Count(Iterator):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


print(list(Count(3)), isinstance(Count(1), Iterator), iter(x := Count(1)) is x)
checks = [(Iterable, [[], "a", {}, 5, iter([])]), (Iterator, [[], iter([])]), (Sized, [[], 5, iter([])]), (Hashable, [1, "a", (), [], {}, None]), (Callable, [len, int, lambda: 0, 5]),
          (Sequence, [[], "", (), range(3), {}, set()]), (Mapping, [{}, []]), (Set, [set(), frozenset(), {}.keys(), []]), (Container, [[], 5]), (Collection, [[], {}, 5]), (MutableSequence, [[], ()]), (Generator, [(i for i in []), iter([])])]
for kind, values in checks:
    print(kind.__name__, [isinstance(value, kind) for value in values])
try:
    Sequence()
except TypeError as error:
    print(error)
try:
    class Half(Mapping):
        def __len__(self):
            return 0
    Half()
except TypeError as error:
    print(error)


class Drawable(ABC):
    @abstractmethod
    def draw(self):
        """Draw."""


@Drawable.register
class Registered:
    pass


print(isinstance(Registered(), Drawable), issubclass(Registered, Drawable), issubclass(int, Drawable), issubclass(dict, Mapping), issubclass(list, Sequence))


class HasLen(ABC):
    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "__len__")


print(isinstance([], HasLen), isinstance(5, HasLen), list[int], Callable[[int], str], Iterable[int])
