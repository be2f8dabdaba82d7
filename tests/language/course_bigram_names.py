"""A bigram model of names, as language-model courses begin: counts, probabilities, likelihood, sampling."""
import math
import random
from itertools import pairwise

NAMES = "emma olivia ava isabella sophia charlotte mia amelia harper evelyn abigail emily ella elizabeth".split()
letters = sorted({c for name in NAMES for c in name})
index = {c: i + 1 for i, c in enumerate(letters)} | {".": 0}
letter = {i: c for c, i in index.items()}
size = len(index)
print(size, "".join(letter[i] for i in range(size)))

counts = [[0] * size for _ in range(size)]
for name in NAMES:
    for a, b in pairwise("." + name + "."):
        counts[index[a]][index[b]] += 1

print("    " + " ".join(f"{letter[i]:>2}" for i in range(8)))
for i in range(8):
    print(f"{letter[i]:>3} " + " ".join(f"{n:>2}" for n in counts[i][:8]))


def probabilities(row, smoothing=1):
    total = sum(row) + smoothing * len(row)
    return [(n + smoothing) / total for n in row]


table = [probabilities(row) for row in counts]
assert all(math.isclose(sum(row), 1) for row in table)


def loss(names, table):
    total, n = 0.0, 0
    for name in names:
        for a, b in pairwise(f".{name}."):
            total -= math.log(table[index[a]][index[b]])
            n += 1
    return total / n


print(f"train {loss(NAMES, table):.4f}; zxz-like {loss(['zzz', 'bbb'], table):.4f}; uniform {math.log(size):.4f}")
for smoothing in (0.01, 0.1, 1, 10, 100):
    print(f"{smoothing:>6} {loss(NAMES, [probabilities(r, smoothing) for r in counts]):.5f}")


def sample(rng, table):
    out, i = [], 0
    while True:
        (i,) = rng.choices(range(size), weights=table[i])
        if i == 0:
            return "".join(out)
        out.append(letter[i])


rng = random.Random(2147483647)
sharp = [probabilities(row, 0.01) for row in counts]
print([sample(rng, sharp) for _ in range(8)])
best = sorted(((p, letter[i] + letter[j]) for i, row in enumerate(table) for j, p in enumerate(row)), key=lambda x: (-x[0], x[1]))
print(*(f"{pair}={p:.3f}" for p, pair in best[:6]))
