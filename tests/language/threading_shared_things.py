# What several threads use at the same time, while the program's own code in the middle of it blocks.
import collections
import functools
import itertools
import json
import re
import threading
import time


def slow(value):
    time.sleep(0.002)
    return value


class Slow:
    """An iterator whose steps block."""

    def __init__(self):
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        time.sleep(0.001)
        self.i += 1
        if self.i > 6:
            raise StopIteration
        return self.i


class Key:
    """Blocks when it is hashed, compared or shown."""

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        time.sleep(0.0005)
        return hash(self.value)

    def __eq__(self, other):
        time.sleep(0.0005)
        return self.value == other.value

    def __lt__(self, other):
        time.sleep(0.0005)
        return self.value < other.value

    def __repr__(self):
        time.sleep(0.0005)
        return "Key"


def use(name, thing, action):
    """Three threads do the same with one thing."""
    results = []

    def run():
        try:
            results.append(action(thing))
        except Exception as error:
            results.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(name, sorted(map(str, results)))


def two(iterator):
    """Two steps of an iterator that other threads step, too."""
    return len([next(iterator, None) for _ in range(2)])


def each(action, count):
    """Does something for each of some numbers."""
    for i in range(count):
        action(i)


# Iterators: each item goes to one thread.
use("map", map(slow, range(20)), two)
use("filter", filter(slow, range(20)), two)
use("zip", zip(Slow(), Slow()), two)
use("enumerate", enumerate(Slow()), two)
use("chain", itertools.chain(Slow(), Slow()), two)
use("islice", itertools.islice(Slow(), 5), two)
use("takewhile", itertools.takewhile(slow, itertools.count(1)), two)
use("accumulate", itertools.accumulate(Slow()), two)
use("groupby", itertools.groupby(range(20), slow), two)
use("cycle", itertools.cycle(Slow()), two)
use("starmap", itertools.starmap(lambda x: slow(x), [(1,)] * 20), two)
use("callable", iter(lambda: slow(1), 2), two)
use("pairwise", itertools.pairwise(Slow()), two)
use("zip_longest", itertools.zip_longest(Slow(), Slow()), two)
use("compress", itertools.compress(Slow(), itertools.cycle([1, 0])), two)
use("any", map(slow, [0] * 9), any)
shared = map(slow, range(12))
taken = []
use("all of a map", shared, lambda iterator: all(taken.append(item) is None for item in iterator))
print(sorted(taken))

# Dictionaries and sets whose keys block.
table = {}
use("dict", table, lambda d: each(lambda i: d.__setitem__(Key(i % 3), i), 6))
print(sorted(key.value for key in table), sorted(table.values()))
use("dict get", {Key(1): 1}, lambda d: d.get(Key(1)))
removed = {Key(1): 1, Key(2): 2}
use("dict pop", removed, lambda d: d.pop(Key(1), "gone") in (1, "gone"))
print(len(removed))
use("dict setdefault", {}, lambda d: each(lambda i: d.setdefault(Key(i), i), 3))
use("dict update", {}, lambda d: d.update((Key(i), i) for i in range(3)))
use("dict ==", {Key(1): Key(2)}, lambda d: d == {Key(1): Key(2)})
found = set()
use("set", found, lambda s: each(lambda i: s.add(Key(i % 3)), 6))
print(sorted(key.value for key in found))
use("set operations", {Key(1), Key(2)}, lambda s: len(s | {Key(1)}) + len(s & {Key(1)}))
use("set discard", {Key(i) for i in range(3)}, lambda s: each(lambda i: s.discard(Key(i)), 3))
use("counter", collections.Counter(), lambda c: c.update(Slow()))
use("ordered", collections.OrderedDict(), lambda d: each(lambda i: d.__setitem__(Key(i), i), 3))
use("default", collections.defaultdict(lambda: slow([])), lambda d: d[Key(1)].append(1))

# Lists and others.
use("index", [Key(i) for i in range(4)], lambda l: l.index(Key(3)))
use("count", [Key(i % 2) for i in range(4)], lambda l: l.count(Key(1)))
use("list ==", [Key(1)] * 3, lambda l: l == [Key(1)] * 3)
use("list repr", [Key(1)] * 3, repr)
use("dict repr", {1: Key(1)}, repr)
use("extend", [], lambda l: l.extend(Slow()))
use("slice", [0] * 3, lambda l: l.__setitem__(slice(1, 2), Slow()))
use("deque", collections.deque(Key(i) for i in range(4)), lambda d: (d.index(Key(2)), d.count(Key(1)), repr(d)))
use("deque extend", collections.deque(), lambda d: d.extend(Slow()))
use("bytes", bytearray(), lambda b: b.extend(Slow()))
use("join", ",", lambda text: text.join(str(i) for i in Slow()))

# Functions that call back.
use("cache", functools.lru_cache(slow), lambda f: [f(i % 2) for i in range(4)])
use("sub", re.compile("a"), lambda r: r.sub(lambda match: slow("b"), "aaa"))
use("json", None, lambda _: json.dumps({"a": {1}}, default=lambda s: slow(list(s))))
use("loads", None, lambda _: json.loads('{"a": {"b": 1}}', object_hook=slow))
use("min", [3, 1, 2], lambda l: min(l, key=slow))
use("sorted", [Key(3), Key(1)] * 2, lambda l: [key.value for key in sorted(l)])
use("reduce", None, lambda _: functools.reduce(lambda a, b: slow(a + b), range(4)))
use("comprehension", None, lambda _: len({i: i for i in Slow()}))
use("exec", None, lambda _: exec("import time\ntime.sleep(0.001)"))
