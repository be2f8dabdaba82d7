# cpu only: arrays are on the CPU
# Operators in place write over the array's elements, which its views and other names see.
import operator

import numpy as np


def show(title, make):
    print("##", title)
    try:
        print(repr(make()))
    except Exception as error:
        print("!!", type(error).__name__, str(error)[:150])


for name in ("iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "ipow"):
    for dtype in ("float64", "float32", "int64"):

        def run():
            whole = np.arange(1, 7).astype(dtype)
            part = whole[2:5]
            other = part
            other = getattr(operator, name)(other, 2)
            return whole, other is part

        show(f"{name} {dtype}", run)
for name in ("iand", "ior", "ixor", "ilshift", "irshift"):

    def bits():
        whole = np.arange(1, 7)
        rows = whole.reshape(2, 3)
        turned = rows.T
        turned = getattr(operator, name)(turned, 1)
        return whole

    show(name, bits)


def add(array, other):
    array += other
    return array


x = np.arange(6.0)
add(x.reshape(2, 3), np.array([10, 20, 30]))
print(x)
add(x[::2], x[::2])
print(x)
for title, array, other in [
    ("a float into whole numbers", np.arange(3), 1.5),
    ("a larger shape", np.arange(3), np.ones((2, 3), dtype=int)),
    ("shapes that do not broadcast", np.arange(3), np.arange(2)),
    ("a list", np.arange(3), [1, 2, 3]),
    ("small integers", np.arange(3, dtype="int8"), 1),
    ("a wider float", np.ones(2, dtype="float32"), np.ones(2)),
    ("a scalar's array", np.array(5), 1),
    ("flags", np.array([True, False]), np.array([True, True])),
]:
    show(title, lambda: add(array, other))
