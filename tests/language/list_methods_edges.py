"""Every list method at its edges."""

a = [5, 3, 8]
a.append([1])
a.extend((7, "x"))
a.insert(0, "first")
a.insert(100, "last")
a.insert(-1, "before last")
print(a, a.index(8), a.count(3), a.pop(), a.pop(0), a.pop(-2))
a.remove(3)
a.reverse()
print(a, a.copy() == a, a.copy() is a)
b = [3, 1, 2]
print(b.sort(), b, b.sort(reverse=True), b, sorted(b, key=lambda v: -v))
b.clear()
print(b)
c = list(range(10))
c[2:5] = ["a"]
print(c)
c[::2] = [0] * len(c[::2])
print(c)
del c[1::3]
print(c)
c[1:1] = [9, 9]
print(c)
c[-2:] = []
print(c)
c *= 2
c += "yz"
print(c, [1] * -1, [[]] * 2, [0] + [1], c[-1], c[10:2], c[5:2:-1], [1, 2] < [1, 3], [1] < [1, 0], [2] > [1, 9])
d = [[0] * 2] * 2
d[0][0] = 1
print(d, [[0] * 2 for _ in range(2)], [1, [2, [3]]] == [1, [2, [3]]])
for bad in (
    lambda: c.index("no"),
    lambda: c.index(0, 50),
    lambda: [].pop(),
    lambda: [1].pop(5),
    lambda: c.remove("?"),
    lambda: c.__setitem__(99, 1),
    lambda: [3, "a"].sort(),
    lambda: c.__setitem__(slice(0, 4, 2), [1]),
    lambda: [1] * "x",
    lambda: [1] * 1.5,
    lambda: c["0"],
    lambda: c[1.0],
    lambda: [1, 2][::0],
    lambda: list(3),
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(
    [*a, *b],
    list("abc"),
    list({"k": 1}),
    list(zip([1], [2])),
    [x for x in a if isinstance(x, list)],
    [] or "empty",
    bool([0]),
    a in [a],
    [1, 2, 3].__contains__(2),
    [float("nan")] == [float("nan")],
)
x = [1, 2, 3]
y = x
y += [4]
y = y + [5]
print(x, y)
x[:], x[0] = [7, 8], 9
print(x)
