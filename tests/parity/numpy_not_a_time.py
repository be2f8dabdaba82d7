# cpu only: moments and spans lie in the host's memory
# NaT in reductions, with axes and kept dimensions; numbers beyond 64 bits; options of reductions of masked arrays.
import numpy as np


def tried(work):
    try:
        found = work()
        print(type(found).__name__, repr(found))
    except Exception as error:
        print(type(error).__name__, error)


days = np.array(["2020-01-01", "NaT", "2020-01-03"], dtype="datetime64[D]")
spans = np.array([1, "NaT", 3], dtype="timedelta64[s]")
table = np.array([[1, "NaT"], [3, 4]], dtype="timedelta64[s]")
whole = np.array([[5, 2], [3, 4]], dtype="timedelta64[ms]")
for array in (days, spans, table, whole):
    for name in ("min", "max", "sum", "mean", "argmin", "argmax"):
        tried(lambda: getattr(array, name)())
        tried(lambda: getattr(array, name)(axis=0))
        tried(lambda: getattr(array, name)(0))
        tried(lambda: getattr(np, name)(array, axis=-1))
        tried(lambda: getattr(array, name)(axis=0, keepdims=True))
    for function in (np.nanmin, np.nanmax, np.isnat, np.sort, np.diff, np.ptp, np.std, np.median, np.nansum, np.nanmean):
        tried(lambda: function(array))
tried(lambda: spans.cumsum())
tried(lambda: table.cumsum(axis=0))
tried(lambda: np.cumsum(table, 1))

old = np.array(["1500-01-01"], "M8[D]")
tried(lambda: old.astype("M8[ns]"))
tried(lambda: np.datetime64("1500-01-01").astype("M8[ns]"))
tried(lambda: np.array(["1500-01-01"], "M8[ns]"))
tried(lambda: np.timedelta64(10**6, "D").astype("m8[ns]"))
tried(lambda: old == np.datetime64("1500-01-01", "ns"))
tried(lambda: np.datetime64(2**63 - 1, "ns") + 1)
tried(lambda: np.timedelta64(2**62, "ns") * 4)

masked = np.ma.masked_array([[1.0, 2.0], [3.0, 4.0]], [[0, 1], [0, 0]])
for name in ("min", "max", "sum", "mean", "prod", "any", "all", "argmin", "argmax", "std", "var"):
    tried(lambda: getattr(np, name)(masked, axis=0, keepdims=True))
    tried(lambda: getattr(np, name)(masked, axis=1))
tried(lambda: np.std(masked, ddof=1))
