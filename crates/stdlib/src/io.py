# io: streams in memory.

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    """An operation that the stream does not have."""


class IOBase:
    """What streams share."""

    closed = False
    _closed_message = "I/O operation on closed file."

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()

    def _check(self):
        if self.closed:
            raise ValueError(self._closed_message)

    def close(self):
        self.closed = True

    def flush(self):
        self._check()

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def isatty(self):
        return False

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def readlines(self, hint=-1):
        """The lines, or with a hint the first that hold so much."""
        if hint is None or hint <= 0:
            return list(self)
        lines, length = [], 0
        for line in self:
            lines.append(line)
            length += len(line)
            if length > hint:
                break
        return lines


class _Memory(IOBase):
    _empty = None
    _newline = None

    def _all(self):
        # Appended pieces are joined when somebody looks.
        if len(self._parts) != 1:
            self._parts = [self._empty.join(self._parts)]
        return self._parts[0]

    def _size(self):
        return self._length

    def _put(self, data):
        if self._at == self._length:
            self._parts.append(data)
            self._length += len(data)
        else:
            value = self._all()
            if self._at > self._length:
                value += self._fill * (self._at - self._length)
            value = value[: self._at] + data + value[self._at + len(data) :]
            self._parts = [value]
            self._length = len(value)
        self._at += len(data)
        return len(data)

    def getvalue(self):
        """Everything that was written."""
        self._check()
        return self._all()

    def read(self, size=-1, /):
        self._check()
        if size is not None and not hasattr(size, "__index__"):
            raise TypeError(f"argument should be integer or None, not {type(size).__name__!r}")
        value = self._all()
        end = self._length if size is None or size < 0 else min(self._length, self._at + size)
        part = value[self._at : end]
        self._at = max(end, self._at)
        return part

    def readline(self, size=-1, /):
        self._check()
        value = self._all()
        end = self._end_of_line(value)
        if size is not None and size >= 0:
            end = min(end, self._at + size)
        part = value[self._at : end]
        self._at = max(end, self._at)
        return part

    def _end_of_line(self, value):
        at = value.find(self._newline, self._at)
        return self._length if at < 0 else at + len(self._newline)

    def seek(self, offset, whence=0, /):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError(self._wrong_whence.format(whence))
        if whence == 0 and offset < 0:
            raise ValueError(self._negative.format(offset))
        if whence and offset and self._empty == "":
            raise OSError(f"Can't do nonzero {'cur' if whence == 1 else 'end'}-relative seeks")
        self._at = max(0, offset + (0, self._at, self._length)[whence])
        return self._at

    def tell(self):
        self._check()
        return self._at

    def truncate(self, size=None, /):
        self._check()
        size = self._at if size is None else size
        if size < 0:
            raise ValueError(f"{'Negative' if self._empty == '' else 'negative'} size value {size}")
        self._parts = [self._all()[:size]]
        self._length = len(self._parts[0])
        return size


class StringIO(_Memory):
    """A text stream in memory."""

    _closed_message = "I/O operation on closed file"
    _wrong_whence = "Invalid whence ({}, should be 0, 1 or 2)"
    _negative = "Negative seek position {}"

    _empty = ""
    _newline = "\n"
    _fill = "\0"

    def __init__(self, initial_value="", newline="\n"):
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f"newline must be str or None, not {type(newline).__name__}")
        if newline not in (None, "", "\n", "\r", "\r\n"):
            raise ValueError(f"illegal newline value: {newline!r}")
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f"initial_value must be str or None, not {type(initial_value).__name__}")
        # What ends a line; "": any of the three. None: they become "\n" as they are written.
        self._newline = "\n" if newline is None else newline
        self._translates = newline is None
        self._parts = [self._translated(initial_value or "")]
        self._length = len(self._parts[0])
        self._at = 0

    def write(self, s, /):
        self._check()
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")
        self._put(self._translated(s))
        return len(s)

    def _translated(self, text):
        if self._translates:
            return text.replace("\r\n", "\n").replace("\r", "\n")
        return text if self._newline in ("", "\n") else text.replace("\n", self._newline)

    def _end_of_line(self, value):
        if self._newline:
            return super()._end_of_line(value)
        at = [place for place in (value.find("\n", self._at), value.find("\r", self._at)) if place >= 0]
        if not at:
            return self._length
        return min(at) + (2 if value.startswith("\r\n", min(at)) else 1)


class BytesIO(_Memory):
    """A stream of bytes in memory."""

    _wrong_whence = "invalid whence ({}, should be 0, 1 or 2)"
    _negative = "negative seek value {}"

    _empty = b""
    _newline = b"\n"
    _fill = b"\0"

    def __init__(self, initial_bytes=b""):
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        self._parts = [bytes(initial_bytes or b"")]
        self._length = len(self._parts[0])
        self._at = 0

    def write(self, b, /):
        self._check()
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        return self._put(bytes(b))

    def readinto(self, buffer, /):
        """Reads into a bytearray or a memoryview, as much as it holds; the number of bytes."""
        self._check()
        if not isinstance(buffer, (bytearray, memoryview)):
            raise TypeError(f"readinto() argument must be read-write bytes-like object, not {type(buffer).__name__}")
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def read1(self, size=-1, /):
        return self.read(size)

    readinto1 = readinto

    def getbuffer(self):
        return memoryview(self.getvalue())


TextIOBase = IOBase
RawIOBase = IOBase
BufferedIOBase = IOBase
open = open
