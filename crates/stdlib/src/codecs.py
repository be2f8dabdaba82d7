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


class CodecInfo:
    """An encoding's name and functions."""

    def __init__(self, name):
        self.name = name

    def encode(self, text, errors="strict"):
        return text.encode(self.name, errors), len(text)

    def decode(self, data, errors="strict"):
        return bytes(data).decode(self.name, errors), len(data)

    def __repr__(self):
        return f"<codecs.CodecInfo object for encoding {self.name}>"


_NAMES = {
    "utf8": "utf-8",
    "utf_8": "utf-8",
    "latin1": "iso8859-1",
    "latin_1": "iso8859-1",
    "latin-1": "iso8859-1",
    "us-ascii": "ascii",
}


def lookup(encoding):
    """What is known of an encoding; LookupError where it is none."""
    "".encode(encoding)
    name = encoding.lower()
    return CodecInfo(_NAMES.get(name, name))


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def open(filename, mode="r", encoding=None, errors="strict", buffering=-1):
    """The file, opened as text with an encoding."""
    import builtins

    return builtins.open(filename, mode, encoding=encoding, errors=errors)
