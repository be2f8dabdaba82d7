# Every function of itertools, on lazy and finite inputs.
from itertools import *
import operator

print(list(islice(count(5, 2), 4)), list(islice(count(0.5, 0.25), 3)), list(islice(cycle("ab"), 5)), list(repeat(7, 3)))
print(list(accumulate([1, 2, 3, 4])), list(accumulate([1, 2, 3], operator.mul)), list(accumulate([1, 2], initial=10)), list(accumulate([])))
print(list(chain([1], (2, 3), "ab")), list(chain.from_iterable([[1], [2, 3]])), list(compress("abcdef", [1, 0, 1, 0, 1])))
print(list(dropwhile(lambda x: x < 3, [1, 3, 2])), list(takewhile(lambda x: x < 3, [1, 3, 2])), list(filterfalse(lambda x: x % 2, range(6))), list(filterfalse(None, [0, 1, "", "a"])))
print([(k, list(g)) for k, g in groupby("aabbbc")], [(k, sum(1 for _ in g)) for k, g in groupby(range(10), lambda x: x // 4)])
print(list(islice("abcdefg", 2)), list(islice("abcdefg", 2, 5)), list(islice("abcdefg", 1, None, 2)), list(pairwise([1, 2, 3])), list(pairwise([1])))
print(list(permutations("abc", 2)), len(list(permutations(range(5)))), list(permutations([1, 2], 3)))
print(list(combinations("abcd", 2)), list(combinations([1, 2], 3)), list(combinations_with_replacement("ab", 2)))
print(list(product([1, 2], "ab")), list(product([0, 1], repeat=3)), list(product()), list(product([1], [])))
print(list(starmap(pow, [(2, 3), (3, 2)])), list(zip_longest([1, 2, 3], "a", fillvalue="-")), list(zip_longest()))
a, b, c = tee([1, 2, 3], 3)
print(next(a), list(b), list(a), list(c))
g = groupby([1, 1, 2])
k1, g1 = next(g)
k2, g2 = next(g)
print(k1, list(g1), k2, list(g2))
for call in [lambda: islice([1], -1), lambda: list(islice([1], "a")), lambda: combinations([1], -1), lambda: repeat(1, "a"), lambda: chain.from_iterable(3), lambda: list(chain(3)), lambda: tee([1], -1), lambda: count("a"), lambda: list(starmap(pow, [1]))]:
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


def batched(items, n):
    iterator = iter(items)
    while chunk := list(islice(iterator, n)):
        yield chunk


print(list(batched(range(7), 3)), list(zip(*[iter("abcdef")] * 2)))
print(sum(1 for _ in takewhile(lambda x: x < 50, accumulate(count(1)))), next(dropwhile(lambda n: any(n % d == 0 for d in range(2, n)), count(90))))
primes = (n for n in count(2) if all(n % d for d in range(2, int(n ** 0.5) + 1)))
print(list(islice(primes, 10)), next(primes))
