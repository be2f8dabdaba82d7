"""Tic-tac-toe: boards as strings, minimax with a cache, alpha-beta, and a tally of all games."""
from functools import lru_cache
from itertools import chain
from math import inf

LINES = [*((r * 3, r * 3 + 1, r * 3 + 2) for r in range(3)), *((c, c + 3, c + 6) for c in range(3)), (0, 4, 8), (2, 4, 6)]
EMPTY = "." * 9


def winner(board):
    return next((board[a] for a, b, c in LINES if board[a] == board[b] == board[c] != "."), None)


def moves(board):
    return (i for i, mark in enumerate(board) if mark == ".")


def place(board, at, mark):
    return board[:at] + mark + board[at + 1 :]


def turn(board):
    return "XO"[board.count("X") > board.count("O")]


def show(board):
    rows = (" ".join(board[r : r + 3]) for r in range(0, 9, 3))
    return "\n".join(rows)


@lru_cache(maxsize=None)
def value(board):
    if won := winner(board):
        return 1 if won == "X" else -1
    scores = [value(place(board, m, turn(board))) for m in moves(board)]
    if not scores:
        return 0
    return max(scores) if turn(board) == "X" else min(scores)


visited = 0


def alphabeta(board, alpha=-inf, beta=inf):
    global visited
    visited += 1
    if won := winner(board):
        return 1 if won == "X" else -1
    if "." not in board:
        return 0
    best = -inf if turn(board) == "X" else inf
    for m in moves(board):
        score = alphabeta(place(board, m, turn(board)), alpha, beta)
        if turn(board) == "X":
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@lru_cache(maxsize=None)
def tally(board):
    if won := winner(board):
        return (1, 0, 0) if won == "X" else (0, 1, 0)
    if "." not in board:
        return (0, 0, 1)
    return tuple(map(sum, zip(*(tally(place(board, m, turn(board))) for m in moves(board)))))


print(value(EMPTY), value.cache_info())
print(alphabeta("X...O...."), visited)
print(tally(EMPTY), sum(tally(EMPTY)), tally("X........"))
board = EMPTY
while not winner(board) and "." in board:
    mark = turn(board)
    pick = max if mark == "X" else min
    board = place(board, pick(moves(board), key=lambda m: value(place(board, m, mark))), mark)
    print(f"{mark} moves, value {value(board):+d}", show(board), sep="\n")
print("result:", winner(board) or "draw")
print(sorted({value(place(place(EMPTY, a, "X"), b, "O")) for a in range(9) for b in range(9) if a != b}), sorted(chain.from_iterable(LINES)).count(4))
