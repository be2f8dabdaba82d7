# encodings._binary: codecs between bytes and bytes.

import codecs


def entry(name, encode, decode):
    """The CodecInfo of two functions over whole bytes."""

    def encoded(input, errors="strict"):
        _check(errors)
        return encode(input), len(input)

    def decoded(input, errors="strict"):
        _check(errors)
        return decode(input), len(input)

    class Codec(codecs.Codec):
        def encode(self, input, errors="strict"):
            return encoded(input, errors)

        def decode(self, input, errors="strict"):
            return decoded(input, errors)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def encode(self, input, final=False):
            return encoded(input, self.errors)[0]

    class IncrementalDecoder(codecs.IncrementalDecoder):
        def decode(self, input, final=False):
            return decoded(input, self.errors)[0]

    class StreamWriter(Codec, codecs.StreamWriter):
        charbuffertype = bytes

    class StreamReader(Codec, codecs.StreamReader):
        charbuffertype = bytes

    return codecs.CodecInfo(
        name=name,
        encode=encoded,
        decode=decoded,
        incrementalencoder=IncrementalEncoder,
        incrementaldecoder=IncrementalDecoder,
        streamwriter=StreamWriter,
        streamreader=StreamReader,
        _is_text_encoding=False,
    )


def _check(errors):
    if errors != "strict":
        raise AssertionError(f"these codecs know 'strict' alone, not {errors!r}")
