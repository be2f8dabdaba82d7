"""Orders of a program's own: __lt__, cmp_to_key, natural order, comparisons that are made."""
from functools import cmp_to_key
from operator import attrgetter, itemgetter, methodcaller
import heapq
import bisect

people = [("Ann", 30, "b"), ("Bob", 25, "a"), ("Cid", 30, "a"), ("Dee", 25, "c"), ("Eve", 41, "a")]
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
