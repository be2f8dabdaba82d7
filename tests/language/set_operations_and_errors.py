"""Sets and frozensets: operators and methods, in-place forms, ordering of subsets, elements, hashing, errors."""
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, a ^ b, a.union([9], (8,)), a.intersection(b, [3]), a.difference([1], [2]), a.symmetric_difference([1, 10]), a < b, {3} <= a, a >= {1}, a > a, a.issubset(range(10)), a.issuperset([1]), a.isdisjoint([7]), a == {4, 3, 2, 1}, a != b)
s = set(a)
s.add(5); s.discard(99); s.remove(1); s.update("x", [6]); s.difference_update([2]); s.intersection_update({3, 4, 5, 6, "x"}); s.symmetric_difference_update({6, 7})
print(sorted(map(str, s)), len(s), 3 in s, "y" not in s)
s -= {3}
s |= {30}
s &= {4, 5, 30}
s ^= {5, 50}
print(sorted(s), s.pop() in (4, 30, 50), len(s), s.copy() == s, s.copy() is s)
s.clear()
print(s, set(), frozenset(), frozenset([1]), {*()}, set("aab") == {"a", "b"}, bool(s), {1, True, 1.0}, {0, False}, len({float("nan"), float("nan")}))
f = frozenset("abc")
print(f == set("abc"), hash(f) == hash(frozenset("cba")), {f: 1}[frozenset("bca")], f | {"d"} == frozenset("abcd"), type(f | set()).__name__, type(set() | f).__name__, f.copy() is f, {frozenset([1]), frozenset([1])}, f > {"a"}, sorted(f - {"a"}), f.union("z") >= f)
f2 = f
f2 |= {"q"}
print("q" in f, "q" in f2, type(f2).__name__)
for bad in (lambda: {[1]}, lambda: {1}.remove(5), lambda: set().pop(), lambda: {1} | [2], lambda: {1} + {2}, lambda: {1} < [1], lambda: set(5), lambda: {1}[0], lambda: hash({1}), lambda: {{1}}, lambda: f.add(1), lambda: {1}.add([]), lambda: {1}.add(), lambda: [] in {1}, lambda: {1}.union(5), lambda: set(1, 2), lambda: {1} & None, lambda: {1}.remove([]), lambda: {1}.update(3), lambda: frozenset(1, 2), lambda: {1} * 2, lambda: {1} >= 5, lambda: {1}.discard({}), lambda: -{1}, lambda: {1}.intersection(1), lambda: next({1}), lambda: {1}.issubset(4)):
    try:
        print(bad())
    except (TypeError, KeyError, AttributeError) as error:
        print(type(error).__name__, error)
try:
    bad = {1, 2}
    for x in bad:
        bad.add(x + 10)
except RuntimeError as error:
    print(error)
print({1} in [{1}], {1} in {frozenset([1])}, set([1]) == frozenset([1]), {1}.__contains__(1), {x % 3 for x in range(10)}, {(a, b) for a in range(2) for b in range(2)} == {(0, 0), (0, 1), (1, 0), (1, 1)}, sorted({"b", "a"}), max({3, 9, 4}), sum({1, 2}), list(map(sorted, [{2, 1}])), any({0}), [*{7}], {**{}}, (lambda *s: s)(*{1}))


class Tag:
    def __init__(self, name): self.name = name
    def __eq__(self, o): return isinstance(o, Tag) and self.name.lower() == o.name.lower()
    def __hash__(self): return hash(self.name.lower())
    def __repr__(self): return f"#{self.name}"


print({Tag("A"), Tag("a"), Tag("b")} == {Tag("B"), Tag("A")}, len({Tag("x"), Tag("X")}), Tag("q") in {Tag("Q")}, list({Tag("One"): 1, Tag("one"): 2}.items()))


class MySet(set):
    def add(self, item):
        print("adding", item)
        super().add(item)


m = MySet([1])
m.add(2)
print(m, type(m | {3}).__name__, type(m.copy()).__name__, m == {1, 2}, isinstance(m, set))


def unique(items):
    seen = set()
    return [x for x in items if not (x in seen or seen.add(x))]


def primes(n):
    marks = set(range(2, n))
    for p in range(2, int(n ** 0.5) + 1):
        if p in marks:
            marks -= set(range(p * p, n, p))
    return sorted(marks)


print(unique("mississippi"), primes(50), sorted(set("hello") & set("world")), len(set(map(frozenset, ["ab", "ba", "cd"]))), {1, 2}.isdisjoint({3}), sorted(set(range(5)).symmetric_difference(range(3, 8))))
print(repr({1}), str({"a"}), repr(frozenset({2})), repr(MySet()), f"{ {1} }", "%s" % {3}, [set()], {"k": {1}})
