# cpu only: NumPy's arrays lie in the host's memory
# loadtxt, genfromtxt, savetxt, tofile and what reads their files.
import io
import os
import tempfile

import numpy as np


def show(run):
    try:
        print(repr(run()))
    except Exception as error:
        print(type(error).__name__, error)


def text(*lines):
    return io.StringIO("\n".join(lines) + "\n")


rows = ("# head", "1,2,3", "4,5,6  # tail", "", "7,8,9")
for options in (
    {},
    {"dtype": int},
    {"skiprows": 2},
    {"usecols": 1},
    {"usecols": (0, -1)},
    {"unpack": True},
    {"max_rows": 2},
    {"ndmin": 2, "usecols": 0},
    {"converters": {0: lambda s: float(s) * 10}},
    {"converters": lambda s: float(s) + 0.5},
    {"comments": ["#", "%"]},
    {"usecols": 7},
    {"dtype": complex, "max_rows": 1},
    {"ndmin": 3},
):
    show(lambda: np.loadtxt(text(*rows), delimiter=",", **options))
show(lambda: np.loadtxt(text("1 2", "3 4")))
show(lambda: np.loadtxt(["1 2", "3 4"], dtype="float32"))
show(lambda: np.loadtxt(text("1 2", "3")))
show(lambda: np.loadtxt(text("1 x")))
show(lambda: np.loadtxt(text('"1","2"'), delimiter=",", quotechar='"'))
show(lambda: np.loadtxt("no such file.txt"))

gaps = ("a,b,c", "1,,3", "4,x,6", "7,8,N/A")
for options in (
    {"skip_header": 1},
    {"skip_header": 1, "filling_values": 0},
    {"skip_header": 1, "filling_values": {1: -5, 2: 99}},
    {"skip_header": 1, "missing_values": "N/A", "filling_values": -1},
    {"skip_header": 1, "usecols": (0, 2)},
    {"skip_header": 1, "dtype": int},
    {"skip_header": 1, "skip_footer": 1, "unpack": True},
    {"skip_header": 1, "converters": {0: lambda s: float(s) * 2}},
    {"skip_header": 1, "max_rows": 1},
    {"skip_header": 1, "usemask": True},
):
    show(lambda: np.genfromtxt(text(*gaps), delimiter=",", **options))
show(lambda: np.genfromtxt(text("1 2 3", "4 5 6"), dtype=None))
show(lambda: np.genfromtxt(text("1.5 2.5", "4.5 5e3"), dtype=None))
show(lambda: np.genfromtxt(text("123456"), delimiter=2))
show(lambda: np.genfromtxt(text("1 2", "3")))

a = np.array([[1.0, 2.5], [-3.0, 1e10]])
for options in (
    {},
    {"fmt": "%.2f"},
    {"fmt": "%d", "delimiter": ","},
    {"fmt": ["%.1f", "%10.3e"], "delimiter": ";"},
    {"fmt": "%.1f and %.1f"},
    {"fmt": "%g", "header": "x y\nsecond", "footer": "end", "comments": "% "},
    {"fmt": "%g", "newline": "|"},
):
    file = io.StringIO()
    np.savetxt(file, a, **options)
    print(repr(file.getvalue()))
file = io.StringIO()
np.savetxt(file, [1 + 2j, -1 - 0.5j], fmt="%.1f")
print(repr(file.getvalue()))
show(lambda: np.savetxt(io.StringIO(), np.ones((2, 2, 2))))
show(lambda: np.savetxt(io.StringIO(), a, fmt="%d %d %d"))
show(lambda: np.savetxt(io.StringIO(), a, fmt=["%d"]))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "numbers")
    np.savetxt(path + ".gz", a)
    print(np.loadtxt(path + ".gz"))
    a.tofile(path)
    print(np.fromfile(path), np.fromfile(path, count=2), np.fromfile(path, dtype="float32", count=2), np.fromfile(path, offset=16))
    print(np.memmap(path, dtype="float64", mode="r", shape=(2, 2)).tolist(), np.memmap(path, dtype="float64", mode="c", offset=8).tolist())
    a.tofile(path, sep=",", format="%.3g")
    print(open(path).read(), np.fromfile(path, sep=","))
    with open(path, "wb") as file:
        np.arange(3, dtype="int16").tofile(file)
    with open(path, "rb") as file:
        print(np.fromfile(file, dtype="int16", count=2), np.fromfile(file, dtype="int16"))
    np.save(path, a)
    print(np.load(path + ".npy", mmap_mode="r").tolist())
    show(lambda: np.load(path + ".npy", mmap_mode="x"))
