"""Unpacking in assignments, calls, displays, loops, returns and nested patterns."""

a, *b = range(4)
*c, d = "xyz"
e, *f, g = [1, 2]
(h, i), [j, *k] = (1, 2), "mno"
print(a, b, c, d, e, f, g, h, i, j, k)
x = y = z = []
x.append(1)
print(x is y is z, z)
p, q = q, p = 1, 2
print(p, q)


def multi():
    return 1, *[2, 3], *{"k": 4}


print(
    multi(),
    [*multi(), *"ab"],
    {*multi(), 9} == {1, 2, 3, "k", 9},
    (*[], *()),
    {**{"a": 1}, **{"b": 2, "a": 3}},
    *[1, 2],
    *"hi",
    sep=",",
)


def f3(*args, **kw):
    return args, kw


print(
    f3(*[1], 2, *(3, 4), x=1, **{"y": 2}, **dict(z=3)),
    f3(*(), **{}),
    f3(*"ab", *range(2)),
    f3(*{"d": 1}),
    f3(**{"a b": 1}),
)
for first, (second, *rest) in [(1, (2, 3, 4)), ("a", "bcd")]:
    print(first, second, rest)
for i, (k, v) in enumerate({"a": 1}.items()):
    print(i, k, v)
print(
    [a + b for a, b in zip([1, 2], [3, 4])],
    {k: v for k, (v, _) in {"a": (1, 2)}.items()},
    [x for x, *_ in ["ab", "cd"]],
    sorted([(2, "b"), (1, "c")], key=lambda t: t[1]),
    dict([("a", 1), *{"b": 2}.items()]),
    [*map(lambda p: p[0], [(1, 2)])],
    max(*[3, 9, 2]),
    min(*"hello"),
    print(*[], sep="-"),
    list(zip(*[[1, 2, 3], [4, 5, 6]])),
)


class Pair:
    def __iter__(self):
        yield "left"
        yield "right"


l, r = Pair()
print(l, r, [*Pair()], dict.fromkeys(Pair(), 0))
o = type("O", (), {})()
o.a, o.b = 1, 2
lst = [0, 0, 0]
lst[0], lst[-1] = "s", "e"
i = 0
i, lst[i] = 1, "m"
print(o.a, o.b, lst)
for bad in (
    lambda: (lambda a, b: 0)(*[1]),
    lambda: (lambda: 0)(*[1, 2]),
    lambda: f3(*1),
    lambda: f3(**1),
    lambda: f3(x=1, **{"x": 2}),
    lambda: [*5],
    lambda: {**[1]},
    lambda: {*3},
):
    try:
        print(bad())
    except TypeError as err:
        print(err)
for code in ((1, 2, 3), (1,), "a", {1: 2, 3: 4, 5: 6}):
    try:
        m, n = code
        print(m, n)
    except (ValueError, TypeError) as err:
        print(err)
for code in (5, None, 3.5):
    try:
        m, n = code
    except TypeError as err:
        print(err)
try:
    m, *n, o = [1]
except ValueError as err:
    print(err)
