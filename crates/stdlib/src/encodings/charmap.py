# encodings.charmap: by a mapping that is given.

import codecs
from encodings import _text


class IncrementalEncoder(codecs.IncrementalEncoder):
    def __init__(self, errors="strict", mapping=None):
        codecs.IncrementalEncoder.__init__(self, errors)
        self.mapping = mapping

    def encode(self, input, final=False):
        return codecs.charmap_encode(input, self.errors, self.mapping)[0]


class IncrementalDecoder(codecs.IncrementalDecoder):
    def __init__(self, errors="strict", mapping=None):
        codecs.IncrementalDecoder.__init__(self, errors)
        self.mapping = mapping

    def decode(self, input, final=False):
        return codecs.charmap_decode(input, self.errors, self.mapping)[0]


def getregentry():
    entry = _text.entry("charmap", codecs.charmap_encode, codecs.charmap_decode)
    entry.incrementalencoder, entry.incrementaldecoder = IncrementalEncoder, IncrementalDecoder
    return entry
