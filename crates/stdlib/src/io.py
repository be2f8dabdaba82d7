# io: the classes of streams, and streams in memory.

from abc import ABCMeta

from _tensorcell.io import _DataMemory, _TextMemory

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    """An operation that the stream does not have."""


class IOBase(metaclass=ABCMeta):
    """What streams share."""

    _closed = False
    _closed_message = "I/O operation on closed file."

    def _unsupported(self, name):
        raise UnsupportedOperation(f"{type(self).__name__}.{name}() not supported")

    @property
    def closed(self):
        return self._closed

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()

    def _check(self):
        if self.closed:
            raise ValueError(self._closed_message)

    def _checkClosed(self, msg=None):
        if self.closed:
            raise ValueError("I/O operation on closed file." if msg is None else msg)

    def _checkReadable(self, msg=None):
        if not self.readable():
            raise UnsupportedOperation("File or stream is not readable." if msg is None else msg)

    def _checkWritable(self, msg=None):
        if not self.writable():
            raise UnsupportedOperation("File or stream is not writable." if msg is None else msg)

    def _checkSeekable(self, msg=None):
        if not self.seekable():
            raise UnsupportedOperation("File or stream is not seekable." if msg is None else msg)

    def close(self):
        if not self._closed:
            try:
                self.flush()
            finally:
                self._closed = True

    def flush(self):
        self._check()

    def readable(self):
        self._check()
        return False

    def writable(self):
        self._check()
        return False

    def seekable(self):
        self._check()
        return False

    def seek(self, offset, whence=0, /):
        raise UnsupportedOperation("seek")

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, size=None, /):
        raise UnsupportedOperation("truncate")

    def isatty(self):
        self._check()
        return False

    def fileno(self):
        raise UnsupportedOperation("fileno")

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def readline(self, size=-1, /):
        """The bytes up to the end of the line, read one by one, or as many as peek shows."""
        size = -1 if size is None else size
        line = b""
        while size < 0 or len(line) < size:
            count = 1
            if hasattr(self, "peek"):
                ahead = self.peek(1)
                count = ahead.find(b"\n") + 1 or len(ahead) or 1
                count = count if size < 0 else min(count, size - len(line))
            part = self.read(count)
            if not part:
                break
            if not isinstance(part, bytes):
                raise OSError(f"read() should have returned a bytes object, not '{type(part).__name__}'")
            line += part
            if line.endswith(b"\n"):
                break
        return line

    def writelines(self, lines):
        self._check()
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


class RawIOBase(IOBase):
    """A stream of bytes without a buffer."""

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass

    def read(self, size=-1, /):
        size = -1 if size is None else size
        if size < 0:
            return self.readall()
        buffer = bytearray(size.__index__())
        count = self.readinto(buffer)
        return None if count is None else bytes(buffer[:count])

    def readall(self):
        data = b""
        while part := self.read(DEFAULT_BUFFER_SIZE):
            data += part
        return data if data or part is not None else None

    def readinto(self, buffer, /):
        raise NotImplementedError

    def write(self, b, /):
        raise NotImplementedError


class BufferedIOBase(IOBase):
    """A stream of bytes with a buffer."""

    def detach(self):
        raise UnsupportedOperation("detach")

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def read1(self, size=-1, /):
        raise UnsupportedOperation("read1")

    def write(self, b, /):
        raise UnsupportedOperation("write")

    def readinto(self, buffer, /):
        return _filled(buffer, self.read(len(buffer)))

    def readinto1(self, buffer, /):
        return _filled(buffer, self.read1(len(buffer)))


class TextIOBase(IOBase):
    """A stream of text."""

    encoding = None
    errors = None
    newlines = None

    def detach(self):
        raise UnsupportedOperation("detach")

    def read(self, size=-1, /):
        raise UnsupportedOperation("read")

    def readline(self, size=-1, /):
        raise UnsupportedOperation("readline")

    def write(self, s, /):
        raise UnsupportedOperation("write")


def _filled(buffer, data):
    buffer[: len(data)] = data
    return len(data)


RawIOBase.register(FileIO)
for _class in (BufferedReader, BufferedWriter, BufferedRandom):
    BufferedIOBase.register(_class)
TextIOBase.register(TextIOWrapper)
TextIOBase.register(_ConsoleStream)


class _Memory:
    """What streams in memory share."""

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        # A loop over the lines calls `readline` where a class has its own.
        if "readline" in cls.__dict__ and "__next__" not in cls.__dict__:
            cls.__next__ = IOBase.__next__

    def readable(self):
        self._check()
        return True

    writable = seekable = readable


class StringIO(_TextMemory, _Memory, TextIOBase):
    """A text stream in memory."""


class BytesIO(_DataMemory, _Memory, BufferedIOBase):
    """A stream of bytes in memory."""

    def getbuffer(self):
        return memoryview(self.getvalue())


def _standard_input():
    """The standard input of a program, text over the bytes of descriptor 0; None if that is closed."""
    try:
        raw = FileIO(0, closefd=False)
    except OSError:
        return None
    raw.name = "<stdin>"
    stream = TextIOWrapper(BufferedReader(raw), encoding="utf-8", newline="\n")
    stream.mode = "r"
    return stream


class _ConsoleBuffer(BufferedIOBase):
    """The bytes of a stream of the console, which is text beneath."""

    def __init__(self, stream):
        self._stream = stream
        self.raw = self

    def readable(self):
        return self._stream.readable()

    def writable(self):
        return self._stream.writable()

    def write(self, b, /):
        self._stream.write(bytes(b).decode("utf-8", "replace"))
        return len(b)

    def read(self, size=-1, /):
        return self._stream.read(size).encode()

    def readline(self, size=-1, /):
        return self._stream.readline().encode()

    def fileno(self):
        return self._stream.fileno()


class BufferedRWPair(BufferedIOBase):
    """A stream to read and a stream to write as one."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE, /):
        if not reader.readable():
            raise UnsupportedOperation("File or stream is not readable.")
        if not writer.writable():
            raise UnsupportedOperation("File or stream is not writable.")
        self.reader = BufferedReader(reader, buffer_size)
        self.writer = BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        return self.reader.read(size)

    def read1(self, size=-1, /):
        return self.reader.read1(size)

    def readinto(self, buffer, /):
        return self.reader.readinto(buffer)

    def peek(self, size=0, /):
        return self.reader.peek(size)

    def write(self, b, /):
        return self.writer.write(b)

    def flush(self):
        return self.writer.flush()

    def readable(self):
        return self.reader.readable()

    def writable(self):
        return self.writer.writable()

    def isatty(self):
        return self.reader.isatty() or self.writer.isatty()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()

    @property
    def closed(self):
        return self.writer.closed


class IncrementalNewlineDecoder:
    """Translates the ends of lines in text that comes in pieces."""

    def __init__(self, decoder, translate, errors="strict"):
        self.decoder = decoder
        self.translate = translate
        self.errors = errors
        self._met = set()
        self._return = False

    def decode(self, input, final=False):
        text = input if self.decoder is None else self.decoder.decode(input, final=final)
        if self._return and (text or final):
            text = "\r" + text
            self._return = False
        if text.endswith("\r") and not final:
            text = text[:-1]
            self._return = True
        rest = text.replace("\r\n", "")
        self._met |= {end for end, part in (("\r\n", text), ("\r", rest), ("\n", rest)) if end in part}
        return text.replace("\r\n", "\n").replace("\r", "\n") if self.translate else text

    def reset(self):
        self._met, self._return = set(), False
        if self.decoder is not None:
            self.decoder.reset()

    @property
    def newlines(self):
        met = tuple([end for end in ("\r", "\n", "\r\n") if end in self._met])
        return None if not met else met[0] if len(met) == 1 else met


def text_encoding(encoding, stacklevel=2, /):
    """The encoding, or the usual one's name."""
    return "locale" if encoding is None else encoding


BlockingIOError = BlockingIOError
open = open


def open_code(path):
    """Opens a file of code."""
    return open(path, "rb")
