# cpu only: arrays, which have no device
# np.round of every kind of number, digits before and after the point; halves go to even.
import numpy as np

VALUES = {
    "int8": [15, 25, -15, 104],
    "uint8": [15, 25, 249],
    "int32": [1250, -1350, 7],
    "int64": [123456789, -55, 5],
    "float32": [0.125, -2.5, 1234.5678, np.inf, np.nan],
    "float64": [0.125, 2.675, -1.5, 1234.5678, -np.inf, -0.4],
    "complex64": [1.25 + 2.75j, -0.125 - 1234.56j],
    "complex128": [1.25 + 2.75j, complex(np.nan, 15.55), 0.5 - 2.5j],
}
for dtype, values in VALUES.items():
    array = np.array(values, dtype)
    for decimals in (0, 1, 2, -1, -2):
        found = np.round(array, decimals)
        print(dtype, decimals, found.dtype, found.tolist(), str(np.around(array, decimals)) == str(found))
    print(dtype, np.round(array[0]), type(np.round(array[0])).__name__, array.round(1).dtype)
print(np.round([[1.25, 2.75], [3.5, 4.5]]), np.round(2.5), np.round(-7.55, 1), np.round(3), np.round(1.25 + 2.75j, 1))
print(np.round(np.array([True, False])).dtype, np.round([True, False]))
out = np.zeros(2, complex)
print(np.round(np.array([1.26 + 1j, 2.24j]), 1, out=out) is out, out)
