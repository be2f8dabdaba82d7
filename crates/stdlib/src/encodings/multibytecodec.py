# _multibytecodec: the classes that encodings of several bytes a character derive from.

import codecs


class MultibyteIncrementalEncoder(codecs.IncrementalEncoder):
    pass


class MultibyteIncrementalDecoder(codecs.BufferedIncrementalDecoder):
    pass


class MultibyteStreamReader(codecs.StreamReader):
    pass


class MultibyteStreamWriter(codecs.StreamWriter):
    pass


def _classes(made):
    """The classes of a codec, derived from these."""
    bases = {
        "IncrementalEncoder": MultibyteIncrementalEncoder,
        "IncrementalDecoder": MultibyteIncrementalDecoder,
        "StreamReader": MultibyteStreamReader,
        "StreamWriter": MultibyteStreamWriter,
    }
    return made | {name: type(name, (made[name], base), {}) for name, base in bases.items()}
