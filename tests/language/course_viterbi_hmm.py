"""A hidden Markov model: sampling, the forward algorithm, Viterbi's path, and counts turned back into probabilities."""
import math
import random
from itertools import pairwise, accumulate, product, starmap
from operator import mul

STATES = ("rainy", "sunny")
START = {"rainy": 0.6, "sunny": 0.4}
MOVE = {"rainy": {"rainy": 0.7, "sunny": 0.3}, "sunny": {"rainy": 0.4, "sunny": 0.6}}
EMIT = {"rainy": {"walk": 0.1, "shop": 0.4, "clean": 0.5}, "sunny": {"walk": 0.6, "shop": 0.3, "clean": 0.1}}


def check(*tables):
    for table in tables:
        for row in table.values() if isinstance(next(iter(table.values())), dict) else [table]:
            assert abs(sum(row.values()) - 1) < 1e-12, row


def draw(rng, table):
    return rng.choices(list(table), weights=table.values() if False else list(table.values()))[0]


def sample(rng, length):
    state = draw(rng, START)
    for _ in range(length):
        yield state, draw(rng, EMIT[state])
        state = draw(rng, MOVE[state])


def forward(seen):
    column = {s: START[s] * EMIT[s][seen[0]] for s in STATES}
    yield column
    for symbol in seen[1:]:
        column = {s: EMIT[s][symbol] * sum(column[r] * MOVE[r][s] for r in STATES) for s in STATES}
        yield column


def viterbi(seen):
    best = {s: (math.log(START[s] * EMIT[s][seen[0]]), (s,)) for s in STATES}
    for symbol in seen[1:]:
        best = {s: max((score + math.log(MOVE[r][s] * EMIT[s][symbol]), path + (s,)) for r, (score, path) in best.items()) for s in STATES}
    return max(best.values())


def joint(path, seen):
    p = START[path[0]]
    for a, b in pairwise(path):
        p *= MOVE[a][b]
    return p * math.prod(EMIT[s][x] for s, x in zip(path, seen))


check(START, MOVE, EMIT)
seen = ("walk", "shop", "clean")
for symbol, column in zip(seen, forward(seen)):
    print(f"{symbol:<6}", *(f"{s} {p:.6f}" for s, p in column.items()))
*_, last = forward(seen)
total = sum(joint(path, seen) for path in product(STATES, repeat=3))
print(f"{sum(last.values()):.9f} {total:.9f} {math.isclose(sum(last.values()), total)}")
score, path = viterbi(seen)
brute = max(product(STATES, repeat=3), key=lambda p: joint(p, seen))
print(path, f"{math.exp(score):.6f}", path == brute)
rng = random.Random(11)
states, symbols = zip(*sample(rng, 200))
print("".join(s[0] for s in states[:40]), "".join(x[0] for x in symbols[:40]))
_, guess = viterbi(symbols)
print(sum(map(str.__eq__, guess, states)) / len(states))
moves = {(a, b): 0 for a, b in product(STATES, STATES)}
for pair in pairwise(states):
    moves[pair] += 1
for a in STATES:
    row = sum(moves[a, b] for b in STATES)
    print(a, *(f"{b}={moves[a, b] / row:.3f}" for b in STATES))
print([round(x, 5) for x in accumulate([0.9] * 5, mul)], list(starmap(pow, [(2, 3), (3, 2)])))
try:
    viterbi(("swim",))
except KeyError as error:
    print("unknown:", error)
try:
    math.log(0.0)
except ValueError as error:
    print(error)
