"""k-means, nearest neighbours, a decision tree, naive Bayes and regression, in plain Python."""
import math
import random
from collections import Counter, defaultdict
from statistics import mean, median, pstdev, stdev

random.seed(11)
centres = [(0, 0), (5, 5), (0, 6)]
points = [(cx + random.gauss(0, 0.6), cy + random.gauss(0, 0.6), label) for label, (cx, cy) in enumerate(centres) for _ in range(15)]


def kmeans(points, k, rounds=20):
    means = [p[:2] for p in random.sample(points, k)]
    for _ in range(rounds):
        groups = defaultdict(list)
        for p in points:
            groups[min(range(k), key=lambda i: math.dist(p[:2], means[i]))].append(p)
        moved = [(mean(p[0] for p in g), mean(p[1] for p in g)) for _, g in sorted(groups.items())]
        if moved == means:
            break
        means = moved
    return sorted(means), sorted(map(len, groups.values()))


means, sizes = kmeans(points, 3)
print([(round(x, 3), round(y, 3)) for x, y in means], sizes)


def knn(query, k=5):
    nearest = sorted(points, key=lambda p: math.dist(p[:2], query))[:k]
    return Counter(p[2] for p in nearest).most_common(1)[0]


print(knn((0.2, 0.1)), knn((4.5, 5.2)), knn((0, 5)))


def gini(rows):
    counts = Counter(r[-1] for r in rows)
    return 1 - sum((c / len(rows)) ** 2 for c in counts.values())


def grow(rows, depth=2):
    label = Counter(r[-1] for r in rows).most_common(1)[0][0]
    if depth == 0 or gini(rows) == 0:
        return label
    splits = []
    for axis in (0, 1):
        for threshold in sorted({round(r[axis], 1) for r in rows}):
            left, right = [r for r in rows if r[axis] < threshold], [r for r in rows if r[axis] >= threshold]
            if left and right:
                score = (len(left) * gini(left) + len(right) * gini(right)) / len(rows)
                splits.append((round(score, 6), axis, threshold))
    _, axis, threshold = min(splits)
    parts = [r for r in rows if r[axis] < threshold], [r for r in rows if r[axis] >= threshold]
    return {"x y"[axis * 2] + f" < {threshold}": tuple(grow(p, depth - 1) for p in parts)}


print(grow(points))
texts = [("free money now", 1), ("cheap money offer", 1), ("meeting at noon", 0), ("lunch at noon today", 0)]
counts, totals = {0: Counter(), 1: Counter()}, Counter()
for text, spam in texts:
    counts[spam].update(text.split())
    totals[spam] += 1
vocabulary = set().union(*counts.values())


def posterior(text):
    logs = {c: math.log(totals[c] / len(texts)) + sum(math.log((counts[c][w] + 1) / (sum(counts[c].values()) + len(vocabulary))) for w in text.split()) for c in counts}
    top = max(logs.values())
    odds = {c: math.exp(v - top) for c, v in logs.items()}
    return {c: round(v / sum(odds.values()), 4) for c, v in odds.items()}


print(posterior("free offer today"), posterior("meeting money noon"))
xs, ys = [1, 2, 3, 4, 5], [2.2, 4.1, 6.2, 7.9, 10.1]
mx, my = mean(xs), mean(ys)
slope = sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)
print(f"{slope:.4f} {my - slope * mx:.4f}", round(stdev(ys), 6), round(pstdev(ys), 6), median(ys), median([1, 2, 3, 4]))
w = b = 0.0
for _ in range(2000):
    gw = mean(2 * (w * x + b - y) * x for x, y in zip(xs, ys))
    gb = mean(2 * (w * x + b - y) for x, y in zip(xs, ys))
    w, b = w - 0.02 * gw, b - 0.02 * gb
print(round(w, 4), round(b, 4))
