"""Recursion, permutations, queens and a cache of results."""

from functools import lru_cache


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def hanoi(n, a, b, c):
    if n == 0:
        return 0
    return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def perms(xs):
    if len(xs) <= 1:
        return [xs]
    return [[x] + p for i, x in enumerate(xs) for p in perms(xs[:i] + xs[i + 1 :])]


@lru_cache(maxsize=None)
def ways(n, k):
    if n == 0:
        return 1
    if n < 0 or k == 0:
        return 0
    return ways(n - k, k) + ways(n, k - 1)


def queens(n, row=0, cols=frozenset(), d1=frozenset(), d2=frozenset()):
    if row == n:
        return 1
    return sum(
        queens(n, row + 1, cols | {c}, d1 | {row + c}, d2 | {row - c})
        for c in range(n)
        if c not in cols and row + c not in d1 and row - c not in d2
    )


def flatten(x):
    if isinstance(x, list):
        r = []
        for y in x:
            r.extend(flatten(y))
        return r
    return [x]


def main():
    ways.cache_clear()
    nest = 1
    for i in range(100):
        nest = [nest, i, [i]]
    return ack(2, 30), hanoi(11, 1, 2, 3), len(perms([1, 2, 3, 4, 5, 6])), ways(60, 60), queens(6), len(flatten(nest))
