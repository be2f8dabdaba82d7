# pickle: objects as bytes. `_pickle` is native; `_pickle_writer` and `_pickle_reader` have the classes in Python, whose steps
# a program can replace one by one.

import io as _io
from _pickle import PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps, load, loads
from copyreg import dispatch_table

from _pickle_reader import Unpickler as _Unpickler
from _pickle_reader import _Memory
from _pickle_writer import DEFAULT_PROTOCOL, HIGHEST_PROTOCOL
from _pickle_writer import Pickler as _Pickler

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads"]
__all__ += ["PickleBuffer"]
bytes_types = (bytes, bytearray)
format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]


def _dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes an object to a file."""
    _Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def _dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The bytes of an object."""
    file = _io.BytesIO()
    _Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def _load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The next object of a file."""
    return _Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def _loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object of some bytes."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    file = _Memory(data if type(data) is bytes else bytes(memoryview(data)))
    return _Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def encode_long(x):
    """A whole number as the fewest bytes of two's complement, the lowest first; none for 0."""
    if x == 0:
        return b""
    # One bit for the sign, which powers of two below zero do not need.
    size = (x.bit_length() if x > 0 else (x + 1).bit_length()) // 8 + 1
    return x.to_bytes(size, "little", signed=True)


def decode_long(data):
    """The whole number that `encode_long` wrote."""
    return int.from_bytes(data, "little", signed=True)


# The bytes that begin each instruction of a pickle.
MARK = b"("
STOP = b"."
POP = b"0"
POP_MARK = b"1"
DUP = b"2"
FLOAT = b"F"
INT = b"I"
BININT = b"J"
BININT1 = b"K"
LONG = b"L"
BININT2 = b"M"
NONE = b"N"
PERSID = b"P"
BINPERSID = b"Q"
REDUCE = b"R"
STRING = b"S"
BINSTRING = b"T"
SHORT_BINSTRING = b"U"
UNICODE = b"V"
BINUNICODE = b"X"
APPEND = b"a"
BUILD = b"b"
GLOBAL = b"c"
DICT = b"d"
EMPTY_DICT = b"}"
APPENDS = b"e"
GET = b"g"
BINGET = b"h"
INST = b"i"
LONG_BINGET = b"j"
LIST = b"l"
EMPTY_LIST = b"]"
OBJ = b"o"
PUT = b"p"
BINPUT = b"q"
LONG_BINPUT = b"r"
SETITEM = b"s"
TUPLE = b"t"
EMPTY_TUPLE = b")"
SETITEMS = b"u"
BINFLOAT = b"G"
TRUE = b"I01\n"
FALSE = b"I00\n"
PROTO = b"\x80"
NEWOBJ = b"\x81"
EXT1 = b"\x82"
EXT2 = b"\x83"
EXT4 = b"\x84"
TUPLE1 = b"\x85"
TUPLE2 = b"\x86"
TUPLE3 = b"\x87"
NEWTRUE = b"\x88"
NEWFALSE = b"\x89"
LONG1 = b"\x8a"
LONG4 = b"\x8b"
BINBYTES = b"B"
SHORT_BINBYTES = b"C"
SHORT_BINUNICODE = b"\x8c"
BINUNICODE8 = b"\x8d"
BINBYTES8 = b"\x8e"
EMPTY_SET = b"\x8f"
ADDITEMS = b"\x90"
FROZENSET = b"\x91"
NEWOBJ_EX = b"\x92"
STACK_GLOBAL = b"\x93"
MEMOIZE = b"\x94"
FRAME = b"\x95"
BYTEARRAY8 = b"\x96"
NEXT_BUFFER = b"\x97"
READONLY_BUFFER = b"\x98"

__all__ += [name for name in dir() if name.isupper() or name[:-1].isupper() and name != "DEFAULT_PROTOCOL"]
