# json.encoder: text from values.

import re

from _tensorcell.json import _encode

ESCAPE = re.compile(r'[\x00-\x1f\\"\b\f\n\r\t]')
ESCAPE_ASCII = re.compile(r'([\\"]|[^\ -~])')
ESCAPE_DCT = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
ESCAPE_DCT |= {chr(code): f"\\u{code:04x}" for code in range(0x20) if chr(code) not in ESCAPE_DCT}
INFINITY = float("inf")


def _quoted(text, ensure_ascii):
    if not isinstance(text, str):
        raise TypeError(f"first argument must be a string, not {type(text).__name__}")
    return _encode(text, None, False, ensure_ascii, True, True, False, None, ", ", ": ")


def encode_basestring(s):
    """Return a JSON representation of a Python string."""
    return _quoted(s, False)


def encode_basestring_ascii(s):
    """Return an ASCII-only JSON representation of a Python string."""
    return _quoted(s, True)


py_encode_basestring = encode_basestring
py_encode_basestring_ascii = encode_basestring_ascii
c_encode_basestring = c_encode_basestring_ascii = c_make_encoder = None


class JSONEncoder:
    """An encoder whose default() may be overridden."""

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys=False,
        ensure_ascii=True,
        check_circular=True,
        allow_nan=True,
        sort_keys=False,
        indent=None,
        separators=None,
        default=None,
    ):
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default

    def default(self, o):
        """Called for objects that are not JSON's own."""
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o):
        """The text of a value."""
        indent = " " * self.indent if isinstance(self.indent, int) else self.indent
        return _encode(
            o,
            self.default,
            self.skipkeys,
            self.ensure_ascii,
            self.check_circular,
            self.allow_nan,
            self.sort_keys,
            indent,
            self.item_separator,
            self.key_separator,
        )

    def iterencode(self, o, _one_shot=False):
        """The text of a value, piece by piece."""
        yield from self._pieces(o, 1, {})

    def _pieces(self, o, depth, above):
        if o is None or isinstance(o, (str, int, float)):
            yield self.encode(o)
            return
        if id(o) in above and self.check_circular:
            raise ValueError("Circular reference detected")
        above[id(o)] = o
        if isinstance(o, (list, tuple)):
            yield from self._list_pieces(o, depth, above)
        elif isinstance(o, dict):
            yield from self._dict_pieces(o, depth, above)
        else:
            yield from self._pieces(self.default(o), depth, above)
        del above[id(o)]

    def _line(self, depth):
        """What begins a line so deep inside."""
        if self.indent is None:
            return ""
        return "\n" + (" " * self.indent if isinstance(self.indent, int) else self.indent) * depth

    def _list_pieces(self, o, depth, above):
        if not o:
            yield "[]"
            return
        before = "["
        for item in o:
            before += self._line(depth)
            if item is None or isinstance(item, (str, int, float)):
                yield before + self.encode(item)
            else:
                yield before
                yield from self._pieces(item, depth + 1, above)
            before = self.item_separator
        if self.indent is not None:
            yield self._line(depth - 1)
        yield "]"

    def _dict_pieces(self, o, depth, above):
        if not o:
            yield "{}"
            return
        yield "{"
        if self.indent is not None:
            yield self._line(depth)
        between = False
        for key, value in sorted(o.items()) if self.sort_keys else o.items():
            if not isinstance(key, str):
                if not (key is None or isinstance(key, (int, float))):
                    if self.skipkeys:
                        continue
                    raise TypeError(f"keys must be str, int, float, bool or None, not {type(key).__name__}")
                key = self.encode(key)
            if between:
                yield self.item_separator + self._line(depth)
            between = True
            yield self.encode(key)
            yield self.key_separator
            yield from self._pieces(value, depth + 1, above)
        if self.indent is not None:
            yield self._line(depth - 1)
        yield "}"
