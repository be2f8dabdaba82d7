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
    *,
    legacy=None,
    override_repr=None,
):
    """Changes how arrays are printed: digits after the point, where to leave elements out, whether exponents are used.

    >>> import numpy as np
    >>> with np.printoptions(precision=3, suppress=True): print(np.array([1e-6, 3.14159]))
    [0.    3.142]
    """
    if floatmode not in (None, "fixed", "unique", "maxprec", "maxprec_equal"):
        raise ValueError("floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", \"maxprec_equal\"")
    if legacy or override_repr is not None:
        raise NotImplementedError("arrays print in one way: leave legacy and override_repr out")
    if sign not in (None, "-", "+", " "):
        raise ValueError("sign option must be one of ' ', '+', or '-'")
    if threshold is not None and not isinstance(threshold, (int, float, number)):
        raise TypeError("threshold must be numeric")
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth, "suppress": suppress}
    given |= {"nanstr": nanstr, "infstr": infstr, "sign": sign, "floatmode": floatmode}
    _options.update({name: value for name, value in given.items() if value is not None})
    _options["formatter"] = formatter
    own = formatter or {}
    kinds = [("float", "float_kind"), ("int", "int_kind"), ("bool",), ("complexfloat", "complex_kind")]
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
        mode,
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
    legacy=None,
):
    """Returns an array's text, with its own print options."""
    a = asarray(a)
    given = {"precision": precision, "suppress": suppress_small, "linewidth": max_line_width, "formatter": formatter}
    given |= {"threshold": threshold, "edgeitems": edgeitems, "sign": sign, "floatmode": floatmode, "legacy": legacy}
    with printoptions(**{name: value for name, value in given.items() if value is not None}):
        line = _options["linewidth"]
        set_printoptions(linewidth=line - len(prefix) - len(suffix), formatter=_options["formatter"])
        if hasattr(a, "_shown_one"):
            shown = a._text(separator, "", "")
        else:
            # Digits are those of an array's elements, also without dimensions.
            shown = _text(a.reshape(1), separator)[1:-1].strip() if a.ndim == 0 else _text(a, separator)
        return shown.replace("\n", "\n" + " " * len(prefix))


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """As `str` shows it."""
    given = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small}
    with printoptions(formatter=_options["formatter"], **{name: value for name, value in given.items() if value is not None}):
        return str(asarray(a))


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """As `repr` shows it."""
    given = {"linewidth": max_line_width, "precision": precision, "suppress": suppress_small}
    with printoptions(formatter=_options["formatter"], **{name: value for name, value in given.items() if value is not None}):
        return repr(asarray(arr))


def _trimmed(digits, trim):
    """Digits without zeros at the end: k keeps them, 0 leaves one, . the point, - neither."""
    if trim == "k" or "." not in digits:
        return digits
    digits = digits.rstrip("0")
    if trim == "0" and digits.endswith("."):
        return digits + "0"
    return digits.rstrip(".") if trim == "-" else digits


def _padded(text, pad_left, pad_right):
    whole, point, fraction = text.partition(".")
    if pad_left is not None:
        whole = whole.rjust(pad_left)
    if pad_right is not None:
        fraction = fraction.ljust(pad_right)
    return whole + point + fraction


def format_float_positional(x, precision=None, unique=True, fractional=True, trim="k", sign=False, pad_left=None, pad_right=None, min_digits=None):
    """A number without an exponent."""
    from decimal import Decimal

    exact = format(Decimal(repr(float(x)) if not isinstance(x, floating) else str(x.item() if x.dtype == "float64" else x)), "f")
    exact = exact if "." in exact else exact + "."
    exact = exact[:-1] if exact.endswith(".0") else exact
    shown = exact if precision is None or unique and len(exact.split(".")[1]) <= precision else format(float(x), f".{precision}f")
    shown = shown if "." in shown else shown + "."
    if min_digits is not None or not unique and precision is not None:
        whole, _, fraction = shown.partition(".")
        shown = f"{whole}.{fraction.ljust(min_digits or precision, '0')}"
    text = _trimmed(shown, trim) if trim != "k" or not unique else shown
    return _padded(("+" if sign and float(x) >= 0 else "") + text, pad_left, pad_right)


def format_float_scientific(x, precision=None, unique=True, trim="k", sign=False, pad_left=None, exp_digits=None, min_digits=None):
    """A number with an exponent."""
    shortest = repr(float(x)) if not isinstance(x, floating) else str(x.item() if x.dtype == "float64" else x)
    digits = len(shortest.lower().split("e")[0].replace(".", "").replace("-", "").strip("0"))
    exact = format(float(x), f".{_builtins.max(digits - 1, 0)}e") if unique and (precision is None or digits - 1 <= precision) else format(float(x), f".{precision}e")
    mantissa, _, exponent = exact.partition("e")
    mantissa = mantissa if "." in mantissa else mantissa + "."
    if min_digits is not None:
        whole, _, fraction = mantissa.partition(".")
        mantissa = f"{whole}.{fraction.ljust(min_digits, '0')}"
    mantissa = _trimmed(mantissa, trim) if trim != "k" else mantissa
    if exp_digits is not None:
        exponent = exponent[0] + exponent[1:].lstrip("0").rjust(exp_digits, "0")
    return _padded(("+" if sign and float(x) >= 0 else "") + mantissa, pad_left, None) + "e" + exponent
