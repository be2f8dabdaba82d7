# cpu only: NumPy's arrays lie in the host's memory
# The rarer distributions of both generators, from seeds.
import numpy as np


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


DRAWS = {
    "noncentral_chisquare": [(3, 2.0), (0.5, 1.5), (4, 0)],
    "noncentral_f": [(3, 4, 1.5)],
    "negative_binomial": [(5, 0.3), (2.5, 0.7)],
    "hypergeometric": [(10, 5, 6), (100, 200, 50), (20, 5, 18), (5, 20, 11), (15, 15, 15)],
    "logseries": [(0.6,), (0.95,)],
    "vonmises": [(0.5, 2.0), (0.0, 1e-9), (1.0, 1e-6), (2.0, 50.0)],
    "wald": [(1.5, 2.0), (0.2, 5.0)],
    "zipf": [(2.5,), (1.3,)],
}
for name, parameters in DRAWS.items():
    for given in parameters:
        for draw in (np.random.default_rng(7), np.random.RandomState(7)):
            f = getattr(draw, name)
            print(name, given, np.asarray(f(*given, size=12)).tolist(), f(*given), f(*given, size=(2, 2)).shape)
        np.random.seed(3)
        print(name, getattr(np.random, name)(*given, 3).tolist())
rng = np.random.default_rng(1)
print(rng.vonmises([0.0, 1.0], 2.0), rng.zipf([2.0, 3.0]), rng.wald(1.0, [1.0, 2.0], size=2))
print(rng.multivariate_hypergeometric([5, 8, 3], 6), rng.multivariate_hypergeometric([5, 8, 3], 12, size=2).tolist())
print(rng.bytes(7), np.random.RandomState(2).bytes(6))
print(rng.permuted(np.arange(12).reshape(3, 4), axis=1).tolist(), rng.permuted([1, 2, 3, 4]).tolist())
print(np.random.RandomState(0).multivariate_normal([0, 1], [[2, 0.5], [0.5, 1]], 2).round(12).tolist())
for run in (
    lambda: rng.zipf(1.0),
    lambda: rng.wald(0, 1),
    lambda: rng.vonmises(0, -1),
    lambda: rng.logseries(1.5),
    lambda: rng.hypergeometric(5, 5, 11),
    lambda: rng.negative_binomial(0, 0.5),
    lambda: rng.noncentral_chisquare(-1, 1),
    lambda: rng.multivariate_hypergeometric([1, 2], 5),
):
    show(run)
