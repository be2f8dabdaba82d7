# json, continued: the functions around the native encoder and decoder.


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

    def iterencode(self, o):
        yield self.encode(o)


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
