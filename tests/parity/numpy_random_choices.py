# choice, permutation and shuffle of numbers, texts and objects, and what they refuse. Recorded from NumPy.
import numpy as np
from numpy.random.mtrand import _rand

nan = float("nan")


def shown(action):
    try:
        found = action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return getattr(found, "dtype", type(found).__name__), np.asarray(found).tolist()


POPULATIONS = [3, 0, -1, 2.5, "ab", [], [[1, 2]], [1, 2, 3], (1.5, 2.5), ["a", "b", "c"], [True, False], np.array([b"", None], dtype=object), np.int64(4), np.array(3)]
OPTIONS = [{}, {"size": 0}, {"size": 2}, {"size": (2, 2)}, {"size": 2, "replace": False}, {"size": 9, "replace": False}, {"size": -1}]
for a in POPULATIONS:
    for options in OPTIONS:
        for name, make in (("old", np.random.RandomState), ("new", np.random.default_rng)):
            # The new generator words these two otherwise.
            if name == "new" and (options.get("size") == -1 or options.get("size") == 9):
                continue
            print(a, options, name, shown(lambda: make(0).choice(a, **options)))
PROBABILITIES = [[nan, 0.5, 0.5], [-0.5, 1, 0.5], [0.2, 0.2, 0.2], [0.5, 0.5], [[0.5, 0.5, 0]], [0.2, 0.3, 0.5], [0.5, 0.5, 1e-9], [1, 0, 0], np.float32([0.2, 0.3, 0.5])]
for p in PROBABILITIES:
    for options in {}, {"size": 4}, {"size": 2, "replace": False}:
        for a in 3, ["x", "y", "z"]:
            print(p, options, a, shown(lambda: np.random.RandomState(1).choice(a, p=p, **options)))
for x in 5, 0, 2.5, "ab", [3, 4, 5], ["a", "b", "c"], [[1, 2], [3, 4], [5, 6]], np.array([1, None, "x"], dtype=object), np.int64(3):
    print(x, shown(lambda: np.random.RandomState(2).permutation(x)))
    if not isinstance(x, (float, str)):
        print(x, shown(lambda: np.random.default_rng(2).permutation(x)))
for make in (lambda: [1, 2, 3], lambda: ["a", "b", "c"], lambda: np.arange(5), lambda: np.array(["a", "b", "c"]), lambda: np.array([[1, 2], [3, 4], [5, 6]]), lambda: [[1], [2], [3]], lambda: np.array([1, None, "x"], dtype=object), lambda: (1, 2), lambda: 3, lambda: "ab", lambda: np.array(3)):
    x = make()
    print(shown(lambda: np.random.RandomState(3).shuffle(x)), x)
np.random.seed(3)
first = np.random.rand(), np.random.choice(["a", "b"]), np.random.randint(9)
np.random.seed(3)
print(first == (_rand.rand(), _rand.choice(["a", "b"]), _rand.randint(9)), np.random.mtrand.RandomState is np.random.RandomState)
for draw in (lambda: np.random.rand(-1), lambda: np.random.randn(2, -1), lambda: np.random.randint(3, size=-1), lambda: np.random.normal(size=(-1,)), lambda: np.random.uniform(size=-2)):
    print(shown(draw))
