"""The iteration protocol: classes with iter and next, getitem fallback, sentinel iter, reversed, enumerate, zip, map, length hints, exhaustion."""


class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration("done")
        self.n -= 1
        return self.n + 1


class Tree:
    def __init__(self, value, *children): self.value, self.children = value, children
    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child
    def __reversed__(self): return iter(list(self)[::-1])
    def __len__(self): return sum(1 for _ in self)


class OldStyle:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError(i)
        return i * 10


print(list(Countdown(3)), sum(Countdown(4)), max(Countdown(2)), list(zip(Countdown(3), "ab")), 2 in Countdown(5), tuple(Countdown(2)), [*Countdown(2)], dict(enumerate(Countdown(2))))
t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(list(t), list(reversed(t)), len(t), 3 in t, sorted(t, reverse=True), next(iter(t)))
o = OldStyle()
print(list(o), 20 in o, 25 in o, [x for x in o], iter(o).__class__.__name__, tuple(map(str, o)))
a, b, *c = o
print(a, b, c)
import io
stream = io.StringIO("ab\ncd\nend\nnever")
print(list(iter(stream.readline, "end\n")), list(iter(iter([1, 2, 0, 3]).__next__, 0)), list(iter(lambda it=iter("xyz"): next(it), "z")))
it = iter([1, 2, 3])
print(next(it), list(it), next(it, "empty"), list(it), it.__length_hint__())
try:
    next(it)
except StopIteration as stop:
    print("stop", stop.value, stop.args)
c = Countdown(1)
next(c)
try:
    next(c)
except StopIteration as stop:
    print(stop.value)
z = zip([1, 2, 3], (n for n in range(2)))
print(list(z), list(zip()), list(zip("a")), list(zip("ab", "c", strict=False)))
for bad in (lambda: list(zip("ab", "c", strict=True)), lambda: list(zip("a", "bc", strict=True)), lambda: list(zip("a", "b", "cd", strict=True)), lambda: iter(5), lambda: next([1]), lambda: list(5), lambda: iter(3, 4), lambda: reversed({1}), lambda: reversed((x for x in [])), lambda: enumerate(5), lambda: zip(1), lambda: map(len), lambda: list(map(len, 5)), lambda: list(map(len, [1])), lambda: filter(None), lambda: next(), lambda: sum(["a"]), lambda: sum("ab"), lambda: sum([[1]]), lambda: sum([[1]], []), lambda: [*5], lambda: (lambda *a: a)(*5), lambda: print(*5), lambda: dict(**5), lambda: (lambda **k: k)(**{1: 2}), lambda: "".join(5), lambda: list(iter(lambda: 1 / 0, 1)), lambda: enumerate(), lambda: sum(["a"], ""), lambda: range(1, 2, 0), lambda: range("a"), lambda: range(), lambda: range(1.5), lambda: list(map(lambda a: a, [1], [2])), lambda: any(5), lambda: all(None), lambda: for_none(None), lambda: min(5), lambda: tuple(1), lambda: set(None), lambda: reversed(5)):
    try:
        print(bad())
    except (TypeError, ValueError, ZeroDivisionError, NameError) as error:
        print(type(error).__name__, error)
print(list(enumerate("ab", 5)), list(map(lambda a, b: a * b, [1, 2, 3], [4, 5])), list(filter(None, [0, 1, "", "a", [], None])), list(filter(str.isdigit, "a1b2")), list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), list(reversed({"a": 1})), any([]), all([]), any(x > 2 for x in [1, 3]), all(map(bool, [1, 0])))
for thing in (iter([]), iter(()), iter(""), iter(b""), iter(range(0)), iter({}), iter(set()), reversed([]), enumerate([]), zip(), map(len, []), filter(None, []), (x for x in []), iter(int, 1), iter({}.items()), iter({}.values()), reversed(range(0)), reversed(()), iter("é")):
    print(type(thing).__name__, iter(thing) is thing, hasattr(thing, "__next__"), end="; ")
print()
r = range(10, 0, -3)
print(r, list(r), len(r), r[1], r[-1], r[1:], 7 in r, 8 in r, r.index(4), r.count(1), r.start, r.stop, r.step, range(3) == range(0, 3), range(0) == range(5, 5), hash(range(3)) == hash(range(0, 3, 1)), range(0, 5, 2) == range(0, 6, 2), bool(range(0)), range(True, 4), 2.0 in range(3), "a" in range(3), r[::-1], range(5)[1:10:2], min(r), sum(r))
items = [1, 2, 3, 4]
for x in items:
    if x == 2:
        items.remove(x)
    print(x, end=" ")
print(items)
grow = [0]
for x in grow:
    if len(grow) < 5:
        grow.append(x + 1)
print(grow)


class Broken:
    def __iter__(self): return self
    def __next__(self): raise ValueError("broken in the middle")


class NotIter:
    __iter__ = None


for bad in (lambda: list(Broken()), lambda: list(NotIter()), lambda: 1 in NotIter(), lambda: [x for x in NotIter()]):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(error)


class Hint:
    def __length_hint__(self): return 7
    def __iter__(self): return iter("ab")


import operator
print(operator.length_hint(Hint()), operator.length_hint([1, 2]), operator.length_hint(iter("abc")), operator.length_hint(5, 9) if False else "", list(Hint()))


def infinite():
    n = 0
    while True:
        yield n
        n += 1


def take(n, it):
    return [x for _, x in zip(range(n), it)]


g = infinite()
print(take(3, g), take(2, g), next(x for x in g if x % 7 == 0), next((x for x in "abc" if x > "z"), "none"))
ones = [iter(range(6))] * 2
print(list(zip(*ones)), list(zip(*[(1, 2), (3, 4)])), [list(row) for row in zip(*[[1, 2, 3], [4, 5, 6]])], dict(zip("abc", iter([1, 2]))))
