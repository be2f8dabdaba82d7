# _compression: files that are compressed, whatever by: part of bz2, gzip and lzma.

import builtins
import io
import os
import sys

BUFFER_SIZE = io.DEFAULT_BUFFER_SIZE


class BaseStream(io.BufferedIOBase):
    """A stream that says what it is not open for."""

    def _check_not_closed(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def _check_can_read(self):
        if not self.readable():
            raise io.UnsupportedOperation("File not open for reading")

    def _check_can_write(self):
        if not self.writable():
            raise io.UnsupportedOperation("File not open for writing")

    def _check_can_seek(self):
        if not self.readable():
            raise io.UnsupportedOperation("Seeking is only supported on files open for reading")
        if not self.seekable():
            raise io.UnsupportedOperation("The underlying file object does not support seeking")


class DecompressReader(io.RawIOBase):
    """What a decompressor gives for a file, as a stream of bytes; streams that follow each other are one."""

    def __init__(self, fp, decomp_factory, trailing_error=(), **decomp_args):
        self._fp = fp
        self._decomp_factory, self._decomp_args = decomp_factory, decomp_args
        self._trailing_error = trailing_error
        self._size = -1
        self._begin()

    def _begin(self):
        self._eof, self._pos = False, 0
        self._decompressor = self._decomp_factory(**self._decomp_args)

    def readable(self):
        return True

    def seekable(self):
        return self._fp.seekable()

    def close(self):
        self._decompressor = None
        return super().close()

    def readinto(self, b):
        with memoryview(b) as view, view.cast("B") as target:
            data = self.read(len(target))
            target[: len(data)] = data
        return len(data)

    def read(self, size=-1):
        if size < 0:
            return self.readall()
        data = b""
        while size and not data and not self._eof:
            data = self._next(size)
        self._pos += len(data)
        if self._eof:
            self._size = self._pos
        return data

    def _next(self, size):
        """Some bytes, or none where more input is needed or the file has ended."""
        if self._decompressor.eof:
            return self._next_stream(size)
        raw = b""
        if self._decompressor.needs_input:
            raw = self._fp.read(BUFFER_SIZE)
            if not raw:
                raise EOFError("Compressed file ended before the end-of-stream marker was reached")
        return self._decompressor.decompress(raw, size)

    def _next_stream(self, size):
        raw = self._decompressor.unused_data or self._fp.read(BUFFER_SIZE)
        if not raw:
            self._eof = True
            return b""
        self._decompressor = self._decomp_factory(**self._decomp_args)
        try:
            return self._decompressor.decompress(raw, size)
        except self._trailing_error:
            # What follows the last stream is none, and is passed over.
            self._eof = True
            return b""

    def readall(self):
        chunks = []
        while data := self.read(sys.maxsize):
            chunks.append(data)
        return b"".join(chunks)

    def _rewind(self):
        self._fp.seek(0)
        self._begin()

    def seek(self, offset, whence=io.SEEK_SET):
        if whence == io.SEEK_CUR:
            offset += self._pos
        elif whence == io.SEEK_END:
            if self._size < 0:
                while self.read(BUFFER_SIZE):
                    pass
            offset += self._size
        elif whence != io.SEEK_SET:
            raise ValueError(f"Invalid value for whence: {whence}")
        if offset < self._pos:
            self._rewind()
        while self._pos < offset and self.read(min(BUFFER_SIZE, offset - self._pos)):
            pass
        return self._pos

    def tell(self):
        """Return the current file position."""
        return self._pos


class CompressedFile(BaseStream):
    """A file with one compressor or decompressor between it and the program."""

    _fp = None
    _closefp = False
    _compressor = None

    def _open(self, filename, mode, compressor):
        """Open a file to write to through a compressor, or to read from where there is none."""
        if isinstance(filename, (str, bytes, os.PathLike)):
            self._fp = builtins.open(filename, mode if "b" in mode else mode + "b")
            self._closefp = True
        elif hasattr(filename, "read") or hasattr(filename, "write"):
            self._fp = filename
        else:
            raise TypeError("filename must be a str, bytes, file or PathLike object")
        self._compressor, self._pos = compressor, 0
        self._writing = compressor is not None

    def _read_through(self, factory, trailing_error, **options):
        self._buffer = io.BufferedReader(DecompressReader(self._fp, factory, trailing_error, **options))

    def close(self):
        """Flush and close the file; a file that was given stays open."""
        if self.closed:
            return
        try:
            if self._writing:
                self._fp.write(self._compressor.flush())
            else:
                self._buffer.close()
        finally:
            try:
                if self._closefp:
                    self._fp.close()
            finally:
                self._fp = self._compressor = self._buffer = None

    @property
    def closed(self):
        """True if this file is closed."""
        return self._fp is None

    @property
    def name(self):
        self._check_not_closed()
        return self._fp.name

    @property
    def mode(self):
        return "wb" if self._writing else "rb"

    def fileno(self):
        """Return the file descriptor for the underlying file."""
        self._check_not_closed()
        return self._fp.fileno()

    def seekable(self):
        """Return whether the file supports seeking."""
        return self.readable() and self._buffer.seekable()

    def readable(self):
        """Return whether the file was opened for reading."""
        self._check_not_closed()
        return not self._writing

    def writable(self):
        """Return whether the file was opened for writing."""
        self._check_not_closed()
        return self._writing

    def peek(self, size=-1):
        """Return buffered data without advancing the file position."""
        self._check_can_read()
        return self._buffer.peek(size)

    def read(self, size=-1):
        """Read up to size uncompressed bytes from the file."""
        self._check_can_read()
        return self._buffer.read(size)

    def read1(self, size=-1):
        """Read up to size uncompressed bytes, with as few reads of the underlying file as there can be."""
        self._check_can_read()
        return self._buffer.read1(BUFFER_SIZE if size < 0 else size)

    def readinto(self, b):
        """Read bytes into b."""
        self._check_can_read()
        return self._buffer.readinto(b)

    def readline(self, size=-1):
        """Read a line of uncompressed bytes from the file."""
        self._check_can_read()
        return self._buffer.readline(_index(size))

    def readlines(self, size=-1):
        """Read a list of lines of uncompressed bytes from the file."""
        self._check_can_read()
        return self._buffer.readlines(_index(size))

    def write(self, data):
        """Write a byte string to the file; the number of its bytes, always all of them."""
        self._check_can_write()
        with memoryview(data) as view:
            length = view.nbytes
        self._fp.write(self._compressor.compress(data))
        self._pos += length
        return length

    def writelines(self, seq):
        """Write a sequence of byte strings to the file."""
        self._check_can_write()
        return super().writelines(seq)

    def seek(self, offset, whence=io.SEEK_SET):
        """Change the file position; backwards means from the beginning."""
        self._check_can_seek()
        return self._buffer.seek(_no_lower(offset, whence), whence)

    def tell(self):
        """Return the current file position."""
        self._check_not_closed()
        return self._pos if self._writing else self._buffer.tell()


def _no_lower(offset, whence):
    """A place before the beginning is the beginning."""
    return max(offset, 0) if whence == io.SEEK_SET else offset


def _index(size):
    if not hasattr(size, "__index__"):
        raise TypeError("Integer argument expected")
    return size.__index__()


def open_text_or_binary(mode, encoding, errors, newline, make):
    """A file that make() opens in binary mode, as text where the mode says so."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError(f"Invalid mode: {mode!r}")
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError(f"Argument {name!r} not supported in binary mode")
    binary = make(mode.replace("t", ""))
    if "t" not in mode:
        return binary
    return io.TextIOWrapper(binary, io.text_encoding(encoding), errors, newline)


class Unpicklable:
    """A stream under way: it cannot be copied or kept."""

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle {type(self).__module__ + '.' + type(self).__name__!r} object")
