# encodings: the codecs of the standard library, one module each.

import codecs
from encodings import aliases


class CodecRegistryError(LookupError, SystemError):
    pass


def normalize_encoding(encoding):
    """Normalize an encoding name: letters, digits and dots stay, what stands between becomes one underscore."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, "ascii")
    words = "".join(c if c.isalnum() or c == "." else " " for c in encoding if c.isascii()).split()
    return "_".join(words)


_cache = {}

# Modules of this package that are no codecs of their own names.
_OTHERS = {"aliases", "_native"}


def search_function(encoding):
    """The CodecInfo of an encoding; None where there is no module for it."""
    if encoding not in _cache:
        _cache[encoding] = _found(normalize_encoding(encoding))
    return _cache[encoding]


def _found(name):
    known = aliases.aliases
    name = known.get(name) or known.get(name.replace(".", "_")) or name
    if "." in name or name in _OTHERS:
        return None
    try:
        module = __import__(f"encodings.{name}", fromlist=["getregentry"])
    except ImportError:
        return None
    entry = getattr(module, "getregentry", None)
    return None if entry is None else entry()
