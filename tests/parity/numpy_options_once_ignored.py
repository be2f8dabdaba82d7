# cpu only: NumPy's arrays lie in the host's memory
# Options that were taken and had no effect, each by its rule.
import warnings

import numpy as np

warnings.simplefilter("ignore")


def tell(call):
    try:
        print(repr(call()))
    except Exception as error:
        print(type(error).__name__, error)


a = np.array([[1.0, 5, 2], [7, 3, 9]])
for name in ("fft", "ifft", "hfft", "fftn", "fft2", "ifftn"):
    found = getattr(np.fft, name)(a)
    out = np.zeros(found.shape, dtype=found.dtype)
    print(name, getattr(np.fft, name)(a, out=out) is out, np.array_equal(out, found))
tell(lambda: np.fft.fft([1, 2, 3, 4], out=np.zeros(3, complex)))

# Weights of quantiles.
w = np.array([[1, 0, 2], [1, 1, 1]])
for q in (0, 0.3, 0.5, 1, [0.25, 0.75]):
    for axis in (None, 0, 1):
        tell(lambda: np.quantile(a, q, axis=axis, weights=w, method="inverted_cdf"))
        tell(lambda: np.percentile(a, np.multiply(q, 100), axis=axis, weights=w, method="inverted_cdf", keepdims=True))
tell(lambda: np.quantile(a, 0.5, axis=1, weights=[1, 2, 3], method="inverted_cdf"))
tell(lambda: np.quantile(a, 0.5, weights=w))
tell(lambda: np.quantile(a, 0.5, weights=[1, 2, 3], method="inverted_cdf"))
tell(lambda: np.quantile(a, 0.5, axis=0, weights=[1, 2, 3], method="inverted_cdf"))
tell(lambda: np.quantile(a, 0.5, weights=-w, method="inverted_cdf"))
b = np.where(a > 6, np.nan, a)
tell(lambda: np.quantile(b, 0.5, axis=1, weights=w, method="inverted_cdf"))
tell(lambda: np.nanquantile(b, 0.5, axis=1, weights=w, method="inverted_cdf"))
tell(lambda: np.nanpercentile(b, 50, weights=w, method="inverted_cdf"))

# Axes of products, of searches, of objects.
x, y = np.arange(24.0).reshape(2, 3, 4), np.arange(12.0).reshape(3, 4)
tell(lambda: np.matmul(x, y, axes=[(0, 1), (1, 0), (0, 1)]).shape)
tell(lambda: np.matmul(x, y, axes=[(1, 2), (1, 0), (2, 1)]))
tell(lambda: np.vecdot(x, x, axis=0))
tell(lambda: np.vecdot(x, x, axes=[0, 0]))
tell(lambda: np.vecdot(x, x, axes=[1, 1, ()]))
tell(lambda: np.vecdot(x, x, axis=1, keepdims=True).shape)
tell(lambda: np.vecdot(x, x, keepdims=True).shape)
tell(lambda: np.matvec(x, np.arange(4.0), axes=[(1, 2), 0, 0]).shape)
tell(lambda: np.matmul(x, y, axes=[(1, 2), (1, 0)]))
tell(lambda: np.matmul(x, y, axes=3))
tell(lambda: np.lexsort([[3, 1, 2], [1, 1, 0]]))
tell(lambda: np.lexsort((a, a[::-1]), axis=0))
tell(lambda: np.lexsort((a, a[::-1])))
z = np.array([[0, 0, 0, 0], [0, 1, 2, 0], [0, 3, 0, 0], [0, 0, 0, 0]])
for axis in (None, 0, 1, (0, 1)):
    for trim in ("fb", "f", "b"):
        tell(lambda: np.trim_zeros(z, trim, axis))
tell(lambda: np.trim_zeros([0, 1, 2, 0], "B"))
tell(lambda: np.trim_zeros(np.zeros(3)))
tell(lambda: np.trim_zeros([1], "x"))
o = np.array([[3, 1, 2], [6, 5, 4]], dtype=object)
for name in ("sum", "min", "max", "argmin", "argmax", "any", "all", "argsort", "mean"):
    for axis in (0, 1, -1):
        print(name, axis, np.asarray(getattr(o, name)(axis=axis)).tolist())
    print(name, np.asarray(getattr(np, name)(o, axis=0)).tolist())
for axis in (0, 1):
    sorted_ = o.copy()
    sorted_.sort(axis=axis)
    print(sorted_.tolist(), np.sort(o, axis=axis).tolist(), np.diff(o, axis=axis).tolist(), np.count_nonzero(o > 2, axis=axis))
texts = np.array([["b", "a"], ["d", "c"]])
print(np.sort(texts, axis=0).tolist(), np.sort(texts).tolist(), texts.argsort(axis=1).tolist())
times = np.array(["2020-01-01", "NaT"], dtype="M8[D]")
print(np.array_equal(times, times), np.array_equal(times, times, equal_nan=True))

# Masked arrays: `out`, ends of differences, places of values.
m = np.ma.array([[1.0, 2, 3], [4, 5, 6]], mask=[[0, 1, 0], [0, 0, 0]])
for name in ("sum", "prod", "max", "min", "mean", "var", "std", "any", "all"):
    out = np.ma.zeros(3)
    print(name, getattr(m, name)(axis=0, out=out) is out, np.round(out.astype(float), 6).tolist())
for name in ("cumsum", "cumprod"):
    out = np.ma.zeros((2, 3))
    print(name, getattr(m, name)(axis=0, out=out) is out, out.filled(-1).tolist())
out = np.zeros(2)
print(m.sum(axis=1, out=out) is out, out)
tell(lambda: np.ma.diff(np.ma.array([1, 2, 4], mask=[0, 1, 0]), prepend=0, append=[9, 10]))
tell(lambda: np.ma.diff(m, axis=0, n=1))
tell(lambda: np.ma.power(m, 2, 3))
tell(lambda: np.ma.unique(np.ma.array([1, 2, 1, 3], mask=[0, 0, 0, 1]), return_index=True, return_inverse=True))
rng = np.random.default_rng(1)
out = np.zeros(3)
print(rng.standard_normal(out=out) is out, out, rng.standard_exponential(2), rng.standard_exponential(2, method="inv"), rng.standard_exponential(out=out) is out, out)
