# cpu only: NumPy's arrays are the host's
# numpy.random.choice by weights, with and without putting back, and nearly equal arrays with NaNs.
import numpy as np

weights = [0.1, 0.0, 0.4, 0.3, 0.2]
for seed in (0, 1, 7):
    np.random.seed(seed)
    print(np.random.choice(5, 3, replace=False, p=weights).tolist(), np.random.choice(5, 4, False, weights).tolist())
    print(np.random.choice([10, 20, 30, 40, 50], size=(2, 2), replace=False, p=weights).tolist())
    print(np.random.choice(5, 6, p=weights).tolist(), np.random.choice(5, p=weights), np.random.rand())
state = np.random.RandomState(3)
print(state.choice(4, 2, replace=False, p=[0.25] * 4).tolist(), state.choice(3, 3, replace=False).tolist())
thirds = np.array([1, 1, 1], dtype=np.float32) / np.float32(3.0001)
print(state.choice(3, 5, p=thirds).tolist())
for wrong in (
    lambda: np.random.choice(3, 2, p=[0.5, 0.4, 0.2]),
    lambda: np.random.choice(3, 2, p=[0.5, 0.5]),
    lambda: np.random.choice(3, 4, replace=False, p=[0.5, 0.25, 0.25]),
    lambda: np.random.choice(3, 3, replace=False, p=[0.5, 0.5, 0.0]),
    lambda: np.random.choice(3, 4, replace=False),
):
    try:
        wrong()
    except ValueError as error:
        print(error)
a = np.array([1.0, np.nan, np.inf])
print(np.allclose(a, a), np.allclose(a, a, equal_nan=True), np.allclose([np.inf, 1], [np.inf, 1 + 1e-9]), np.allclose(1.0, [1.0, 1.1]))
print([np.isscalar(x) for x in (1, 2.5, True, "a", b"a", 1j, np.float32(1), np.int64(2), np.bool_(True), np.array(1), [1], None)])
