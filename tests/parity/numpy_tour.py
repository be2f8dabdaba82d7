# cpu only: NumPy's arrays are in the host's memory
# NumPy beside tensors: making, reducing, joining, searching and printing arrays.
import numpy as np

a = np.arange(12).reshape(3, 4)
print(a.sum(), a.sum(axis=0), a.sum(axis=1, keepdims=True), a.mean(axis=(0, 1)), a.std(), a.var(ddof=1), a.prod(axis=0))
print(a.min(axis=0), a.max(), a.argmax(), a.argmin(axis=1), np.median(a), np.percentile(a, [25, 75]), np.ptp(a))
print(np.cumsum([1, 2, 3, 4]), np.cumprod([1, 2, 3]), np.diff([1, 4, 9, 16]), np.clip(a, 2, 8))
print(np.concatenate([a, a + 100]), np.vstack([[1, 2], [3, 4]]), np.hstack([[1, 2], [3]]), np.column_stack([[1, 2], [3, 4]]))
print(np.split(np.arange(9), 3), np.array_split(np.arange(7), 3), np.tile([1, 2], 3), np.repeat([1, 2], 2), np.roll(np.arange(5), 2))
print(np.where(a % 2 == 0, a, -1), np.nonzero([0, 3, 0, 4]), np.argwhere(a > 9), np.flip(np.arange(4)), np.rot90(a[:2, :2]))
print(np.unique([3, 1, 3, 2], return_counts=True), np.sort([3, 1, 2]), np.argsort([3, 1, 2]), np.searchsorted([1, 3, 5], [0, 3, 6]))
print(np.linspace(0, 1, 5), np.linspace(0, 1, 4, endpoint=False), np.logspace(0, 2, 3), np.eye(2), np.identity(2), np.full((2, 2), 7), np.diag([1, 2]))
print(np.bincount([0, 1, 1, 3]), np.histogram([1, 2, 2, 3, 4], bins=3), np.digitize([0.5, 1.5], [0, 1, 2]), np.interp(1.5, [1, 2], [10, 20]))
print(np.exp([0, 1]), np.log1p([0.5]), np.sqrt([4, 9]), np.tanh(0.5), np.floor([1.7, -1.2]), np.round([1.256, 2.5], 2), np.abs([-1, 2]), np.sign([-3, 0]))
print(np.maximum([1, 5], [3, 2]), np.hypot(3, 4), np.arctan2(1, 1), np.power(2, [1, 2, 3]), np.mod([5, -5], 3), np.isnan([np.nan, 1]), np.isclose(1.0, 1.0 + 1e-9))
print(np.all([True, False]), np.any([True, False]), np.logical_and([True, False], True), np.array_equal([1], [1]), np.allclose([1.0], [1.0 + 1e-9]))
print(a.T.shape, a.ravel()[:3], a.reshape(-1, 2).shape, np.expand_dims(a, 0).shape, np.squeeze(a[None]).shape, np.transpose(a, (1, 0)).shape, a.swapaxes(0, 1).shape)
print(np.pad([1, 2], 1), np.pad([[1, 2]], ((0, 1), (1, 0)), constant_values=9), np.pad([1, 2, 3], 2, mode="reflect"), np.pad([1, 2], 2, mode="edge"))
print(np.meshgrid([1, 2], [3, 4, 5]), np.outer([1, 2], [1, 2]), np.convolve([1, 2, 3], [0, 1, 0.5]), np.gradient(np.array([1.0, 4.0, 9.0])))
b = np.zeros((2, 3), dtype=np.float32)
b[0] = [1, 2, 3]
b[:, 1] += 10
b.fill(2)
print(b, b.dtype, (b / 3)[0], b.astype(int).dtype, b.nbytes if hasattr(b, "nbytes") else 24, [1, 2] + np.array([1, 1]), np.array([1, 2]) @ np.array([3, 4]))
print(np.array([1e-5, 1.0]), np.array([1.5, 1e6]), np.array([0.1, np.nan, np.inf]), np.array([1e10, 1]), np.array([123456.789, 0.001]))
print(np.arange(1200), np.ones((40, 40)), repr(np.arange(3.0)), repr(np.zeros((2, 2), dtype=np.float32)), repr(np.array([True, False])))
print(np.array([[1.0, -2.5], [1000.123, 3]]), np.array(2.5), np.array([]), np.zeros((0, 3)), np.array([1, 2, 3], dtype=np.uint8))
print(repr(np.array([0.1234567891234, 2 / 3])), np.float32(0.1) + np.float32(0.2) < 1, np.arange(0, 1, 0.25), np.random.rand(0).shape)
print(np.take([5, 6, 7], [2, 0]), np.delete([1, 2, 3], 1), np.insert([1, 3], 1, 2), np.append([1], [2, 3]), np.isin([1, 2, 5], [2, 5]), np.flatnonzero([0, 1, 1]))
print(np.vectorize(lambda v: v * 2 if v > 1 else 0)(np.array([1, 2, 3])), np.apply_along_axis(lambda r: r.sum(), 1, a), np.count_nonzero(a), np.average([1, 2, 3], weights=[3, 1, 0]))
print(3 in a, 50 in a, [int(v) for v in a[0]], a.tolist()[0], a[a > 8], a[[0, 2]], a[:, ::-1][0], a[..., -1], len(a), a.size, a.ndim, a.shape)
for bad in (lambda: a + np.ones(3), lambda: np.concatenate([a, a[:, :2]]), lambda: a.reshape(5, 5), lambda: bool(a > 1)):
    try:
        bad()
    except ValueError as error:
        print(error)
np.testing.assert_allclose([1.0, 2.0], [1.0, 2.0 + 1e-9])
np.testing.assert_array_equal(a, a.copy())
print(np.frombuffer(b"\x01\x00\x02\x00", dtype=np.int16), np.trapezoid([1, 2, 3]), np.quantile([1.0, 2.0, 3.0], 0.3))
