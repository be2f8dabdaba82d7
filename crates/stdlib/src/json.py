# json: the functions around the native encoder and decoder.

from _tensorcell.json import _decode, _encode


class JSONDecodeError(ValueError):
    """Text that is no JSON: msg, doc, pos, lineno and colno say what and where."""

    __module__ = "json.decoder"

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno


def _fail(msg, doc, pos):
    raise JSONDecodeError(msg, doc, pos)


class JSONEncoder:
    """An encoder whose default() may be overridden."""

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
        else:
            self.item_separator = ", " if indent is None else ","
            self.key_separator = ": "
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


def dumps(obj, *, cls=None, **options):
    """The JSON text of a value. Options: skipkeys, ensure_ascii, allow_nan, indent, separators, default, sort_keys."""
    return (cls or JSONEncoder)(**options).encode(obj)


def dump(obj, fp, **options):
    """Write the JSON text of a value to a file."""
    fp.write(dumps(obj, **options))


class JSONDecoder:
    """A decoder with hooks."""

    def __init__(
        self,
        *,
        object_hook=None,
        parse_float=None,
        parse_int=None,
        parse_constant=None,
        strict=True,
        object_pairs_hook=None,
    ):
        self._hooks = (object_hook, parse_float, parse_int, parse_constant, object_pairs_hook)
        self.strict = strict

    def decode(self, s):
        """The value of a text."""
        return _decode(s, *self._hooks, _fail, None, self.strict)

    def raw_decode(self, s, idx=0):
        """The value that begins at a place of a text, and the place where it ends."""
        return _decode(s, *self._hooks, _fail, idx, self.strict)


def loads(s, *, cls=None, **options):
    """The value of a JSON text (str, bytes or bytearray)."""
    if isinstance(s, (bytes, bytearray)):
        s = s.decode("utf-8")
    elif not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    if s.startswith("\ufeff"):
        raise JSONDecodeError("Unexpected UTF-8 BOM (decode using utf-8-sig)", s, 0)
    return (cls or JSONDecoder)(**options).decode(s)


def load(fp, **options):
    """The value of a file's JSON text."""
    return loads(fp.read(), **options)
