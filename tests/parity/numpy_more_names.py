# cpu only: NumPy's arrays are in the host's memory
# Names of NumPy's that rarer programs use.
import os

import numpy as np

for kind in (np.float32, np.float64, np.int32, np.int64, np.uint8, np.bool_):
    print(np.issubdtype(kind, np.floating), np.issubdtype(kind, np.integer), np.issubdtype(kind, np.float64))
print(np.issubdtype(np.array([1.0]).dtype, np.floating), isinstance(np.array([1, 2]).sum(), np.integer), isinstance(np.array([1.5]).mean(), np.floating))
print([np.dtype(k) for k in (np.double, np.single, np.half, np.int_, np.intp, np.intc, np.short, np.byte, np.ubyte)])
print(np.promote_types(np.int32, np.float32), np.promote_types("uint8", "int8"))
print(np.mgrid[0:2, 1:4])
print(np.mgrid[0:1:0.25], np.ogrid[0:2, 0:3])
print(np.fromfunction(lambda i, j: i * 10 + j, (2, 3)))
print(np.arange(12).reshape(3, 4)[np.ix_([0, 2], [1, 3])])
print(list(np.ndindex(2, 2)), [(i, int(v)) for i, v in np.ndenumerate(np.array([[5, 6], [7, 8]]))])
print(np.extract(np.array([1, 0, 1]), np.array([4, 5, 6])), np.lexsort(([1, 5, 1, 4], [2, 1, 2, 1])))
a = np.zeros(3)
np.copyto(a, [1, 2, 3])
print(a, np.resize([1, 2, 3], (2, 4)))
b = np.array([[1.0, np.nan, 3.0], [2.0, 4.0, np.nan]])
print(round(float(np.nanstd(b)), 6), np.nanvar(b, axis=0), np.nanstd(b, axis=1, ddof=1))
h, x, y = np.histogram2d([0.1, 0.2, 0.9, 0.5], [1.0, 1.5, 2.0, 1.0], bins=2)
print(h, x, y)
h, x, y = np.histogram2d([0.1, 0.2, 0.9, 0.5], [1.0, 1.5, 2.0, 1.0], bins=[2, 3], range=[[0, 1], [0, 3]], density=True)
print(h, x, y)
print(np.heaviside([-1.0, 0.0, 2.0], 0.5), np.ediff1d([[1, 4], [9, 16]]), np.correlate([1, 2, 3], [0, 1, 0.5]), np.correlate([1, 2, 3], [0, 1, 0.5], "same"))
print(np.unwrap([0.0, 3.0, -3.0, 0.5, 7.0]))
print(np.hanning(5), np.hamming(4), np.blackman(5)[1:4], np.bartlett(5), np.kaiser(4, 5.0))
np.savetxt("numpy_more_names.txt", np.array([[1.0, 2.5], [3.0, 4.0]]), fmt="%.2f", delimiter=",", header="a,b")
print(open("numpy_more_names.txt").read())
os.remove("numpy_more_names.txt")
print(np.array_str(np.array([1, 2])), np.array_repr(np.array([1, 2])))
scores = np.arange(12.0).reshape(3, 4)
print(scores[np.arange(3), np.array([1, 0, 3])], scores[np.array([True, False, True]), 1], scores[np.array([2, 0]), ::-1], scores[..., np.array([0, 2])])
scores[np.arange(3), np.array([1, 0, 3])] -= 100
scores[np.array([0, 2])[:, None], [1, 2]] = 7
print(scores)
