# gzip: files in the format of gzip.

import builtins
import io
import os
import struct
import time
import warnings
import zlib
from _compression import BaseStream, DecompressReader, open_text_or_binary

__all__ = ["BadGzipFile", "GzipFile", "open", "compress", "decompress"]

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = "rb", "wb"
READ_BUFFER_SIZE = 128 * 1024
_WRITE_BUFFER_SIZE = 4 * io.DEFAULT_BUFFER_SIZE
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9
_MODE_IS_GUESSED = (
    "GzipFile was opened for writing, but this will change in future Python releases.  "
    "Specify the mode argument for opening it for writing."
)
_ENDED = "Compressed file ended before the end-of-stream marker was reached"


class BadGzipFile(OSError):
    """Exception raised in some cases for invalid gzip files."""


def _header(mtime, level, name=b""):
    """What stands before the compressed data."""
    extra = {_COMPRESS_LEVEL_BEST: 2, _COMPRESS_LEVEL_FAST: 4}.get(level, 0)
    moment = int(time.time() if mtime is None else mtime)
    flags, ending = (FNAME, b"\0") if name else (0, b"")
    return b"\x1f\x8b\x08" + struct.pack("<BLBB", flags, moment, extra, 255) + name + ending


def _read_exact(stream, count):
    data = stream.read(count)
    while len(data) < count:
        more = stream.read(count - len(data))
        if not more:
            raise EOFError(_ENDED)
        data += more
    return data


def _read_gzip_header(stream):
    """The time that a member's header tells; None at the end of the file."""
    magic = stream.read(2)
    if magic == b"":
        return None
    if magic != b"\x1f\x8b":
        raise BadGzipFile(f"Not a gzipped file ({magic!r})")
    method, flags, mtime = struct.unpack("<BBIxx", _read_exact(stream, 8))
    if method != 8:
        raise BadGzipFile("Unknown compression method")
    if flags & FEXTRA:
        (length,) = struct.unpack("<H", _read_exact(stream, 2))
        _read_exact(stream, length)
    for flag in (FNAME, FCOMMENT):
        if flags & flag:
            while stream.read(1) not in (b"", b"\0"):
                pass
    if flags & FHCRC:
        _read_exact(stream, 2)
    return mtime


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """Compress data in one shot and return the compressed string."""
    # zlib says in its own header how hard it tried.
    made = zlib.compress(data, compresslevel, 31)
    moment = int(time.time() if mtime is None else mtime)
    return struct.pack("<4sLBB", made, moment, made[8], 255) + made[10:]


def decompress(data):
    """Decompress a gzip compressed string in one shot. Return the decompressed string."""
    members = []
    while True:
        stream = io.BytesIO(data)
        if _read_gzip_header(stream) is None:
            return b"".join(members)
        inflater = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        member = inflater.decompress(data[stream.tell() :])
        if not inflater.eof or len(inflater.unused_data) < 8:
            raise EOFError(_ENDED)
        crc, length = struct.unpack_from("<II", inflater.unused_data)
        if crc != zlib.crc32(member):
            raise BadGzipFile("CRC check failed")
        if length != len(member) & 0xFFFFFFFF:
            raise BadGzipFile("Incorrect length of data produced")
        members.append(member)
        data = inflater.unused_data[8:].lstrip(b"\0")


class _PaddedFile:
    """A file to whose front bytes can be given back."""

    def __init__(self, file):
        self.file, self._back = file, b""

    def read(self, size):
        data, self._back = self._back[:size], self._back[size:]
        return data + self.file.read(size - len(data)) if len(data) < size else data

    def prepend(self, data=b""):
        self._back = data + self._back

    def seek(self, offset):
        self._back = b""
        return self.file.seek(offset)

    def seekable(self):
        return True


class _GzipReader(DecompressReader):
    """The members of a gzip file, one after the other."""

    def __init__(self, fp):
        self._last_mtime = None
        super().__init__(_PaddedFile(fp), zlib._ZlibDecompressor, wbits=-zlib.MAX_WBITS)

    def _begin(self):
        super()._begin()
        self._new_member = True

    def _next(self, size):
        if self._decompressor.eof:
            self._end_member()
        if self._new_member and not self._begin_member():
            return b""
        raw = b""
        if self._decompressor.needs_input:
            raw = self._fp.read(READ_BUFFER_SIZE)
            if not raw:
                raise EOFError(_ENDED)
        data = self._decompressor.decompress(raw, size)
        # What follows the member is read again as such.
        self._fp.prepend(self._decompressor.unused_data)
        self._crc = zlib.crc32(data, self._crc)
        self._stream_size += len(data)
        return data

    def _begin_member(self):
        mtime = _read_gzip_header(self._fp)
        if mtime is None:
            self._eof = True
            return False
        self._last_mtime, self._new_member = mtime, False
        self._crc, self._stream_size = zlib.crc32(b""), 0
        return True

    def _end_member(self):
        crc, size = struct.unpack("<II", _read_exact(self._fp, 8))
        if crc != self._crc:
            raise BadGzipFile(f"CRC check failed {hex(crc)} != {hex(self._crc)}")
        if size != self._stream_size & 0xFFFFFFFF:
            raise BadGzipFile("Incorrect length of data produced")
        # Zeros may follow.
        byte = b"\0"
        while byte == b"\0":
            byte = self._fp.read(1)
        self._fp.prepend(byte)
        self._new_member = True
        self._decompressor = self._decomp_factory(**self._decomp_args)


class _WriteBufferStream(io.RawIOBase):
    """Hands what was buffered to the compressor."""

    def __init__(self, gzip_file):
        self.gzip_file = gzip_file

    def write(self, data):
        return self.gzip_file._write_raw(data)

    def seekable(self):
        return False

    def writable(self):
        return True


class GzipFile(BaseStream):
    """A gzip file as a file object."""

    myfileobj = None
    fileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None, mtime=None):
        if mode and ("t" in mode or "U" in mode):
            raise ValueError(f"Invalid mode: {mode!r}")
        if mode and "b" not in mode:
            mode += "b"
        try:
            self._open(filename, mode, compresslevel, fileobj, mtime)
        except:
            self._close()
            raise

    def _open(self, filename, mode, level, fileobj, mtime):
        if fileobj is None:
            fileobj = self.myfileobj = builtins.open(filename, mode or "rb")
        if filename is None:
            filename = getattr(fileobj, "name", "")
            if not isinstance(filename, (str, bytes)):
                filename = ""
        self.name = os.fspath(filename)
        asked, mode = mode, mode or getattr(fileobj, "mode", "rb")
        if not isinstance(mode, str):
            mode = "rb"
        self._buffer = None
        if mode.startswith("r"):
            self.mode = READ
            self._buffer = io.BufferedReader(_GzipReader(fileobj))
        elif mode.startswith(("w", "a", "x")):
            if asked is None:
                warnings.warn(_MODE_IS_GUESSED, FutureWarning, 4)
            self.mode = WRITE
            self._begin_writing(level)
        else:
            raise ValueError(f"Invalid mode: {mode!r}")
        self.fileobj = fileobj
        if self.mode == WRITE:
            fileobj.write(_header(mtime, level, self._stored_name()))

    def _begin_writing(self, level):
        self.crc, self.size, self.offset = zlib.crc32(b""), 0, 0
        self.compress = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, 0)
        self._buffer_size = _WRITE_BUFFER_SIZE
        self._buffer = io.BufferedWriter(_WriteBufferStream(self), buffer_size=self._buffer_size)

    def _stored_name(self):
        """The file's own name, without its ending, as far as Latin-1 has it."""
        name = os.path.basename(self.name)
        if isinstance(name, str):
            try:
                name = name.encode("latin-1")
            except UnicodeEncodeError:
                return b""
        return name[:-3] if name.endswith(b".gz") else name

    @property
    def mtime(self):
        """Last modification time read from stream, or None"""
        return self._buffer.raw._last_mtime

    def __repr__(self):
        return f"<gzip {self.fileobj!r} {hex(id(self))}>"

    def _check_reads(self, function):
        self._check_not_closed()
        if self.mode != READ:
            raise OSError(9, f"{function}() on write-only GzipFile object")

    def read(self, size=-1):
        """Read up to size uncompressed bytes from the file."""
        self._check_reads("read")
        return self._buffer.read(size)

    def read1(self, size=-1):
        """Read up to size uncompressed bytes, with as few reads of the underlying file as there can be."""
        self._check_reads("read1")
        return self._buffer.read1(io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def peek(self, n):
        """The next bytes, which stay to be read."""
        self._check_reads("peek")
        return self._buffer.peek(n)

    def readline(self, size=-1):
        """Read a line of uncompressed bytes."""
        self._check_not_closed()
        return self._buffer.readline(size)

    def write(self, data):
        """Write bytes, compressed; how many."""
        self._check_not_closed()
        if self.mode != WRITE:
            raise OSError(9, "write() on read-only GzipFile object")
        if self.fileobj is None:
            raise ValueError("write() on closed GzipFile object")
        memoryview(data)
        return self._buffer.write(data)

    def _write_raw(self, data):
        with memoryview(data) as view:
            length = view.nbytes
        if length:
            self.fileobj.write(self.compress.compress(data))
            self.size += length
            self.crc = zlib.crc32(data, self.crc)
            self.offset += length
        return length

    @property
    def closed(self):
        return self.fileobj is None

    def close(self):
        """Finish the file; a file that was given stays open."""
        fileobj = self.fileobj
        if fileobj is None or self._buffer.closed:
            return
        try:
            if self.mode == WRITE:
                self._buffer.flush()
                fileobj.write(self.compress.flush() + struct.pack("<LL", self.crc, self.size & 0xFFFFFFFF))
            else:
                self._buffer.close()
        finally:
            self._close()

    def _close(self):
        self.fileobj = None
        mine, self.myfileobj = self.myfileobj, None
        if mine is not None:
            mine.close()

    def flush(self, zlib_mode=zlib.Z_SYNC_FLUSH):
        """Write what waits."""
        self._check_not_closed()
        if self.mode == WRITE:
            self._buffer.flush()
            self.fileobj.write(self.compress.flush(zlib_mode))
            self.fileobj.flush()

    def fileno(self):
        """The descriptor of the underlying file."""
        return self.fileobj.fileno()

    def rewind(self):
        """Back to the beginning."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._buffer.seek(0)

    def readable(self):
        """Whether it was opened for reading."""
        return self.mode == READ

    def writable(self):
        """Whether it was opened for writing."""
        return self.mode == WRITE

    def seekable(self):
        """True."""
        return True

    def tell(self):
        """The place in the uncompressed data."""
        self._check_not_closed()
        if self.mode == WRITE:
            self._buffer.flush()
            return self.offset
        return self._buffer.tell()

    def seek(self, offset, whence=io.SEEK_SET):
        """Change the place in the uncompressed data; in a file that is written to, forwards by zeros."""
        self._check_not_closed()
        if self.mode == READ:
            return self._buffer.seek(offset, whence)
        if whence not in (io.SEEK_SET, io.SEEK_CUR):
            raise ValueError("Seek from end not supported")
        self._buffer.flush()
        if whence == io.SEEK_CUR:
            offset += self.offset
        if offset < self.offset:
            raise OSError("Negative seek in write mode")
        rest = offset - self.offset
        while rest > 0:
            rest -= self.write(bytes(min(rest, self._buffer_size)))
        self._buffer.flush()
        return self.offset


def open(filename, mode="rb", compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None, newline=None):
    """Open a gzip-compressed file in binary or text mode."""

    def made(mode):
        if isinstance(filename, (str, bytes, os.PathLike)):
            return GzipFile(filename, mode, compresslevel)
        if hasattr(filename, "read") or hasattr(filename, "write"):
            return GzipFile(None, mode, compresslevel, filename)
        raise TypeError("filename must be a str or bytes object, or a file")

    return open_text_or_binary(mode, encoding, errors, newline, made)
