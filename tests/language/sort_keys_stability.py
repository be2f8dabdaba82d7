"""sorted, sort, min and max with keys, defaults, reverse; stability; errors."""
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
        # 3.13 words it otherwise than 3.11.
        print(type(error).__name__, str(error).replace("arg is an empty sequence", "iterable argument is empty"))
