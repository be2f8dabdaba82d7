"""`datetime64` and `timedelta64`: whole numbers of a unit of time, alone and in arrays. The least int64 is NaT."""

import datetime as _datetime
import re

import numpy as np
from numpy._held import Held

NAT = -(2**63)
UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns")
# Nanoseconds of the units that have a fixed length.
LENGTHS = {
    "W": 604800 * 10**9, "D": 86400 * 10**9, "h": 3600 * 10**9, "m": 60 * 10**9, "s": 10**9, "ms": 10**6, "us": 1000, "ns": 1,
}  # fmt: skip
_NAMES = {"Y": "years", "M": "months", "W": "weeks", "D": "days", "h": "hours", "m": "minutes", "s": "seconds"}
_NAMES |= {"ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds", None: "generic time units"}


def choose(condition, a, b):
    """One of two values, or of each element of two arrays."""
    return np.where(condition, a, b) if isinstance(condition, np.ndarray) else a if condition else b


def days_of(year, month, day):
    """Days since 1970 of a date; numbers or arrays."""
    year = year - choose(month <= 2, 1, 0)
    era = year // 400
    inside = year - era * 400
    past = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146097 + inside * 365 + inside // 4 - inside // 100 + past - 719468


def civil(days):
    """(year, month, day) of days since 1970; numbers or arrays."""
    days = days + 719468
    era = days // 146097
    inside = days - era * 146097
    year = (inside - inside // 1460 + inside // 36524 - inside // 146096) // 365
    past = inside - (365 * year + year // 4 - year // 100)
    part = (5 * past + 2) // 153
    month = (part + 2) % 12 + 1
    return era * 400 + year + choose(month <= 2, 1, 0), month, past - (153 * part + 2) // 5 + 1


def finer(one, other):
    """The finer of two units."""
    known = [unit for unit in (one, other) if unit is not None]
    return max(known, key=UNITS.index) if known else None


def _moments(values, source, target):
    # Moments since 1970 in another unit, without regard to NaT.
    if source in "YM":
        months = values * 12 if source == "Y" else values
        if target in "YM":
            return months if target == "M" else months // 12
        return _moments(days_of(1970 + months // 12, months % 12 + 1, 1), "D", target)
    if target in "YM":
        year, month, _ = civil(_moments(values, source, "D"))
        return year - 1970 if target == "Y" else (year - 1970) * 12 + month - 1
    return _spans(values, source, target)


def _spans(values, source, target):
    if source == target or source is None:
        return values
    if source in "YM" and target in "YM":
        return values * 12 if source == "Y" else values // 12
    mean = {"Y": 31556952 * 10**9, "M": 2629746 * 10**9}
    a, b = ((LENGTHS | mean)[unit] for unit in (source, target))
    return values * (a // b) if a % b == 0 else values // (b // a) if b % a == 0 else values * a // b


def converted(values, kind, source, target):
    """Whole numbers of one unit as those of another; moments (M) or spans (m), numbers or arrays."""
    if source == target or target is None:
        return values
    if not isinstance(values, np.ndarray):
        return NAT if values == NAT else (_moments if kind == "M" and source is not None else _spans)(values, source, target)
    lost = values == NAT
    return np.where(lost, NAT, (_moments if kind == "M" and source is not None else _spans)(values, source, target))


_ISO = re.compile(
    r"([+-]?\d{4,})(?:-?(\d\d)(?:-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:\.(\d+))?)?)?\s*(Z|[+-]\d\d:?(?:\d\d)?)?)?)?)?",
    re.ASCII,
)


def parsed(text):
    """(number, unit, minutes east of Greenwich or None) of a date as ISO 8601 writes it, or None."""
    match = _ISO.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    parts = [int(part) if part else 0 for part in (hour, minute, second)]
    month_, day_ = int(month or 1), int(day or 1)
    if not (1 <= month_ <= 12 and 1 <= day_ <= days_in(int(year), month_) and parts[0] < 24 and max(parts[1:]) < 60):
        return None
    unit = (
        "Y"
        if month is None
        else "M"
        if day is None
        else "D"
        if hour is None
        else "h"
        if minute is None
        else "m"
        if second is None
        else "s"
    )
    days = days_of(int(year), month_, day_)
    number = _moments(days, "D", unit) if unit in "YMD" else _spans(days, "D", unit) + _clock(parts, unit)
    if fraction:
        unit = "ms" if len(fraction) <= 3 else "us" if len(fraction) <= 6 else "ns"
        width = {"ms": 3, "us": 6, "ns": 9}[unit]
        number = number * 10**width + int(fraction[:width].ljust(width, "0"))
    return number, unit, None if zone is None else _east(zone)


def _clock(parts, unit):
    seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
    return seconds // {"h": 3600, "m": 60, "s": 1}[unit]


def _east(zone):
    digits = zone[1:].replace(":", "").ljust(4, "0")
    return 0 if zone == "Z" else (-1 if zone[0] == "-" else 1) * (int(digits[:2]) * 60 + int(digits[2:]))


def days_in(year, month):
    """The days of a month."""
    return (
        29
        if month == 2 and (year % 4 == 0 and year % 100 != 0 or year % 400 == 0)
        else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]
    )


def iso(number, unit):
    """A moment as ISO 8601 writes it, as exactly as its unit."""
    if number == NAT:
        return "NaT"
    if unit in "YM":
        year, month = divmod(number, 12) if unit == "M" else (number, 0)
        return f"{year + 1970:04d}" + (f"-{month + 1:02d}" if unit == "M" else "")
    days, rest = divmod(number * LENGTHS[unit], LENGTHS["D"])
    year, month, day = civil(days)
    date = f"{year:04d}-{month:02d}-{day:02d}"
    seconds, rest = divmod(rest, 10**9)
    clock = f"T{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    if unit in "WD":
        return date
    digits = {"ms": 3, "us": 6, "ns": 9}.get(unit)
    return date + (f"{clock}.{rest:09d}"[: 10 + digits] if digits else clock[: {"h": 3, "m": 6, "s": 9}[unit]])


def numbers_of(value):
    """(kind, unit, whole number or array) of a moment, a span, a number, or an array of them."""
    if isinstance(value, (TimeArray, _Time)):
        return value._kind, value._unit, value._inner
    instant = getattr(value, "_instant", None)
    if instant is not None:
        return instant
    if isinstance(value, _datetime.datetime):
        return "M", "us", _since(value)
    if isinstance(value, _datetime.date):
        return "M", "D", value.toordinal() - 719163
    if isinstance(value, _datetime.timedelta):
        return "m", "us", (value.days * 86400 + value.seconds) * 10**6 + value.microseconds
    if isinstance(value, str):
        return _of_text(value)
    if value is None:
        return "m", None, NAT
    if isinstance(value, (list, tuple)):
        return numbers_of(np.asarray(value) if not value or isinstance(value[0], (int, float, np.number)) else times(value))
    if isinstance(value, np.ndarray):
        return value.dtype.kind.replace("u", "i").replace("b", "i"), None, value
    if isinstance(value, (bool, int, np.integer)):
        return "i", None, int(value)
    if isinstance(value, (float, np.floating)):
        return "f", None, float(value)
    return None, None, None


def _since(moment):
    seconds = ((moment.toordinal() - 719163) * 24 + moment.hour) * 3600 + moment.minute * 60 + moment.second
    offset = moment.utcoffset()
    number = seconds * 10**6 + moment.microsecond
    return number if offset is None else number - numbers_of(offset)[2]


def _of_text(text):
    if text in ("NaT", "nat", "NAT", ""):
        return "M", None, NAT
    if text in ("now", "today"):
        now = _datetime.datetime.now()
        return ("M", "s", _since(now) // 10**6) if text == "now" else ("M", "D", now.date().toordinal() - 719163)
    found = parsed(text)
    if found is None and _ISO.fullmatch(text):
        part = "Month" if int(_ISO.fullmatch(text)[2]) > 12 else "Day"
        raise ValueError(f'{part} out of range in datetime string "{text}"')
    if found is None:
        raise ValueError(f'Error parsing datetime string "{text}" at position {len(text) - len(text.lstrip("0123456789-"))}')
    number, unit, east = found
    return "M", unit, number if not east else number - _spans(east, "m", unit)


class TimeType:
    """The element type of moments or spans."""

    def __init__(self, kind, unit):
        self.kind, self.unit = kind, unit
        self.itemsize, self.char, self.names, self.fields, self.shape, self.byteorder = 8, kind, None, None, (), "="

    @property
    def name(self):
        """`datetime64[ns]`"""
        return ("datetime64" if self.kind == "M" else "timedelta64") + (f"[{self.unit}]" if self.unit else "")

    @property
    def str(self):
        """`<M8[ns]`"""
        return f"<{self.kind}8" + (f"[{self.unit}]" if self.unit else "")

    @property
    def type(self):
        """The class of one element."""
        return datetime64 if self.kind == "M" else timedelta64

    def __eq__(self, other):
        other = time_type(other)
        return other is not None and (other.kind, other.unit) == (self.kind, self.unit)

    def __hash__(self):
        return hash((self.kind, self.unit))

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"dtype('{self.str}')"


_TYPE = re.compile(r"(datetime64|timedelta64|[<=]?M8|[<=]?m8)(?:\[(\d*)([a-zA-Z]+)\])?")


def time_type(given):
    """The element type of moments or spans that something names, or None."""
    if isinstance(given, TimeType):
        return given
    if given is datetime64 or given is timedelta64:
        return TimeType("M" if given is datetime64 else "m", None)
    match = _TYPE.fullmatch(given) if isinstance(given, str) else None
    if match is None:
        return None
    name, count, unit = match.groups()
    if count or unit is not None and unit not in UNITS:
        raise TypeError(f'Invalid datetime unit "{count}{unit}": there are {", ".join(UNITS)}')
    return TimeType("M" if name[0] == "d" or "M" in name else "m", unit)


def made(kind, unit, numbers):
    """A moment or span, or an array of them."""
    if isinstance(numbers, np.ndarray):
        return TimeArray(numbers, kind, unit)
    return object.__new__(datetime64 if kind == "M" else timedelta64)._set(int(numbers), unit)


def _without(lost, numbers):
    return choose(lost, NAT, numbers)


def _sum(a, b, sign=1):
    (one, unit, x), (two, other, y) = numbers_of(a), numbers_of(b)
    if (
        one is None
        or two is None
        or "f" in (one, two)
        or one + two in ("MM",)
        and sign == 1
        or one + two in ("mM", "iM")
        and sign < 0
    ):
        return NotImplemented
    common = finer(unit, other)
    kind = "m" if one + two == "MM" or "M" not in one + two else "M"
    x, y = (converted(v, k, u, common) if k != "i" else v for k, u, v in ((one, unit, x), (two, other, y)))
    return made(kind, common, _without((x == NAT) | (y == NAT), _operated(x, y, sign)))


def _operated(x, y, sign):
    if isinstance(x, int) and isinstance(y, int):
        return 0 if NAT in (x, y) else x + sign * y
    return x + y if sign == 1 else x - y


def _scaled(a, b, operate):
    # A span times, or divided by, a number.
    (one, unit, x), (two, _, y) = numbers_of(a), numbers_of(b)
    if one != "m" or two not in ("i", "f"):
        return NotImplemented
    if not isinstance(x, np.ndarray) and not isinstance(y, np.ndarray):
        lost = x == NAT or y != y or operate is not _times and y == 0
        return made("m", unit, NAT if lost else int(operate(x, y)))
    y = y if isinstance(y, np.ndarray) else np.asarray(y)
    lost = (x == NAT) | (y != y) | ((y == 0) & (operate is not _times))
    y = np.where(lost, 1, y)
    return made(
        "m",
        unit,
        np.where(
            lost, NAT, np.trunc(operate(x, y)).astype("int64") if y.dtype.kind == "f" or operate is _ratio else operate(x, y)
        ),
    )


def _times(x, y):
    return x * y


def _ratio(x, y):
    return x / y


def _floored(x, y):
    return x // y


def _shares(a, b, operate, kind):
    # A span divided by a span: a number, or what is left.
    (one, unit, x), (two, other, y) = numbers_of(a), numbers_of(b)
    if one + two != "mm":
        return NotImplemented
    common = finer(unit, other)
    x, y = converted(x, one, unit, common), converted(y, two, other, common)
    lost = (x == NAT) | (y == NAT) | (y == 0)
    if not isinstance(lost, np.ndarray):
        return (
            made("m", common, NAT if lost else operate(x, y))
            if kind == "m"
            else (np.float64("nan") if lost else np.float64(x / y))
            if kind == "f"
            else np.int64(0 if lost else x // y)
        )
    found = operate(x, np.where(y == 0, 1, y))
    return made("m", common, np.where(lost, NAT, found)) if kind == "m" else np.where(lost, np.nan if kind == "f" else 0, found)


def _compared(a, b, operate, otherwise):
    try:
        (one, unit, x), (two, other, y) = numbers_of(a), numbers_of(b)
    except ValueError:
        return NotImplemented
    if one is None or two is None or {one, two} == {"M", "m"} and NAT not in _single(x, y) or "f" in (one, two):
        return NotImplemented
    common = finer(unit, other)
    x, y = converted(x, one, unit, common), converted(y, two, other, common)
    found, lost = operate(x, y), (x == NAT) | (y == NAT)
    return choose(lost, otherwise, found) if isinstance(lost, np.ndarray) else np.bool_(otherwise if lost else found)


def _single(*values):
    return [value for value in values if isinstance(value, int)]


class _Arithmetic:
    # Operators of moments and spans, alone and in arrays.
    def __add__(self, other):
        return _sum(self, other)

    def __radd__(self, other):
        return _sum(other, self)

    def __sub__(self, other):
        return _sum(self, other, -1)

    def __rsub__(self, other):
        return _sum(other, self, -1)

    def __mul__(self, other):
        return _scaled(self, other, _times)

    __rmul__ = __mul__

    def __truediv__(self, other):
        found = _shares(self, other, _ratio, "f")
        return _scaled(self, other, _ratio) if found is NotImplemented else found

    def __rtruediv__(self, other):
        return _shares(other, self, _ratio, "f")

    def __floordiv__(self, other):
        found = _shares(self, other, _floored, "i")
        return _scaled(self, other, _floored) if found is NotImplemented else found

    def __mod__(self, other):
        return _shares(self, other, lambda x, y: x % y, "m")

    def __divmod__(self, other):
        return self // other, self % other

    def __neg__(self):
        if self._kind == "M":
            raise TypeError(
                "ufunc 'negative' did not contain a loop with signature matching types <class 'numpy.dtypes.DateTime64DType'>"
            )
        return made("m", self._unit, _without(self._inner == NAT, -self._inner))

    def __abs__(self):
        return made("m", self._unit, _without(self._inner == NAT, abs(self._inner)))

    def __pos__(self):
        return self

    def isnat(self):
        """Where there is NaT."""
        lost = self._inner == NAT
        return lost if isinstance(lost, np.ndarray) else np.bool_(lost)

    @property
    def dtype(self):
        """The element type."""
        return TimeType(self._kind, self._unit)

    def astype(self, dtype, order="K", casting="unsafe", subok=True, copy=True):
        """In another unit, as whole numbers, or as texts."""
        target = time_type(dtype)
        if target is not None:
            unit = target.unit or self._unit
            return made(target.kind, unit, converted(self._inner, self._kind, self._unit, unit))
        if dtype in (str, "str", "U") or isinstance(dtype, str) and dtype.startswith(("U", "<U")):
            return (
                np.array([str(one) for one in self.ravel()], dtype="U28").reshape(self.shape)
                if isinstance(self, TimeArray)
                else np.str_(self)
            )
        if dtype in (object, "object", "O"):
            return np.array(self.tolist(), dtype=object) if isinstance(self, TimeArray) else self.item()
        numbers = self._inner if isinstance(self, TimeArray) else np.int64(self._inner)
        return numbers.astype(dtype)

    def view(self, dtype):
        """The same whole numbers as another type."""
        target = time_type(dtype)
        return (
            made(target.kind, target.unit or self._unit, self._inner)
            if target is not None
            else np.asarray(self._inner).view(dtype)
        )


def _define_comparisons():
    import operator

    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        compare = getattr(operator, name)
        setattr(_Arithmetic, f"__{name}__", lambda self, other, f=compare, lost=name == "ne": _compared(self, other, f, lost))


_define_comparisons()


class _Time(_Arithmetic):
    # One moment or span.
    ndim, shape, size = 0, (), 1

    def __new__(cls, value=None, unit=None):
        self = object.__new__(cls)
        kind, own, number = numbers_of(value)
        unit = unit.unit if isinstance(unit, TimeType) else unit
        if unit is not None and unit not in UNITS:
            raise TypeError(f'Invalid datetime unit "{unit}" in metadata')
        if kind in ("i", "f"):
            if cls is datetime64 and unit is None:
                raise ValueError("Converting an integer to a NumPy datetime requires a specified unit")
            return self._set(int(number), unit)
        if kind is None or kind != self._kind and number != NAT:
            raise ValueError(f"Could not convert object to NumPy {cls.__name__[:-2]}")
        return self._set(converted(number, kind, own, unit), unit or own)

    def _set(self, number, unit):
        self._inner, self._unit = wrapped(number), unit
        return self

    def __hash__(self):
        return hash((self._kind, self._inner if self._unit in (None, "Y", "M") else self._inner * LENGTHS[self._unit]))

    def item(self):
        """Python's own value: a date, a span, or a whole number."""
        if self._inner == NAT:
            return None
        return (_date if self._kind == "M" else _span)(self._inner, self._unit)

    tolist = item

    def __reduce__(self):
        return made, (self._kind, self._unit, self._inner)

    def __int__(self):
        return self._inner


def _date(number, unit):
    if unit == "ns":
        return number
    if unit in ("Y", "M", "W", "D"):
        return _datetime.date(*civil(_moments(number, unit, "D")))
    days, rest = divmod(_spans(number, unit, "us"), 86400 * 10**6)
    seconds, rest = divmod(rest, 10**6)
    return _datetime.datetime(*civil(days), seconds // 3600, seconds // 60 % 60, seconds % 60, rest)


def _span(number, unit):
    if unit in ("Y", "M", "ns", None):
        return number
    return _datetime.timedelta(microseconds=_spans(number, unit, "us"))


class datetime64(_Time):
    """A moment: whole units since 1970."""

    __module__ = "numpy"
    _kind = "M"

    def __str__(self):
        return iso(self._inner, self._unit)

    def __repr__(self):
        if self._inner == NAT:
            return f"np.datetime64('NaT','{self._unit or 'generic'}')"
        return f"np.datetime64('{self}'" + (f",'{self._unit}')" if self._unit in ("h", "W") else ")")


class timedelta64(_Time):
    """A span of time: whole units."""

    __module__ = "numpy"
    _kind = "m"

    def __str__(self):
        return "NaT" if self._inner == NAT else f"{self._inner} {_NAMES[self._unit]}"

    def __repr__(self):
        number = "'NaT'" if self._inner == NAT else str(self._inner)
        return f"np.timedelta64({number}" + (f",'{self._unit}')" if self._unit else ")")


def wrapped(number):
    """A whole number in 64 bits; one beyond them wraps, as NumPy's does."""
    return (int(number) + 2**63) % 2**64 - 2**63


def times(values, given=None):
    """An array of moments or spans: of texts, dates, spans, or whole numbers of a unit."""
    if isinstance(values, TimeArray):
        return values if given is None else values.astype(given)
    if isinstance(values, np.ndarray) and not isinstance(values, Held):
        return TimeArray(values.astype("int64"), given.kind, given.unit)
    flat = []
    shape = _flattened(values, flat)
    parts = [numbers_of(value) for value in flat]
    kind = given.kind if given else next((k for k, _, v in parts if v != NAT), parts[0][0] if parts else "M")
    unit = given.unit if given is not None and given.unit else None
    for _, own, _ in parts if unit is None else ():
        unit = finer(unit, own)
    numbers = [wrapped(v if k in ("i", "f") else converted(v, kind, own, unit)) for k, own, v in parts]
    return TimeArray(np.array(numbers, dtype="int64").reshape(shape), kind, unit)


def _flattened(values, flat):
    # The shape of nested sequences, whose elements are added to a list.
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        flat.append(values)
        return ()
    shapes = [_flattened(one, flat) for one in values]
    if len(set(shapes)) > 1:
        raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape")
    return (len(shapes), *(shapes[0] if shapes else ()))


def given_to(out, found):
    """A result, in `out` where there is one."""
    if out is None:
        return found
    out[...] = found
    return out


class TimeArray(_Arithmetic, Held):
    """An array of moments or spans: an int64 array with a unit."""

    __module__, __name__ = "numpy", "ndarray"

    def __init__(self, inner, kind, unit):
        self._inner, self._kind, self._unit = inner, kind, unit

    def _like(self, inner):
        return TimeArray(inner, self._kind, self._unit)

    def _one(self, number):
        return made(self._kind, self._unit, number)

    def _numbers(self, value):
        kind, unit, numbers = numbers_of(value)
        return numbers if kind in ("i", "f") else converted(numbers, kind, unit, self._unit)

    def _shown_one(self, one):
        if self._kind == "M":
            return f"'{one}'"
        return "'NaT'" if one._inner == NAT else str(one._inner)

    def min(self, axis=None, out=None, keepdims=False):
        """The least; NaT if there is any."""
        return self._extreme("min", axis, out, keepdims)

    def max(self, axis=None, out=None, keepdims=False):
        """The largest; NaT if there is any."""
        return self._extreme("max", axis, out, keepdims)

    def _extreme(self, name, axis, out, keepdims):
        return self._answered(getattr(self._inner, name)(axis=axis, keepdims=keepdims), axis, out, keepdims)

    def _answered(self, found, axis, out, keepdims):
        # A reduction of the numbers, and NaT where one of its elements is NaT.
        known = np.where((self._inner == NAT).any(axis=axis, keepdims=keepdims), NAT, found)[()]
        return given_to(out, self._wrapped(known))

    def argmin(self, axis=None, out=None, *, keepdims=False):
        """The place of the least; of the first NaT if there is any."""
        return np.argmin(self._inner, axis, out, keepdims=keepdims)

    def argmax(self, axis=None, out=None, *, keepdims=False):
        """The place of the largest; of the first NaT if there is any."""
        return np.argmax(np.where(self._inner == NAT, 2**63 - 1, self._inner), axis, out, keepdims=keepdims)

    def _spans_only(self):
        if self._kind == "M":
            from numpy._operations import UFuncTypeError

            own = f"dtype('{self.dtype.str}')"
            raise UFuncTypeError(f"ufunc 'add' cannot use operands with types {own} and {own}")

    def sum(self, axis=None, dtype=None, out=None, keepdims=False):
        """The sum of spans."""
        self._spans_only()
        return self._answered(self._inner.sum(axis, keepdims=keepdims), axis, out, keepdims)

    def mean(self, axis=None, dtype=None, out=None, keepdims=False):
        """The mean of spans."""
        self._spans_only()
        return self._answered(np.trunc(self._inner.mean(axis, keepdims=keepdims)).astype("int64"), axis, out, keepdims)

    def cumsum(self, axis=None):
        """Sums of spans so far."""
        self._spans_only()
        unknown = (self._inner == NAT).cumsum(axis) > 0
        return self._like(np.where(unknown, NAT, self._inner.cumsum(axis)))

    def ptp(self, axis=None, out=None, keepdims=False):
        """The span from the least to the largest."""
        return given_to(out, self.max(axis, keepdims=keepdims) - self.min(axis, keepdims=keepdims))

    def _ordering(self):
        # Whole numbers in the order of the elements: NaT comes last.
        return np.where(self._inner == NAT, 2**63 - 1, self._inner)

    def argsort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
        """The places in ascending order, or in descending order; NaT comes last."""
        return np.argsort(np.where(self._inner == NAT, 2**63 - 1, -self._inner if descending else self._inner), axis)

    def sort(self, axis=-1, kind=None, order=None, *, stable=None, descending=None):
        """Sorts in place."""
        self._inner[...] = np.take_along_axis(self._inner, self.argsort(axis, descending=descending), axis)

    def searchsorted(self, v, side="left", sorter=None):
        """Where values belong in ascending order."""
        return np.searchsorted(self._inner, self._numbers(v), side)

    def nonzero(self):
        """The places of the elements that are not zero."""
        return self._inner.nonzero()


def _unknown(x):
    if not isinstance(x, (_Time, TimeArray)):
        raise TypeError("ufunc 'isnat' is only defined for np.datetime64 and np.timedelta64.")
    return x.isnat()


isnat = np._made("isnat", _unknown, "Where there is NaT.", "M->? m->?", 1, result="?")


def datetime_as_string(arr, unit=None, timezone="naive", casting="same_kind"):
    """Moments as ISO 8601 writes them."""
    if isinstance(arr, TimeArray):
        return np.array([str(one.astype(f"M8[{unit}]") if unit and unit != "auto" else one) for one in arr])
    return np.str_(arr.astype(f"M8[{unit}]") if unit and unit != "auto" else arr)


def datetime_data(dtype, /):
    """The unit of an element type, and how many of it."""
    found = time_type(dtype)
    return found.unit or "generic", 1
