# cpu only: NumPy's arrays lie in the host's memory
# Options and functions that few programs use: descending orders, working days, functions of Python's, sums of products, and masked arrays.
import inspect
import io
import warnings

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view

warnings.simplefilter("ignore")


def tell(call):
    try:
        print(repr(call()))
    except Exception as error:
        print(type(error).__name__, error)


for name in ("add", "sin", "modf", "divmod", "matmul", "vecdot", "isnat", "isnan", "frexp", "ldexp"):
    print(name, inspect.signature(getattr(np, name)))
for name in ("histogram2d", "ediff1d", "busday_offset", "busday_count", "is_busday", "savez", "linalg.multi_dot", "linalg.cross", "linalg.tensordot"):
    owner, _, last = ("np." + name).rpartition(".")
    print(name, list(inspect.signature(getattr(np.linalg if "linalg" in owner else np, last)).parameters))

# Descending orders.
nan = np.nan
SORTED = [
    np.array([3.0, nan, 1, 2, 1]), np.array([1 + 2j, 1 + 1j, nan, 0]), np.array([True, False, True]), np.array([3, 1, 2]), np.array([1, 1, 2, 2, 0]), np.array(["b", "a", "c"]),
    np.array(["2020-01-02", "NaT", "2020-01-01", "2021-01-01"], dtype="M8[D]"), np.array([3, -(2**63), 2**63 - 1]), np.array([0.0, -0.0, 1.0]), np.array([2, 255, 0], dtype=np.uint8), np.array([]),
]  # fmt: skip
for a in SORTED:
    for descending in (True, False, None):
        tell(lambda: np.sort(a, descending=descending))
        tell(lambda: np.argsort(a, descending=descending, stable=True))
        tell(lambda: a.argsort(descending=descending))
b = np.array([[3, 1, 2], [4, 6, 5]])
tell(lambda: np.sort(b, axis=0, descending=True))
tell(lambda: np.sort(b, axis=None, descending=True))
b.sort(descending=True)
print(b)
tell(lambda: np.sort(b, descending=True, kind="stable"))
tell(lambda: np.sort(np.array([1, "x"], dtype=object)[:1], descending=True))
tell(lambda: np.ma.sort(np.ma.array([3, 1, 2], mask=[0, 1, 0])))

# Differences, and counts in two dimensions.
tell(lambda: np.ediff1d([1, 2, 4], to_end=-99, to_begin=[88, 99]))
tell(lambda: np.ediff1d([1, 2], to_end=1.5))
tell(lambda: np.ediff1d([]))
tell(lambda: np.ediff1d([1], to_begin=5))
tell(lambda: np.ediff1d([[1, 2], [4, 8]]))
tell(lambda: np.ediff1d(np.array([1, 2], dtype=np.int8), to_end=300))
x, y = [0, 1, 2, 3], [0, 1, 1, 3]
tell(lambda: np.histogram2d(x, y, bins=2))
tell(lambda: np.histogram2d(x, y, bins=[2, 3], weights=[1, 2, 3, 4]))
tell(lambda: np.histogram2d(x, y[:2]))
tell(lambda: np.histogram2d(x, y, bins=[0, 1, 3], density=True, weights=[1, 2, 3, 4]))
tell(lambda: np.histogram2d(x, y, bins=[[0, 2, 3], 2], range=[[0, 3], [0, 4]]))
tell(lambda: np.histogramdd(np.array([[0.0, 1], [1, 2], [3, 3]]), bins=(2, [0, 2, 3])))

# Sums of products.
tell(lambda: np.einsum("i,i", [1, 2], [3, 4], out=np.zeros(())))
tell(lambda: np.einsum("i,i->i", [1, 2], [3, 4], dtype=np.float64))
tell(lambda: np.einsum("i,i", [1.5, 2], [3, 4], dtype=int, casting="unsafe"))
tell(lambda: np.einsum("i->i", [1.5, 2], order="X"))
tell(lambda: np.einsum("i->i", [1.5, 2], bad=1))
tell(lambda: np.linalg.multi_dot([np.ones((2, 3)), np.ones((3, 2)), np.ones((2, 2))], out=np.zeros((2, 2))))
tell(lambda: np.linalg.multi_dot([np.ones((2, 3))]))
tell(lambda: np.linalg.multi_dot([np.arange(3), np.ones((3, 3), dtype=int), np.ones(3)]))
tell(lambda: np.linalg.cross([1, 2, 3], [4, 5, 6]))
tell(lambda: np.linalg.cross([1, 2], [4, 5]))
tell(lambda: np.linalg.cross([[1], [2], [3]], [[4], [5], [6]], axis=0))
tell(lambda: np.linalg.tensordot(np.ones((2, 3)), np.ones((3, 2)), axes=1))
tell(lambda: np.convolve([1, 2, 3], [0, 1]))
tell(lambda: np.convolve([True, False], [True, True]))
tell(lambda: np.convolve([], [1]))
tell(lambda: np.convolve([1], []))
tell(lambda: np.convolve([[1]], [1]))
tell(lambda: np.convolve([1], [1], "x"))
tell(lambda: np.convolve(3, [1, 2]))
tell(lambda: np.convolve(np.float32([1, 2]), [1.0]))
tell(lambda: np.convolve([2**60, 1], [1, 1]))
for mode in ("full", "same", "valid"):
    tell(lambda: np.convolve([1j, 2], [1, 2j, 3], mode))
    for one, other in (([1, 2, 3], [0, 1, 0.5]), ([1, 2], [0, 1, 0.5, 4]), ([1j, 2], [1, 2j, 3]), ([1, 2, 3], [1, 2, 3, 4]), ([5], [1, 2, 3])):
        tell(lambda: np.correlate(one, other, mode))
a = np.array([[1.0, 1], [1, 2], [1, 3]])
for kind in (np.float32, np.float64, np.complex64):
    found = np.linalg.lstsq(a.astype(kind), np.array([1, 2, 2], dtype=kind), rcond=None)
    print([np.round(one, 4).tolist() for one in found[:2]], found[0].dtype, type(found[2]).__name__, found[3].dtype)
tell(lambda: np.linalg.lstsq(a, [1, 2]))
tell(lambda: np.round(np.linalg.svd(a * 1e200, compute_uv=False) / 1e200, 6))
tell(lambda: np.round(np.linalg.svd(a * (1e-200 + 1e-200j), compute_uv=False) * 1e200, 6))
tell(lambda: np.round(np.linalg.pinv(a * 1e160) * 1e160, 6) + 0)

# Functions of Python's.
total = np.frompyfunc(lambda a, b: a + b, 2, 1, identity=0)
plain = np.frompyfunc(lambda a, b: a + b, 2, 1)
print(total, total.identity, total.nin, total.types, plain.identity)
for call in (
    lambda: total([1, 2], [3, 4]), lambda: total.reduce([1, 2, 3]), lambda: total.reduce([]), lambda: plain.reduce([]), lambda: plain.accumulate([1, 2, 3]), lambda: plain.outer([1, 2], [3, 4]), lambda: plain(1, 2),
    lambda: np.frompyfunc(divmod, 2, 2)([7, 8], 3), lambda: np.frompyfunc(lambda text: text.upper(), 1, 1)(["a", "b"]), lambda: total(1), lambda: np.frompyfunc(len, 1, 1, bad=1), lambda: np.frompyfunc(1, 1, 1),
    lambda: total([1, 2], [3, 4], out=np.zeros(2)), lambda: total([1.5, 2], [3, 4]).astype(float), lambda: total("a", "b"),
):  # fmt: skip
    tell(call)
tell(lambda: np.array(None, dtype=object) == None)  # noqa: E711
tell(lambda: np.array([2], dtype=object)[0] * 3)
tell(lambda: np.array(5, dtype=object) * 2)

# Working days.
OFFSETS = [
    ("2011-10", 0, {"roll": "forward"}), ("2012-03", -1, {"roll": "forward"}), ("2011-03-20", 0, {}), ("2011-03-20", 0, {"roll": "nat"}), ("2011-03-22", [0, 1, 2, -3], {}),
    ("2007-02", 0, {"roll": "forward", "weekmask": "Sun"}), ("2007-02-25", 1, {"roll": "backward"}), ("2007-02-25", 1, {"roll": "modifiedfollowing"}), ("2007-03-31", 0, {"roll": "modifiedfollowing"}),
    ("2007-09-01", 0, {"roll": "modifiedpreceding"}), ("2011-07-01", [1, 2, 3], {"holidays": ["2011-07-04", "2011-07-05"]}), (["2011-07-01", "2011-07-02"], 1, {"roll": "forward", "holidays": ["2011-07-04"]}),
    ("2011-07-01", 1, {"weekmask": [1, 1, 1, 1, 1, 1, 0]}), ("2011-07-01", 1, {"weekmask": "Mon Tue"}), ("2011-07-01", 1, {"weekmask": "0000000"}), ("2011-07-01", 1, {"roll": "x"}),
    ("2011-07-01", -100, {"holidays": ["2011-03-01"]}), ("2011-07-01", 1, {"weekmask": "Foo"}), ("2011-07-01", 1, {"weekmask": [1, 0]}), (["2011-07-01", "NaT"], 1, {}), (["2011-07-01", "NaT"], 1, {"roll": "nat"}),
    ("1969-12-26", range(-8, 9), {"holidays": ["1969-12-25", "1970-01-01", "1969-12-20"]}), ("2011-07-03", [[0], [5]], {"roll": "preceding", "holidays": ["2011-07-01"]}),
]  # fmt: skip
for date, offset, options in OFFSETS:
    tell(lambda: np.busday_offset(date, offset, **options))
COUNTS = [
    ("2011-07-11", "2011-07-18"), ("2011-07-18", "2011-07-11"), ("2011-07-16", "2011-07-17"), ("2011-07-17", "2011-07-09"), (["2011-07-01", "2011-06-01"], "2012-01-01"), ("1969-12-01", "1970-02-01"),
]  # fmt: skip
for first, last in COUNTS:
    tell(lambda: np.busday_count(first, last))
    tell(lambda: np.busday_count(first, last, weekmask="Sat Sun"))
    tell(lambda: np.busday_count(first, last, holidays=["2011-07-12", "2011-07-16", "2011-12-26", "1970-01-01"]))
tell(lambda: np.busday_count("2011", np.datetime64("NaT", "D")))
tell(lambda: np.is_busday(["2011-07-01", "2011-07-02", "NaT"], holidays=["2011-07-01"]))
tell(lambda: np.is_busday("2011-07-01", weekmask="1111000"))
tell(lambda: np.is_busday("2011-07-01"))
calendar = np.busdaycalendar(weekmask="Mon Tue", holidays=["2011-07-04", "2011-07-05", "2011-07-06"])
print(calendar.weekmask, calendar.holidays, type(calendar))
tell(lambda: np.busday_offset("2011-07-01", 1, roll="forward", busdaycal=calendar))
tell(lambda: np.is_busday("2011-07-11", busdaycal=calendar, weekmask="Mon"))
tell(lambda: np.busdaycalendar("0000000"))
tell(lambda: np.isnat(np.array(["NaT", "2020"], dtype="M8[D]"), out=np.zeros(2, bool)))
tell(lambda: np.isnat(1))
print(np.isnat, np.isnat.types, np.isnat.nin)

print(np.polyadd([1, 2], [3, 4, 5]), np.polysub([1, 2], [1, 2]), np.polymul([1, 2], [1, 2]), np.polydiv([1, 2, 1], [1, 1]), np.polyint([2, 1]), np.polyder([1, 2, 3]))
print(repr(np.poly1d([1, 2]) + np.poly1d([1])), repr(np.poly1d([1, 2]) * np.poly1d([1, 0])), np.poly1d([1, 2]) - 1, np.poly1d([1, 2, 1]) / np.poly1d([1, 1]))

# Files, order of complex numbers, parts of the library.
tell(lambda: np.savez(io.BytesIO(), a=np.array([{}], dtype=object), allow_pickle=False))
file = io.BytesIO()
np.savez(file, np.arange(2), allow_pickle=True)
file.seek(0)
print(np.load(file).files)
tell(lambda: np.savez(io.BytesIO(), 1, arr_0=2))
z = np.array([1 + 2j, 1 + 1j, 2, complex(nan, 0)])
for other in (z[::-1], 1 + 1j, z[0], 2.0):
    print(z < other, z <= other, z > other, z >= other, z[1] < other, z[1] >= other)
for name, args in {"sqrt": ([-1, 4],), "logn": (2, [-4, 8]), "power": ([2, 4], -2), "arccos": (2,), "arctanh": ([2],), "log10": (-10,), "arcsin": ([0.5],), "log2": (8,)}.items():
    tell(lambda: np.emath.__dict__[name](*args) if name != "log10" else np.round(np.emath.log10(*args), 6))
tell(lambda: np.emath.sqrt(np.float32(-1)))
tell(lambda: [np.lib.NumpyVersion(one) < other for one, other in (("1.8.0", "1.9.0"), ("1.8.0rc1", "1.8.0"), ("2.0.0", "1.26.4"), ("1.8.0b1", "1.8.0rc1"))])
tell(lambda: np.lib.NumpyVersion("x"))
tell(lambda: np.lib.array_utils.normalize_axis_tuple((0, -1), 3))
tell(lambda: np.lib.array_utils.normalize_axis_tuple((0, 0), 3, "axis"))
tell(lambda: np.lib.array_utils.normalize_axis_index(5, 3, "here"))
tell(lambda: as_strided(np.arange(4), (2, 2), (8, 8)))
tell(lambda: sliding_window_view(np.arange(4), 2))
tell(lambda: np.lib.stride_tricks.sliding_window_view(np.arange(4), 5))


class Logged(np.lib.mixins.NDArrayOperatorsMixin):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc.__name__, method, [one if one is not self else "self" for one in inputs], sorted(kwargs)


logged = Logged()
for call in (lambda: logged + 1, lambda: 1 - logged, lambda: logged @ [1], lambda: -logged, lambda: abs(logged), lambda: logged < 3, lambda: 2**logged, lambda: divmod(logged, 2), lambda: ~logged):
    tell(call)

# Masked arrays.
m, w = np.ma.array([1.0, 2, 3, 4], mask=[0, 1, 0, 0]), np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
for call in (
    lambda: np.ma.convolve(m, [1, 1]), lambda: np.ma.convolve(m, [1, 1], propagate_mask=False), lambda: np.ma.correlate(m, [1, 2]), lambda: np.ma.compress_nd(w), lambda: np.ma.compress_nd(w, 0),
    lambda: np.ma.apply_over_axes(np.ma.sum, w, [0, 1]), lambda: np.ma.hstack([m, m], dtype=int, casting="unsafe"), lambda: np.ma.stack([m, m], axis=1), lambda: np.ma.zeros(2, fill_value=7).fill_value,
    lambda: np.ma.fromfunction(lambda i, j: i + j, (2, 2)), lambda: np.ma.frombuffer(b"\1\2\0\0", dtype=np.int16), lambda: np.ma.count(a=w, axis=0),
    lambda: np.round(np.ma.polyfit([0, 1, 2, 3], m, 1, w=[1, 1, 1, 2]), 6),
):  # fmt: skip
    tell(call)
