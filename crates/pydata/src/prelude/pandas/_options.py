"""The options of printing: `set_option`, `get_option`, `option_context` and `pandas.options`."""

from pandas.errors import OptionError


def _count(value):
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise ValueError("Value must be a nonnegative integer or None")


def _whole(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("Value must have type '<class 'int'>'")


def _callable(value):
    if value is not None and not callable(value):
        raise ValueError("Value must be one of None|callable")


# Each option's name, its value at first, and what refuses other values.
OPTIONS = {
    "display.float_format": (None, _callable),
    "display.max_columns": (20, _count),
    "display.max_colwidth": (50, _count),
    "display.max_info_columns": (100, _whole),
    "display.max_info_rows": (1690785, _count),
    "display.max_rows": (60, _count),
    "display.min_rows": (10, _count),
    "display.precision": (6, _count),
    "display.width": (80, _count),
}
# The values that printing reads.
SETTINGS = {name: first for name, (first, _) in OPTIONS.items()}


def _known(pattern):
    # Names by pandas' rule: the whole name, or part of it in any case.
    import re

    if pattern in OPTIONS:
        return [pattern]
    return [name for name in OPTIONS if pattern == "all" or re.search(pattern, name, re.IGNORECASE)]


def _one(pattern):
    found = _known(pattern)
    if not found:
        raise OptionError(f"No such keys(s): {pattern!r}: there are {', '.join(OPTIONS)}")
    if len(found) > 1:
        raise OptionError("Pattern matched multiple keys")
    return found[0]


def _pairs(args):
    if len(args) == 1 and isinstance(args[0], dict):
        return list(args[0].items())
    if not args or len(args) % 2:
        raise ValueError("Must provide an even number of non-keyword arguments")
    return list(zip(args[::2], args[1::2]))


def set_option(*args):
    """Sets how much of tables is shown: set_option("display.max_rows", 100), or a dict of several."""
    for pattern, value in _pairs(args):
        name = _one(pattern)
        OPTIONS[name][1](value)
        SETTINGS[name] = value


def get_option(pat):
    """Returns how much of tables is shown."""
    return SETTINGS[_one(pat)]


def reset_option(pat):
    """Sets options to what they were at first: those that match, or "all"."""
    found = _known(pat)
    if not found:
        raise OptionError(f"No such keys(s) for {pat=}")
    SETTINGS.update({name: OPTIONS[name][0] for name in found})


class option_context:
    """Options for a `with` statement: option_context("display.max_rows", 5)."""

    def __init__(self, *args):
        self._pairs = _pairs(args)

    def __enter__(self):
        self._before = dict(SETTINGS)
        for pattern, value in self._pairs:
            set_option(pattern, value)

    def __exit__(self, *_):
        SETTINGS.update(self._before)


class _Options:
    # Options as attributes: `pandas.options.display.max_rows`.
    def __init__(self, prefix):
        object.__setattr__(self, "_prefix", prefix)

    def __getattr__(self, name):
        full = self._prefix + name
        if full in OPTIONS:
            return SETTINGS[full]
        if any([known.startswith(full + ".") for known in OPTIONS]):
            return _Options(full + ".")
        raise OptionError("No such option")

    def __setattr__(self, name, value):
        if self._prefix + name not in OPTIONS:
            raise OptionError("You can only set the value of existing options")
        set_option(self._prefix + name, value)

    def __dir__(self):
        inside = [name.removeprefix(self._prefix) for name in OPTIONS if name.startswith(self._prefix)]
        return sorted({name.partition(".")[0] for name in inside})


options = _Options("")
