"""OrderedDict: what moves and pops keep, their errors, mixed operations against a list, subclasses, and changes during iteration."""

import pickle
import random
from collections import OrderedDict

log = []


def attempt(name, action, *parts):
    log.clear()
    try:
        answer = action(*parts)
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(name, answer, *log)


class Key:
    """Equal to every other one of its number."""

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.number == other.number

    def __repr__(self):
        return f"Key{self.number}"


# A move keeps the very key and value, whichever equal key names them.
for stored, asked in [(1, True), (1, 1.0), (True, 1), (1.0, True), (0.0, -0.0), (Key(4), Key(4)), ((1, 2), (True, 2.0))]:
    for last in (True, False):
        value = object()
        d = OrderedDict([("a", 0), (stored, value), ("b", 2)])
        d.move_to_end(asked, last=last)
        at = -1 if last else 0
        key, found = list(d.items())[at]
        print(repr(stored), repr(asked), last, key is stored, found is value, len(d), d.popitem(last)[0] is stored)

d = OrderedDict([("a", 1), ("b", 2)])
for name, action in {
    "missing": lambda: d.move_to_end("x"),
    "missing first": lambda: d.move_to_end("x", last=False),
    "unhashable": lambda: d.move_to_end([]),
    "no key": lambda: d.move_to_end(),
    "keywords": lambda: d.move_to_end(key="a", last=0),
    "pop": lambda: d.pop("x"),
    "pop default": lambda: d.pop(key="x", default=3),
    "pop unhashable": lambda: d.pop({}),
    "empty": lambda: OrderedDict().popitem(),
    "empty first": lambda: OrderedDict().popitem(last=False),
    "empty move": lambda: OrderedDict().move_to_end(1),
    "setdefault": lambda: (d.setdefault("c"), d.setdefault(key="d", default=4), d.setdefault("a", 9)),
    "update": lambda: d.update([("e", 5)], f=6),
    "or": lambda: [type(x).__name__ for x in (d | {"z": 1}, {"z": 1} | d)] + list({"z": 1} | d),
    "or list": lambda: d | [("a", 1)],
    "ior": lambda: list(d.__ior__([("g", 7)])),
    "late": lambda: list(d.items()),
}.items():
    attempt(name, action)

# Mixed operations on tables of many sizes, against a list of pairs.
chance = random.Random(7)
for size in (1, 3, 8, 9, 16, 17, 40, 120):
    d, pairs = OrderedDict(), []
    for step in range(40 * size + 200):
        number = chance.randrange(2 * size)
        known = [at for at, pair in enumerate(pairs) if pair[0] == number]
        match chance.randrange(8):
            case 0 | 1 if not known:
                d[number] = step
                pairs.append((number, step))
            case 2 if known:
                d.move_to_end(number)
                pairs.append(pairs.pop(known[0]))
            case 3 | 4 if known:
                d.move_to_end(number, last=False)
                pairs.insert(0, pairs.pop(known[0]))
            case 5 if known:
                del d[number]
                pairs.pop(known[0])
            case 6 if pairs:
                assert d.popitem() == pairs.pop()
            case 7 if pairs and len(pairs) > size // 2:
                assert d.popitem(last=False) == pairs.pop(0)
        assert len(d) == len(pairs) and (number in d) == any(number == key for key, _ in pairs)
        if pairs:
            assert next(iter(d)) == pairs[0][0] and next(reversed(d)) == pairs[-1][0]
        if step % 16 == 0:
            assert list(d.items()) == pairs and list(reversed(d.values())) == [value for _, value in pairs[::-1]]
            assert all(d[key] == value for key, value in pairs)
    print(size, len(d), list(d.items()) == pairs)


class Logged(OrderedDict):
    def __getitem__(self, key):
        log.append(("get", key))
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        log.append(("set", key, value))
        super().__setitem__(key, value)

    def __delitem__(self, key):
        log.append(("del", key))
        super().__delitem__(key)


made = Logged()
for name, action in {
    "init": lambda: list(Logged(a=1, b=2).items()),
    "init pairs": lambda: list(Logged([("a", 1), ("a", 2)]).items()),
    "set": lambda: made.update(zip("pqrstu", range(6))),
    "move": lambda: made.move_to_end("q"),
    "move first": lambda: made.move_to_end("r", last=False),
    "popitem": lambda: made.popitem(),
    "popitem first": lambda: made.popitem(last=False),
    "pop": lambda: made.pop("p"),
    "del": lambda: made.__delitem__("s"),
    "setdefault": lambda: (made.setdefault("t"), made.setdefault("new", 1)),
    "copy": lambda: type(made.copy()).__name__,
    "or": lambda: list(made | {"y": 1}),
    "ior": lambda: list(made.__ior__({"z": 1})),
    "fromkeys": lambda: list(Logged.fromkeys("ab", 0)),
    "rest": lambda: list(made.items()),
}.items():
    attempt(name, action)


class Recent(OrderedDict):
    """A cache that keeps the most recently used."""

    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > 3:
            del self[next(iter(self))]


cache = Recent()
for number in range(20):
    cache[number % 5] = number
    if number % 3 == 0 and (number - 1) % 5 in cache:
        cache[(number - 1) % 5]
print(list(cache.items()))


def replace(d, number):
    del d[number]
    d[number + 10] = 1


changes = {
    "move last": lambda d, n: d.move_to_end(0),
    "move where it is": lambda d, n: d.move_to_end(4),
    "move first": lambda d, n: d.move_to_end(4, last=False),
    "move first where it is": lambda d, n: d.move_to_end(0, last=False),
    "pop": lambda d, n: d.pop(3, None),
    "popitem": lambda d, n: d.popitem(),
    "popitem first": lambda d, n: d.popitem(last=False),
    "clear": lambda d, n: d.clear(),
    "new": lambda d, n: d.__setitem__(9, 9),
    "old": lambda d, n: d.__setitem__(1, 9),
    "replace": replace,
}
walks = {
    "keys": iter,
    "values": lambda d: d.values(),
    "items": lambda d: d.items(),
    "reversed": reversed,
    "reversed items": lambda d: reversed(d.items()),
}
for change, act in changes.items():
    for walk, over in walks.items():
        d, seen = OrderedDict((n, n) for n in range(5)), []

        def run():
            for entry in over(d):
                seen.append(entry)
                act(d, entry[0] if isinstance(entry, tuple) else entry)

        attempt(f"{change}, {walk}:", run)
        print(seen, list(d))

# An iterator that has given its last entry has ended, whatever happens then.
for over in walks.values():
    d = OrderedDict(a=1)
    walk = iter(over(d))
    next(walk)
    d["b"] = 2
    print(type(walk).__name__, next(walk, "ended"))
d = OrderedDict(a=1, b=2, c=3)
for over in walks.values():
    walk = iter(over(d))
    next(walk)
    print(list(pickle.loads(pickle.dumps(walk))), list(walk))

# A plain dict of which the first entry, or the last, is taken again and again; entries may come in place of those.
for over in (iter, reversed):
    for change, act in {"popitem": lambda d, n: d.popitem(), "replace": replace}.items():
        d, seen = {n: n for n in range(5)}, []

        def run():
            for entry in over(d):
                seen.append(entry)
                act(d, entry)

        attempt(f"{change}, {over.__name__}:", run)
queue = {n: n for n in range(50)}
for n in range(5000):
    first = next(iter(queue))
    assert first == n and queue.pop(first) == n
    queue[n + 50] = n + 50
stack = dict(queue)
while len(stack) > 5:
    stack.popitem()
stack["end"] = 1
print(len(queue), next(iter(queue)), list(stack), list(reversed(stack)))
while stack:
    stack.popitem()
stack["again"] = 1
print(stack, "again" in stack, 5000 in stack)
