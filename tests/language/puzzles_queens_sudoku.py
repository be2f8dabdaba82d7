"""Queens on a board; sudoku by the fewest choices."""
def queens(n, placed=()):
    if len(placed) == n:
        yield placed
        return
    for col in range(n):
        if all(col != c and abs(col - c) != len(placed) - r for r, c in enumerate(placed)):
            yield from queens(n, (*placed, col))


print(len(list(queens(6))), next(queens(8)), [sum(1 for _ in queens(n)) for n in range(1, 7)])
grid = [[int(c) for c in row] for row in """530070000
600195000
098000060
800060003
400803001
700020006
060000280
000419005
000080079""".split()]


def allowed(g, r, c):
    used = {*g[r], *(row[c] for row in g), *(g[i][j] for i in range(r // 3 * 3, r // 3 * 3 + 3) for j in range(c // 3 * 3, c // 3 * 3 + 3))}
    return [n for n in range(1, 10) if n not in used]


def solve(g):
    empty = [(len(allowed(g, r, c)), r, c) for r in range(9) for c in range(9) if not g[r][c]]
    if not empty:
        return True
    _, r, c = min(empty)
    for n in allowed(g, r, c):
        g[r][c] = n
        if solve(g):
            return True
    g[r][c] = 0
    return False


print(solve(grid))
for row in grid[:3]:
    print(*row)
