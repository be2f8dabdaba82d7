"""Files in the format of gzip."""

import builtins
import io
import os
import struct
import time
import zlib

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = "rb", "wb"
READ_BUFFER_SIZE = 128 * 1024
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def _header(mtime, level, name=b""):
    """What stands before the compressed data."""
    extra = {_COMPRESS_LEVEL_BEST: 2, _COMPRESS_LEVEL_FAST: 4}.get(level, 0)
    moment = int(time.time() if mtime is None else mtime)
    flags, ending = (FNAME, b"\0") if name else (0, b"")
    return b"\x1f\x8b\x08" + struct.pack("<BLBB", flags, moment, extra, 255) + name + ending


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=0):
    """Compress data in one shot and return the compressed string."""
    body = zlib.compress(data, compresslevel, -15)
    return _header(mtime, compresslevel) + body + struct.pack("<LL", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def _member(data):
    """The first member of compressed data: what it holds, and what follows."""
    if data[:2] != b"\x1f\x8b":
        raise BadGzipFile(f"Not a gzipped file ({bytes(data[:2])!r})")
    if len(data) < 10:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    method, flags = data[2], data[3]
    if method != 8:
        raise BadGzipFile("Unknown compression method")
    at = 10
    try:
        if flags & FEXTRA:
            at += 2 + struct.unpack_from("<H", data, at)[0]
        for flag in (FNAME, FCOMMENT):
            if flags & flag:
                at = data.index(b"\0", at) + 1
    except (struct.error, ValueError):
        raise EOFError("Compressed file ended before the end-of-stream marker was reached") from None
    if flags & FHCRC:
        at += 2
    stream = zlib.decompressobj(-15)
    out = stream.decompress(data[at:])
    rest = stream.unused_data
    if not stream.eof or len(rest) < 8:
        raise EOFError("Compressed file ended before the end-of-stream marker was reached")
    crc, length = struct.unpack_from("<LL", rest)
    if crc != zlib.crc32(out):
        raise BadGzipFile(f"CRC check failed {hex(crc)} != {hex(zlib.crc32(out))}")
    if length != len(out) & 0xFFFFFFFF:
        raise BadGzipFile("Incorrect length of data produced")
    return out, rest[8:].lstrip(b"\0")


def decompress(data):
    """Decompress a gzip compressed string in one shot. Return the decompressed string."""
    pieces = []
    data = bytes(data)
    while data:
        out, data = _member(data)
        pieces.append(out)
    return b"".join(pieces)


class GzipFile:
    """A gzip file as a file object: read as a whole at first use, written as it comes."""

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError(f"Invalid mode: {mode!r}")
        mode = mode or getattr(fileobj, "mode", "rb")
        if not isinstance(mode, str):
            mode = "rb"
        if mode and "b" not in mode:
            mode += "b"
        self.myfileobj = None
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode)
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        self.name = os.fspath(filename)
        self.fileobj, self.mtime, self.mode = fileobj, mtime, READ if mode.startswith("r") else WRITE
        if self.mode == WRITE:
            if not mode.startswith(("w", "a", "x")):
                raise ValueError(f"Invalid mode: {mode!r}")
            self._stream = zlib.compressobj(compresslevel, zlib.DEFLATED, -15)
            self._crc, self._size = zlib.crc32(b""), 0
            fileobj.write(_header(mtime, compresslevel, self._stored_name()))
        self._data = None

    def _stored_name(self):
        """The file's own name, without its ending, as far as Latin-1 has it."""
        name = os.path.basename(self.name)
        if isinstance(name, str):
            try:
                name = name.encode("latin-1")
            except UnicodeEncodeError:
                return b""
        return name[:-3] if name.endswith(b".gz") else name

    def _reader(self):
        self._check_open()
        if self.mode != READ:
            raise OSError(9, "read() on write-only GzipFile object")
        if self._data is None:
            self._data = io.BytesIO(decompress(self.fileobj.read()))
        return self._data

    def _check_open(self):
        if self.fileobj is None:
            raise ValueError("I/O operation on closed file")

    def read(self, size=-1):
        """Read up to size uncompressed bytes from the file."""
        return self._reader().read(-1 if size is None else size)

    def read1(self, size=-1):
        """Read up to size uncompressed bytes."""
        return self._reader().read(READ_BUFFER_SIZE if size < 0 else size)

    def peek(self, n):
        """The next bytes, which stay to be read."""
        reader = self._reader()
        at = reader.tell()
        data = reader.read(n)
        reader.seek(at)
        return data

    def readinto(self, buffer):
        """Read bytes into a buffer; how many."""
        return self._reader().readinto(buffer)

    def readline(self, size=-1):
        """Read a line of uncompressed bytes."""
        return self._reader().readline(size)

    def readlines(self, hint=-1):
        """The lines that are left."""
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, data):
        """Write bytes, compressed."""
        self._check_open()
        if self.mode != WRITE:
            raise OSError(9, "write() on read-only GzipFile object")
        data = bytes(data)
        if data:
            self.fileobj.write(self._stream.compress(data))
            self._size += len(data)
            self._crc = zlib.crc32(data, self._crc)
        return len(data)

    def writelines(self, lines):
        """Write each of the lines."""
        for line in lines:
            self.write(line)

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Write what waits."""
        self._check_open()
        if self.mode == WRITE:
            self.fileobj.write(self._stream.flush(zlib_mode))
            self.fileobj.flush()

    def seek(self, offset, whence=0):
        """Change the place in the uncompressed data."""
        return self._reader().seek(offset, whence)

    def rewind(self):
        """Back to the beginning."""
        self.seek(0)

    def tell(self):
        """The place in the uncompressed data."""
        self._check_open()
        return self._size if self.mode == WRITE else self._reader().tell()

    def readable(self):
        """Whether it was opened for reading."""
        self._check_open()
        return self.mode == READ

    def writable(self):
        """Whether it was opened for writing."""
        self._check_open()
        return self.mode == WRITE

    def seekable(self):
        """True."""
        self._check_open()
        return True

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        """Finish the file; a file that was given stays open."""
        fileobj, self.fileobj = self.fileobj, None
        if fileobj is None:
            return
        try:
            if self.mode == WRITE:
                fileobj.write(self._stream.flush() + struct.pack("<LL", self._crc, self._size & 0xFFFFFFFF))
        finally:
            if self.myfileobj is not None:
                self.myfileobj.close()
                self.myfileobj = None

    def __enter__(self):
        self._check_open()
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        return f"<gzip {self.fileobj!r} {hex(id(self))}>"


def open(filename, mode="rb", compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file in binary or text mode."""
    if "t" in mode:
        if "b" in mode:
            raise ValueError(f"Invalid mode: {mode!r}")
    else:
        for name, value in (("encoding", encoding), ("errors", errors), ("newline", newline)):
            if value is not None:
                raise ValueError(f"Argument {name!r} not supported in binary mode")
    if isinstance(filename, (str, bytes, os.PathLike)):
        binary = GzipFile(filename, mode.replace("t", ""), compresslevel)
    elif hasattr(filename, "read") or hasattr(filename, "write"):
        binary = GzipFile(None, mode.replace("t", ""), compresslevel, filename)
    else:
        raise TypeError("filename must be a str or bytes object, or a file")
    if "t" not in mode:
        return binary
    if binary.mode == READ:
        with binary:
            return io.StringIO(binary.read().decode(encoding or "utf-8", errors or "strict"), newline)
    return _TextWriter(binary, encoding or "utf-8", errors or "strict")


class _TextWriter:
    """Writes text into a binary file."""

    def __init__(self, binary, encoding, errors):
        self._binary, self.encoding, self.errors = binary, encoding, errors

    def write(self, text):
        self._binary.write(text.encode(self.encoding, self.errors))
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._binary.flush()

    def close(self):
        self._binary.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
