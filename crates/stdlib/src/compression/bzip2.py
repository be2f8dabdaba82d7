# _bz2: streams of bzip2.

from _compression import Unpicklable

from _tensorcell.compression import _bzip2_decoder, _bzip2_encoder


class BZ2Compressor(Unpicklable):
    """Create a compressor object for compressing data incrementally."""

    def __new__(cls, compresslevel=9, /):
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        self = super().__new__(cls)
        self._stream = _bzip2_encoder(compresslevel)
        return self

    def compress(self, data, /):
        """Provide data to the compressor object; what comes out for it."""
        return self._stream.compress(data)

    def flush(self):
        """Finish the compression process; what is left."""
        return self._stream.flush()


class BZ2Decompressor(Unpicklable):
    """Create a decompressor object for decompressing data incrementally."""

    def __new__(cls):
        self = super().__new__(cls)
        self._stream = _bzip2_decoder()
        return self

    def decompress(self, data, max_length=-1):
        """Decompress data; at most so many bytes, the rest later."""
        return self._stream.decompress(data, max_length)

    @property
    def eof(self):
        """True if the end-of-stream marker has been reached."""
        return self._stream.eof

    @property
    def unused_data(self):
        """Data found after the end of the compressed stream."""
        return self._stream.unused_data

    @property
    def needs_input(self):
        """True if more input is needed before more decompressed data can be produced."""
        return self._stream.needs_input


for _class in (BZ2Compressor, BZ2Decompressor):
    _class.__module__ = "_bz2"
