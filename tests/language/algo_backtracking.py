"""Queens, permutations, subsets, sudoku, Hanoi."""


def queens(n, row=0, columns=()):
    if row == n:
        yield columns
        return
    for column in range(n):
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns)):
            yield from queens(n, row + 1, columns + (column,))


def permutations(items):
    if len(items) <= 1:
        yield list(items)
        return
    for i, item in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            yield [item, *rest]


def subsets(items):
    return [[item for bit, item in enumerate(items) if mask >> bit & 1] for mask in range(1 << len(items))]


def hanoi(n, source="A", target="C", spare="B"):
    if n:
        yield from hanoi(n - 1, source, spare, target)
        yield f"{source}{target}"
        yield from hanoi(n - 1, spare, target, source)


solutions = list(queens(6))
print(len(solutions), solutions[0], sum(1 for _ in queens(7)))
for column in solutions[0]:
    print("." * column + "Q" + "." * (5 - column))
print(list(permutations([1, 2, 3])))
print(subsets("abc"))
print(" ".join(hanoi(3)), len(list(hanoi(8))))

puzzle = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
""".split()
board = [[0 if ch == "." else int(ch) for ch in line] for line in puzzle]


def options(r, c):
    used = set(board[r]) | {board[i][c] for i in range(9)}
    used |= {board[r // 3 * 3 + i][c // 3 * 3 + j] for i in range(3) for j in range(3)}
    return set(range(1, 10)) - used


def solve():
    holes = [(len(options(r, c)), r, c) for r in range(9) for c in range(9) if not board[r][c]]
    if not holes:
        return True
    _, r, c = min(holes)
    for value in sorted(options(r, c)):
        board[r][c] = value
        if solve():
            return True
    board[r][c] = 0
    return False


print(solve())
print("\n".join("".join(map(str, row)) for row in board))
