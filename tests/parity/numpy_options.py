# cpu only: NumPy's arrays lie in the host's memory
# Reductions, joins, choices and products with `out`, `where`, `initial`, `keepdims`, `dtype` and several axes.
import numpy as np


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


x = np.arange(24.0).reshape(2, 3, 4) % 7 + 1
mask = np.arange(24).reshape(2, 3, 4) % 3 != 0
for name in ("sum", "prod", "mean", "std", "var", "max", "min", "any", "all"):
    f = getattr(np, name)
    print(name)
    for axis in (None, 0, -1, (0, 2), (1,), (0, 1, 2)):
        for keepdims in (False, True):
            made = f(x, axis=axis, keepdims=keepdims)
            print(np.shape(made), np.round(np.asarray(made, dtype=float), 10).ravel().tolist()[:6])
            out = np.zeros(np.shape(made), dtype=made.dtype)
            given = f(x, axis=axis, keepdims=keepdims, out=out)
            print(given is out, np.allclose(out, made), np.allclose(getattr(x, name)(axis=axis, keepdims=keepdims), made))
    extra = {"initial": 0} if name in ("max",) else {"initial": 99} if name == "min" else {}
    made = f(x, axis=1, where=mask, **extra)
    print(np.round(np.asarray(made, dtype=float), 10).tolist())
show(lambda: np.sum(x, initial=5))
show(lambda: np.sum(np.array([250, 10], dtype="uint8"), dtype="int16"))
show(lambda: np.prod([[1, 2], [3, 4]], axis=(0, 1), initial=2))
show(lambda: np.max([1, 2], initial=5))
show(lambda: np.min([3, 4], initial=1, where=[True, False]))
show(lambda: np.max([]))
show(lambda: np.max([], initial=-1))
show(lambda: np.mean([1, 2, 4], where=[True, True, False]))
show(lambda: np.std([1.0, 2, 4], ddof=1, where=[True, True, False]))
show(lambda: np.std([1.0, 2, 4], correction=1))
show(lambda: np.var([1.0, 2, 4], mean=2.0))
show(lambda: np.mean(np.float32([1, 2]), dtype="float64"))
show(lambda: np.sum([1.5], out=np.zeros(3)))
show(lambda: np.sum([1, 2], axis=1))
show(lambda: np.sum([1, 2], axis="a"))
show(lambda: np.argmax([]))
show(lambda: np.argmax(x, axis=2, keepdims=True).shape)
show(lambda: np.argmin(x, out=np.zeros((), dtype="int64")))
for name in ("cumsum", "cumprod"):
    f = getattr(np, name)
    out = np.zeros(3, dtype="int64")
    print(f([1, 2, 3], out=out) is out, out, f([1, 2, 3], dtype=float), f([[1, 2], [3, 4]], axis=0))
show(lambda: np.cumulative_sum([1, 2, 3], include_initial=True))
show(lambda: np.cumulative_prod([[1, 2], [3, 4]], axis=1))
show(lambda: np.clip([1, 5, 9], 2, 6, out=np.zeros(3, dtype="int64")))
show(lambda: np.clip([1, 5, 9], min=3))
show(lambda: np.clip([1, 5, 9], max=[2, 9, 3]))
show(lambda: np.clip([1, 5, 9], 2))
show(lambda: np.array([1, 5, 9]).clip(max=4))
show(lambda: np.round([1.55, 2.45], 1, out=np.zeros(2)))
show(lambda: np.take([10, 20, 30], [0, 2], out=np.zeros(2, dtype="int64")))
for mode in ("raise", "wrap", "clip"):
    show(lambda: np.take([10, 20, 30], [0, 4, -1], mode=mode))
show(lambda: np.take(x, [[0, 1]], axis=1).shape)
a = np.zeros(4)
np.put(a, [0, 2, 7], [1, 2], mode="wrap")
print(a)
a = np.arange(6).reshape(2, 3)
np.put_along_axis(a, np.array([[0], [2]]), 99, axis=1)
np.place(a, a > 50, [1, 2])
np.putmask(a, a > 2, -a)
print(a)
np.fill_diagonal(a, 7)
np.copyto(a, [[9, 9, 9]], where=[[True, False, False]])
print(a)
show(lambda: np.copyto(a, 1.5 * np.ones(3)))
show(lambda: np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]))
show(lambda: np.compress([True, False, True], [[1, 2, 3]], axis=1))
show(lambda: np.select([[True, False], [True, True]], [[1, 2], [3, 4]], default=0))
show(lambda: np.piecewise(np.array([-1.0, 0.0, 2.0]), [np.array([-1.0, 0.0, 2.0]) < 0], [lambda v: -v, lambda v: v * 10]))
show(lambda: np.where([True, False], [1, 2], 0.5))
show(lambda: np.where(True, 1, 2))
show(lambda: np.where([1], 1))
for run in (
    lambda: np.dot([1, 2], [3, 4], out=np.zeros((), dtype="int64")),
    lambda: np.dot(np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2), dtype=int)),
    lambda: np.dot(np.ones((2, 3)), np.ones((2, 3))),
    lambda: np.outer([1, 2], [3, 4], out=np.zeros((2, 2), dtype="int64")),
    lambda: np.einsum("ij,jk", np.ones((2, 2)), np.ones((2, 2)), out=np.zeros((2, 2))),
    lambda: np.einsum(np.arange(4).reshape(2, 2), [0, 1], [1, 0]),
    lambda: np.trace(np.arange(9).reshape(3, 3), offset=1, dtype=float),
    lambda: np.tensordot(np.ones((2, 3)), np.ones((3, 2)), axes=([1], [0])),
    lambda: np.cross([1, 2], [3, 4]),
    lambda: np.concatenate([[1], [2]], out=np.zeros(2)),
    lambda: np.concatenate([[1], [2]], dtype="float32"),
    lambda: np.concatenate([[1.0], [2]], dtype=int),
    lambda: np.concatenate([[1.5], [2]], dtype=int, casting="unsafe"),
    lambda: np.concatenate([[1], [2]], out=np.zeros(3)),
    lambda: np.concatenate([]),
    lambda: np.stack([[1], [2]], out=np.zeros((2, 1))),
    lambda: np.stack([[1], [2]], axis=1, dtype=float),
    lambda: np.vstack([[1, 2], [3, 4]], dtype="int8"),
    lambda: np.hstack([[1, 2], [3.5]]),
    lambda: np.concat([[1], [2]]),
    lambda: np.unstack(np.array([[1, 2], [3, 4]]), axis=1),
    lambda: np.squeeze(np.ones((1, 2, 1)), axis=(0, 2)).shape,
    lambda: np.squeeze(np.ones((1, 2)), axis=1),
    lambda: np.expand_dims(np.ones(2), (0, 2)).shape,
    lambda: np.flip(np.arange(4).reshape(2, 2), (0, 1)),
    lambda: np.roll(np.arange(6).reshape(2, 3), (1, 1), axis=(0, 1)),
    lambda: np.rollaxis(np.ones((2, 3, 4)), 2).shape,
    lambda: np.moveaxis(np.ones((2, 3, 4)), [0, 1], [-1, -2]).shape,
    lambda: np.broadcast_to([1, 2], (2, 2)),
    lambda: np.broadcast_to([1, 2], (2, 3)),
    lambda: np.broadcast_shapes((2, 1), (3,)),
    lambda: np.broadcast_shapes((2, 1), (3,), (4,)),
    lambda: np.split(np.arange(5), [1, 3]),
    lambda: np.array_split(np.arange(5), 3),
    lambda: np.dsplit(np.arange(8).reshape(2, 2, 2), 2)[0].shape,
    lambda: np.repeat([1, 2], [2, 1]),
    lambda: np.repeat([1, 2], [1, 2, 3]),
    lambda: np.delete([1, 2, 3, 4], slice(1, 3)),
    lambda: np.delete([1, 2, 3], 5),
    lambda: np.insert([1, 2, 3], [0, 2], [9, 8]),
    lambda: np.insert([[1, 2], [3, 4]], 1, 9, axis=1),
    lambda: np.insert([[1, 2], [3, 4]], 1, [7, 8], axis=0),
    lambda: np.append([[1]], [[2]], axis=1),
    lambda: np.pad([1, 2, 3], (1, 2), mode="linear_ramp", end_values=(0, 9)),
    lambda: np.pad([1.0, 2, 3], 2, mode="mean"),
    lambda: np.pad([1, 2, 3], 2, mode="maximum", stat_length=2),
    lambda: np.pad([[1, 2]], ((1, 0), (0, 1)), constant_values=((5, 5), (6, 7))),
    lambda: np.pad([1, 2, 3], 2, mode="reflect"),
    lambda: np.pad([1, 2, 3], 1, mode="nonsense"),
    lambda: np.trim_zeros([0, 0, 1, 2, 0]),
    lambda: np.diff([1, 4, 9], prepend=0, append=[16]),
    lambda: np.diff([[1, 4], [9, 16]], axis=0, n=1),
    lambda: np.unique([3, 1, 1, np.nan, np.nan], return_counts=True),
    lambda: np.unique_counts([1, 1, 2]),
    lambda: np.setxor1d([1, 2, 3], [2, 3, 4]),
    lambda: np.intersect1d([1, 2, 3], [3, 2], return_indices=True),
    lambda: np.sort([3, 1, 2], kind="stable"),
    lambda: np.sort([3, 1, 2], kind="odd"),
    lambda: np.sort([2 + 1j, 1 + 2j, 1 + 1j]),
    lambda: np.partition([3, 1, 2], 5),
    lambda: np.searchsorted([3, 1, 2], 2, sorter=[1, 2, 0]),
    lambda: np.digitize([1, 5], [10, 4, 0]),
    lambda: np.interp([0, 1.5, 9], [1, 2, 3], [10, 20, 30], left=-1, right=-2),
    lambda: np.interp([370], [0, 90, 180], [0, 1, 2], period=360),
    lambda: np.count_nonzero([[1, 0], [2, 3]], axis=1, keepdims=True),
    lambda: np.gradient([1.0, 4, 9, 16], 2.0),
    lambda: np.gradient([1.0, 4, 9, 16], [0, 1, 3, 4], edge_order=2),
    lambda: np.gradient(np.arange(6.0).reshape(2, 3) ** 2, axis=1),
    lambda: np.vectorize(lambda a, b=2: a + b)([1, 2], b=3),
    lambda: np.vectorize(lambda a: (a, a * 2))([1, 2]),
    lambda: np.apply_along_axis(lambda row: row[::-1], 1, [[1, 2], [3, 4]]),
    lambda: np.apply_over_axes(np.sum, np.ones((2, 3, 2)), [0, 2]),
    lambda: np.ravel_multi_index(([1, 2], [0, 1]), (3, 4)),
    lambda: np.unravel_index([5, 11], (3, 4), order="F"),
    lambda: np.packbits([1, 0, 1, 1, 0, 0, 0, 1, 1]),
    lambda: np.unpackbits(np.array([177, 128], dtype="uint8"), count=9),
    lambda: np.nan_to_num([np.nan, np.inf, -np.inf, 1], nan=5, posinf=9),
    lambda: np.isclose([1, 2], [1, 2.1], atol=0.2),
    lambda: np.array_equal([1, np.nan], [1, np.nan], equal_nan=True),
    lambda: np.array_equiv([1, 1], [[1, 1], [1, 1]]),
    lambda: np.histogram_bin_edges([1, 2, 2, 3, 9], bins="auto"),
    lambda: np.histogram([1, 2, 2, 3, 9], bins="sturges"),
    lambda: np.average([[1, 2], [3, 4]], axis=0, weights=[1, 3], returned=True),
    lambda: np.corrcoef([[1, 2, 4], [3, 1, 0]]),
    lambda: np.cov([1, 2, 4], [3, 1, 0], aweights=[1, 2, 3]),
):
    show(run)
values = [7.0, 1.0, 3.0, 3.0, 10.0]
for method in ("linear", "lower", "higher", "nearest", "midpoint", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"):
    print(method, np.quantile(values, [0.1, 0.25, 0.5, 0.9], method=method), np.percentile(values, 40, method=method))
show(lambda: np.median([[1, 2], [3, 5]], axis=(0, 1), keepdims=True))
show(lambda: np.quantile(x, [0.5, 0.1], axis=(0, 2), keepdims=True).shape)
show(lambda: np.quantile([1, 2], 1.5))
n = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, 6.0]])
for name in ("nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanstd", "nanvar", "nanmedian", "nancumsum", "nancumprod"):
    print(name, getattr(np, name)(n), getattr(np, name)(n, axis=1))
show(lambda: np.nanargmax([1, np.nan, 3]))
show(lambda: np.nanpercentile(n, [25, 50], axis=1))
show(lambda: np.nanquantile(n, 0.5))
