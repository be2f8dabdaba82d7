"""What decimal numbers are made of, and how they are formatted: part of decimal."""

import math as _math
import re as _re

from _decimal_arithmetic import _FINITE, _INFINITE, _NAN, _SIGNALING, _class, _shed
from _decimal_context import FLOAT, INVALID, MAX_EMAX, MIN_ETINY, SYNTAX
from _tensorcell.decimal import _count, _digits, _number

_SYNTAX = _re.compile(
    r"(?P<sign>[-+])?(?:(?=\d|\.\d)(?P<whole>\d*)(?:\.(?P<part>\d*))?(?:e(?P<exponent>[-+]?\d+))?"
    r"|(?P<infinite>inf(?:inity)?)|(?P<signaling>s)?nan(?P<payload>\d*))\Z",
    _re.IGNORECASE,
)
_FORMAT = _re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<no_neg_0>z)?(?P<alternate>#)?(?P<zero>0)?(?P<width>[1-9]\d*)?"
    r"(?P<separator>,)?(?:\.(?P<precision>\d+))?(?P<type>[eEfFgGn%])?\Z",
    _re.DOTALL,
)


def _float_parts(x):
    sign = 1 if _math.copysign(1.0, x) < 0 else 0
    if x != x:
        return sign, 0, 0, _NAN
    if _math.isinf(x):
        return sign, 0, 0, _INFINITE
    n, unit = float.as_integer_ratio(float.__abs__(x))
    twos = unit.bit_length() - 1
    return sign, n * 5**twos, -twos, _FINITE


def _parts(value, context):
    """Sign, digits, exponent and kind of what a Decimal is made of."""
    if isinstance(value, str):
        parts = _text_parts(value)
        if parts is None:
            context._note(SYNTAX)
            return 0, 0, 0, _NAN
        return parts if parts[3] else _within_limits(*parts[:3], context)
    if isinstance(value, _class[0]):
        return value._sign, value._n, value._e, value._kind
    if isinstance(value, int):
        return (1 if value < 0 else 0), abs(int(value)), 0, _FINITE
    if isinstance(value, (list, tuple)):
        return _tuple_parts(value, context)
    if isinstance(value, float):
        context._note(FLOAT)
        return _float_parts(value)
    raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")


def _tuple_parts(value, context):
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, e = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    if not isinstance(digits, (tuple, list)):
        raise ValueError("coefficient must be a tuple of digits")
    if e == "F":
        return sign, 0, 0, _INFINITE
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError("coefficient must be a tuple of digits")
    n = _number("0" + "".join(map(str, map(int, digits))))
    if isinstance(e, str):
        kinds = {"n": _NAN, "N": _SIGNALING}
        if e not in kinds:
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        return sign, n, 0, kinds[e]
    if not isinstance(e, int):
        raise ValueError("exponent must be an integer")
    return _within_limits(sign, n, e, context)


def _within_limits(sign, n, e, context):
    """The parts of a number, unless its exponent is past any context's."""
    if n and not MIN_ETINY <= e + _count(n) - 1 <= MAX_EMAX or not -(10**19) < e < 10**19:
        context._note(INVALID)
        return 0, 0, 0, _NAN
    return sign, n, e, _FINITE


def _text_parts(text):
    """Sign, digits, exponent and kind of the number in a text; None where there is none."""
    found = _SYNTAX.match(text.strip().replace("_", ""))
    if found is None:
        return None
    sign = 1 if found["sign"] == "-" else 0
    if found["infinite"]:
        return sign, 0, 0, _INFINITE
    if found["whole"] is None:
        payload = found["payload"]
        return sign, _number(_latin(payload)) if payload else 0, 0, _SIGNALING if found["signaling"] else _NAN
    part = found["part"] or ""
    n, e = _number(_latin(found["whole"] + part)), int(found["exponent"] or 0) - len(part)
    return sign, n, e, _FINITE


def _latin(digits):
    return digits if digits.isascii() else "".join(str(int(digit)) for digit in digits)


def _pointed(digits, point):
    """Digits before and after a point in a place; the point comes with the latter."""
    if point <= 0:
        return "0", "." + "0" * -point + digits
    if point >= len(digits):
        return digits + "0" * (point - len(digits)), ""
    return digits[:point], "." + digits[point:]


def _formatted(number, specifier, context):
    if not isinstance(specifier, str):
        raise TypeError("format arg must be str")
    spec = _FORMAT.match(specifier)
    if spec is None:
        raise ValueError("invalid format string")
    kind, precision = spec["type"], spec["precision"]
    precision = None if precision is None else int(precision)
    if spec["alternate"]:
        raise ValueError("invalid format string")
    if kind == "n":
        if spec["separator"]:
            raise ValueError("invalid format string")
        kind = "g"
    percent = kind == "%"
    if number._kind:
        text = number.copy_abs()._text(context.capitals)
        return _padded(spec, "-" if number._sign else "", text, "%" if percent else "", False)
    sign, n, e = number._sign, number._n, number._e + (2 if percent else 0)
    capital = kind in ("E", "G") or kind is None and context.capitals
    style = "g" if kind is None else "f" if percent else kind.lower()
    if precision is not None:
        if style == "f":
            dropped = -precision - e
            n = _shed(n, dropped, sign, context.rounding)[0] if dropped > 0 else n * 10**-dropped
            e = -precision
        else:
            keep = precision + 1 if style == "e" else max(precision, 1)
            drop = _count(n) - keep
            if drop > 0:
                n, e = _shed(n, drop, sign, context.rounding)[0], e + drop
                if _count(n) > keep:
                    n, e = n // 10, e + 1
            if style == "e" and n and _count(n) < keep:
                n, e = n * 10 ** (keep - _count(n)), e - (keep - _count(n))
    elif style == "f" and e > 0:
        n, e = n * 10**e, 0
    if spec["no_neg_0"] and n == 0:
        sign = 0
    digits = _digits(n)
    places = len(digits) + e
    if style == "f":
        point = places
    elif style == "e":
        point = 1 - precision if n == 0 and precision is not None else 1
    else:
        point = places if e <= 0 and places > -6 else 1
    whole, part = _pointed(digits, point)
    if style == "e" or places != point:
        part += f"{'E' if capital else 'e'}{places - point:+d}"
    return _padded(spec, "-" if sign else "", whole, part + ("%" if percent else ""), True)


def _padded(spec, sign, whole, rest, finite):
    if not sign and spec["sign"] in ("+", " "):
        sign = spec["sign"]
    fill, align = spec["fill"] or " ", spec["align"] or ">"
    width = int(spec["width"] or 0)
    inside = 0
    if spec["zero"] and not spec["align"]:
        fill, align = ("0", "=")
        inside = width - len(sign) - len(rest)
    if finite and spec["separator"]:
        whole = _grouped(whole, spec["separator"], inside)
    elif spec["zero"] and not spec["align"] and not finite:
        fill, align = " ", ">"
    missing = max(width - len(sign) - len(whole) - len(rest), 0)
    body = whole + rest
    if align == "=":
        return sign + fill * missing + body
    before = {"<": 0, ">": missing, "^": missing // 2}[align]
    return fill * before + sign + body + fill * (missing - before)


def _grouped(whole, separator, least):
    groups = []
    while whole:
        groups.append(whole[-3:])
        whole = whole[:-3]
    length = sum(map(len, groups)) + len(groups) - 1
    while length < least:
        if len(groups[-1]) < 3:
            groups[-1], length = "0" + groups[-1], length + 1
        else:
            groups.append("0")
            length += 2
    return separator.join(reversed(groups))
