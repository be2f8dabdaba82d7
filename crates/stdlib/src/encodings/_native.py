# encodings._native: the classes of codecs that are native.

import _codecs
import codecs

NATIVE = {name: several for name, _, several in _codecs._native_names()}

codecs.register_error("_undefined", lambda error: ("\ufffe", error.end))

# Where a codec's name is not its module's with dashes.
_NAMES = {"latin_1": "iso8859-1"}


def fill(module):
    """Gives a module of the package what CPython's has: the codec's classes, and what makes its CodecInfo."""
    name = module.__name__.partition(".")[2]
    spoken = name if NATIVE[name] else _NAMES.get(name, name.replace("_", "-"))
    makers = {"utf_16": _marked, "utf_32": _marked, "utf_8_sig": _signed}
    made = makers.get(name, _plain)(name)
    if NATIVE[name]:
        import _multibytecodec

        made = _multibytecodec._classes(made)
    made = {key: moved(value, key, module.__name__) for key, value in made.items()}
    codec = made["Codec"]()
    if name.startswith(("cp", "iso8859", "koi8", "mac", "hp", "kz", "palmos", "ptcp", "tis")) and not NATIVE[name]:
        module.decoding_table = codec.decode(bytes(range(256)), "_undefined")[0]
        module.encoding_table = codecs.charmap_build(module.decoding_table)

    def encode(input, errors="strict"):
        return codec.encode(input, errors)

    def decode(input, errors="strict"):
        return codec.decode(input, errors)

    for function in (encode, decode):
        function.__module__, function.__qualname__ = module.__name__, function.__name__
        setattr(module, function.__name__, function)

    def getregentry():
        return codecs.CodecInfo(
            name=spoken,
            encode=encode,
            decode=decode,
            incrementalencoder=made["IncrementalEncoder"],
            incrementaldecoder=made["IncrementalDecoder"],
            streamreader=made["StreamReader"],
            streamwriter=made["StreamWriter"],
        )

    for key, value in made.items():
        setattr(module, key, value)
    module.getregentry = getregentry
    module.codecs = codecs


def moved(cls, name, module):
    """The class as one of a module's own."""
    kept = {key: value for key, value in vars(cls).items() if key not in ("__dict__", "__weakref__")}
    return type(name, cls.__bases__, kept | {"__module__": module, "__qualname__": name})


def _plain(name):
    def native_encode(input, errors="strict"):
        return _codecs._native_encode(name, input, errors)

    def native_decode(input, errors="strict", final=True):
        return _codecs._native_decode(name, input, errors, final)

    class Codec(codecs.Codec):
        def encode(self, input, errors="strict"):
            return native_encode(input, errors)

        def decode(self, input, errors="strict"):
            return native_decode(input, errors)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def encode(self, input, final=False):
            return native_encode(input, self.errors)[0]

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def _buffer_decode(self, input, errors, final):
            return native_decode(input, errors, final)

    class StreamWriter(Codec, codecs.StreamWriter):
        pass

    class StreamReader(Codec, codecs.StreamReader):
        def decode(self, input, errors="strict"):
            return native_decode(input, errors, False)

    return {
        "Codec": Codec,
        "IncrementalEncoder": IncrementalEncoder,
        "IncrementalDecoder": IncrementalDecoder,
        "StreamWriter": StreamWriter,
        "StreamReader": StreamReader,
    }


def _marked(name):
    """UTF-16 and UTF-32: a mark in front says the order of the bytes, once."""
    made = _plain(name)
    ex_decode = getattr(_codecs, f"{name}_ex_decode")
    spoken, width = name.replace("_", "-"), int(name[-2:]) // 8

    def encode(input, errors="strict", has_mark=False):
        return _codecs._native_encode(f"{name}_le" if has_mark else name, input, errors)

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.has_mark = False

        def encode(self, input, final=False):
            result = encode(input, self.errors, self.has_mark)[0]
            self.has_mark = True
            return result

        def reset(self):
            codecs.IncrementalEncoder.reset(self)
            self.has_mark = False

        def getstate(self):
            return 0 if self.has_mark else 2

        def setstate(self, state):
            self.has_mark = not state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        # The order of the bytes, once it is known.
        order = 0

        def _buffer_decode(self, input, errors, final):
            if self.order:
                return ex_decode(input, errors, self.order, final)[:2]
            text, consumed, order = ex_decode(input, errors, 0, final)
            if order == 0 and consumed:
                raise UnicodeDecodeError(spoken, input, 0, width, "Stream does not start with BOM")
            self.order = order
            return text, consumed

        def reset(self):
            codecs.BufferedIncrementalDecoder.reset(self)
            self.order = 0

        def getstate(self):
            # 2 where nothing is known, 0 for the machine's order, 1 for the other.
            return (self.buffer, {0: 2, -1: 0, 1: 1}[self.order])

        def setstate(self, state):
            codecs.BufferedIncrementalDecoder.setstate(self, state)
            self.order = {2: 0, 0: -1, 1: 1}[state[1]]

    class StreamWriter(codecs.StreamWriter):
        has_mark = False

        def encode(self, input, errors="strict"):
            result = encode(input, errors, self.has_mark)
            self.has_mark = True
            return result

        def reset(self):
            codecs.StreamWriter.reset(self)
            self.has_mark = False

    class StreamReader(codecs.StreamReader):
        order = 0

        def decode(self, input, errors="strict"):
            text, consumed, order = ex_decode(input, errors, self.order, False)
            if order == 0 and consumed:
                raise UnicodeDecodeError(spoken, input, 0, width, "Stream does not start with BOM")
            self.order = order
            return text, consumed

        def reset(self):
            codecs.StreamReader.reset(self)
            self.order = 0

    own = [IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader]
    return made | {cls.__name__: cls for cls in own}


def _signed(name):
    """UTF-8 with a mark in front, which nobody sees."""
    made = _plain(name)
    mark = codecs.BOM_UTF8

    class IncrementalEncoder(codecs.IncrementalEncoder):
        def __init__(self, errors="strict"):
            codecs.IncrementalEncoder.__init__(self, errors)
            self.first = 1

        def encode(self, input, final=False):
            data = _codecs.utf_8_encode(input, self.errors)[0]
            if self.first:
                self.first = 0
                data = mark + data
            return data

        def reset(self):
            codecs.IncrementalEncoder.reset(self)
            self.first = 1

        def getstate(self):
            return self.first

        def setstate(self, state):
            self.first = state

    class IncrementalDecoder(codecs.BufferedIncrementalDecoder):
        def __init__(self, errors="strict"):
            codecs.BufferedIncrementalDecoder.__init__(self, errors)
            self.first = 1

        def _buffer_decode(self, input, errors, final):
            skipped = 0
            if self.first:
                if len(input) < 3 and mark.startswith(input) and not final:
                    # It may become the mark.
                    return "", 0
                self.first = 0
                skipped = 3 if input.startswith(mark) else 0
            text, consumed = _codecs.utf_8_decode(input[skipped:], errors, final)
            return text, consumed + skipped

        def reset(self):
            codecs.BufferedIncrementalDecoder.reset(self)
            self.first = 1

        def getstate(self):
            return (self.buffer, self.first)

        def setstate(self, state):
            codecs.BufferedIncrementalDecoder.setstate(self, state)
            self.first = state[1]

    class StreamWriter(codecs.StreamWriter):
        first = 1

        def encode(self, input, errors="strict"):
            codec = "utf_8_sig" if self.first else "utf_8"
            self.first = 0
            return _codecs._native_encode(codec, input, errors)

        def reset(self):
            codecs.StreamWriter.reset(self)
            self.first = 1

    class StreamReader(codecs.StreamReader):
        first = 1

        def decode(self, input, errors="strict"):
            if self.first and len(input) < 3 and mark.startswith(input):
                return "", 0
            skipped = 3 if self.first and input.startswith(mark) else 0
            self.first = 0
            text, consumed = _codecs.utf_8_decode(input[skipped:], errors)
            return text, consumed + skipped

        def reset(self):
            codecs.StreamReader.reset(self)
            self.first = 1

    own = [IncrementalEncoder, IncrementalDecoder, StreamWriter, StreamReader]
    return made | {cls.__name__: cls for cls in own}
