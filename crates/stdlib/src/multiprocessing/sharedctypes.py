# multiprocessing.sharedctypes: numbers of C in memory that processes share.

import ctypes
import struct
from multiprocessing import context
from multiprocessing.heap import BufferWrapper

__all__ = ["RawValue", "RawArray", "Value", "Array", "copy", "synchronized"]

typecode_to_type = {
    "c": ctypes.c_char,
    "b": ctypes.c_byte,
    "B": ctypes.c_ubyte,
    "h": ctypes.c_short,
    "H": ctypes.c_ushort,
    "i": ctypes.c_int,
    "I": ctypes.c_uint,
    "l": ctypes.c_long,
    "L": ctypes.c_ulong,
    "q": ctypes.c_longlong,
    "Q": ctypes.c_ulonglong,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}


def _type_of(typecode_or_type):
    kind = typecode_to_type.get(typecode_or_type, typecode_or_type)
    if not getattr(kind, "_type_", None):
        raise TypeError(f"{kind!r} is no number of ctypes: structures are not shared here")
    return kind


class _Shared:
    """Numbers of one type in shared memory."""

    def __init__(self, type, count):
        self._type = type
        self._code = type._type_
        self._wrapper = BufferWrapper(count * struct.calcsize(self._code))
        self._open()

    def _open(self):
        self._view = self._wrapper.create_memoryview().cast(self._code)

    def __getstate__(self):
        context.assert_spawning(self)
        return self._code, self._wrapper

    def __setstate__(self, state):
        self._code, self._wrapper = state
        self._type = typecode_to_type.get(self._code, ctypes.c_bool)
        self._open()

    def _clear(self):
        self._view.cast("B")[:] = bytes(self._view.nbytes)

    def _fitted(self, value):
        """The value as memory holds it: whole numbers wrap."""
        return self._type._fitted(value)


class _Number(_Shared):
    """A number in shared memory."""

    def __init__(self, type, *args):
        _Shared.__init__(self, type, 1)
        if len(args) > 1:
            raise TypeError(f"{type.__name__} takes at most 1 argument ({len(args)} given)")
        self._clear()
        if args:
            self.value = args[0]

    @property
    def value(self):
        """The number."""
        return self._view[0]

    @value.setter
    def value(self, value):
        self._view[0] = self._fitted(value)

    def __repr__(self):
        return f"{self._type.__name__}({self.value!r})"

    def __bool__(self):
        return bool(self.value)


class _Numbers(_Shared):
    """Numbers in shared memory."""

    def __init__(self, type, size):
        _Shared.__init__(self, type, size)
        self._clear()

    def __len__(self):
        return len(self._view)

    def __iter__(self):
        return iter(self._view.tolist())

    def __getitem__(self, key):
        if isinstance(key, slice):
            items = self._view[key].tolist()
            return b"".join(items) if self._code == "c" else items
        try:
            return self._view[key]
        except IndexError:
            raise IndexError("invalid index") from None

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            try:
                self._view[key] = self._fitted(value)
            except IndexError:
                raise IndexError("invalid index") from None
            return
        places = range(*key.indices(len(self)))
        values = [value[at : at + 1] for at in range(len(value))] if self._code == "c" else list(value)
        if len(values) != len(places):
            raise ValueError("Can only assign sequence of same size")
        for place, item in zip(places, values):
            self._view[place] = self._fitted(item)

    def __repr__(self):
        return f"<{type(self).__module__}.{self._type.__name__}_Array_{len(self)} object at {id(self):#x}>"

    def _text(self):
        return self.raw.partition(b"\0")[0]

    def _set_text(self, value):
        if not isinstance(value, bytes):
            raise TypeError(f"bytes expected instead of {type(value).__name__} instance")
        if len(value) > len(self):
            raise ValueError("byte string too long")
        self._view.cast("B")[: len(value)] = value
        if len(value) < len(self):
            self._view.cast("B")[len(value)] = 0

    def _raw(self):
        return bytes(self._view.cast("B"))

    def _set_raw(self, value):
        if len(value) > len(self):
            raise ValueError("byte string too long")
        self._view.cast("B")[: len(value)] = value


class _Text(_Numbers):
    """Characters in shared memory."""

    value = property(_Numbers._text, _Numbers._set_text, doc="The bytes before the first null.")
    raw = property(_Numbers._raw, _Numbers._set_raw, doc="All bytes.")


def RawValue(typecode_or_type, *args):
    """A number in shared memory."""
    return _Number(_type_of(typecode_or_type), *args)


def RawArray(typecode_or_type, size_or_initializer):
    """Numbers in shared memory: so many zeros, or those of a sequence."""
    type = _type_of(typecode_or_type)
    kind = _Text if type._type_ == "c" else _Numbers
    if isinstance(size_or_initializer, int):
        if size_or_initializer < 0:
            raise ValueError(f"Array length must be >= 0, not {size_or_initializer}")
        return kind(type, size_or_initializer)
    made = kind(type, len(size_or_initializer))
    made[:] = size_or_initializer
    return made


def Value(typecode_or_type, *args, lock=True, ctx=None):
    """A number in shared memory, with a lock."""
    return _locked(RawValue(typecode_or_type, *args), lock, ctx)


def Array(typecode_or_type, size_or_initializer, *, lock=True, ctx=None):
    """Numbers in shared memory, with a lock."""
    return _locked(RawArray(typecode_or_type, size_or_initializer), lock, ctx)


def _locked(obj, lock, ctx):
    if lock is False:
        return obj
    if lock in (True, None):
        lock = (ctx or context._default_context.get_context()).RLock()
    if not hasattr(lock, "acquire"):
        raise AttributeError("%r has no method 'acquire'" % lock)
    return synchronized(obj, lock, ctx)


def copy(obj):
    """A copy in shared memory."""
    made = RawArray(obj._type, len(obj)) if isinstance(obj, _Numbers) else RawValue(obj._type)
    made._view.cast("B")[:] = bytes(obj._view.cast("B"))
    return made


def synchronized(obj, lock=None, ctx=None):
    """The object with a lock around each use."""
    assert not isinstance(obj, SynchronizedBase), "object already synchronized"
    ctx = ctx or context._default_context.get_context()
    if isinstance(obj, _Text):
        return SynchronizedString(obj, lock, ctx)
    if isinstance(obj, _Numbers):
        return SynchronizedArray(obj, lock, ctx)
    return Synchronized(obj, lock, ctx)


class SynchronizedBase:
    """An object in shared memory with a lock."""

    def __init__(self, obj, lock=None, ctx=None):
        self._obj = obj
        self._lock = lock or (ctx or context._default_context.get_context()).RLock()
        self._make_methods()

    def _make_methods(self):
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *details):
        return self._lock.__exit__(*details)

    def __getstate__(self):
        context.assert_spawning(self)
        return self._obj, self._lock

    def __setstate__(self, state):
        self._obj, self._lock = state
        self._make_methods()

    def get_obj(self):
        """The object without its lock."""
        return self._obj

    def get_lock(self):
        """The lock."""
        return self._lock

    def __repr__(self):
        return "<%s wrapper for %s>" % (type(self).__name__, self._obj)


def _guarded(name):
    def get(self):
        with self._lock:
            return getattr(self._obj, name)

    def set(self, value):
        with self._lock:
            setattr(self._obj, name, value)

    return property(get, set)


class Synchronized(SynchronizedBase):
    """A number in shared memory with a lock."""

    value = _guarded("value")


class SynchronizedArray(SynchronizedBase):
    """Numbers in shared memory with a lock."""

    def __len__(self):
        return len(self._obj)

    def __getitem__(self, key):
        with self:
            return self._obj[key]

    def __setitem__(self, key, value):
        with self:
            self._obj[key] = value


class SynchronizedString(SynchronizedArray):
    """Characters in shared memory with a lock."""

    value = _guarded("value")
    raw = _guarded("raw")
