# json.decoder: values from text.

from json import scanner

from _tensorcell.json import _decode, _scanstring

__all__ = ["JSONDecoder", "JSONDecodeError"]

NaN = float("nan")
PosInf = float("inf")
NegInf = float("-inf")


class JSONDecodeError(ValueError):
    """Text that is no JSON: msg, doc, pos, lineno and colno say what and where."""

    def __init__(self, msg, doc, pos):
        lineno = doc.count("\n", 0, pos) + 1
        colno = pos - doc.rfind("\n", 0, pos)
        ValueError.__init__(self, f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg = msg
        self.doc = doc
        self.pos = pos
        self.lineno = lineno
        self.colno = colno

    def __reduce__(self):
        return self.__class__, (self.msg, self.doc, self.pos)


def _fail(msg, doc, pos):
    raise JSONDecodeError(msg, doc, pos)


def scanstring(s, end, strict=True):
    """The string whose quote stands before a place, and where it ends."""
    return _scanstring(s, end, strict, _fail)


py_scanstring = scanstring
c_scanstring = None


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
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_int = parse_int
        self.parse_constant = parse_constant
        self.strict = strict
        self.object_pairs_hook = object_pairs_hook
        self.memo = {}
        self.scan_once = scanner.make_scanner(self)

    def decode(self, s):
        """The value of a text."""
        hooks = self.object_hook, self.parse_float, self.parse_int, self.parse_constant, self.object_pairs_hook
        return _decode(s, *hooks, _fail, None, self.strict)

    def raw_decode(self, s, idx=0):
        """The value that begins at a place of a text, and the place where it ends."""
        try:
            return self.scan_once(s, idx)
        except StopIteration as error:
            raise JSONDecodeError("Expecting value", s, error.value) from None
