# bz2: bytes and files that are compressed with bzip2.

__all__ = ["BZ2File", "BZ2Compressor", "BZ2Decompressor", "open", "compress", "decompress"]

from _bz2 import BZ2Compressor, BZ2Decompressor
from _compression import CompressedFile, open_text_or_binary

_MODES = {"": "rb", "r": "rb", "rb": "rb", "w": "wb", "wb": "wb", "x": "xb", "xb": "xb", "a": "ab", "ab": "ab"}


class BZ2File(CompressedFile):
    """A file object providing transparent bzip2 (de)compression."""

    def __init__(self, filename, mode="r", *, compresslevel=9):
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        if mode not in _MODES:
            raise ValueError(f"Invalid mode: {mode!r}")
        mode = _MODES[mode]
        self._open(filename, mode, None if mode == "rb" else BZ2Compressor(compresslevel))
        if mode == "rb":
            self._read_through(BZ2Decompressor, OSError)


def open(filename, mode="rb", compresslevel=9, encoding=None, errors=None, newline=None):
    """Open a bzip2-compressed file in binary or text mode."""
    made = lambda mode: BZ2File(filename, mode, compresslevel=compresslevel)
    return open_text_or_binary(mode, encoding, errors, newline, made)


def compress(data, compresslevel=9):
    """Compress a block of data."""
    stream = BZ2Compressor(compresslevel)
    return stream.compress(data) + stream.flush()


def decompress(data):
    """Decompress a block of data: all streams, and no more."""
    results = []
    while data:
        stream = BZ2Decompressor()
        try:
            results.append(stream.decompress(data))
        except OSError:
            if results:
                # What follows the last stream is none, and is passed over.
                break
            raise
        if not stream.eof:
            raise ValueError("Compressed data ended before the end-of-stream marker was reached")
        data = stream.unused_data
    return b"".join(results)
