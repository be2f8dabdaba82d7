"""Knapsack, longest increasing subsequence, matrix chains, egg drop, partition counts, Catalan, Pascal, edit scripts, memo by lru_cache."""
from bisect import bisect_left
from functools import lru_cache
from math import comb, inf


def knapsack(items, capacity):
    best = [[0] * (capacity + 1)]
    for value, weight in items:
        last = best[-1]
        best.append([max(last[c], last[c - weight] + value if c >= weight else 0) for c in range(capacity + 1)])
    chosen, c = [], capacity
    for i in range(len(items), 0, -1):
        if best[i][c] != best[i - 1][c]:
            chosen.append(i - 1)
            c -= items[i - 1][1]
    return best[-1][-1], chosen[::-1]


def increasing(seq):
    tails, where, back = [], [], []
    for i, x in enumerate(seq):
        k = bisect_left(tails, x)
        tails[k:k + 1] = [x]
        where[k:k + 1] = [i]
        back.append(where[k - 1] if k else None)
    out, i = [], where[-1]
    while i is not None:
        out.append(seq[i])
        i = back[i]
    return out[::-1]


def chain(dims):
    @lru_cache(None)
    def cost(i, j):
        if i == j:
            return 0, f"M{i}"
        options = []
        for k in range(i, j):
            (a, left), (b, right) = cost(i, k), cost(k + 1, j)
            options.append((a + b + dims[i] * dims[k + 1] * dims[j + 1], f"({left}{right})"))
        return min(options)
    return cost(0, len(dims) - 2)


@lru_cache(maxsize=None)
def partitions(n, most=None):
    most = n if most is None else most
    if n == 0:
        return 1
    return sum(partitions(n - k, k) for k in range(1, min(n, most) + 1))


@lru_cache(maxsize=None)
def eggs(n, floors):
    if floors <= 1 or n == 1:
        return floors
    return 1 + min(max(eggs(n - 1, f - 1), eggs(n, floors - f)) for f in range(1, floors + 1))


def script(a, b):
    d = [[inf] * (len(b) + 1) for _ in range(len(a) + 1)]
    d[0] = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        d[i][0] = i
        for j in range(1, len(b) + 1):
            d[i][j] = d[i - 1][j - 1] if a[i - 1] == b[j - 1] else 1 + min(d[i - 1][j], d[i][j - 1])
    i, j, out = len(a), len(b), []
    while i or j:
        if i and j and a[i - 1] == b[j - 1]:
            out.append(" " + a[i - 1]); i -= 1; j -= 1
        elif j and (not i or d[i][j - 1] <= d[i - 1][j]):
            out.append("+" + b[j - 1]); j -= 1
        else:
            out.append("-" + a[i - 1]); i -= 1
    return out[::-1]


print(knapsack([(60, 10), (100, 20), (120, 30)], 50), increasing([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9]), chain((40, 20, 30, 10, 30)))
print([partitions(n) for n in range(1, 15)], eggs(2, 36), eggs(3, 14), partitions.cache_info().currsize)
print([comb(2 * n, n) // (n + 1) for n in range(10)], [[comb(r, c) for c in range(r + 1)] for r in range(5)])
print(script("abcfg", "abdfgh"))
table = [[0] * 5 for _ in range(5)]
for r in range(5):
    for c in range(5):
        table[r][c] = 1 if not r or not c else table[r - 1][c] + table[r][c - 1]
for row in table:
    print("".join(f"{n:>4}" for n in row))


def max_subarray(xs):
    best = here = -inf
    for x in xs:
        here = max(x, here + x)
        best = max(best, here)
    return best


def stairs(n, steps=(1, 2, 3)):
    ways = {0: 1}
    for i in range(1, n + 1):
        ways[i] = sum(ways.get(i - s, 0) for s in steps)
    return ways[n]


def collatz(n, seen={1: 1}):
    if n not in seen:
        seen[n] = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    return seen[n]


print(max_subarray([-2, 1, -3, 4, -1, 2, 1, -5, 4]), stairs(20), max(range(1, 1000), key=collatz), collatz(871))
