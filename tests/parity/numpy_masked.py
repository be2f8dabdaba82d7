# cpu only: NumPy's arrays lie in the host's memory
# numpy.ma: masks, reductions, functions of elements, texts.
import numpy as np
import numpy.ma as ma


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


x = ma.array([1, 2, 3], mask=[0, 1, 0])
y = ma.masked_array([[1.5, 2, 3], [4, 5, 6]], mask=[[1, 0, 0], [0, 0, 1]])
for run in (
    lambda: x,
    lambda: y,
):
    show(run)
print(x)
print(y)
for run in (
    lambda: x + 1,
    lambda: 1 + x,
    lambda: x * x,
    lambda: x / 0,
    lambda: y - y.mean(),
    lambda: y.mean(axis=0),
    lambda: y.mean(axis=1),
    lambda: y.sum(),
    lambda: y.std(),
    lambda: y.var(axis=1),
    lambda: y.max(),
    lambda: y.min(axis=0),
    lambda: y.count(),
    lambda: y.count(axis=0),
    lambda: y.compressed(),
    lambda: y.filled(),
    lambda: y.filled(-1),
    lambda: x.filled(),
    lambda: x.fill_value,
    lambda: ma.masked_where(np.arange(5) > 2, np.arange(5)),
    lambda: ma.masked_equal([1, 2, 1], 1),
    lambda: ma.masked_invalid([1, np.nan, np.inf]),
    lambda: ma.masked_greater([1, 2, 3], 2),
    lambda: ma.masked_inside([1, 2, 3, 4], 2, 3),
    lambda: ma.masked_outside([1, 2, 3, 4], 2, 3),
    lambda: ma.masked_values([1.0, 1.1, 2], 1.1),
    lambda: ma.masked_less_equal(np.arange(4), 1),
    lambda: ma.masked_not_equal([1, 2], 1),
    lambda: x[1],
    lambda: x[0],
    lambda: x[:2],
    lambda: y[0],
    lambda: x[1] is ma.masked,
):
    show(run)
z = x.copy()
z[0] = ma.masked
for run in (
    lambda: z,
):
    show(run)
z[1] = 9
for run in (
    lambda: z,
):
    show(run)
z.mask = False
for run in (
    lambda: z,
):
    show(run)
z.mask = [1, 1, 0]
for run in (
    lambda: z,
    lambda: z.mask,
    lambda: z.data,
    lambda: ma.array([1, 2, 3]),
    lambda: ma.array([1, 2, 3]).mask,
    lambda: ma.getmask(x),
    lambda: ma.getmaskarray(ma.array([1, 2])),
    lambda: ma.getdata(x),
    lambda: ma.is_masked(x),
    lambda: np.sqrt(ma.array([-1.0, 4.0])),
    lambda: ma.sqrt(ma.array([-1.0, 4.0])),
    lambda: ma.log([0.0, 1.0]),
    lambda: np.negative(x),
    lambda: np.add(x, 1),
    lambda: np.mean(y),
    lambda: np.sum(y, axis=0),
    lambda: np.max(x),
    lambda: np.median(y),
    lambda: ma.concatenate([x, x]),
    lambda: ma.median(y, axis=0),
    lambda: ma.average(x, weights=[1, 2, 3]),
    lambda: ma.where(x > 1, x, 0),
    lambda: x > 1,
    lambda: x == 1,
    lambda: x.tolist(),
    lambda: ma.cumsum(x),
    lambda: x.argmax(),
    lambda: ma.sort([3, 1, 2]),
    lambda: y.T,
    lambda: y.reshape(-1),
    lambda: y.ravel().argsort(),
    lambda: ma.masked,
):
    show(run)
print(ma.masked)
for run in (
    lambda: ma.masked + 1,
    lambda: float(ma.array(1.0, mask=True)),
    lambda: ma.array([1, 2], mask=[1, 1]).sum(),
    lambda: ma.array([1, 2], mask=[1, 1]).mean(),
    lambda: ma.array([True, False], mask=[0, 1]),
    lambda: ma.array(np.float32([1, 2]), mask=[0, 1]),
    lambda: ma.array([1 + 1j, 2], mask=[0, 1]),
    lambda: ma.zeros((2, 2)),
    lambda: ma.masked_all((2,)),
    lambda: ma.masked_array(np.arange(30), mask=np.arange(30) % 7 == 0),
    lambda: ma.array([], dtype=float),
    lambda: ma.array([1, 2], mask=[1, 0, 0]),
    lambda: ma.masked_where([1, 0], [1, 2, 3]),
    lambda: int(ma.masked),
    lambda: ma.notmasked_edges(x),
    lambda: ma.mask_rowcols(y),
    lambda: ma.compress_rows(y),
    lambda: ma.unique(ma.array([1, 1, 2], mask=[0, 0, 1])),
    lambda: ma.allequal(x, x),
    lambda: ma.isMaskedArray(x),
    lambda: ma.default_fill_value(1.0),
    lambda: ma.count_masked(y, axis=0),
    lambda: ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]]).dot([[1, 0], [0, 1]]),
    lambda: ma.vstack([x, x]),
    lambda: ma.cov(y),
    lambda: ma.corrcoef(y),
    lambda: ma.ones(3, dtype=int),
    lambda: ma.arange(3),
    lambda: abs(ma.array([-1, 2], mask=[0, 1])),
    lambda: -x,
    lambda: x ** 2,
    lambda: x // 2,
    lambda: x.any(),
    lambda: x.all(),
    lambda: ma.fix_invalid([1, np.nan]),
    lambda: x.dtype,
    lambda: len(x),
    lambda: [v for v in x],
    lambda: ma.masked_array([1, 2, 3], mask=[0, 0, 1], fill_value=-1),
    lambda: ma.anom([1, 2, 6]),
    lambda: ma.ediff1d(ma.array([1, 2, 4], mask=[0, 0, 1])),
    lambda: ma.diff(ma.array([1, 2, 4], mask=[0, 0, 1])),
):
    show(run)
