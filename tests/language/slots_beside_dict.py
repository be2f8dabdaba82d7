"""Slots beside `__dict__`: the dictionary is the object's own, and slots stay out of it."""
import functools
import pickle


class Slotted:
    __slots__ = ("first", "__dict__")


class Open(Slotted):
    """A subclass without slots of its own."""

    @functools.cached_property
    def once(self):
        self.asked = getattr(self, "asked", 0) + 1
        return self.first * 2


for kind in (Slotted, Open):
    one = kind()
    one.first, one.other = 1, 2
    one.__dict__["added"] = 3
    one.__dict__.setdefault("list", []).append(4)
    print(kind.__name__, one.added, one.list, vars(one), one.__dict__ is one.__dict__)
    one.first, one.added = 10, 30
    print(one.first, Slotted.first.__get__(one), one.__dict__["added"], "first" in vars(one))
    del one.first
    for act in (lambda: one.first, lambda: delattr(one, "first"), lambda: Slotted.first.__get__(one)):
        try:
            act()
            print("no error")
        except AttributeError as error:
            print(type(error).__name__, str(error).split()[-1])
    setattr(one, "first", 5)
    Slotted.first.__set__(one, 6)
    print(one.first, getattr(one, "first", None), sorted(vars(one)))
    del one.added
    print(vars(one))

many = [Open() for _ in range(50)]
for at, one in enumerate(many):
    one.first = at
    if at % 2:
        one.__dict__.update(extra=at)
    one.first += 1
    one.extra = one.first
print(sum(one.first for one in many), sum(one.once for one in many), sum(one.once for one in many))
print({one.asked for one in many}, {tuple(sorted(vars(one))) for one in many})


class Node:
    __slots__ = ("me",)


class Ring(Node):
    def __del__(self):
        print("gone")


import gc

ring = Ring()
vars(ring)["name"] = "ring"
ring.me = ring
del ring
gc.collect()
copied = pickle.loads(pickle.dumps(many[3]))
print(copied.first, vars(copied) == vars(many[3]))
