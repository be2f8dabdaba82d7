"""`numpy.char` and `numpy.strings`: methods of texts, for each of an array."""

import numpy as np
from numpy._objects import made, zipped


def _flat(a):
    return a if isinstance(a, np.ndarray) else np.asarray(a)


def _mapped(name, kind="U"):
    def run(a, *args, **options):
        method = getattr(str, name)
        values, shape = zipped(lambda text, *rest: method(str(text), *rest, **options), _flat(a), *args)
        if kind in ("U", "O"):
            found = made(values, shape, kind)
            found._width = _flat(a).dtype.width if name.endswith("strip") else found._width
            return found
        return np.array(values, dtype=kind).reshape(shape)

    run.__name__ = name
    run.__doc__ = f"str.{name} of each text."
    return run


for _name in (
    "upper",
    "lower",
    "capitalize",
    "title",
    "swapcase",
    "strip",
    "lstrip",
    "rstrip",
    "replace",
    "center",
    "ljust",
    "rjust",
    "zfill",
    "expandtabs",
):
    globals()[_name] = _mapped(_name)
for _name in (
    "isalpha",
    "isdigit",
    "isalnum",
    "isspace",
    "islower",
    "isupper",
    "istitle",
    "isnumeric",
    "isdecimal",
    "startswith",
    "endswith",
):
    globals()[_name] = _mapped(_name, "bool")
for _name in ("count", "find", "rfind", "index", "rindex"):
    globals()[_name] = _mapped(_name, "int64")
for _name in ("split", "rsplit", "splitlines"):
    globals()[_name] = _mapped(_name, "O")


def add(x1, x2):
    """The texts of one behind those of the other."""
    return made(*zipped(lambda a, b: str(a) + str(b), x1, x2), "U")


def multiply(a, i):
    """Each text several times."""
    return made(*zipped(lambda text, count: str(text) * max(int(count), 0), a, i), "U")


def mod(a, values):
    """Each text with a value in place of its %."""
    return made(*zipped(lambda text, value: str(text) % value, a, values), "U")


def join(sep, seq):
    """The characters of each text with another between them."""
    return made(*zipped(lambda between, text: str(between).join(str(text)), sep, seq), "U")


def str_len(a):
    """The length of each text."""
    values, shape = zipped(lambda text: len(str(text)), _flat(a))
    return np.array(values, dtype="int64").reshape(shape)


def array(obj, itemsize=None, copy=True, unicode=None, order=None):
    """An array of texts."""
    return np.array(obj, dtype=str)


def equal(x1, x2):
    """Where texts are equal."""
    return np.asarray(x1) == np.asarray(x2)


def not_equal(x1, x2):
    """Where texts differ."""
    return np.asarray(x1) != np.asarray(x2)
