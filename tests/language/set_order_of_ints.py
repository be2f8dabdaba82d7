# Sets of integers iterate in the order of CPython's hash table, not of insertion.
print({3, 1, 2}, {10, 5, 1}, {100, 3, 50})
print(set(range(20, 0, -1)))
print(set([9, 8, 17, 33, 1]))
print({-1, -2, -3, 5})
print(list({8, 16, 0, 24}))
print(set(x * x for x in range(12)))
print(set(x * 7 % 31 for x in range(40)))
a = {1, 2, 3, 40, 50, 60}
b = {2, 3, 50, 70, 80}
print(a | b, a & b, a - b, a ^ b)
print(b | a, b & a, b - a, b ^ a)
print(a.union(b, [99, 7]), a.intersection(b), a.difference([1, 2]))
s = set()
for i in [50, 3, 17, 99, 4, 1000, 12]:
    s.add(i)
    print(s)
s.discard(17)
s.remove(99)
print(s)
s.add(33)
print(s, s.pop(), s.pop(), s)
print({1.5, 2.0, 3.25, 0.5}, {True, 5, 0}, {2**70, 3, 2**65})
print({(1, 2), (3, 4), (0, 0)}, {(i, j) for i in range(3) for j in range(3)})
print(sorted({5, 3, 9}), max({4, 8}), sum({1, 2, 3}))
f = frozenset([40, 30, 20, 10])
print(f, list(f), tuple(f | {5}))
s = set(range(10))
s -= {2, 4}
s |= {64, 32}
s ^= {1, 100}
s &= set(range(0, 200, 2)) | {3, 5}
print(s)
print([x for x in {33, 1, 65, 2}], *{7, 3, 11})
big = set(range(0, 100000, 777))
print(list(big)[:20], len(big))
s = {1, 2, 3}
s.update([100, 200], (5, 6))
print(s, s.copy(), set(s), frozenset(s))
s.clear()
print(s, len(s))
s = set(range(8))
for i in range(6):
    s.remove(i)
print(s)
s.add(0)
print(s)
print(set([3, 1, 2] * 5), set("a"), set([None]))
print(dict.fromkeys({5, 1, 3}), list(map(str, {11, 22, 3})))
duplicates = [4, 5, 4, 6, 7, 5]
print(set(duplicates), len(set(duplicates)))
print({0: "a"}.keys() & {0, 1}, {1: 2, 5: 6, 3: 4}.keys() - {5}, {9: 1, 3: 2}.keys() | {4})
