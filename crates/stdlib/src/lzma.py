# lzma: bytes and files that are compressed as xz and its forerunners.

import _lzma
from _compression import CompressedFile, open_text_or_binary
from _lzma import *
from _lzma import _decode_filter_properties, _encode_filter_properties

__all__ = [name for name in vars(_lzma) if name.isupper() and not name.startswith("_")]
__all__ += [
    "LZMACompressor",
    "LZMADecompressor",
    "LZMAError",
    "LZMAFile",
    "compress",
    "decompress",
    "is_check_supported",
    "open",
]


class LZMAFile(CompressedFile):
    """A file object providing transparent LZMA (de)compression."""

    def __init__(self, filename=None, mode="r", *, format=None, check=-1, preset=None, filters=None):
        if mode in ("r", "rb"):
            if check != -1:
                raise ValueError("Cannot specify an integrity check when opening a file for reading")
            if preset is not None:
                raise ValueError("Cannot specify a preset compression level when opening a file for reading")
            self._open(filename, mode, None)
            format = FORMAT_AUTO if format is None else format
            self._read_through(LZMADecompressor, LZMAError, format=format, filters=filters)
        elif mode in ("w", "wb", "a", "ab", "x", "xb"):
            format = FORMAT_XZ if format is None else format
            self._open(filename, mode, LZMACompressor(format=format, check=check, preset=preset, filters=filters))
        else:
            raise ValueError(f"Invalid mode: {mode!r}")


def open(filename, mode="rb", *, format=None, check=-1, preset=None, filters=None, encoding=None, errors=None, newline=None):
    """Open an LZMA-compressed file in binary or text mode."""
    made = lambda mode: LZMAFile(filename, mode, format=format, check=check, preset=preset, filters=filters)
    return open_text_or_binary(mode, encoding, errors, newline, made)


def compress(data, format=FORMAT_XZ, check=-1, preset=None, filters=None):
    """Compress a block of data."""
    stream = LZMACompressor(format, check, preset, filters)
    return stream.compress(data) + stream.flush()


def decompress(data, format=FORMAT_AUTO, memlimit=None, filters=None):
    """Decompress a block of data: all streams, and no more."""
    results = []
    while True:
        stream = LZMADecompressor(format, memlimit, filters)
        try:
            results.append(stream.decompress(data))
        except LZMAError:
            if results:
                # What follows the last stream is none, and is passed over.
                break
            raise
        if not stream.eof:
            raise LZMAError("Compressed data ended before the end-of-stream marker was reached")
        data = stream.unused_data
        if not data:
            break
    return b"".join(results)
