# pickle: objects as bytes. `_pickle_writer` and `_pickle_reader` have the two directions.

import io as _io

from _pickle_reader import Unpickler, UnpicklingError, _Memory
from _pickle_writer import DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, PickleBuffer, PickleError, Pickler, PicklingError

bytes_types = (bytes, bytearray)
format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes an object to a file."""
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The bytes of an object."""
    file = _io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The next object of a file."""
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    """The object of some bytes."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    file = _Memory(data if type(data) is bytes else bytes(memoryview(data)))
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


_dump, _dumps, _load, _loads, _Pickler, _Unpickler = dump, dumps, load, loads, Pickler, Unpickler
