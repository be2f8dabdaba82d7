"""Stars in calls, displays, assignments, returns, subscripts and for; order of evaluation of arguments; keyword-only tricks."""
a, b = [1, 2], {"x": 3, "y": 4}


def show(*args, **kwargs): return args, kwargs


print(show(*a, 5, *"xy", **b, z=1), show(*a, *a), show(**b, **{"w": 0}), show(*[], **{}), show(*(i for i in range(3))), show(*{"k": 1}), show(*b.items()))
print([*a, *range(2)], (*a, *"q"), {*a, *[2, 3]}, {**b, "x": 9, **{"n": 1}}, [*a], *a, sep="|")
first, *rest = "hello"
*init, last = range(4)
head, *mid, tail = [1, 2]
(x, *y), z = [1, 2, 3], 4
print(first, rest, init, last, head, mid, tail, x, y, z)


def pair():
    return 0, *a


def gen():
    got = yield 1, *a
    yield got, *"z"


g = gen()
print(pair(), next(g), g.send(9))
for i, *others in [(1, 2, 3), (4,)]:
    print(i, others)
for t in *a, *"ab":
    print(t, end=" ")
print()
log = []


def e(v):
    log.append(v)
    return v


show(e(1), *[e(2)], e(3), k=e(4), **{"m": e(5)})
{e("k1"): e("v1"), **{e("k2"): e("v2")}}
[e("a")][e(0)] if e("cond") and False else e("other")
print(log)
log.clear()
d = {}
d[e("key")] = e("value")
e([0])[e(0)] = e("last")
e(1) + e(2) * e(3) - (e(4) if e(True) else e(0))
print(log)
x = y = z = []
x.append(1)
print(y, z is x)
i = 0
i, arr = 1, [0, 0]
i, arr[i] = 0, "set"
print(i, arr)
n, lst = 0, [10, 20, 30]
n, lst[-1] = lst[n], n
print(n, lst)
a1, b1, c1 = 1, 2, 3
a1, b1, c1 = c1, a1, b1
print(a1, b1, c1)
fib = [0, 1]
for _ in range(8):
    fib += [sum(fib[-2:])]
p, q = 0, 1
for _ in range(8):
    p, q = q, p + q
print(fib, p)


def kw(a, /, b, *, c, d=4, **rest): return (a, b, c, d, rest)


print(kw(1, 2, c=3), kw(1, b=2, c=3, a=9), kw(*[1], **{"b": 2, "c": 3, "e": 5}))
matrix = [[1, 2, 3], [4, 5, 6]]
print([*zip(*matrix)], [list(r) for r in zip(*matrix[::-1])], max(*matrix), print(*matrix, sep="\n"), [*map(sum, matrix)], [x for row in matrix for x in row], dict([*zip("ab", [1, 2])], c=3))
merged = {**dict(a=1), **dict(b=2)} | {"c": 3}
print(merged, [*merged], {*merged.values()}, (lambda *, k: k)(k=5), (lambda a, *b, c=2, **d: (a, b, c, d))(1, 2, 3, c=4, e=5))
