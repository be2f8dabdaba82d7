# ctypes: the numbers of C, their sizes and ranges.
import ctypes
from ctypes import sizeof

KINDS = "bool char byte ubyte short ushort int uint long ulong longlong ulonglong float double int8 uint16 int32 uint64 size_t".split()
print([sizeof(getattr(ctypes, "c_" + kind)) for kind in KINDS])
for kind in ("byte", "ubyte", "short", "ushort", "int32", "uint32", "int64", "uint64"):
    number = getattr(ctypes, "c_" + kind)
    print(kind, [number(value).value for value in (0, 1, -1, 127, 128, 255, 256, 2**31, 2**63, -(2**63) - 1)])
print(ctypes.c_float(0.1).value, ctypes.c_double(0.1).value, ctypes.c_bool(7).value, ctypes.c_bool(0).value, ctypes.c_char(b"x").value)
x = ctypes.c_int(5)
x.value = 2**32 + 3
print(x.value, x, bool(x), bool(ctypes.c_int()), sizeof(x))
for value in ("a", 1.5, None):
    try:
        ctypes.c_int(value)
    except TypeError as error:
        print(type(error).__name__)
