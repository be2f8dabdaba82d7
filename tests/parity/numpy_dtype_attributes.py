# cpu only: element types, which have no device
# What element types say of themselves, and the names and codes that name them.
import numpy as np

NAMES = "char num str byteorder alignment descr shape ndim flags isbuiltin isnative isalignedstruct hasobject names fields subdtype metadata kind itemsize name"
for kind in (bool, np.int8, np.uint8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64, np.complex64, np.complex128):
    made = np.dtype(kind)
    print(*[f"{name}={getattr(made, name)!r}" for name in NAMES.split()], made.base == made, made.newbyteorder("=") == made, made.type.__name__)
for code in (
    "? b1 bool b B i1 u1 byte ubyte h i2 short i i4 intc l q p i8 long longlong intp int int_ e f2 half f f4 single d f8 double float "
    "F c8 csingle D c16 cdouble complex |b1 |i1 |u1 <i2 <i4 <i8 =f4 =f8 <f2 <c8 <c16"
).split():
    print(code, repr(np.dtype(code)), np.zeros(1, code).dtype)
for code in ("x9", "f3", "float128x", "<", ""):
    try:
        print(np.dtype(code))
    except TypeError:
        print(code, "TypeError")
