# encodings.zlib_codec: bytes, compressed.

import codecs
import zlib
from encodings import _binary


class IncrementalEncoder(codecs.IncrementalEncoder):
    def __init__(self, errors="strict"):
        codecs.IncrementalEncoder.__init__(self, errors)
        self.reset()

    def encode(self, input, final=False):
        data = self.compressor.compress(input)
        return data + self.compressor.flush() if final else data

    def reset(self):
        self.compressor = zlib.compressobj()


class IncrementalDecoder(codecs.IncrementalDecoder):
    def __init__(self, errors="strict"):
        codecs.IncrementalDecoder.__init__(self, errors)
        self.reset()

    def decode(self, input, final=False):
        data = self.decompressor.decompress(input)
        return data + self.decompressor.flush() if final else data

    def reset(self):
        self.decompressor = zlib.decompressobj()


def getregentry():
    entry = _binary.entry("zlib", zlib.compress, zlib.decompress)
    entry.incrementalencoder, entry.incrementaldecoder = IncrementalEncoder, IncrementalDecoder
    return entry
