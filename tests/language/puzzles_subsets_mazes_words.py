"""Sums of subsets, permutations, a maze, words in a text, coins, Hanoi."""
def subsets(items, total):
    def go(i, left, chosen):
        if left == 0:
            out.append(list(chosen))
            return
        for j in range(i, len(items)):
            if items[j] > left:
                continue
            chosen.append(items[j])
            go(j + 1, left - items[j], chosen)
            chosen.pop()
    out = []
    go(0, total, [])
    return out


print(subsets([1, 2, 3, 4, 5], 7))


def permutations(items):
    if len(items) <= 1:
        return [items]
    return [[x, *rest] for i, x in enumerate(items) for rest in permutations(items[:i] + items[i + 1:])]


print(permutations([1, 2, 3]))
maze = ["S.#.....", ".##.###.", ".....#..", "##.#.#.#", "...#...E"]


def path(maze):
    goal = next((r, row.index("E")) for r, row in enumerate(maze) if "E" in row)
    frontier, came = [(0, 0)], {(0, 0): None}
    for here in frontier:
        if here == goal:
            break
        r, c = here
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = nr, nc = r + dr, c + dc
            if 0 <= nr < len(maze) and 0 <= nc < len(maze[0]) and maze[nr][nc] != "#" and there not in came:
                came[there] = here
                frontier.append(there)
    steps, at = [], goal
    while at:
        steps.append(at)
        at = came.get(at)
    return steps[::-1]


found = path(maze)
print(len(found), found[:3], found[-1])
print("\n".join("".join("*" if (r, c) in found else cell for c, cell in enumerate(row)) for r, row in enumerate(maze)))


def breaks(text, words, memo={}):
    if not text:
        return [[]]
    if text not in memo:
        memo[text] = [[w] + rest for w in words if text.startswith(w) for rest in breaks(text[len(w):], words)]
    return memo[text]


print([" ".join(b) for b in breaks("catsanddog", ("cat", "cats", "and", "sand", "dog"))])


def coins(amount, kinds):
    ways = [1] + [0] * amount
    fewest = [0] + [None] * amount
    for coin in kinds:
        for n in range(coin, amount + 1):
            ways[n] += ways[n - coin]
            if fewest[n - coin] is not None:
                fewest[n] = min(filter(lambda v: v is not None, (fewest[n], fewest[n - coin] + 1)))
    return ways[-1], fewest[-1]


print(coins(100, [1, 5, 10, 25, 50]), coins(11, [2, 5]), coins(3, [2]))


def hanoi(n, a="A", b="B", c="C"):
    if n:
        yield from hanoi(n - 1, a, c, b)
        yield f"{a}{c}"
        yield from hanoi(n - 1, b, a, c)


print(" ".join(hanoi(3)), sum(1 for _ in hanoi(10)))
