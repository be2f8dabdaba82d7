"""A decision tree and naive Bayes over a table of records: entropy, gain, printing as rules, prediction, accuracy."""
import csv
import io
import math
from collections import Counter, defaultdict
from operator import itemgetter

TABLE = """outlook,temperature,humidity,windy,play
sunny,hot,high,no,no
sunny,hot,high,yes,no
overcast,hot,high,no,yes
rainy,mild,high,no,yes
rainy,cool,normal,no,yes
rainy,cool,normal,yes,no
overcast,cool,normal,yes,yes
sunny,mild,high,no,no
sunny,cool,normal,no,yes
rainy,mild,normal,no,yes
sunny,mild,normal,yes,yes
overcast,mild,high,yes,yes
overcast,hot,normal,no,yes
rainy,mild,high,yes,no
"""
rows = list(csv.DictReader(io.StringIO(TABLE)))
target = "play"
features = [name for name in rows[0] if name != target]


def entropy(rows):
    counts = Counter(map(itemgetter(target), rows))
    return -sum(n / len(rows) * math.log2(n / len(rows)) for n in counts.values())


def partition(rows, feature):
    parts = defaultdict(list)
    for row in rows:
        parts[row[feature]].append(row)
    return dict(sorted(parts.items()))


def gain(rows, feature):
    return entropy(rows) - sum(len(p) / len(rows) * entropy(p) for p in partition(rows, feature).values())


def grow(rows, features, depth=0, most=5):
    labels = Counter(row[target] for row in rows)
    if len(labels) == 1 or not features or depth == most:
        return labels.most_common(1)[0][0]
    best = max(features, key=lambda f: gain(rows, f))
    rest = [f for f in features if f != best]
    return {"by": best, "default": labels.most_common(1)[0][0],
            "to": {value: grow(part, rest, depth + 1, most) for value, part in partition(rows, best).items()}}


def classify(tree, row):
    while isinstance(tree, dict):
        tree = tree["to"].get(row.get(tree["by"]), tree["default"])
    return tree


def show(tree, indent=""):
    if not isinstance(tree, dict):
        print(f" -> {tree}")
        return
    for n, (value, branch) in enumerate(tree["to"].items()):
        if indent or n:
            print() if isinstance(branch, dict) and n == 0 and indent else None
        print(f"{indent}{tree['by']} = {value}", end="" if not isinstance(branch, dict) else ":\n")
        show(branch, indent + "  ")


print(f"entropy {entropy(rows):.4f}")
for feature in features:
    print(f"  gain of {feature:<12} {gain(rows, feature):.4f}")
tree = grow(rows, features)
show(tree)
print(sum(classify(tree, row) == row[target] for row in rows), "of", len(rows))
print(classify(tree, {"outlook": "foggy"}), classify(tree, {"outlook": "sunny", "humidity": "normal"}), classify(grow(rows, features, most=1), rows[0]))


class NaiveBayes:
    def fit(self, rows):
        self.priors = Counter(row[target] for row in rows)
        self.counts = {label: {f: Counter(r[f] for r in rows if r[target] == label) for f in features} for label in self.priors}
        self.values = {f: {r[f] for r in rows} for f in features}
        return self

    def log_scores(self, row):
        total = self.priors.total()
        return {label: math.log(n / total) + sum(math.log((self.counts[label][f][row[f]] + 1) / (n + len(self.values[f]))) for f in features if f in row)
                for label, n in self.priors.items()}

    def predict(self, row):
        scores = self.log_scores(row)
        top = max(scores.values())
        weights = {label: math.exp(s - top) for label, s in scores.items()}
        best = max(weights, key=weights.get)
        return best, weights[best] / sum(weights.values())


bayes = NaiveBayes().fit(rows)
for row in ({"outlook": "sunny", "temperature": "cool", "humidity": "high", "windy": "yes"}, {"outlook": "overcast"}, {}):
    label, sure = bayes.predict(row)
    print(f"{label} {sure:.2%}")
matrix = Counter((row[target], bayes.predict(row)[0]) for row in rows)
print({f"{a}->{b}": n for (a, b), n in sorted(matrix.items())})
print("leave one out:", sum(NaiveBayes().fit(rows[:i] + rows[i + 1 :]).predict(row)[0] == row[target] for i, row in enumerate(rows)), "of", len(rows))
