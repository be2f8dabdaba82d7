# What a container keeps of an iterable that raises: some take each item as it comes, some take all or nothing. Recorded from CPython
# 3.13: older ones read an endless iterable for `issubset`.
import array
import collections
import heapq
import itertools


def shown(container):
    return list(container.items()) if isinstance(container, (dict, collections.UserDict)) else container


def failing(items):
    yield from items
    raise LookupError("no more")


class Failing:
    """A sequence without `__iter__` that ends with an error."""

    def __init__(self, items):
        self.held = items

    def __getitem__(self, index):
        if index == len(self.held):
            raise LookupError("no more")
        return self.held[index]


class Watching:
    """Shows the length of a container while it is filled."""

    def __init__(self, container, items):
        self.container, self.held = container, iter(items)

    def __iter__(self):
        return self

    def __next__(self):
        print("  length", len(self.container), end=";")
        return next(self.held)


def iadd(container, items):
    container += items


def ior(container, items):
    container |= items


def write_slice(container, items):
    container[:1] = items


def write_end(container, items):
    container[len(container) :] = items


class Keys:
    """A mapping whose keys end with an error."""

    def __init__(self, items):
        self.held = items

    def keys(self):
        return failing(self.held)

    def __getitem__(self, key):
        return key


PAIRS = [(1, 2), (3, 4)]
CASES = [
    (lambda: [9], "extend iadd write_slice write_end __iadd__ __init__", [1, 2]),
    (lambda: collections.deque([9]), "extend extendleft iadd", [1, 2]),
    (lambda: collections.deque([9], 2), "extend extendleft iadd", [1, 2, 3]),
    (lambda: bytearray(b"9"), "extend iadd write_slice", [1, 2]),
    (lambda: array.array("i", [9]), "extend iadd fromlist", [1, 2]),
    (lambda: {9}, "update difference_update intersection_update symmetric_difference_update __init__", [1, 9, 2]),
    (lambda: {9: 9}, "update ior __init__", PAIRS),
    (lambda: collections.OrderedDict({9: 9}), "update ior", PAIRS),
    (lambda: collections.defaultdict(int, {9: 9}), "update ior", PAIRS),
    (lambda: collections.Counter({9: 9}), "update subtract", [1, 2]),
    (lambda: collections.UserList([9]), "extend iadd", [1, 2]),
    (lambda: collections.UserDict({9: 9}), "update ior", PAIRS),
]
for make, uses, items in CASES:
    for use in uses.split():
        kinds = [failing, Failing, lambda items: itertools.chain(items, failing([]))]
        for kind in kinds + [Keys] * (type(make()) in (dict, collections.defaultdict, collections.UserDict)):
            container = make()
            run = globals().get(use) or getattr(type(container), use)
            try:
                run(container, kind(items))
                outcome = "done"
            except Exception as error:
                outcome = type(error).__name__
            print(type(container).__name__, use, outcome, shown(container))
        container = make()
        run = globals().get(use) or getattr(type(container), use)
        try:
            run(container, Watching(container, items))
        except Exception as error:
            print(" ", type(error).__name__, end="")
        print()

# Items that fail in the middle.
for make, uses, items in [
    (lambda: [9], "extend", [1, 2]),
    (lambda: {9}, "update", [1, [], 2]),
    (lambda: {9: 9}, "update", [(1, 2), (3,), (4, 5)]),
    (lambda: {9: 9}, "update", [(1, 2), 3, (4, 5)]),
    (lambda: {9: 9}, "update", [(1, 2), ([], 3), (4, 5)]),
    (lambda: bytearray(b"9"), "extend", [1, "a", 2]),
    (lambda: array.array("i", [9]), "extend fromlist", [1, "a", 2]),
    (lambda: collections.Counter({9: 9}), "update", [1, [], 2]),
    (lambda: collections.deque([9]), "extend", [1, 2]),
]:
    for use in uses.split():
        for given in items, tuple(items), iter(items), (item for item in items):
            container = make()
            try:
                getattr(container, use)(given)
                outcome = "done"
            except Exception as error:
                outcome = f"{type(error).__name__}: {error}"
            print(type(container).__name__, use, outcome, shown(container))

# What is not needed is not read.
print({1, 2}.isdisjoint(itertools.count()), {1, 2}.issuperset(itertools.count()), {1, 2}.issubset(itertools.count()))
print({1, 2}.intersection(itertools.count()), {3}.isdisjoint(failing([3])), {3}.issuperset(failing([4])))
kept = collections.deque([1, 2])
kept.extend(kept)
kept += kept
kept.extendleft(kept)
print(kept)
both = [1, 2]
both.extend(both)
both += both
both.__init__(both)
print(both)
data = bytearray(b"abc")
steps = iter(data)
print(next(steps), end=" ")
data += b"de"
print(*steps, end=" ")
data += b"fg"
print(*steps, type(steps).__name__, type(iter(b"")).__name__)

for merged in heapq.merge([1, 4], failing([2, 3])), itertools.chain.from_iterable([[1], failing([2])]), zip(failing([1]), [5, 6]):
    taken = []
    try:
        taken += merged
    except LookupError:
        print(taken)
