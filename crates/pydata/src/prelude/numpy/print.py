"""NumPy's print options."""

_options = {
    "edgeitems": 3,
    "threshold": 1000,
    "floatmode": "maxprec",
    "precision": 8,
    "suppress": False,
    "linewidth": 75,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
    "formatter": None,
    "legacy": False,
    "override_repr": None,
}


def get_printoptions():
    """Returns the print options."""
    return dict(_options)


def set_printoptions(
    precision=None,
    threshold=None,
    edgeitems=None,
    linewidth=None,
    suppress=None,
    nanstr=None,
    infstr=None,
    formatter=None,
    sign=None,
    floatmode=None,
):
    """Changes how arrays are printed: digits after the point, where to leave elements out, whether exponents are used.

    >>> import numpy as np
    >>> with np.printoptions(precision=3, suppress=True): print(np.array([1e-6, 3.14159]))
    [0.    3.142]
    """
    if floatmode not in (None, "fixed", "unique", "maxprec", "maxprec_equal"):
        raise ValueError("floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", or \"maxprec_equal\"")
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    if threshold is not None and not isinstance(threshold, (int, float, number)):
        raise TypeError("threshold must be numeric")
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth, "suppress": suppress}
    given |= {"nanstr": nanstr, "infstr": infstr, "sign": sign, "floatmode": floatmode}
    _options.update({name: value for name, value in given.items() if value is not None})
    _options["formatter"] = formatter
    own = formatter or {}
    kinds = [("float_kind", "float"), ("int_kind", "int"), ("bool",)]
    functions = [next((own[name] for name in names + ("all",) if own.get(name) is not None), None) for names in kinds]
    mode = _options["floatmode"]
    digits = 17 if mode == "unique" or _options["precision"] is None else _options["precision"]
    _set_options(
        digits,
        _options["threshold"],
        _options["edgeitems"],
        _options["linewidth"],
        _options["suppress"],
        _options["sign"],
        mode == "fixed",
        _options["nanstr"],
        _options["infstr"],
        *functions,
    )


class printoptions:
    """`with np.printoptions(precision=3):` set_printoptions, for the block."""

    def __init__(self, **options):
        self._given = options

    def __enter__(self):
        self._before = get_printoptions()
        set_printoptions(**self._given)
        return get_printoptions()

    def __exit__(self, *_):
        before = {name: value for name, value in self._before.items() if name not in ("legacy", "override_repr")}
        set_printoptions(**before)
        return False


def array2string(
    a,
    max_line_width=None,
    precision=None,
    suppress_small=None,
    separator=" ",
    prefix="",
    *,
    formatter=None,
    threshold=None,
    edgeitems=None,
    sign=None,
    floatmode=None,
    suffix="",
):
    """Returns an array's text, with its own print options."""
    given = {"precision": precision, "suppress": suppress_small, "linewidth": max_line_width, "formatter": formatter}
    given |= {"threshold": threshold, "edgeitems": edgeitems, "sign": sign, "floatmode": floatmode}
    with printoptions(**{name: value for name, value in given.items() if value is not None}):
        return _text(a, separator).replace("\n", "\n" + " " * len(prefix))
