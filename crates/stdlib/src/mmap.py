# mmap: files in memory. What is mapped is _tensorcell.mapping.Memory, which shares its bytes.

import operator
import os

from _tensorcell.constants import mmap as _numbers
from _tensorcell.mapping import Memory

globals().update(_numbers)
error = OSError
ACCESS_DEFAULT, ACCESS_READ, ACCESS_WRITE, ACCESS_COPY = range(4)
PAGESIZE = ALLOCATIONGRANULARITY = os.sysconf("SC_PAGE_SIZE")


def _settings(access, flags, prot):
    """(access, flags, prot) with what each of them says of the others."""
    if access == ACCESS_DEFAULT:
        if prot & PROT_READ and prot & PROT_WRITE:
            return access, flags, prot
        return (ACCESS_WRITE if prot & PROT_WRITE else ACCESS_READ), flags, prot
    if flags != MAP_SHARED or prot != PROT_WRITE | PROT_READ:
        raise ValueError("mmap can't specify both access and flags, prot.")
    if access == ACCESS_READ:
        return access, MAP_SHARED, PROT_READ
    if access == ACCESS_WRITE:
        return access, MAP_SHARED, PROT_READ | PROT_WRITE
    if access == ACCESS_COPY:
        return access, MAP_PRIVATE, PROT_READ | PROT_WRITE
    raise ValueError("mmap invalid access parameter.")


class mmap(Memory):
    """Map a file to memory; with fileno -1, memory of no file."""

    def __new__(
        cls,
        fileno,
        length,
        flags=MAP_SHARED,
        prot=PROT_WRITE | PROT_READ,
        access=ACCESS_DEFAULT,
        offset=0,
        *,
        trackfd=True,
    ):
        if length < 0:
            raise OverflowError("memory mapped length must be positive")
        if offset < 0:
            raise OverflowError("memory mapped offset must be positive")
        access, flags, prot = _settings(access, flags, prot)
        if fileno != -1:
            size = os.fstat(fileno).st_size
            if length == 0:
                if size == 0:
                    raise ValueError("cannot mmap an empty file")
                if offset >= size:
                    raise ValueError("mmap offset is greater than file size")
                length = size - offset
            elif (offset > size or size - offset < length) and size:
                raise ValueError("mmap length is greater than file size")
        else:
            flags |= MAP_ANONYMOUS
        if length == 0:
            raise OSError(22, "Invalid argument")
        self = Memory.__new__(cls, fileno, length, flags, prot, offset, trackfd)
        self._access = access
        self._offset = offset
        self._pos = 0
        self._tracks = trackfd
        self._length = length
        return self

    def _check(self):
        if self.closed:
            raise ValueError("mmap closed or invalid")

    def _check_writable(self):
        self._check()
        if self._access == ACCESS_READ:
            raise TypeError("mmap can't modify a readonly memory map.")

    def _check_resizable(self):
        self._check()
        if self._access not in (ACCESS_WRITE, ACCESS_DEFAULT):
            raise TypeError("mmap can't resize a readonly or copy-on-write memory map.")
        if not self._tracks:
            raise ValueError("mmap can't resize with trackfd=False.")

    def __repr__(self):
        name = f"{type(self).__module__}.{type(self).__qualname__}"
        if self.closed:
            return f"<{name} closed=True>"
        access = ("ACCESS_DEFAULT", "ACCESS_READ", "ACCESS_WRITE", "ACCESS_COPY")[self._access]
        return f"<{name} closed=False, access={access}, length={self._length}, pos={self._pos}, offset={self._offset}>"

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()

    def __len__(self):
        self._check()
        return self._length

    # --- items
    def _key(self, key):
        """A slice of numbers, or the place of an index."""
        self._check()
        if isinstance(key, slice):
            return slice(*[None if part is None else operator.index(part) for part in (key.start, key.stop, key.step)])
        if not hasattr(type(key), "__index__"):
            raise TypeError("mmap indices must be integers")
        at = key.__index__()
        if at < 0:
            at += self._length
        if not 0 <= at < self._length:
            raise IndexError("mmap index out of range")
        return at

    def __getitem__(self, key):
        # What makes the index may close or resize the memory.
        at = self._key(key)
        self._check()
        with memoryview(self) as view:
            return bytes(view[at]) if isinstance(at, slice) else view[at]

    def __setitem__(self, key, value):
        self._check_writable()
        at = self._key(key)
        if isinstance(at, slice):
            value = bytes(memoryview(value).cast("B"))
            if len(range(*at.indices(self._length))) != len(value):
                raise IndexError("mmap slice assignment is wrong size")
        else:
            value = operator.index(value)
            if not 0 <= value < 256:
                raise ValueError("mmap item value must be in range(0, 256)")
        self._check_writable()
        with memoryview(self) as view:
            view[at] = value

    def __delitem__(self, key):
        self._check_writable()
        raise TypeError("mmap object doesn't support item deletion")

    def __iter__(self):
        for at in range(len(self)):
            yield self[at : at + 1]

    # --- searching
    def find(self, sub, start=None, end=None, /):
        """The lowest index where sub is found; -1 where it is not."""
        self._check()
        return self._search(sub, self._pos if start is None else start, end, False)

    def rfind(self, sub, start=None, end=None, /):
        """The highest index where sub is found; -1 where it is not."""
        self._check()
        return self._search(sub, self._pos if start is None else start, end, True)

    def _search(self, sub, start, end, is_last):
        start, end, _ = slice(start, end).indices(self._length)
        with memoryview(sub) as wanted:
            found = self._find(bytes(wanted), start, max(start, end), is_last)
        return found

    # --- as a file
    def tell(self):
        """The position in the file."""
        self._check()
        return self._pos

    def seek(self, pos, whence=0, /):
        """Set the position in the file."""
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError("unknown seek type")
        pos += (0, self._pos, self._length)[whence]
        if not 0 <= pos <= self._length:
            raise ValueError("seek out of range")
        self._pos = pos
        return pos

    def seekable(self):
        """True."""
        return True

    def read(self, n=None, /):
        """Up to n bytes from the position on; all without n."""
        self._check()
        if n is not None and not hasattr(type(n), "__index__"):
            raise TypeError(f"argument should be integer or None, not '{type(n).__name__}'")
        left = max(self._length - self._pos, 0)
        count = left if n is None or n < 0 or n > left else n
        self._pos += count
        return self[self._pos - count : self._pos]

    def read_byte(self):
        """The byte at the position."""
        self._check()
        if self._pos >= self._length:
            raise ValueError("read byte out of range")
        self._pos += 1
        return self[self._pos - 1]

    def readline(self):
        """A line from the position on."""
        self._check()
        end = self[self._pos :].find(b"\n")
        return self.read(None if end < 0 else end + 1)

    def write(self, data, /):
        """Write bytes at the position; how many."""
        self._check_writable()
        data = bytes(memoryview(data).cast("B"))
        if self._pos + len(data) > self._length:
            raise ValueError("data out of range")
        self[self._pos : self._pos + len(data)] = data
        self._pos += len(data)
        return len(data)

    def write_byte(self, byte, /):
        """Write a byte at the position."""
        self._check_writable()
        if self._pos >= self._length:
            raise ValueError("write byte out of range")
        self[self._pos] = byte
        self._pos += 1

    # --- the whole
    def size(self):
        """The length of the file."""
        self._check()
        if self._fd is None:
            raise OSError(9, "Bad file descriptor")
        return os.fstat(self._fd).st_size

    def resize(self, newsize, /):
        """Resize the map and the file."""
        self._check_resizable()
        if newsize < 0:
            raise ValueError("new size out of range")
        self._resize(newsize)
        self._length = newsize

    def move(self, dest, src, count, /):
        """Copy count bytes from src to dest."""
        self._check_writable()
        if dest < 0 or src < 0 or count < 0 or dest + count > self._length or src + count > self._length:
            raise ValueError("source, destination, or count out of range")
        self[dest : dest + count] = self[src : src + count]

    def flush(self, offset=0, size=None, /):
        """Have changes reach the file."""
        self._check()
        size = self._length - offset if size is None else size
        if size < 0 or offset < 0 or offset + size > self._length:
            raise ValueError("flush values out of range")
        if self._access not in (ACCESS_READ, ACCESS_COPY):
            self._flush(offset, size)

    def madvise(self, option, start=0, length=None, /):
        """Tell the system how the memory will be used."""
        self._check()
        if not 0 <= start < self._length:
            raise ValueError("madvise start out of bounds")
        if length is None:
            length = self._length
        if length < 0:
            raise ValueError("madvise length invalid")
        if start + length > 2**63 - 1:
            raise OverflowError("madvise length too large")
        self._advise(option, start, min(length, self._length - start))

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__
