# cpu only: NumPy's print options
# np.set_printoptions and np.printoptions.
import numpy as np

a = np.array([1e-6, 3.14159265, 100.0, -2.5])
m = np.arange(60).reshape(6, 10) / 7
print(a)
np.set_printoptions(precision=3, suppress=True)
print(a, repr(a))
print(m)
print(np.float64(1 / 3), repr(np.float64(1 / 3)), np.array(1 / 3))
with np.printoptions(threshold=10, edgeitems=2, linewidth=40):
    print(m)
    print(np.arange(100))
print(np.get_printoptions()["precision"], np.get_printoptions()["suppress"], np.get_printoptions()["threshold"])
np.set_printoptions(precision=8, suppress=False)
with np.printoptions(formatter={"float": "{: 0.3f}".format}):
    print(m[:2, :4])
with np.printoptions(formatter={"int": lambda n: f"<{n}>"}):
    print(np.arange(4), np.array([0.5, 1.0]))
with np.printoptions(sign="+"):
    print(np.array([1.0, -2.0, 3.5]))
with np.printoptions(floatmode="fixed", precision=4):
    print(np.array([1.0, -2.25, 3.5]))
with np.printoptions(nanstr="-", infstr="oo"):
    print(np.array([1.0, np.nan, np.inf, -np.inf]))
with np.printoptions(linewidth=30):
    print(np.arange(20), repr(np.arange(20, dtype=np.int32)))
print(np.array2string(m[0], precision=2, separator=", "))
print(np.array2string(np.arange(3), separator=","), np.array_str(a), np.array_repr(a))
print(np.array([1e20, 1.0]), np.array([1e-5]), np.array([123456789.0, 0.1]), np.float32([1e8, 0.1]), np.float16([0.1, 1000.0]))
np.set_printoptions(suppress=True)
print(np.array([1e20, 1.0]), np.array([1e-5]), np.array([123456789.0, 0.1]))
