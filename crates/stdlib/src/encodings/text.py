# encodings._text: CodecInfo of codecs that are two functions.

import codecs


def entry(name, encode, decode, *, is_text=True):
    """`encode` and `decode` take (input, errors) and give (output, consumed)."""

    class Codec(codecs.Codec):
        def encode(self, input, errors="strict"):
            return encode(input, errors)

        def decode(self, input, errors="strict"):
            return decode(input, errors)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def encode(self, input, final=False):
            return encode(input, self.errors)[0]

    class IncrementalDecoder(codecs.IncrementalDecoder):
        def decode(self, input, final=False):
            return decode(input, self.errors)[0]

    class StreamWriter(Codec, codecs.StreamWriter):
        pass

    class StreamReader(Codec, codecs.StreamReader):
        pass

    codec = Codec()
    return codecs.CodecInfo(
        name=name,
        encode=codec.encode,
        decode=codec.decode,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
        _is_text_encoding=is_text,
    )
