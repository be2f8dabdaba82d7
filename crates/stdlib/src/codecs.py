# codecs: encodings by name, files with an encoding.

BOM_UTF8 = b"\xef\xbb\xbf"
BOM_UTF16_LE = BOM_LE = b"\xff\xfe"
BOM_UTF16_BE = BOM_BE = b"\xfe\xff"
BOM_UTF16 = BOM = BOM_LE
BOM_UTF32_LE = b"\xff\xfe\x00\x00"
BOM_UTF32_BE = b"\x00\x00\xfe\xff"


def encode(obj, encoding="utf-8", errors="strict"):
    """Text as bytes; 'rot13' gives text, 'hex' and 'base64' take bytes."""
    kind = encoding.lower().replace("-", "_")
    if kind in ("rot13", "rot_13"):
        return obj.translate(_ROTATED)
    if kind in ("hex", "hex_codec"):
        return bytes(obj).hex().encode()
    if kind in ("base64", "base64_codec"):
        from base64 import encodebytes

        return encodebytes(obj)
    return obj.encode(encoding, errors)


def decode(obj, encoding="utf-8", errors="strict"):
    """Bytes as text."""
    kind = encoding.lower().replace("-", "_")
    if kind in ("rot13", "rot_13"):
        return obj.translate(_ROTATED)
    if kind in ("hex", "hex_codec"):
        return bytes.fromhex(bytes(obj).decode())
    if kind in ("base64", "base64_codec"):
        from base64 import decodebytes

        return decodebytes(obj)
    return bytes(obj).decode(encoding, errors)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ROTATED = str.maketrans(_LETTERS + _LETTERS.upper(), (_LETTERS[13:] + _LETTERS[:13]) + (_LETTERS[13:] + _LETTERS[:13]).upper())


class CodecInfo(tuple):
    """An encoding's functions: (encode, decode, reader, writer), and its name."""

    def __new__(
        cls,
        encode,
        decode,
        streamreader=None,
        streamwriter=None,
        incrementalencoder=None,
        incrementaldecoder=None,
        name=None,
    ):
        self = tuple.__new__(cls, (encode, decode, streamreader, streamwriter))
        self.name = name
        self.encode, self.decode = encode, decode
        self.streamreader, self.streamwriter = streamreader, streamwriter
        self.incrementalencoder, self.incrementaldecoder = incrementalencoder, incrementaldecoder
        return self

    def __repr__(self):
        return f"<codecs.CodecInfo object for encoding {self.name} at {id(self):#x}>"


class StreamWriter:
    """Writes text into a stream of bytes."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors

    def write(self, object):
        self.stream.write(object.encode(self.encoding, self.errors))

    def writelines(self, list):
        self.write("".join(list))

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stream.close()


class StreamReader:
    """Reads text from a stream of bytes, whole."""

    def __init__(self, stream, errors="strict"):
        self.stream = stream
        self.errors = errors
        self._rest = None

    def _text(self):
        if self._rest is None:
            self._rest = self.stream.read().decode(self.encoding, self.errors)
        return self._rest

    def read(self, size=-1, chars=-1, firstline=False):
        text = self._text()
        count = len(text) if size is None or size < 0 else size
        self._rest = text[count:]
        return text[:count]

    def readline(self, size=None, keepends=True):
        line = (self._text().splitlines(keepends=True) or [""])[0]
        self._rest = self._rest[len(line) :]
        return line if keepends else line.rstrip("\r\n")

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def __iter__(self):
        return iter(self.readlines())

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.stream.close()


_NAMES = {
    "utf8": "utf-8",
    "utf_8": "utf-8",
    "latin1": "iso8859-1",
    "latin_1": "iso8859-1",
    "latin-1": "iso8859-1",
    "us-ascii": "ascii",
}


_searches = []


def register(search_function, /):
    """Has a function asked for encodings that are not known: it gives a CodecInfo or None."""
    if not callable(search_function):
        raise TypeError("argument must be callable")
    _searches.append(search_function)


def unregister(search_function, /):
    if search_function in _searches:
        _searches.remove(search_function)


def lookup(encoding, /):
    """What is known of an encoding; LookupError where it is none."""
    try:
        "".encode(encoding)
    except LookupError:
        for search in _searches:
            found = search(encoding.lower().replace(" ", "_"))
            if found is not None:
                return found
        raise
    name = _NAMES.get(encoding.lower(), encoding.lower())

    def encode(input, errors="strict"):
        return input.encode(name, errors), len(input)

    def decode(input, errors="strict"):
        return bytes(input).decode(name, errors), len(input)

    reader = type("StreamReader", (StreamReader,), {"encoding": name})
    writer = type("StreamWriter", (StreamWriter,), {"encoding": name})
    return CodecInfo(encode, decode, reader, writer, name=name)


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """The file, opened as text with an encoding."""
    import builtins

    return builtins.open(filename, mode, encoding=encoding, errors=errors)
