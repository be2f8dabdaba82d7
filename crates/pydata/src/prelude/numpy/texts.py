"""`numpy.char` and `numpy.strings`: methods of texts, for each of an array."""

import numpy as np
from numpy._objects import made, zipped


def _flat(a):
    return a if isinstance(a, np.ndarray) else np.asarray(a)


def _each(operate, kind, *operands):
    """A function of each text, with operands that broadcast, as an array of texts, of objects or of numbers."""
    values, shape = zipped(operate, _flat(operands[0]), *operands[1:])
    return made(values, shape, kind) if kind in ("U", "O") else np.array(values, dtype=kind).reshape(shape)[()]


def _method(name, kind="U"):
    method = getattr(str, name)
    return lambda *operands: _each(lambda text, *rest: method(str(text), *rest), kind, *operands)


def _plain(name, kind="U"):
    run = _method(name, kind)

    def function(a, /):
        return run(a)

    function.__name__ = function.__qualname__ = name
    function.__module__, function.__doc__ = __name__, f"str.{name} of each text."
    return function


upper, lower, capitalize, title, swapcase = [_plain(name) for name in ("upper", "lower", "capitalize", "title", "swapcase")]
isalpha, isdigit, isalnum, isspace = [_plain(name, "bool") for name in ("isalpha", "isdigit", "isalnum", "isspace")]
islower, isupper, istitle, isnumeric, isdecimal = [
    _plain(name, "bool") for name in ("islower", "isupper", "istitle", "isnumeric", "isdecimal")
]


def _stripped(name, a, chars):
    found = _method(name)(a, chars)
    found._width = _flat(a).dtype.width
    return found[()]


def strip(a, chars=None):
    """Each text without characters at its ends: white space, unless others are given."""
    return _stripped("strip", a, chars)


def lstrip(a, chars=None):
    """Each text without characters at its start."""
    return _stripped("lstrip", a, chars)


def rstrip(a, chars=None):
    """Each text without characters at its end."""
    return _stripped("rstrip", a, chars)


def center(a, width, fillchar=" "):
    """Each text in the middle of a width."""
    return _method("center")(a, width, fillchar)


def ljust(a, width, fillchar=" "):
    """Each text at the left of a width."""
    return _method("ljust")(a, width, fillchar)


def rjust(a, width, fillchar=" "):
    """Each text at the right of a width."""
    return _method("rjust")(a, width, fillchar)


def zfill(a, width):
    """Each number's text with zeros before it."""
    return _method("zfill")(a, width)


def expandtabs(a, tabsize=8):
    """Each text with spaces in place of tabs."""
    return _method("expandtabs")(a, tabsize)


def replace(a, old, new, count=-1):
    """Each text with one part in place of another."""
    return _method("replace")(a, old, new, count)


def count(a, sub, start=0, end=None):
    """How often each text contains another."""
    return _method("count", "int64")(a, sub, start, end)


def find(a, sub, start=0, end=None):
    """Where each text first contains another, or -1."""
    return _method("find", "int64")(a, sub, start, end)


def rfind(a, sub, start=0, end=None):
    """Where each text last contains another, or -1."""
    return _method("rfind", "int64")(a, sub, start, end)


def index(a, sub, start=0, end=None):
    """Where each text first contains another, which it must."""
    return _method("index", "int64")(a, sub, start, end)


def rindex(a, sub, start=0, end=None):
    """Where each text last contains another, which it must."""
    return _method("rindex", "int64")(a, sub, start, end)


def startswith(a, prefix, start=0, end=None):
    """Where texts start with others."""
    return _method("startswith", "bool")(a, prefix, start, end)


def endswith(a, suffix, start=0, end=None):
    """Where texts end with others."""
    return _method("endswith", "bool")(a, suffix, start, end)


def split(a, sep=None, maxsplit=None):
    """Each text's parts as a list."""
    return _each(lambda text: str(text).split(sep, -1 if maxsplit is None else maxsplit), "O", a)


def rsplit(a, sep=None, maxsplit=None):
    """Each text's parts as a list, cut from the right."""
    return _each(lambda text: str(text).rsplit(sep, -1 if maxsplit is None else maxsplit), "O", a)


def splitlines(a, keepends=None):
    """Each text's lines as a list."""
    return _each(lambda text: str(text).splitlines(bool(keepends)), "O", a)


def _cut(name, a, sep):
    parts = [_each(lambda text, mark, i=i: getattr(str(text), name)(str(mark))[i], "U", a, sep) for i in range(3)]
    # `numpy.char` gives one array, `numpy.strings` three.
    return np.stack(parts, -1) if __name__ == "numpy.char" else tuple(parts)


def partition(a, sep):
    """Each text's parts before the first mark, the mark itself, and what is behind it."""
    return _cut("partition", a, sep)


def rpartition(a, sep):
    """Each text's parts before the last mark, the mark itself, and what is behind it."""
    return _cut("rpartition", a, sep)


def slice(a, start=None, stop=np._NoValue, step=None, /):
    """A slice of each text."""
    import builtins

    start, stop = (None, start) if stop is np._NoValue else (start, stop)
    found = _each(lambda text, *bounds: str(text)[builtins.slice(*bounds)], "U", a, start, stop, step)
    found._width = _flat(a).dtype.width
    return found[()]


def translate(a, table, deletechars=None):
    """Each text with its characters replaced by a table."""
    gone = dict.fromkeys(map(ord, deletechars or ""))
    return _each(lambda text: str(text).translate(gone).translate(table), "U", a)


def add(x1, x2):
    """The texts of one behind those of the other."""
    return _each(lambda a, b: str(a) + str(b), "U", x1, x2)[()]


def multiply(a, i):
    """Each text several times."""
    return _each(lambda text, times: str(text) * max(int(times), 0), "U", a, i)


def mod(a, values):
    """Each text with a value in place of its %."""
    return _each(lambda text, value: str(text) % value, "U", a, values)


def join(sep, seq):
    """The characters of each text with another between them."""
    return _each(lambda between, text: str(between).join(str(text)), "U", sep, seq)


def str_len(x, /):
    """The length of each text."""
    return _each(lambda text: len(str(text)), "int64", x)


def _comparison(name, doc):
    import operator

    compare = getattr(operator, name)
    # `numpy.char` leaves white space at the end aside.
    bare = (lambda text: str(text).rstrip()) if __name__ == "numpy.char" else str

    def function(x1, x2, /):
        found = _each(lambda a, b: compare(bare(a), bare(b)), "bool", x1, x2)
        return np.asarray(found) if __name__ == "numpy.char" else found

    function.__doc__, function.__module__ = doc, __name__
    return function


_COMPARISONS = {
    "equal": ("eq", "Where texts are equal."),
    "not_equal": ("ne", "Where texts differ."),
    "less": ("lt", "Where texts come before others."),
    "less_equal": ("le", "Where texts come before others, or are equal."),
    "greater": ("gt", "Where texts come after others."),
    "greater_equal": ("ge", "Where texts come after others, or are equal."),
}
for _name, _how in _COMPARISONS.items():
    globals()[_name] = _comparison(*_how)
    globals()[_name].__name__ = globals()[_name].__qualname__ = _name


def compare_chararrays(a1, a2, cmp, rstrip):
    """A comparison of texts by its operator, such as ">="; `rstrip` leaves white space at the end aside."""
    import operator

    operators = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
    if cmp not in operators:
        raise ValueError("comparison must be '==', '!=', '<', '>', '<=', '>='")
    bare = (lambda text: str(text).rstrip()) if rstrip else str
    return _each(lambda a, b: getattr(operator, operators[cmp])(bare(a), bare(b)), "bool", a1, a2)


def array(obj, itemsize=None, copy=True, unicode=None, order=None):
    """An array of texts."""
    return np.array(obj, dtype=str if itemsize is None else f"U{itemsize}")


def asarray(obj, itemsize=None, unicode=None, order=None):
    """An array of texts: the same one, if it is one."""
    return array(obj, itemsize, False, unicode, order)
