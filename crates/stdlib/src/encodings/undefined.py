# encodings.undefined: no encoding at all, for where none is to be taken for granted.

from encodings import _text


def _refuse(input, errors="strict"):
    raise UnicodeError("undefined encoding")


def getregentry():
    return _text.entry("undefined", _refuse, _refuse)
