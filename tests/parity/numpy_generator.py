# cpu only: NumPy's arrays are in the host's memory
# NumPy's newer random numbers: the same seed gives the same draws.
import numpy as np

rng = np.random.default_rng(12345)
print(rng.random(4), rng.random((2, 3)))
print(float(rng.random()), float(rng.uniform(-1, 1)), rng.uniform(5, 6, size=3))
print(rng.standard_normal(5), rng.normal(10, 2, size=(2, 2)), float(rng.normal()))
print(rng.integers(10, size=8), rng.integers(5, 9, size=(2, 4)), int(rng.integers(1000)))
print(rng.integers(0, 1, size=3, endpoint=True), rng.integers(-5, 2**40, size=3))
print(rng.choice(10, size=4), rng.choice([10, 20, 30], size=5), rng.choice(5, size=5, replace=False))
print(rng.choice(6, size=8, p=[0.1, 0.2, 0.3, 0.2, 0.1, 0.1]), rng.choice(20, size=6, replace=False, shuffle=False))
print(rng.choice(5, size=3, replace=False, p=[0.1, 0.2, 0.3, 0.2, 0.2]))
a = np.arange(10)
rng.shuffle(a)
print(a, rng.permutation(6), rng.permutation([3, 1, 4, 1, 5]))
grid = np.arange(12).reshape(4, 3)
rng.shuffle(grid)
print(grid)
print(rng.permutation(grid, axis=1))
names = ["a", "b", "c", "d"]
rng.shuffle(names)
print(names)
print(rng.random(3, dtype=np.float32))
many = np.random.default_rng(7).standard_normal(20000)
print(round(float(many.mean()), 6), round(float(many.std()), 6), round(float(np.abs(many).max()), 6))
print(np.random.default_rng([1, 2, 3]).random(2), np.random.default_rng(2**70).random(2))
print(rng.multivariate_normal([0, 1], [[2, 0.5], [0.5, 1]], size=3, method="cholesky"))
print(rng.lognormal(0, 0.5, size=3))
for bad in (lambda: rng.integers(0), lambda: rng.choice(3, size=4, replace=False), lambda: rng.normal(0, -1)):
    try:
        bad()
    except ValueError as error:
        print(error)
big = np.random.default_rng(1).choice(20000, size=1000, replace=False)
print(big[:5], len(set(big.tolist())))
