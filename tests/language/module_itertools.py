from itertools import *
import operator
print(list(islice(count(5, 2), 4)), list(islice(cycle("ab"), 5)), list(repeat(7, 3)), list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)), list(chain("ab", [1])), list(chain.from_iterable([[1], [2, 3]])))
print(list(combinations("abcd", 2)), list(permutations([1, 2, 3], 2)), list(product("ab", [1, 2])), list(product([0, 1], repeat=2)), list(combinations_with_replacement("ab", 2)), len(list(permutations(range(5)))), list(combinations([1], 2)), list(product()), list(permutations([])))
print(list(compress("abcd", [1, 0, 1])), list(dropwhile(lambda x: x < 3, [1, 3, 2])), list(takewhile(lambda x: x < 3, [1, 3, 2])), list(filterfalse(lambda x: x % 2, range(5))), list(starmap(pow, [(2, 3), (3, 2)])), list(islice("abcdef", 2)), list(islice("abcdef", 1, None, 2)), list(islice("abc", None)), list(pairwise([1, 2, 3])), list(zip_longest("ab", [1], fillvalue="-")))
print([(k, list(g)) for k, g in groupby("aabbca")], [(k, [x for x in g]) for k, g in groupby([1, 3, 2, 4], key=lambda x: x % 2)])
a, b = tee([1, 2, 3]); print(next(a), list(b), list(a)); x, y, z = tee("ab", 3); print(list(z), list(x), list(y))
it = iter(range(10)); print(list(islice(it, 3)), next(it))
for f in [lambda: islice([1], -1), lambda: islice([1], 0, 1, 0), lambda: combinations([1], -1), lambda: product([1], repeat=-1), lambda: list(chain(5)), lambda: tee([1], -1)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
