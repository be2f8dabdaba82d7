# json: text from values, and values from text.

import codecs
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder

__all__ = ["dump", "dumps", "load", "loads", "JSONDecoder", "JSONDecodeError", "JSONEncoder"]


_default_encoder = JSONEncoder()


def dumps(obj, *, cls=None, **options):
    """The JSON text of a value. Options: skipkeys, ensure_ascii, allow_nan, indent, separators, default, sort_keys."""
    if cls is None and not options:
        return _default_encoder.encode(obj)
    return (cls or JSONEncoder)(**options).encode(obj)


def dump(obj, fp, **options):
    """Write the JSON text of a value to a file."""
    cls = options.pop("cls", None) or JSONEncoder
    for piece in cls(**options).iterencode(obj):
        fp.write(piece)


def detect_encoding(b):
    """The encoding of JSON in bytes: where its first characters have zero bytes, or a mark, tells."""
    if b.startswith((codecs.BOM_UTF32_BE, codecs.BOM_UTF32_LE)):
        return "utf-32"
    if b.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        return "utf-16"
    if b.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if len(b) >= 4:
        if not b[0]:
            return "utf-16-be" if b[1] else "utf-32-be"
        if not b[1]:
            return "utf-16-le" if b[2] or b[3] else "utf-32-le"
    elif len(b) == 2:
        if not b[0]:
            return "utf-16-be"
        if not b[1]:
            return "utf-16-le"
    return "utf-8"


_default_decoder = JSONDecoder()


def loads(s, *, cls=None, **options):
    """The value of a JSON text (str, bytes or bytearray)."""
    if isinstance(s, (bytes, bytearray)):
        s = s.decode(detect_encoding(s), "surrogatepass")
    elif not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    elif s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    if cls is None and not options:
        return _default_decoder.decode(s)
    return (cls or JSONDecoder)(**options).decode(s)


def load(fp, **options):
    """The value of a file's JSON text."""
    return loads(fp.read(), **options)
