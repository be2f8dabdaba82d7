# ctypes: the numbers of C by size and range. Libraries in machine code are not loaded.

import struct as _struct


class _SimpleCData:
    """A number of C."""

    _type_ = ""

    def __init__(self, value=0):
        self.value = value

    def __setattr__(self, name, value):
        object.__setattr__(self, name, self._fitted(value) if name == "value" else value)

    @classmethod
    def _fitted(cls, value):
        """The value as memory of this size holds it: whole numbers wrap."""
        if cls._type_ in "fd":
            return _struct.unpack(cls._type_, _struct.pack(cls._type_, value))[0]
        if cls._type_ == "?":
            return bool(value)
        if cls._type_ == "c":
            return value if isinstance(value, bytes) else bytes([value])
        if cls._type_ == "w":
            if not isinstance(value, str) or len(value) != 1:
                raise TypeError(f"unicode string expected instead of {type(value).__name__} instance")
            return value
        if not isinstance(value, int):
            raise TypeError(f"an integer is required (got type {type(value).__name__})")
        bits = 8 * _struct.calcsize(cls._type_)
        value &= (1 << bits) - 1
        return value - (1 << bits) if cls._type_.islower() and value >> (bits - 1) else value

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"

    def __bool__(self):
        return bool(self.value)


def _number(name, code):
    return type(name, (_SimpleCData,), {"_type_": code, "__module__": "ctypes"})


c_bool, c_char = _number("c_bool", "?"), _number("c_char", "c")
c_byte, c_ubyte = _number("c_byte", "b"), _number("c_ubyte", "B")
c_wchar = _number("c_wchar", "w")
c_short, c_ushort = _number("c_short", "h"), _number("c_ushort", "H")
c_int, c_uint = _number("c_int", "i"), _number("c_uint", "I")
c_long, c_ulong = _number("c_long", "l"), _number("c_ulong", "L")
c_float, c_double = _number("c_float", "f"), _number("c_double", "d")
c_int8, c_uint8, c_int16, c_uint16, c_int32, c_uint32 = c_byte, c_ubyte, c_short, c_ushort, c_int, c_uint
c_longlong = c_int64 = c_ssize_t = c_long
c_ulonglong = c_uint64 = c_size_t = c_ulong


def sizeof(type, /):
    """The bytes that a number of C takes."""
    code = getattr(type, "_type_", "")
    if not code:
        raise TypeError("this type has no size")
    return 4 if code == "w" else _struct.calcsize(code)


alignment = sizeof


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'ctypes' has no attribute {name!r}")
    raise ImportError(f"ctypes.{name} works on the memory of machine code, which cannot be loaded here")
