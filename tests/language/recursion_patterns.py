"""Recursion: mutual, memoised, tree folds, Ackermann, limits, generators, quicksort by partition."""

import sys
from functools import cache, reduce


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


print(even(100), odd(99), [even(i) for i in range(4)])


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.cache_info())


def ackermann(m, n):
    return n + 1 if m == 0 else ackermann(m - 1, 1) if n == 0 else ackermann(m - 1, ackermann(m, n - 1))


print(ackermann(2, 3))


def depth(v):
    return 1 + max(map(depth, v), default=0) if isinstance(v, list) else 0


def total(v):
    return sum(map(total, v)) if isinstance(v, list) else v


def deep_map(f, v):
    return [deep_map(f, x) for x in v] if isinstance(v, list) else f(v)


nested = [1, [2, [3, [4]]], 5]
print(depth(nested), total(nested), deep_map(lambda x: x * x, nested))


def power_set(s):
    return [[]] if not s else (lambda rest: rest + [[s[0]] + r for r in rest])(power_set(s[1:]))


def combos(n, k):
    return [[]] if k == 0 else [] if n < k else [c + [n] for c in combos(n - 1, k - 1)] + combos(n - 1, k)


def gcd(a, b):
    return a if not b else gcd(b, a % b)


def binary(n):
    return str(n) if n < 2 else binary(n // 2) + str(n % 2)


def flood(grid, r, c, new):
    old = grid[r][c]

    def fill(r, c):
        if 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c] == old != new:
            grid[r][c] = new
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                fill(r + dr, c + dc)

    fill(r, c)
    return grid


print(
    power_set([1, 2, 3]),
    combos(4, 2),
    gcd(48, 36),
    binary(37),
    flood([[1, 1, 0], [1, 0, 0], [1, 1, 1]], 0, 0, 7),
    sep="\n",
)


def partitions(n, most=None):
    most = most or n
    if n == 0:
        yield []
    for k in range(min(n, most), 0, -1):
        for rest in partitions(n - k, k):
            yield [k] + rest


print(list(partitions(5)), sum(1 for _ in partitions(15)))


def forever(n):
    return forever(n + 1)


try:
    forever(0)
except RecursionError as e:
    print(type(e).__name__, str(e)[:32])


class Loop:
    def __getattr__(self, name):
        return getattr(self, name + "x")

    def __repr__(self):
        return f"{self!r}"


for bad in (lambda: Loop().a, lambda: repr(Loop())):
    try:
        bad()
    except RecursionError as e:
        print("RecursionError")


def sum_to(n):
    return 0 if n == 0 else n + sum_to(n - 1)


print(sum_to(400), sys.getrecursionlimit() > 500, reduce(lambda f, g: lambda x: g(f(x)), [lambda x: x + 1] * 50)(0))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda self: lambda n: 1 if n == 0 else n * self(n - 1))(10))


def collatz(n, seen=()):
    return seen + (n,) if n == 1 else collatz(3 * n + 1 if n % 2 else n // 2, seen + (n,))


print(collatz(7))
