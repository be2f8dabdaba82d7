"""Comprehensions: scopes, order of evaluation, nesting, conditions, walrus, in classes."""

x = "outer"
print(
    [x for x in range(3)],
    x,
    [[y * x for y in range(2)] for x in range(3)],
    [(i, j) for i in range(3) for j in range(i)],
    [i for i in range(20) if i % 2 if i % 3],
    {i: i**2 for i in range(4) if i != 2},
    {c for c in "aab"} == {"a", "b"},
    list(i for i in "ab"),
    sum(i * i for i in range(4)),
    [*(i for i in range(2))],
)


def source(n):
    print("src", n, end=" ")
    return range(n)


g = (a for a in source(2) for b in source(3))
print("lazy")
print(list(g))
print(
    [y for v in range(5) if (y := v * 2) > 4],
    y,
    [last := i for i in range(3)],
    last,
    [(lambda: i)() for i in range(3)],
    [f() for f in [lambda: i for i in range(3)]],
    [f() for f in [lambda i=i: i for i in range(3)]],
)


class Table:
    rows = [1, 2, 3]
    doubled = [r * 2 for r in rows]
    size = len(rows)

    def pairs(self):
        return [(a, b) for a in self.rows for b in self.doubled if b == a * 2]


print(Table.doubled, Table.size, Table().pairs())
try:

    class Broken:
        factor = 2
        values = [factor * v for v in [1]]
except NameError as e:
    print(e)
matrix = [[1, 2, 3], [4, 5, 6]]
print(
    [[row[i] for row in matrix] for i in range(3)],
    [v for row in matrix for v in row if v % 2 == 0],
    [row for row in matrix if sum(row) > 6],
    {len(w): w for w in ["a", "bb", "cc"]},
    [[] for _ in range(2)],
    [None for _ in range(2)],
    [k for k, v in {"a": 1, "b": 2}.items() if v > 1],
    any(v > 5 for row in matrix for v in row),
    dict((k, v) for k, v in zip("ab", "cd")),
    [i for i in range(5)][::-1],
    [a if a else "-" for a in (0, 1)],
    {(i, j): i + j for i in range(2) for j in range(2)},
    " ".join(w.title() for w in ["a", "b"]),
    [x for x in [x for x in range(4)] if x],
    [*range(3)] + [i for i in ()],
)
try:
    [i for i in 5]
except TypeError as e:
    print(e)
try:
    [1 / i for i in (1, 0)]
except ZeroDivisionError as e:
    print(e)
try:
    print(i_never)
except NameError as e:
    print(e)
words = "the quick brown the lazy the".split()
print(
    {w: words.count(w) for w in words},
    {w: i for i, w in enumerate(words)},
    [w for i, w in enumerate(words) if w not in words[:i]],
    sorted({w[0] for w in words}),
    list(map(len, words)),
    list(filter(lambda w: len(w) > 4, words)),
)
