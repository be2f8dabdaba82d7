"""Every set and frozenset operation."""

a, b = {1, 2, 3}, {3, 4}
print(
    a | b,
    a & b,
    a - b,
    a ^ b,
    a.union(b, [9]),
    a.intersection([1, 2], (2,)),
    a.difference([1]),
    a.symmetric_difference([1, 7]),
    a <= {1, 2, 3},
    a < a,
    a > {1},
    a.issubset(range(5)),
    a.issuperset([1]),
    a.isdisjoint(b),
)
a.add(5)
a.discard(99)
a.remove(1)
print(a, a.pop() in {2, 3, 5}, len(a))
a.update([1], (2,), {3: 0})
print(sorted(a))
a.intersection_update({1, 2, 3})
print(a)
a.difference_update([1])
print(a)
a.symmetric_difference_update({2, 8})
print(a)
c = {1}
d = c
d |= {2}
d &= {2, 3}
d -= {9}
d ^= {4}
print(
    c,
    d is c,
    c.copy() is c,
    set(),
    {*()},
    set("hello") == {"h", "e", "l", "o"},
    frozenset([1, 2]),
    frozenset(),
    {frozenset([1]): "key"}[frozenset([1])],
)
print(
    {1, 1.0, True},
    len({0, False, 0.0, ""}),
    {(1, 2), (2, 1)} == {(2, 1), (1, 2)},
    {x % 3 for x in range(10)},
    sorted({"b", "a"}),
    max({3, 9, 4}),
    sum({1, 2}),
    2 in {2},
    {1} == frozenset({1}),
    hash(frozenset([1, 2])) == hash(frozenset([2, 1])),
    type({1} | frozenset({2})),
    type(frozenset({2}) | {1}),
)
for bad in (
    lambda: {1}.remove(2),
    lambda: set().pop(),
    lambda: {[]},
    lambda: {1} | [2],
    lambda: {1}[0],
    lambda: {1} + {2},
    lambda: frozenset([1]).add(2),
    lambda: hash({1}),
    lambda: set(5),
    lambda: {1} < [1],
    lambda: {{1}},
    lambda: {1}.update(3),
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print({3, 1, 2}, {10, 5, 7, 100, 33}, {-1, -2, 0}, set(range(20)), {2**40, 1, 8}, {0.5, 2.0, 1}, repr({1: {2, 3}}))
seen = set()
print(
    [x for x in [3, 1, 3, 2, 1] if not (x in seen or seen.add(x))],
    {True: 1},
    {1, "a"} - {"a"},
    set([1, 2]) == {2, 1},
    {1, 2} != {1},
    bool(set()),
)
try:
    s = {1, 2}
    for x in s:
        s.add(x + 10)
except RuntimeError as e:
    print(e)
