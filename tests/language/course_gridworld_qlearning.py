"""Value iteration and Q-learning in a small grid world."""
import random
from typing import NamedTuple

GRID = ["S..#.",
        ".#...",
        "...#G",
        "#.X.."]
MOVES = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}


class State(NamedTuple):
    row: int
    column: int

    def __add__(self, move):
        return State(self.row + move[0], self.column + move[1])


def cell(state):
    row, column = state
    if 0 <= row < len(GRID) and 0 <= column < len(GRID[0]):
        return GRID[row][column]
    return "#"


STATES = [State(r, c) for r, line in enumerate(GRID) for c, mark in enumerate(line) if mark != "#"]


def step(state, action):
    target = state + MOVES[action]
    if cell(target) == "#":
        target = state
    match cell(target):
        case "G":
            return target, 10.0, True
        case "X":
            return target, -10.0, True
        case _:
            return target, -0.1, False


def value_iteration(gamma=0.9, epsilon=1e-6):
    values = dict.fromkeys(STATES, 0.0)
    for sweep in range(1, 1000):
        delta = 0.0
        for state in STATES:
            if cell(state) in "GX":
                continue
            best = max(r + (0 if done else gamma * values[s]) for s, r, done in (step(state, a) for a in MOVES))
            delta = max(delta, abs(best - values[state]))
            values[state] = best
        if delta < epsilon:
            return values, sweep
    raise RuntimeError("did not converge")


def q_learning(episodes=400, alpha=0.5, gamma=0.9, epsilon=0.2, seed=0):
    rng = random.Random(seed)
    q = {(s, a): 0.0 for s in STATES for a in MOVES}
    lengths = []
    for _ in range(episodes):
        state, done, n = State(0, 0), False, 0
        while not done and n < 100:
            if rng.random() < epsilon:
                action = rng.choice(list(MOVES))
            else:
                action = max(MOVES, key=lambda a: q[state, a])
            target, reward, done = step(state, action)
            future = 0.0 if done else max(q[target, a] for a in MOVES)
            q[state, action] += alpha * (reward + gamma * future - q[state, action])
            state, n = target, n + 1
        lengths.append(n)
    return q, lengths


def show(policy):
    for r, line in enumerate(GRID):
        print(" ".join(mark if mark in "#GX" else policy[State(r, c)] for c, mark in enumerate(line)))


values, sweeps = value_iteration()
print("sweeps", sweeps)
for r in range(len(GRID)):
    print(" ".join(f"{values[s]:6.2f}" if (s := State(r, c)) in values else "   ###" for c in range(5)))
show({s: max(MOVES, key=lambda a: (lambda t, rw, d: rw + (0 if d else 0.9 * values[t]))(*step(s, a))) for s in STATES})
q, lengths = q_learning()
print(sum(lengths[:50]) / 50, sum(lengths[-50:]) / 50, min(lengths), max(lengths))
policy = {s: max(MOVES, key=lambda a: q[s, a]) for s in STATES}
show(policy)
state, path = State(0, 0), []
while cell(state) != "G" and len(path) < 20:
    path.append(policy[state])
    state, _, _ = step(state, policy[state])
print("".join(path), state, state == (2, 4), hash(state) == hash((2, 4)))
