"""List, set, dict and generator comprehensions: several fors and ifs, nesting, scopes, conditional values, laziness, unpacking."""
print([x for x in range(5)], {x % 3 for x in range(9)}, {x: x * x for x in range(3)}, list(x for x in "ab"), [x for x in range(10) if x % 2 if x > 4], [(x, y) for x in range(3) for y in range(x)], [x if x % 2 else -x for x in range(5)])
print([[c * r for c in range(3)] for r in range(3)], [y for row in [[1, 2], [3]] for y in row], {k: [v for v in vs if v] for k, vs in {"a": [0, 1], "b": []}.items()}, {v: k for k, v in dict(a=1, b=2).items()})
print([a + b for a, b in zip("xy", "12")], [i for i, (a, *b) in enumerate([(1, 2), (3,)]) if b], {(i, j): i ^ j for i in range(2) for j in range(2)}, [f(2) for f in (lambda x: x, lambda x: x * 10)])
x = "outer"
print([x for x in range(2)], x, [x for _ in range(2)], {x: 1 for x in "ab"}, x)
calls = []


def expensive(v):
    calls.append(v)
    return v * 2


lazy = (expensive(v) for v in range(5))
print(calls, next(lazy), calls, sum(lazy), calls, list(lazy))
first_evaluated = (i for i in (calls.append("now") or [1, 2]))
print(calls[-1], list(first_evaluated))
n = 3
g = (n * i for i in range(3))
n = 10
print(list(g))
try:
    bad = (i for i in 5)
except TypeError as error:
    print("at once:", error)
late = (1 / i for i in [1, 0])
print(next(late))
try:
    next(late)
except ZeroDivisionError as error:
    print("later:", error, list(late))
print(sum(i * i for i in range(4)), max((len(w), w) for w in ["a", "bb"]), "-".join(str(i) for i in range(3)), sorted(set(c.lower() for c in "AbA")), dict((i, str(i)) for i in range(2)), any(i > 3 for i in range(5)), sorted((i for i in [3, 1, 2]), reverse=True), tuple(i for i in range(2)))
words = "the quick brown fox jumps over the lazy dog".split()
print({w[0]: w for w in words}, {len(w): sorted(v for v in words if len(v) == len(w)) for w in sorted(words, key=len)}, [w for i, w in enumerate(words) if w not in words[:i]])
print([[int(i == j) for j in range(3)] for i in range(3)], [list(col) for col in zip(*[[1, 2], [3, 4]])], [sum(a * b for a, b in zip(r, c)) for r in [[1, 2], [3, 4]] for c in zip(*[[5, 6], [7, 8]])])
print([(a, b, c) for a in range(1, 20) for b in range(a, 20) for c in range(b, 20) if a * a + b * b == c * c], {c for c in "hello world" if c.isalpha()} == set("helowrd"))


class K:
    base = 10
    direct = [i + 1 for i in range(3)]
    outer = [v for v in (base, base * 2)]
    try:
        inner = [base for _ in range(2)]
    except NameError as error:
        inner = str(error)


print(K.direct, K.outer, K.inner)


def closures():
    return [lambda: i for i in range(3)], [lambda i=i: i for i in range(3)], [(lambda v: lambda: v)(i) for i in range(3)]


print([[f() for f in fs] for fs in closures()])


def gen_scope():
    y = 1
    return list((lambda: y)() + z for z in range(2)), [y := y + 1 for _ in range(2)], y


print(gen_scope(), [j for i in range(3) if (j := i * 2)], [k for k in (lambda: range(2))()], [(lambda q: [q for q in range(q)])(2)])
print(list(filter(None, (x % 2 and x for x in range(6)))), [*(x for x in "ab")], {**{k: 0 for k in "ab"}}, len([0 for _ in range(1000)]), [[] for _ in range(2)], [x for x in [1, 2, 3][::-1]], [not x for x in (0, 1)])
