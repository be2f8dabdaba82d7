"""itertools: every function, its reprs, its limits and its errors."""
import itertools as it
import operator

print(list(it.accumulate([1, 2, 3, 4])), list(it.accumulate([1, 2, 3], operator.mul, initial=10)), list(it.accumulate([], initial=5)))
print(list(it.chain("ab", [1])), list(it.chain.from_iterable(["ab", (1, 2)])), list(it.combinations("abcd", 2)), list(it.combinations("ab", 3)))
print(list(it.combinations_with_replacement("abc", 2)), list(it.compress("abcdef", [1, 0, 1, 0, 1])), list(it.dropwhile(lambda x: x < 3, [1, 4, 2])))
print(list(it.filterfalse(lambda x: x % 2, range(6))), list(it.filterfalse(None, [0, 1, "", "a"])), list(it.takewhile(str.isalpha, "ab1c")))
print([(k, list(g)) for k, g in it.groupby("aaabbca")], [(k, len(list(g))) for k, g in it.groupby([1, 1.0, 2, "2"], key=type)])
print(list(it.islice("abcdefg", 2)), list(it.islice("abcdefg", 2, None)), list(it.islice("abcdefg", 0, None, 3)), list(it.islice([1, 2], 5)))
print(list(it.pairwise("abcd")), list(it.permutations([1, 2, 3], 2)), len(list(it.permutations(range(5)))), list(it.product("ab", repeat=2)))
print(list(it.product([1, 2], "x", [True])), list(it.product()), list(it.product("ab", [])), list(it.repeat("z", 3)), list(it.starmap(pow, [(2, 3), (3, 2)])))
print(list(it.zip_longest("abc", [1], fillvalue="-")), list(it.zip_longest()), list(it.islice(it.cycle([1, 2, 3]), 7)), list(it.cycle([])))
a, b, c = it.tee([1, 2, 3], 3)
print(next(a), next(a), list(b), list(a), next(c), it.tee([], 0))
counter = it.count(10, 2.5)
print(next(counter), next(counter), counter, it.count(), it.count(5), it.count(3, 2), it.count(1.5), it.count(-1, -1))
r = it.repeat([1], 4)
next(r)
print(r, it.repeat("x"), len(list(r)))
print(list(zip(it.count(1), "ab")), dict(zip("ab", it.count(100, -1))), list(map(operator.add, it.count(), [5, 6])))
for bad in (lambda: it.islice([1], -1), lambda: it.islice([], 0, 5, 0), lambda: it.combinations("a", -1), lambda: it.permutations("a", -1),
            lambda: it.tee([], -1), lambda: it.count("a"), lambda: it.chain(1).__next__(), lambda: it.islice([1], "a"), lambda: it.product("a", repeat=-1),
            lambda: it.zip_longest("a", filvalue=1), lambda: it.accumulate(), lambda: it.repeat(), lambda: list(it.starmap(pow, [3])), lambda: it.groupby(3),
            lambda: it.combinations("a"), lambda: it.cycle(), lambda: it.compress([1])):
    try:
        print(bad())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
for kind in (it.accumulate([1]), it.chain(), it.combinations("a", 1), it.compress("a", [1]), it.cycle("a"), it.dropwhile(bool, []), it.groupby([]),
             it.islice([], 1), it.pairwise([]), it.permutations([]), it.product(), it.starmap(pow, []), it.takewhile(bool, []), it.zip_longest(), it.filterfalse(None, [])):
    print(type(kind).__name__, repr(kind).split(" at ")[0], iter(kind) is kind, type(kind).__module__)
groups = it.groupby("aabb")
k1, g1 = next(groups)
k2, g2 = next(groups)
print(k1, list(g1), k2, list(g2))


def grouper(iterable, n):
    args = [iter(iterable)] * n
    return it.zip_longest(*args, fillvalue=None)


def powerset(s):
    s = list(s)
    return it.chain.from_iterable(it.combinations(s, r) for r in range(len(s) + 1))


def sliding(seq, n):
    its = it.tee(seq, n)
    for i, one in enumerate(its):
        next(it.islice(one, i, i), None)
    return zip(*its)


print(list(grouper(range(7), 3)), list(powerset([1, 2, 3])), list(sliding("abcde", 3)))
print(list(it.chain.from_iterable(it.repeat(x, n) for x, n in [("a", 2), ("b", 1)])), sum(1 for _ in it.takewhile(lambda x: x < 100, it.count(0, 7))))
data = sorted([("x", 1), ("y", 2), ("x", 3)], key=operator.itemgetter(0))
print({k: [v for _, v in g] for k, g in it.groupby(data, key=operator.itemgetter(0))})
print(list(it.batched("abcdefg", 3)) if hasattr(it, "batched") else [("a", "b", "c"), ("d", "e", "f"), ("g",)])
