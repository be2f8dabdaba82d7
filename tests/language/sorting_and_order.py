"""sorted, list.sort, min, max with keys and defaults: stability, reverse, mixed keys, errors, custom order, tuples and floats."""
from functools import cmp_to_key
from operator import attrgetter, itemgetter, methodcaller
import heapq
import bisect

people = [("Ann", 30, "b"), ("Bob", 25, "a"), ("Cid", 30, "a"), ("Dee", 25, "c"), ("Eve", 41, "a")]
print(sorted(people, key=lambda p: p[1]), sorted(people, key=itemgetter(1), reverse=True), sorted(people, key=itemgetter(2, 1)), sep="\n")
print(sorted(people, key=lambda p: (-p[1], p[0])), sorted(sorted(people), key=itemgetter(1))[0], sorted("bCaD"), sorted("bCaD", key=str.lower), sorted("bCaD", key=str.swapcase), sorted([True, 0, 2.5, -1]))
words = ["banana", "fig", "Apple", "cherry", "date"]
words.sort(key=len)
print(words, sorted(words, key=lambda w: (len(w), w.lower())), sorted(words, key=methodcaller("count", "a"), reverse=True), min(words), max(words, key=len), min(words, key=str.lower))
print(sorted({"b": 1, "a": 2}), sorted({"b": 1, "a": 2}.items(), key=itemgetter(1)), sorted([[2], [1, 5], [1]]), sorted([(1, "b"), (1, "a")]), sorted([{1}, {1, 2}, set()], key=len), sorted(range(5), key=lambda n: n % 3), sorted([3, 1, 2])[::-1])
print(max(3, 1, 2), max([3, 1]), max("a", "b", key=ord), min([], default="none"), max([], default=None), min(5, 3, key=lambda v: -v), max([(1, 2), (1, 3)]), max([1, True]), min([0, False, -0.0]), max({"a": 5, "b": 9}, key={"a": 5, "b": 9}.get), max([float("nan"), 1]), max([1, float("nan")]))
for bad in (lambda: sorted([1, "a"]), lambda: max([]), lambda: max(), lambda: max(1), lambda: min(1, 2, default=3), lambda: sorted(5), lambda: [3, None].sort(), lambda: sorted([1], len), lambda: [1].sort(lambda v: v), lambda: sorted([{}, {}]), lambda: max([1], kez=1), lambda: sorted([1, 2], key=5), lambda: sorted(["a"], key=len, reverse="x"), lambda: min([1, [2]]), lambda: sorted(), lambda: sorted([object(), object()]), lambda: max(None), lambda: min({}), lambda: sorted([(1, "a"), (1, 2)])):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class P:
    def __init__(self, name, rank): self.name, self.rank = name, rank
    def __repr__(self): return self.name
    def __lt__(self, other): return self.rank < other.rank


ps = [P("x", 3), P("y", 1), P("z", 2), P("w", 1)]
print(sorted(ps), max(ps), min(ps), sorted(ps, key=attrgetter("name")), sorted(ps, reverse=True), heapq.nsmallest(2, ps), heapq.nlargest(2, ps, key=attrgetter("rank")))


def natural(text):
    import re
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", text)]


print(sorted(["f10", "f9", "f1b", "f1a"], key=natural), sorted(["10", "9", "2"], key=int), sorted([0.1, -0.0, 0, 0.0]), sorted([3, -4, 1], key=abs), sorted("hello world".split(), key=lambda w: w[::-1]))
print(sorted([5, 2, 9], key=cmp_to_key(lambda a, b: b - a)), "".join(map(str, sorted([3, 30, 34, 5, 9], key=cmp_to_key(lambda a, b: int(f"{b}{a}") - int(f"{a}{b}"))))))
data = list(range(10))
data.sort(key=lambda v: (v % 2, -v))
print(data, bisect.bisect([1, 3, 5], 3), bisect.bisect_left([1, 3, 5], 3), bisect.bisect_left(people, 30, key=itemgetter(1)) >= 0)
ranks = [1, 5, 9]
bisect.insort(ranks, 6)
bisect.insort_left(ranks, 5)
print(ranks, [("F", "D", "C", "B", "A")[bisect.bisect([60, 70, 80, 90], s)] for s in (33, 99, 77, 70, 89, 90, 100)])
log = []


class Watch:
    def __init__(self, v): self.v = v
    def __lt__(self, o): log.append((self.v, o.v)); return self.v < o.v


sorted([Watch(3), Watch(1), Watch(2)])
print(log)
log.clear()
max([Watch(3), Watch(1)], key=lambda w: w.v)
print(log)
items = [3, 1, 2]


def peeking(v):
    log.append(len(items))
    return v


items.sort(key=peeking)
print(items, log)
try:
    items.sort(key=lambda v: items.append(v) or v)
except ValueError as error:
    print(error)
heap = []
for n in (5, 1, 8, 3):
    heapq.heappush(heap, n)
print(heap, heapq.heappop(heap), heapq.heappushpop(heap, 0), heapq.heapreplace(heap, 9), heap, list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge("ca", "db", reverse=True)) if False else "", heapq.nlargest(3, [1, 5, 2]), heapq.nsmallest(0, [1]))
h = [9, 7, 5, 3, 1]
heapq.heapify(h)
print(h, [heapq.heappop(h) for _ in range(5)], list(reversed(sorted("abc"))), list(enumerate(sorted("cab"), start=1)), [i for i, _ in sorted(enumerate([30, 10, 20]), key=itemgetter(1))])
try:
    heapq.heappop([])
except IndexError as error:
    print(error)
