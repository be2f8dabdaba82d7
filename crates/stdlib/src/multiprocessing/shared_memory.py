# multiprocessing.shared_memory: blocks of memory with names, by which other processes find them.

import mmap
import os
import secrets
import struct
from functools import partial
from multiprocessing import resource_tracker
from types import GenericAlias

__all__ = ["SharedMemory", "ShareableList"]

_FOLDER = "/dev/shm"
_PREFIX = "/psm_"
_LONGEST = 14


def _make_filename():
    """A name that nobody has."""
    name = _PREFIX + secrets.token_hex((_LONGEST - len(_PREFIX)) // 2)
    assert len(name) <= _LONGEST
    return name


def _place(name):
    """The file of a name."""
    if "\0" in name:
        raise ValueError("embedded null character")
    if "/" in name.removeprefix("/"):
        raise OSError(22, "Invalid argument", name)
    return _FOLDER + "/" + name.removeprefix("/")


class SharedMemory:
    """A block of shared memory: a new one, or one that exists."""

    _name = None
    _fd = -1
    _mmap = None
    _buf = None
    _flags = os.O_RDWR
    _mode = 0o600
    _prepend_leading_slash = True
    _track = True

    def __init__(self, name=None, create=False, size=0, *, track=True):
        if not size >= 0:
            raise ValueError("'size' must be a positive integer")
        if create:
            self._flags = os.O_CREAT | os.O_EXCL | os.O_RDWR
            if size == 0:
                raise ValueError("'size' must be a positive number different from zero")
        if name is None and not self._flags & os.O_EXCL:
            raise ValueError("'name' can only be None if create=True")
        self._track = track
        self._open(name)
        try:
            if create and size:
                os.ftruncate(self._fd, size)
            self._size = os.fstat(self._fd).st_size
            self._mmap = mmap.mmap(self._fd, self._size)
        except OSError:
            self.unlink()
            raise
        if self._track:
            resource_tracker.register(self._name, "shared_memory")
        self._buf = memoryview(self._mmap)

    def _open(self, name):
        while name is None:
            self._name = _make_filename()
            try:
                self._fd = os.open(_place(self._name), self._flags | os.O_NOFOLLOW, self._mode)
                return
            except FileExistsError:
                continue
        self._name = "/" + name if self._prepend_leading_slash else name
        try:
            self._fd = os.open(_place(self._name), self._flags | os.O_NOFOLLOW, self._mode)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, self._name) from None

    def __del__(self):
        try:
            self.close()
        except OSError:
            pass

    def __reduce__(self):
        return self.__class__, (self.name, False, self.size)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.name!r}, size={self.size})"

    @property
    def buf(self):
        """A view of the memory."""
        return self._buf

    @property
    def name(self):
        """The name that identifies the block."""
        name = self._name
        return name.removeprefix("/") if self._prepend_leading_slash else name

    @property
    def size(self):
        """The size in bytes."""
        return self._size

    def close(self):
        """Close the access of this process to the block."""
        if self._buf is not None:
            self._buf.release()
            self._buf = None
        if self._mmap is not None:
            self._mmap.close()
            self._mmap = None
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def unlink(self):
        """Have the block go when nobody uses it any more."""
        if self._name:
            try:
                os.unlink(_place(self._name))
            except OSError as error:
                raise type(error)(error.errno, error.strerror, self._name) from None
            if self._track:
                resource_tracker.unregister(self._name, "shared_memory")


class ShareableList:
    """A list of fixed length in shared memory, of numbers, strings, bytes, bools and None."""

    _types_mapping = {int: "q", float: "d", bool: "xxxxxxx?", str: "%ds", bytes: "%ds", type(None): "xxxxxx?x"}
    _alignment = 8
    _back_transforms_mapping = {
        0: lambda value: value,
        1: lambda value: value.rstrip(b"\x00").decode("utf-8"),
        2: lambda value: value.rstrip(b"\x00"),
        3: lambda value: None,
    }

    @staticmethod
    def _extract_recreation_code(value):
        """How the stored form becomes the value again."""
        if not isinstance(value, (str, bytes, type(None))):
            return 0
        return 1 if isinstance(value, str) else 2 if isinstance(value, bytes) else 3

    def __init__(self, sequence=None, *, name=None):
        if name is None or sequence is not None:
            sequence = sequence or ()
            formats = [self._format_of(item) for item in sequence]
            self._list_len = len(formats)
            self._allocated_offsets = [0]
            for format in formats:
                size = struct.calcsize("<" + format)
                self._allocated_offsets.append(self._allocated_offsets[-1] + self._aligned(size))
            codes = [self._extract_recreation_code(item) for item in sequence]
            requested = struct.calcsize("q" + self._format_size_metainfo) + self._packed_size(formats, codes)
            self.shm = SharedMemory(name, create=True, size=requested)
            self._write(sequence, formats, codes)
        else:
            self.shm = SharedMemory(name)
            self._list_len = struct.unpack_from("q", self.shm.buf, 0)[0]
            self._allocated_offsets = list(struct.unpack_from(self._format_size_metainfo, self.shm.buf, 8))

    def _aligned(self, size):
        return self._alignment * (size // self._alignment + 1)

    def _format_of(self, item):
        kind = self._types_mapping.get(type(item))
        if kind is None:
            raise ValueError(f"type {type(item).__name__} is not shared in a list")
        if isinstance(item, (str, bytes)):
            data = item.encode("utf-8") if isinstance(item, str) else item
            return kind % self._aligned(len(data))
        return kind

    def _packed_size(self, formats, codes):
        return self._allocated_offsets[-1] + len(formats) * 8 + len(codes)

    def _write(self, sequence, formats, codes):
        struct.pack_into("q" + self._format_size_metainfo, self.shm.buf, 0, self._list_len, *self._allocated_offsets)
        for position, (item, format, code) in enumerate(zip(sequence, formats, codes)):
            self._set_packing_format_and_transform(position, format, code)
            self._pack(position, format, item)

    def _pack(self, position, format, item):
        data = item.encode("utf-8") if isinstance(item, str) else item
        values = () if data is None else (data,)
        if data is None:
            format, values = "8x", ()
        struct.pack_into(format, self.shm.buf, self._offset_data_start + self._allocated_offsets[position], *values)

    @property
    def _format_size_metainfo(self):
        return "q" * (self._list_len + 1)

    @property
    def _format_packing_metainfo(self):
        return "8s" * self._list_len

    @property
    def _format_back_transform_codes(self):
        return "b" * self._list_len

    @property
    def format(self):
        """The formats of struct of the items."""
        return "".join(self._get_packing_format(position) for position in range(self._list_len))

    @property
    def _offset_data_start(self):
        return (self._list_len + 2) * 8

    @property
    def _offset_packing_formats(self):
        return self._offset_data_start + self._allocated_offsets[-1]

    @property
    def _offset_back_transform_codes(self):
        return self._offset_packing_formats + self._list_len * 8

    def _check(self, position):
        if not -self._list_len <= position < self._list_len:
            raise IndexError("Requested position out of range.")
        return position % self._list_len

    def _get_packing_format(self, position):
        position = self._check(position)
        data = struct.unpack_from("8s", self.shm.buf, self._offset_packing_formats + position * 8)[0]
        return data.rstrip(b"\x00").decode("utf-8")

    def _get_back_transform(self, position):
        position = self._check(position)
        code = struct.unpack_from("b", self.shm.buf, self._offset_back_transform_codes + position)[0]
        return self._back_transforms_mapping[code]

    def _set_packing_format_and_transform(self, position, format, code):
        position = self._check(position)
        struct.pack_into("8s", self.shm.buf, self._offset_packing_formats + position * 8, format.encode("utf-8"))
        struct.pack_into("b", self.shm.buf, self._offset_back_transform_codes + position, code)

    def __getitem__(self, position):
        try:
            position = self._check(position)
        except IndexError:
            raise IndexError("index out of range") from None
        offset = self._offset_data_start + self._allocated_offsets[position]
        values = struct.unpack_from(self._get_packing_format(position), self.shm.buf, offset)
        return self._get_back_transform(position)(values[0])

    def __setitem__(self, position, value):
        try:
            position = self._check(position)
        except IndexError:
            raise IndexError("assignment index out of range") from None
        room = self._allocated_offsets[position + 1] - self._allocated_offsets[position]
        if isinstance(value, (str, bytes)):
            data = value.encode("utf-8") if isinstance(value, str) else value
            if len(data) > room:
                raise ValueError("bytes/str item exceeds available storage")
            current = self._get_packing_format(position)
            format = current if current.endswith("s") else self._types_mapping[str] % room
        else:
            format = self._format_of(value)
        self._set_packing_format_and_transform(position, format, self._extract_recreation_code(value))
        self._pack(position, format, value)

    def __reduce__(self):
        return partial(self.__class__, name=self.shm.name), ()

    def __len__(self):
        return self._list_len

    def __repr__(self):
        return f"{self.__class__.__name__}({list(self)}, name={self.shm.name!r})"

    def count(self, value):
        """How often a value is in the list."""
        return sum(value == item for item in self)

    def index(self, value):
        """The first place of a value."""
        for position, item in enumerate(self):
            if value == item:
                return position
        raise ValueError(f"{value!r} not in this container")

    __class_getitem__ = classmethod(GenericAlias)
