"""Rational numbers: ratios of whole numbers, exact."""

import math
import numbers
import operator
import re
from decimal import Decimal

__all__ = ["Fraction"]

_PRIME = 2**61 - 1

_SYNTAX = re.compile(
    r"\s*(?P<sign>[-+]?)(?=\d|\.\d)(?P<whole>\d*|\d+(_\d+)*)"
    r"(?:(?:\s*/\s*(?P<below>\d+(_\d+)*))?"
    r"|(?:\.(?P<part>\d*|\d+(_\d+)*))?(?:E(?P<exponent>[-+]?\d+(_\d+)*))?)\s*\Z",
    re.IGNORECASE,
)
_FLOAT_FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<no_neg_zero>z)?(?P<alt>\#)?(?P<zero>0(?=\d))?(?P<width>0|[1-9]\d*)?"
    r"(?P<separator>[,_])?(?:\.(?P<precision>0|[1-9]\d*))?(?P<type>[eEfFgG%])",
    re.DOTALL,
)
_GENERAL_FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ]?)(?P<alt>\#)?(?P<width>0|[1-9]\d*)?(?P<separator>[,_])?",
    re.DOTALL,
)


class Fraction(numbers.Rational):
    """This class implements rational numbers.

    In the two-argument form of the constructor, Fraction(8, 6) will
    produce a rational number equivalent to 4/3. Both arguments must
    be Rational. The numerator defaults to 0 and the denominator
    defaults to 1 so that Fraction(3) == 3 and Fraction() == 0.
    """

    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = super(Fraction, cls).__new__(cls)
        if denominator is None:
            self._numerator, self._denominator = _parts(numerator)
            return self
        if not (isinstance(numerator, numbers.Rational) and isinstance(denominator, numbers.Rational)):
            raise TypeError("both arguments should be Rational instances")
        above = numerator.numerator * denominator.denominator
        below = denominator.numerator * numerator.denominator
        if below == 0:
            raise ZeroDivisionError(f"Fraction({above}, 0)")
        shared = math.gcd(above, below)
        if below < 0:
            shared = -shared
        self._numerator, self._denominator = above // shared, below // shared
        return self

    @classmethod
    def from_float(cls, f):
        """Converts a finite float to a rational number, exactly."""
        if isinstance(f, numbers.Integral):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        """Converts a finite Decimal instance to a rational number, exactly."""
        if isinstance(dec, numbers.Integral):
            dec = Decimal(int(dec))
        elif not isinstance(dec, Decimal):
            raise TypeError(f"{cls.__name__}.from_decimal() only takes Decimals, not {dec!r} ({type(dec).__name__})")
        return cls(*dec.as_integer_ratio())

    @classmethod
    def from_number(cls, number):
        """Converts a finite real number to a rational number, exactly."""
        if isinstance(number, numbers.Rational):
            return cls(number)
        if not isinstance(number, type) and hasattr(number, "as_integer_ratio"):
            return cls(*number.as_integer_ratio())
        raise TypeError("argument should be a Rational instance or have the as_integer_ratio() method")

    @classmethod
    def _from_coprime_ints(cls, numerator, denominator, /):
        """The fraction of a pair that is in lowest terms already."""
        self = super(Fraction, cls).__new__(cls)
        self._numerator, self._denominator = numerator, denominator
        return self

    def is_integer(self):
        """Return True if the Fraction is an integer."""
        return self._denominator == 1

    def as_integer_ratio(self):
        """Return a pair of integers, whose ratio is equal to the original Fraction."""
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        """Closest Fraction to self with denominator at most max_denominator."""
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        # The last two convergents of the continued fraction, and the best of what lies between.
        before, last = (0, 1), (1, 0)
        above, below = self._numerator, self._denominator
        while True:
            whole = above // below
            denominator = before[1] + whole * last[1]
            if denominator > max_denominator:
                break
            before, last = last, (before[0] + whole * last[0], denominator)
            above, below = below, above - whole * below
        steps = (max_denominator - before[1]) // last[1]
        between = (before[0] + steps * last[0], before[1] + steps * last[1])
        if 2 * below * between[1] <= self._denominator:
            return Fraction._from_coprime_ints(*last)
        return Fraction._from_coprime_ints(*between)

    @property
    def numerator(a):
        return a._numerator

    @property
    def denominator(a):
        return a._denominator

    def __repr__(self):
        return f"{self.__class__.__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return f"{self._numerator}/{self._denominator}"

    def __format__(self, format_spec, /):
        """Format this fraction according to the given format specification."""
        if found := _GENERAL_FORMAT.fullmatch(format_spec):
            return _general(self, found)
        found = _FLOAT_FORMAT.fullmatch(format_spec)
        if found is None or found["align"] is not None and found["zero"] is not None:
            raise ValueError(f"Invalid format specifier {format_spec!r} for object of type {type(self).__name__!r}")
        return _as_float(self, found)

    def _operators(exact, fallback, handle_complex=True):
        """The operator's method and its reflection: exact with rationals, else as floats or complex numbers."""

        def forward(a, b):
            if type(b) is Fraction or isinstance(b, Fraction):
                return exact(a, b)
            if isinstance(b, int):
                return exact(a, Fraction(b))
            if isinstance(b, float):
                return fallback(float(a), b)
            if handle_complex and isinstance(b, complex):
                return fallback(complex(a), b)
            return NotImplemented

        def reverse(b, a):
            if isinstance(a, numbers.Rational):
                return exact(Fraction(a), b)
            if isinstance(a, numbers.Real):
                return fallback(float(a), float(b))
            if handle_complex and isinstance(a, numbers.Complex):
                return fallback(complex(a), complex(b))
            return NotImplemented

        forward.__name__, forward.__doc__ = f"__{fallback.__name__}__", exact.__doc__
        reverse.__name__, reverse.__doc__ = f"__r{fallback.__name__}__", exact.__doc__
        return forward, reverse

    def _add(a, b):
        """a + b"""
        shared = math.gcd(a._denominator, b._denominator)
        if shared == 1:
            above = a._numerator * b._denominator + a._denominator * b._numerator
            return Fraction._from_coprime_ints(above, a._denominator * b._denominator)
        part = a._denominator // shared
        above = a._numerator * (b._denominator // shared) + b._numerator * part
        more = math.gcd(above, shared)
        return Fraction._from_coprime_ints(above // more, part * (b._denominator // more))

    __add__, __radd__ = _operators(_add, operator.add)

    def _sub(a, b):
        """a - b"""
        return Fraction._add(a, Fraction._from_coprime_ints(-b._numerator, b._denominator))

    __sub__, __rsub__ = _operators(_sub, operator.sub)

    def _mul(a, b):
        """a * b"""
        first, second = math.gcd(a._numerator, b._denominator), math.gcd(b._numerator, a._denominator)
        return Fraction._from_coprime_ints(
            (a._numerator // first) * (b._numerator // second), (b._denominator // first) * (a._denominator // second)
        )

    __mul__, __rmul__ = _operators(_mul, operator.mul)

    def _div(a, b):
        """a / b"""
        if b._numerator == 0:
            shared = math.gcd(a._numerator, 0) or 1
            raise ZeroDivisionError(f"Fraction({a._numerator // shared * b._denominator}, 0)")
        if b._numerator < 0:
            return Fraction._mul(a, Fraction._from_coprime_ints(-b._denominator, -b._numerator))
        return Fraction._mul(a, Fraction._from_coprime_ints(b._denominator, b._numerator))

    __truediv__, __rtruediv__ = _operators(_div, operator.truediv)

    def _floordiv(a, b):
        """a // b"""
        return (a._numerator * b._denominator) // (a._denominator * b._numerator)

    __floordiv__, __rfloordiv__ = _operators(_floordiv, operator.floordiv, False)

    def _divmod(a, b):
        """(a // b, a % b)"""
        below = a._denominator * b._denominator
        whole, rest = divmod(a._numerator * b._denominator, a._denominator * b._numerator)
        return whole, Fraction(rest, below)

    __divmod__, __rdivmod__ = _operators(_divmod, divmod, False)

    def _mod(a, b):
        """a % b"""
        return Fraction((a._numerator * b._denominator) % (b._numerator * a._denominator), a._denominator * b._denominator)

    __mod__, __rmod__ = _operators(_mod, operator.mod, False)

    def __pow__(a, b, modulo=None):
        """a ** b: a Fraction where b is an integer, else a float."""
        if modulo is not None:
            return NotImplemented
        if isinstance(b, numbers.Rational):
            if b.denominator != 1:
                return float(a) ** float(b)
            power = b.numerator
            if power >= 0:
                return Fraction._from_coprime_ints(a._numerator**power, a._denominator**power)
            if a._numerator > 0:
                return Fraction._from_coprime_ints(a._denominator**-power, a._numerator**-power)
            if a._numerator == 0:
                raise ZeroDivisionError(f"Fraction({a._denominator**-power}, 0)")
            return Fraction._from_coprime_ints((-a._denominator) ** -power, (-a._numerator) ** -power)
        if isinstance(b, (float, complex)):
            return float(a) ** b
        return NotImplemented

    def __rpow__(b, a, modulo=None):
        """a ** b"""
        if modulo is not None:
            return NotImplemented
        if b._denominator == 1 and b._numerator >= 0:
            return a**b._numerator
        if isinstance(a, numbers.Rational):
            return Fraction(a.numerator, a.denominator) ** b
        if b._denominator == 1:
            return a**b._numerator
        return a ** float(b)

    def __pos__(a):
        """+a: Coerces a subclass instance to Fraction"""
        return Fraction._from_coprime_ints(a._numerator, a._denominator)

    def __neg__(a):
        """-a"""
        return Fraction._from_coprime_ints(-a._numerator, a._denominator)

    def __abs__(a):
        """abs(a)"""
        return Fraction._from_coprime_ints(abs(a._numerator), a._denominator)

    def __int__(a, _index=operator.index):
        """int(a)"""
        if a._numerator < 0:
            return _index(-(-a._numerator // a._denominator))
        return _index(a._numerator // a._denominator)

    def __trunc__(a):
        """math.trunc(a)"""
        return int(a)

    def __floor__(a):
        """math.floor(a)"""
        return a._numerator // a._denominator

    def __ceil__(a):
        """math.ceil(a)"""
        return -(-a._numerator // a._denominator)

    def __round__(self, ndigits=None):
        """round(self, ndigits): halves to even"""
        if ndigits is None:
            whole, rest = divmod(self._numerator, self._denominator)
            if rest * 2 == self._denominator:
                return whole + whole % 2
            return whole + (rest * 2 > self._denominator)
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        """hash(self): that of an equal integer, float or Decimal"""
        try:
            inverse = pow(self._denominator, -1, _PRIME)
        except ValueError:
            hashed = 314159
        else:
            hashed = hash(hash(abs(self._numerator)) * inverse)
        result = hashed if self._numerator >= 0 else -hashed
        return -2 if result == -1 else result

    def __eq__(a, b):
        """a == b"""
        if type(b) is int:
            return a._numerator == b and a._denominator == 1
        if isinstance(b, numbers.Rational):
            return a._numerator == b.numerator and a._denominator == b.denominator
        if isinstance(b, numbers.Complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            if math.isnan(b) or math.isinf(b):
                return 0.0 == b
            return a == a.from_float(b)
        return NotImplemented

    def _compare(self, other, holds):
        if isinstance(other, numbers.Rational):
            return holds(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            if math.isnan(other) or math.isinf(other):
                return holds(0.0, other)
            return holds(self, self.from_float(other))
        return NotImplemented

    def __lt__(a, b):
        """a < b"""
        return a._compare(b, operator.lt)

    def __gt__(a, b):
        """a > b"""
        return a._compare(b, operator.gt)

    def __le__(a, b):
        """a <= b"""
        return a._compare(b, operator.le)

    def __ge__(a, b):
        """a >= b"""
        return a._compare(b, operator.ge)

    def __bool__(a):
        """a != 0"""
        return bool(a._numerator)

    def __reduce__(self):
        return (self.__class__, (self._numerator, self._denominator))

    def __copy__(self):
        if type(self) is Fraction:
            return self
        return self.__class__(self._numerator, self._denominator)

    def __deepcopy__(self, memo):
        if type(self) is Fraction:
            return self
        return self.__class__(self._numerator, self._denominator)


def _parts(value):
    """Numerator and denominator of what a fraction is made of."""
    if type(value) is int:
        return value, 1
    if isinstance(value, numbers.Rational):
        return value.numerator, value.denominator
    if isinstance(value, str):
        return _text_parts(value)
    if isinstance(value, (float, Decimal)) or not isinstance(value, type) and hasattr(value, "as_integer_ratio"):
        return value.as_integer_ratio()
    raise TypeError("argument should be a string or a Rational instance or have the as_integer_ratio() method")


def _text_parts(text):
    found = _SYNTAX.match(text)
    if found is None:
        raise ValueError(f"Invalid literal for Fraction: {text!r}")
    numerator, denominator = int(found["whole"] or "0"), 1
    if found["below"]:
        denominator = int(found["below"])
    else:
        if part := (found["part"] or "").replace("_", ""):
            denominator = 10 ** len(part)
            numerator = numerator * denominator + int(part)
        if found["exponent"]:
            exponent = int(found["exponent"])
            if exponent >= 0:
                numerator *= 10**exponent
            else:
                denominator *= 10**-exponent
    if found["sign"] == "-":
        numerator = -numerator
    if denominator == 0:
        raise ZeroDivisionError(f"Fraction({numerator}, 0)")
    shared = math.gcd(numerator, denominator)
    return numerator // shared, denominator // shared


def _sign(fraction, found):
    if fraction._numerator < 0:
        return "-"
    return "" if found["sign"] == "-" else found["sign"]


def _filled(sign, body, found):
    """A body behind its sign, padded."""
    fill, align = found["fill"] or " ", found["align"] or ">"
    missing = int(found["width"] or "0") - len(sign) - len(body)
    padding = fill * max(missing, 0)
    if align == ">":
        return padding + sign + body
    if align == "<":
        return sign + body + padding
    if align == "^":
        half = len(padding) // 2
        return padding[:half] + sign + body + padding[half:]
    return sign + padding + body


def _general(fraction, found):
    separator = found["separator"] or ""
    body = f"{abs(fraction._numerator):{separator}}"
    if fraction._denominator > 1 or found["alt"]:
        body += f"/{fraction._denominator:{separator}}"
    return _filled(_sign(fraction, found), body, found)


def _rounded(numerator, denominator, exponent):
    """The whole number nearest to n / d / 10**exponent, halves to even, as (negative, size)."""
    if exponent >= 0:
        denominator *= 10**exponent
    else:
        numerator *= 10**-exponent
    whole, rest = divmod(numerator + (denominator >> 1), denominator)
    if rest == 0 and denominator & 1 == 0:
        whole &= -2
    return numerator < 0, abs(whole)


def _significant(numerator, denominator, figures):
    """As `_rounded`, to so many figures; with the exponent."""
    if numerator == 0:
        return False, 0, 1 - figures
    above, below = str(abs(numerator)), str(denominator)
    power = len(above) - len(below) + (below <= above)
    exponent = power - figures
    negative, whole = _rounded(numerator, denominator, exponent)
    if len(str(whole)) == figures + 1:
        whole, exponent = whole // 10, exponent + 1
    return negative, whole, exponent


def _as_float(fraction, found):
    kind, alternate = found["type"], bool(found["alt"])
    precision = int(found["precision"] or "6")
    trim = kind in "gG" and not alternate
    letter = "E" if kind in "EFG" else "e"
    if kind in "fF%":
        exponent = -precision - (2 if kind == "%" else 0)
        negative, whole = _rounded(fraction._numerator, fraction._denominator, exponent)
        scientific, point = False, precision
    else:
        figures = max(precision, 1) if kind in "gG" else precision + 1
        negative, whole, exponent = _significant(fraction._numerator, fraction._denominator, figures)
        scientific = kind in "eE" or exponent > 0 or exponent + figures <= -4
        point = figures - 1 if scientific else -exponent
    suffix = "%" if kind == "%" else f"{letter}{exponent + point:+03d}" if scientific else ""
    digits = f"{whole:0{point + 1}d}"
    sign = "-" if negative and (whole or not found["no_neg_zero"]) else "" if found["sign"] == "-" else found["sign"]
    leading, part = digits[: len(digits) - point], digits[len(digits) - point :]
    if trim:
        part = part.rstrip("0")
    rest = ("." if part or alternate else "") + part + suffix
    if found["zero"]:
        least = int(found["width"]) - len(sign) - len(rest)
        separator = found["separator"]
        leading = leading.zfill(3 * least // 4 + 1 if separator else least)
    if separator := found["separator"]:
        first = 1 + (len(leading) - 1) % 3
        leading = leading[:first] + "".join(separator + leading[at : at + 3] for at in range(first, len(leading), 3))
    return _filled(sign, leading + rest, found)
