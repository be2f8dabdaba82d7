"""k-means, nearest neighbours and a perceptron on points in the plane, from the standard library alone."""
import math
import random
from collections import Counter
from itertools import groupby
from statistics import fmean, pstdev
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float
    label: str = "?"

    def __sub__(self, other):
        return math.hypot(self.x - other.x, self.y - other.y)

    def __format__(self, spec):
        return f"({self.x:{spec or '.2f'}}, {self.y:{spec or '.2f'}})"


def blobs(rng, centres, n, spread):
    for label, (x, y) in centres.items():
        for _ in range(n):
            yield Point(rng.gauss(x, spread), rng.normalvariate(y, spread), label)


def kmeans(points, k, rng, limit=100):
    centres = [rng.choice(points)]
    while len(centres) < k:
        weights = [min(p - c for c in centres) ** 2 for p in points]
        centres += rng.choices(points, weights)
    for turn in range(1, limit + 1):
        nearest = lambda p: min(range(k), key=lambda i: p - centres[i])
        clusters = {i: list(group) for i, group in groupby(sorted(points, key=nearest), key=nearest)}
        moved = [Point(fmean(p.x for p in g), fmean(p.y for p in g)) for _, g in sorted(clusters.items())]
        if moved == centres:
            break
        centres = moved
    inertia = sum((p - centres[i]) ** 2 for i, group in clusters.items() for p in group)
    return centres, clusters, turn, inertia


def neighbours(train, point, k=3):
    near = sorted(train, key=point.__sub__)[:k]
    return Counter(p.label for p in near).most_common(1)[0][0]


class Perceptron:
    def __init__(self, size, rate=0.1):
        self.weights, self.bias, self.rate = [0.0] * size, 0.0, rate

    def __call__(self, xs):
        return 1 if math.fsum(w * x for w, x in zip(self.weights, xs, strict=True)) + self.bias > 0 else 0

    def fit(self, samples, epochs=20):
        for epoch in range(epochs):
            wrong = 0
            for xs, y in samples:
                if error := y - self(xs):
                    wrong += 1
                    self.weights = [w + self.rate * error * x for w, x in zip(self.weights, xs)]
                    self.bias += self.rate * error
            if not wrong:
                return epoch
        return None


rng = random.Random(7)
CENTRES = {"red": (0, 0), "green": (5, 1), "blue": (2, 5)}
points = list(blobs(rng, CENTRES, 20, 0.8))
rng.shuffle(points)
centres, clusters, turns, inertia = kmeans(points, 3, random.Random(1))
print(f"{turns} turns, inertia {inertia:.4f}")
for i, c in enumerate(sorted(centres)):
    print(f"  {c:.3f}", end="")
print()
for group in sorted(clusters.values(), key=len):
    print(len(group), Counter(p.label for p in group).most_common())
train, test = points[:40], points[40:]
for k in (1, 3, 7):
    right = sum(neighbours(train, p, k) == p.label for p in test)
    print(f"k={k}: {right / len(test):.1%}")
gates = {"and": [0, 0, 0, 1], "or": [0, 1, 1, 1], "nand": [1, 1, 1, 0], "xor": [0, 1, 1, 0]}
for name, outputs in gates.items():
    p = Perceptron(2)
    samples = [((a, b), y) for (a, b), y in zip(((0, 0), (0, 1), (1, 0), (1, 1)), outputs)]
    epochs = p.fit(samples)
    print(f"{name:<5} {'after ' + str(epochs) if epochs is not None else 'never'} {[round(w, 2) for w in p.weights]} {p.bias:.1f} {[p(x) for x, _ in samples]}")
try:
    Perceptron(2)([1, 2, 3])
except ValueError as error:
    print(error)
xs = [p.x for p in points]
print(f"{fmean(xs):.6f} {pstdev(xs):.6f} {min(points):.1f} {max(points, key=lambda p: p.y)} {Point(1, 2)._asdict()}")
