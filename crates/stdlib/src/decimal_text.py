"""Decimal numbers read from text and formatted: part of decimal."""

import re as _re

from _decimal_arithmetic import _FINITE, _INFINITE, _NAN, _SIGNALING, _shed
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
