"""Sorting by keys of one kind and of several: order, stability, errors."""

import functools
import operator

data = [((i * 7919) % 101) - 50 for i in range(300)]
print(sorted(data)[:9], sorted(data, reverse=True)[:9])
rows = [(x % 5, str(i)) for i, x in enumerate(data)]
for reverse in (False, True):
    print(sorted(rows, key=lambda row: row[0], reverse=reverse)[:12])
    print(sorted(rows, reverse=reverse)[:12])
    print(sorted(rows, key=lambda row: (row[0] / 2, row[1]), reverse=reverse)[:6])
    print(sorted(rows, key=lambda row: row[1], reverse=reverse)[:6])
print(sorted([0.0, -0.0, 1.5, -1.5, float("inf"), float("-inf"), 0.0]), sorted([-0.0, 0.0]), sorted([0.0, -0.0]))
print(sorted([2**62, -(2**62), 2**63, -(2**63) - 1, 0]), sorted([-(2**63), 2**63 - 1, -1, 0, 1]))
print(sorted(["a", "a\0", "", "b", "ab", "abcdefgh", "abcdefghi", "abcdefgi", "é", "z", "abcdefgha", "\U0001f600", "\uffff"]))
print(sorted([(1, "b"), (1, "a"), (0, "c")]), sorted([(1,), (1, 2), (), (0, 5)]), sorted([(), ()]))
print(sorted([1, True, 0, False, 2.5, 1.0]), sorted([(1, True), (1, 0), (1.0, 2)]))
print(sorted([]), sorted(()), sorted([3]), sorted("hello"), sorted({"b": 1, "a": 2}), sorted([[2, 1], [1, 2], [1]]))
nan = float("nan")
print(len(sorted([3.0, nan, 1.0])))
for bad in ([1, "a"], [(1, "a"), (1, 2)], [None, None], [(1, None), (1, None)], [{}, {}], [1, None]):
    try:
        print(sorted(bad))
    except TypeError as error:
        print(error)
print(sorted([(1, "a"), (2, None), (3, 4)]))


class Backwards:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value > other.value

    def __repr__(self):
        return f"B{self.value}"


print(sorted([Backwards(i % 4) for i in range(9)]), sorted([(1, Backwards(1)), (1, Backwards(2))]))
items = [3, 1, 2]
print(items.sort(), items, items.sort(reverse=True), items, items.sort(key=lambda x: -x), items)
calls = []
print(sorted([3, 1, 2], key=lambda x: calls.append(x) or x), calls)
try:
    sorted([1, 2, 3], key=lambda x: 1 // (x - 2))
except ZeroDivisionError as error:
    print(error)
items = [5, 4, 3]
try:
    items.sort(key=lambda x: items.append(x) or x)
except ValueError as error:
    print(error, items)
print(sorted(["b", "A", "c"], key=str.lower), sorted(range(5), key=functools.cmp_to_key(lambda a, b: b - a)))
print(sorted([("a", 2), ("b", 1)], key=operator.itemgetter(1)))
big = list(range(70_000, 0, -1)) + list(range(70_000))
print(sorted(big)[::20_000], sorted(big, key=lambda x: x % 3)[:5], sorted(map(str, big))[-2:], sorted(big, reverse=True)[:3])
pairs = sorted((x % 7, -x) for x in big)
print(pairs[:3], pairs[-3:], pairs == sorted(pairs), len(pairs))
