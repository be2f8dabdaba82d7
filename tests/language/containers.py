l = [5, 3, 1]
l.append(4); l.insert(0, 9); l.extend([7, 8])
print(l, l[1:3], l[::-1], l[-2:], l[:2], l[1::2], sorted(l), l.index(3), l.count(5), l.pop(), l.pop(0), len(l))
l.sort(); print(l); l.sort(reverse=True, key=lambda x: x % 5); print(l)
l[1:3] = [10, 20, 30]; print(l); del l[0]; print(l); l[::2] = ["a"] * len(l[::2]); print(l); del l[1:]; print(l)
a, b, *c = [1, 2, 3, 4]; print(a, b, c)
*a, b = "abc"; print(a, b)
(a, (b, c)), d = (1, (2, 3)), 4; print(a, b, c, d)
a = b = [1]; a.append(2); print(b)
x, y = 1, 2; x, y = y, x; print(x, y)
for bad in (lambda: [0 for a, b in [1]], ):
    try: bad()
    except TypeError as e: print(e)
try:
    a, b = 1, 2, 3
except ValueError as e: print(e)
try:
    a, b, c = [1, 2]
except ValueError as e: print(e)
try:
    a, *b, c = [1]
except ValueError as e: print(e)
d = {"a": 1, "b": 2}
d["c"] = 3
print(d, d.get("z"), d.get("z", 0), list(d.items()), list(d.keys()), list(d.values()), "a" in d, d.pop("a"), d.setdefault("q", []), d)
d.update({"x": 1}, y=2); print(d); del d["x"]; print(len(d)); print({**d, "k": 0, **{"m": 1}}, {"a": 1} | {"b": 2})
for k in d: print(k, end=" ")
print()
for k, v in d.items(): print(k, v, end="; ")
print()
try:
    for k in d: d[k + "1"] = 0
except RuntimeError as e: print(e)
print({(1, 2): 3}[1, 2], {1: {2: {3: 4}}}[1][2][3])
try: {[]: 1}
except TypeError as e: print(e)
s = {3, 1, 2}; s.add(3); s.discard(9)
print(sorted(s), 2 in s, sorted(s | {9}), sorted(s & {1, 2}), sorted(s - {1}), sorted(s ^ {1, 50}), s == {1, 2, 3}, {1} < s, frozenset([1]) == {1})
t = (1, "a", None, True, 2.5, [1], {"k": (1,)}); print(t, t[1], t[-1], t + (1,), (), (1,))
print([i * j for i in range(3) for j in range(3) if i != j], {i: i * i for i in range(4)}, sorted({i % 3 for i in range(9)}), list(i for i in "abc"))
print([[j for j in range(i)] for i in range(4)], [x for x in [1, 2, 3] if x > 1 if x < 3])
print([(y := i * 2, y + 1) for i in range(3)], y)
print([*range(3), *"ab"], (*[1], 2), {*[1, 1]}, [*{}, 1])
r = range(10, 0, -3); print(r, list(r), len(r), r[1], 4 in r, r[1:3], list(reversed(range(3))), range(3) == range(0, 3))
print(list(zip([1, 2], "ab")), list(enumerate("ab", 1)), list(map(lambda x: x + 1, [1, 2])), list(filter(None, [0, 1, 2])), any([0, 1]), all([]), sum([1, 2], 10), min(3, 1), max([1, 5, 2], key=lambda x: -x))
print("abc"[1], "abc"[::-1], "héllo"[1], len("héllo"), "a,b".split(","), "-".join(["a", "b"]), " x ".strip(), "Hi".lower(), "hi".upper(), "abc".replace("b", "X"), "b" in "abc", "abc".find("z"), "x".center(5, "*"), "a b c".title())
nested = [1]; nested.append(nested); print(nested)
dd = {}; dd["self"] = dd; print(dd)
print(bool([]), bool([0]), bool(""), bool({}), bool(()), bool(0.0), bool(range(0)))
print([1, [2, [3]]] == [1, [2, [3]]], {"a": [1]} == {"a": [1]}, {1, 2} == {2, 1})
m = [[0] * 3 for _ in range(2)]; m[0][1] = 5; print(m)
m[1][2] += 7; print(m)
q = [1, 2, 3]; q += (4, 5); print(q); q *= 2; print(q)
w = (1, 2); w += (3,); print(w)
print(b"ab" + b"c", b"abc"[0], b"abc"[1:], bytes([1, 2]), len(b"xyz"))
print(list(dict(a=1, b=2)), dict([("x", 1)]), list("ab"), tuple([1]), set() == set(), str(1.0), int("42"), float("1.5"), repr("it's"), int(3.9))
it = iter([1, 2]); print(next(it), next(it), next(it, "end"))
try: next(it)
except StopIteration: print("stop")
