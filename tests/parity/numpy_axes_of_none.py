# cpu only: arrays, which have no device
# Every reduction over no axes, over all of them, and over some, of arrays with and without dimensions.
import warnings
import numpy as np

warnings.simplefilter("ignore")
NAMES = (
    "sum prod mean var std max min amax amin any all ptp median count_nonzero nansum nanprod nanmean nanmax nanmin nanvar nanstd "
    "average nanmedian"
).split()
ARRAYS = {
    "scalar": np.array(2.5),
    "vector": np.array([1.5, -2.0]),
    "matrix": np.arange(6.0).reshape(2, 3) - 1.5,
    "cube": np.arange(24).reshape(2, 3, 4) % 7,
    "flags": np.array([[True, False], [True, True]]),
    "complex": np.array([[1 + 2j, 3.0], [0, -1j]]),
}


def shown(value):
    value = np.asarray(value)
    numbers = np.round(value.astype(complex if value.dtype.kind == "c" else float), 9).tolist()
    return f"{value.dtype} {value.shape} {numbers}"


for label, array in ARRAYS.items():
    for name in NAMES:
        for axis in (None, (), 0, -1, (0, -1)):
            for keepdims in (False, True):
                if name == "average" and keepdims and axis == ():
                    continue
                try:
                    text = shown(getattr(np, name)(array, axis=axis, keepdims=keepdims))
                except Exception as error:
                    text = f"{type(error).__name__}: {error}"
                print(label, name, axis, keepdims, text)
    for name in "sum prod mean var std max min any all".split():
        for axis in ((), (0,)):
            try:
                text = shown(getattr(array, name)(axis=axis))
            except Exception as error:
                text = f"{type(error).__name__}: {error}"
            print(label, "method", name, axis, text)
    for name in "add multiply maximum minimum logical_and logical_or".split():
        for axis in (None, (), 0, (0,)):
            try:
                text = shown(getattr(np, name).reduce(array, axis=axis))
            except Exception as error:
                text = f"{type(error).__name__}: {error}"
            print(label, "reduce", name, axis, text)

# Products are made from the first element to the last: no part of them overflows alone.
for count in (7, 1000, 70000):
    values = np.arange(1, count + 1, dtype=float)
    values /= values.mean()
    print(count, repr(values.prod()), repr(np.prod(values[::-1])), repr(np.multiply.reduce(values)), repr(values.astype("f").prod()))
    table = np.stack([values, values + 0.25])
    print(repr(table.prod(axis=1)), repr(table.prod(axis=0)[:2]), repr(np.nanprod(table, axis=1)))
