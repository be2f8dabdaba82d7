"""Dynamic programming: knapsack, subsequences, edit distance, coins, memoised grids."""
from functools import cache, lru_cache


def knapsack(items, capacity):
    best = [(0, ())] * (capacity + 1)
    for name, weight, value in items:
        for room in range(capacity, weight - 1, -1):
            taken = best[room - weight][0] + value, best[room - weight][1] + (name,)
            best[room] = max(best[room], taken)
    return best[capacity]


def lcs(a, b):
    table = [[""] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + x if x == y else max(table[i][j + 1], table[i + 1][j], key=len)
    return table[-1][-1]


@cache
def edit(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return edit(a[1:], b[1:])
    return 1 + min(edit(a[1:], b), edit(a, b[1:]), edit(a[1:], b[1:]))


@lru_cache(maxsize=None)
def ways(amount, coins=(50, 20, 10, 5, 2, 1)):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return ways(amount - coins[0], coins) + ways(amount, coins[1:])


def longest_increasing(values):
    from bisect import bisect_left
    tails = []
    for v in values:
        i = bisect_left(tails, v)
        tails[i:i + 1] = [v]
    return len(tails)


print(knapsack([("map", 1, 15), ("rope", 5, 30), ("tent", 6, 50), ("lamp", 2, 20)], 8))
print(lcs("dynamic programming", "damaging grain"), edit("kitten", "sitting"), edit("", "abc"))
print(ways(100), ways.cache_info().hits > 0, ways.cache_info().maxsize)
print(longest_increasing([10, 9, 2, 5, 3, 7, 101, 18]))
grid = [[1, 3, 1], [1, 5, 1], [4, 2, 1]]
cost = {}
for r, row in enumerate(grid):
    for c, value in enumerate(row):
        before = [cost[k] for k in ((r - 1, c), (r, c - 1)) if k in cost]
        cost[r, c] = value + (min(before) if before else 0)
print(cost[2, 2], cost)
edit.cache_clear()
print(edit.cache_info())
