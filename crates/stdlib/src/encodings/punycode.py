# encodings.punycode: text in ASCII, other characters as digits behind the last dash (RFC 3492).

import codecs
from encodings import _text

_BASE, _LEAST, _MOST, _SKEW, _DAMP, _FIRST_BIAS, _FIRST_CODE = 36, 1, 26, 38, 700, 72, 0x80
_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"


def _threshold(place, bias):
    """How much a digit at a place has to be worth to be no last one."""
    return min(max(_BASE * (place + 1) - bias, _LEAST), _MOST)


def _adapted(delta, first, count):
    delta = delta // _DAMP if first else delta // 2
    delta += delta // count
    steps = 0
    while delta > (_BASE - _LEAST) * _MOST // 2:
        delta //= _BASE - _LEAST
        steps += _BASE
    return steps + _BASE * delta // (delta + _SKEW)


def _number(value, bias):
    digits, place = bytearray(), 0
    while value >= (least := _threshold(place, bias)):
        value, digit = divmod(value - least, _BASE - least)
        digits.append(_DIGITS[least + digit])
        place += 1
    digits.append(_DIGITS[value])
    return bytes(digits)


def punycode_encode(text):
    plain = text.encode("ascii", "ignore")
    out = bytearray(plain + b"-" if plain else b"")
    code, delta, bias, done = _FIRST_CODE, 0, _FIRST_BIAS, len(plain)
    codes = [ord(c) for c in text]
    for wanted in sorted({code for code in codes if code >= _FIRST_CODE}):
        delta += (wanted - code) * (done + 1)
        for other in codes:
            if other < wanted:
                delta += 1
            elif other == wanted:
                out += _number(delta, bias)
                bias = _adapted(delta, done == len(plain), done + 1)
                delta, done = 0, done + 1
        delta, code = delta + 1, wanted + 1
    return bytes(out)


class _Digits:
    """The numbers behind the last dash, one after the other."""

    def __init__(self, data, start, errors):
        self.data, self.start, self.errors = data, start, errors
        self.at = start

    def next(self, bias):
        """The next number; None where it is no number and mistakes are passed by."""
        value, weight, place = 0, 1, 0
        while True:
            if self.at >= len(self.data):
                if self.errors == "strict":
                    end = len(self.data)
                    raise UnicodeDecodeError("punycode", self.data, end, end + 1, "incomplete punicode string")
                return None
            digit = _DIGITS.find(bytes([self.data[self.at]]).lower())
            self.at += 1
            if digit < 0:
                if self.errors == "strict":
                    at = self.at - 1
                    shown = f"Invalid extended code point '{self.data[self.at - 1]}'"
                    raise UnicodeDecodeError("punycode", self.data, at, at + 1, shown)
                return None
            least = _threshold(place, bias)
            value += digit * weight
            if digit < least:
                return value
            weight *= _BASE - least
            place += 1


def punycode_decode(text, errors):
    if isinstance(text, str):
        text = text.encode("ascii")
    text = bytes(text)
    at = text.rfind(b"-")
    plain = text[: max(at, 0)]
    try:
        out = list(plain.decode("ascii", errors))
    except UnicodeDecodeError as error:
        raise UnicodeDecodeError("ascii", text, error.start, error.end, error.reason) from None
    digits = _Digits(text, at + 1, errors)
    code, place, bias, first = _FIRST_CODE, -1, _FIRST_BIAS, True
    while digits.at < len(text):
        delta = digits.next(bias)
        if delta is None:
            break
        place += delta + 1
        code += place // (len(out) + 1)
        if code > 0x10FFFF:
            if errors == "strict":
                start = digits.at
                shown = f"Invalid character U+{code:x}"
                raise UnicodeDecodeError("punycode", text, start - 1, start, shown)
            code = ord("?")
        place %= len(out) + 1
        out.insert(place, chr(code))
        bias = _adapted(delta, first, len(out))
        first = False
    return "".join(out)


def _encode(input, errors="strict"):
    return punycode_encode(input), len(input)


def _decode(input, errors="strict"):
    if errors not in ("strict", "replace", "ignore"):
        raise UnicodeError(f"Unsupported error handling: {errors}")
    return punycode_decode(input, errors), len(input)


def getregentry():
    return _text.entry("punycode", _encode, _decode)
