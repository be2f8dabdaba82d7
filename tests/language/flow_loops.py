"""Loops: else, labels by functions, enumerate, zip, unpacking, reversed, iter with sentinel."""
from itertools import product


def find(needle, rows):
    for r, row in enumerate(rows):
        for c, value in enumerate(row):
            if value == needle:
                break
        else:
            continue
        return r, c
    else:
        return None


grid = [[1, 2], [3, 4], [5]]
print(find(4, grid), find(9, grid))
n = 27
steps = 0
while n != 1:
    n = n // 2 if n % 2 == 0 else 3 * n + 1
    steps += 1
else:
    print("reached", n, "in", steps)
for i, (name, *scores) in enumerate([("a", 1, 2), ("b",), ("c", 3)], start=1):
    print(i, name, scores, sum(scores) / len(scores) if scores else "none", sep=";")
for x in (values := [1, 2, 3, 4, 5, 6]):
    if x % 2:
        values.remove(x)
print(values)
d = {"a": 1, "b": 2, "c": 3}
try:
    for key in d:
        del d[key]
except RuntimeError as error:
    print(error)
for key in list(d):
    if d[key] == 2:
        del d[key]
print(d)
lines = iter(["one", "two", "STOP", "three"])
print(list(iter(lambda: next(lines), "STOP")), next(lines))
for a, b in zip("abc", range(10), strict=False):
    print(a, b, end=" ")
print(*reversed(range(0, 10, 3)), *zip(*[(1, "x"), (2, "y")]), list(map(lambda *p: sum(p), [1, 2], [10, 20], [100, 200])))
print([(i, j) for i, j in product(range(3), repeat=2) if i < j], [x for row in grid for x in row if x > 1])
print({k: v for k, v in zip("ab", [1, 2])}, {len(w) for w in "a bb cc ddd".split()}, [[i * j for j in range(3)] for i in range(3)])
total = 0
for i in range(10, 0, -3):
    total += i
    if total > 15: break
print(i, total, range(10, 0, -3), len(range(10, 0, -3)), range(5)[1:4], 7 in range(1, 10, 2), list(range(5))[::-2])
i = 0
while True:
    i += 1
    if i % 2: continue
    if i > 6: break
    print(i, end=",")
print()
x = 5
while x: x -= 1; print(x, end="")
print()
for _ in []: pass
else: print("empty loop runs else")
a = [3, 1, 2]
for a[0] in range(3): pass
print(a)
it = iter([1, 2, 3, 4])
print([(x, next(it)) for x in it], list(zip(*[iter("abcdef")] * 2)), dict(enumerate("ab")), sorted(d, key=d.get), min(d.items(), key=lambda kv: kv[1]))
print(all([]), any([]), all(x for x in (1, 0)), any(c.isdigit() for c in "ab1"), sum([[1], [2]], []), list(filter(None, [0, 1, "", "x"])), list(filter(str.isalpha, "a1b")))
