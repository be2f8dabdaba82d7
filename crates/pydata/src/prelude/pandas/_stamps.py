"""`Timestamp`, `Timedelta` and `NaT`: one moment, one span of time, and the lack of either."""

import datetime as _datetime

import numpy as np
from numpy import _times
from numpy._times import LENGTHS, NAT, civil, days_of

from pandas import _time_texts
from pandas.errors import OutOfBoundsDatetime, OutOfBoundsTimedelta

DAY = LENGTHS["D"]
_ALIASES = {
    "day": "D", "days": "D", "d": "D", "hour": "h", "hours": "h", "hr": "h", "minute": "m", "minutes": "m", "min": "m", "t": "m",
    "second": "s", "seconds": "s", "sec": "s", "millisecond": "ms", "milliseconds": "ms", "milli": "ms", "millis": "ms",
    "microsecond": "us", "microseconds": "us", "micro": "us", "nanosecond": "ns", "nanoseconds": "ns", "week": "W", "weeks": "W",
    "w": "W", "hours.": "h", "H": "h", "S": "s",
}  # fmt: skip


def unit_of(name):
    """A unit of time by any of its names."""
    found = name if name in LENGTHS or name in ("Y", "M") else _ALIASES.get(name) or _ALIASES.get(name.lower())
    if found is None:
        raise ValueError(f"invalid unit abbreviation: {name}")
    return found


class NaTType(_datetime.datetime):
    """What a missing moment or span is."""

    __module__ = "pandas"
    _instant = ("M", None, NAT)
    value = _value = NAT

    def __new__(cls):
        return object.__new__(cls)

    def __getattribute__(self, name):
        if name in _PARTS:
            return float("nan")
        return object.__getattribute__(self, name)

    def to_datetime64(self):
        """NumPy's NaT."""
        return np.datetime64("NaT", "ns")

    to_numpy = to_datetime64

    def __bool__(self):
        return True

    def __hash__(self):
        return hash(NAT)

    def __repr__(self):
        return "NaT"

    def __format__(self, spec):
        return "NaT"

    __str__ = isoformat = lambda self, *args, **options: "NaT"

    def strftime(self, format):
        """Refused: there is nothing to format."""
        raise ValueError("NaTType does not support strftime")

    def __reduce__(self):
        return _nat, ()


_PARTS = frozenset(
    "year month day hour minute second microsecond nanosecond dayofweek day_of_week weekday_ dayofyear day_of_year quarter "
    "days_in_month daysinmonth week weekofyear days seconds microseconds nanoseconds".split()
)


def _define_nat():
    for name in ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "floordiv", "mod"):
        setattr(NaTType, f"__{name}__", lambda self, other: NotImplemented if _is_many(other) else self)
    for name, found in dict(eq=False, ne=True, lt=False, le=False, gt=False, ge=False).items():
        setattr(NaTType, f"__{name}__", lambda self, other, found=found: NotImplemented if _is_many(other) else found)
    for name in (
        "floor",
        "ceil",
        "round",
        "normalize",
        "date",
        "time",
        "to_pydatetime",
        "tz_localize",
        "tz_convert",
        "replace",
        "as_unit",
        "day_name",
        "month_name",
    ):
        setattr(NaTType, name, lambda self, *args, **options: self)
    for name in ("total_seconds", "weekday", "isoweekday", "toordinal", "timestamp"):
        setattr(NaTType, name, lambda self, *args: float("nan"))


def _is_many(value):
    return isinstance(value, np.ndarray) or hasattr(value, "_values") or hasattr(value, "_labels")


_define_nat()
NaT = object.__new__(NaTType)


def _nat():
    return NaT


def fits(number):
    """Whether a whole number is one that a moment or span holds; the least int64 is NaT."""
    return NAT < number < 2**63


UNIT_NAMES = {"s": "second", "ms": "millisecond", "us": "microsecond", "ns": "nanosecond"}


class _Instant:
    # What moments and spans share: a whole number of a unit, compared in nanoseconds.
    value = property(lambda self: self.nanoseconds_)
    asm8 = property(lambda self: self.to_numpy())

    @property
    def unit(self):
        """The unit: s, ms, us or ns."""
        return self._unit

    @property
    def nanoseconds_(self):
        """All of it in nanoseconds."""
        return self._value * LENGTHS[self._unit]

    def as_unit(self, unit, round_ok=True):
        """The same in another unit."""
        kind, own, number = self._instant
        made = _times.converted(number, kind, own, unit)
        if not fits(made):
            raise self._out_of_bounds(f"Cannot cast {self} to unit='{unit}' without overflow.")
        return type(self)._of(made, unit, self._zone())

    def _zone(self):
        return None

    def to_numpy(self, dtype=None, copy=False):
        """NumPy's scalar."""
        return _times.made(*self._instant)

    def _rounded(self, freq, nudge):
        from pandas._offsets import tick_length

        step = tick_length(freq)
        number = nudge(self.nanoseconds_ + self._east(), step) - self._east()
        unit = next(u for u in (self._unit, "ms", "us", "ns") if number % LENGTHS[u] == 0)
        return type(self)._of(number // LENGTHS[unit], unit, self._zone())

    def _east(self):
        return 0

    def floor(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded down to a multiple of a span."""
        return self._rounded(freq, lambda x, step: x // step * step)

    def ceil(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded up to a multiple of a span."""
        return self._rounded(freq, lambda x, step: -(-x // step) * step)

    def round(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded to the nearest multiple of a span, halves to even."""
        return self._rounded(freq, half_even)

    def __hash__(self):
        # Where no nanoseconds are left, that of Python's own class, which counts microseconds from its own start.
        rest = self.nanoseconds_ % 1000
        return hash(self.nanoseconds_) if rest else hash(self._start + self.nanoseconds_ // 1000)

    def __reduce__(self):
        return type(self)._of, (self._value, self._unit, self._zone())

    __reduce_ex__ = lambda self, protocol: self.__reduce__()  # noqa: E731


def half_even(x, step):
    """The nearest multiple, halves to even; numbers or arrays."""
    low, rest = x // step, x % step
    up = (rest * 2 > step) | ((rest * 2 == step) & (low % 2 == 1))
    return (low + up) * step


def _define_comparisons():
    import operator

    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(
            _Instant, f"__{name}__", lambda self, other, f=getattr(operator, name), name=name: _compared(self, other, f, name)
        )


def _compared(self, other, operate, name):
    if type(other) is type(self):
        if (self._zone() is None) != (other._zone() is None):
            return _mixed(name)
        return operate(self.nanoseconds_, other.nanoseconds_)
    if other is NaT:
        return name == "ne"
    if _is_many(other) or isinstance(other, str):
        return NotImplemented
    kind, unit, number = _times.numbers_of(other)
    if kind != self._instant[0] or isinstance(other, _datetime.date) and not isinstance(other, _datetime.datetime):
        if name in ("eq", "ne"):
            return name == "ne"
        if isinstance(other, _datetime.date):
            raise TypeError(
                "Cannot compare Timestamp with datetime.date. Use ts == pd.Timestamp(date) or ts.date() == date instead."
            )
        return NotImplemented
    return operate(self.nanoseconds_, _times.converted(number, kind, unit, "ns"))


def _mixed(name):
    if name in ("eq", "ne"):
        return name == "ne"
    raise TypeError("Cannot compare tz-naive and tz-aware timestamps")


_define_comparisons()


class Timestamp(_Instant, _datetime.datetime):
    """A moment: whole units since 1970, perhaps with a zone."""

    _out_of_bounds = OutOfBoundsDatetime
    __module__ = "pandas"
    fold = 0

    def __new__(cls, ts_input=None, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *,
                year=None, nanosecond=0, tz=None, unit=None, fold=None):  # fmt: skip
        if ts_input is None and year is None:
            raise TypeError("Timestamp() missing the value")
        if year is not None or month is not None:
            first = ts_input if year is None else year
            moment = _datetime.datetime(first, month, day, hour, minute, second, microsecond, tzinfo)
            return cls._read(moment, tz if tzinfo is None else tzinfo, "us")
        return cls._read(ts_input, tz if tz is not None else tzinfo, unit)

    @classmethod
    def _read(cls, given, tz, unit):
        if given is NaT or given is None or isinstance(given, float) and given != given:
            return NaT
        zone = zone_of(tz)
        if isinstance(given, Timestamp):
            made = given if zone is None else given.tz_convert(zone) if given._tzinfo else given.tz_localize(zone)
            return made
        if isinstance(given, str):
            return cls._of_text(given, zone)
        if isinstance(given, (int, float, np.number)):
            return cls._of_number(given, unit or "ns", zone)
        kind, own, number = _times.numbers_of(given)
        if kind != "M":
            raise TypeError(f"Cannot convert input [{given}] of type {type(given)} to Timestamp")
        if number == NAT:
            return NaT
        target = "s" if own in ("Y", "M", "W", "D", "h", "m") else own
        own_zone = getattr(given, "tzinfo", None)
        made = cls._of(_times.converted(number, "M", own, target), target, own_zone)
        return made if zone is None else made._earlier(zone) if own_zone is None else made.tz_convert(zone)

    @classmethod
    def _of_number(cls, given, unit, zone):
        if unit == "ns" and not fits(given):
            raise OutOfBoundsDatetime(f"Out of bounds timestamp {given}")
        own = "ns" if unit == "ns" else "us"
        nanoseconds = _exactly(given, LENGTHS[unit_of(unit)])
        number = nanoseconds // LENGTHS[own]
        if not fits(number):
            whole = isinstance(given, (int, np.integer))
            raise OutOfBoundsDatetime(
                f"Out of bounds {UNIT_NAMES[own]} timestamp: {_time_texts.moment_text(nanoseconds, False, 0)}"
                if whole
                else f"cannot convert input with unit '{unit}'"
            )
        return cls._of(number, own, zone)

    @classmethod
    def _of_text(cls, text, zone):
        found = _time_texts.moment(text)
        if found is None:
            return NaT
        made = cls._shown(*found)
        return made if zone is None else made.tz_convert(zone) if made._tzinfo else made.tz_localize(zone)

    @classmethod
    def _shown(cls, number, unit, east):
        # The moment at which a clock so many minutes ahead of UTC shows a number; None has no zone.
        if east is None:
            return cls._of(number, unit)
        return cls._of(number - east * 60 * 10**9 // LENGTHS[unit], unit, fixed(east))

    @classmethod
    def _of(cls, number, unit, zone=None):
        # A moment of whole units since 1970, in UTC where there is a zone.
        if number == NAT:
            return NaT
        if not fits(number):
            raise OutOfBoundsDatetime(f"Out of bounds {UNIT_NAMES[unit]} timestamp: {number}")
        self = object.__new__(cls)
        self._value, self._unit, self._tzinfo = number, unit, zone
        return self

    _instant = property(lambda self: ("M", self._unit, self._value))

    def _zone(self):
        return self._tzinfo

    def _east(self):
        offset = self.utcoffset()
        return 0 if offset is None else offset._total * 1000

    def utcoffset(self):
        """How far the zone is ahead of UTC."""
        if self._tzinfo is None:
            return None
        utc = _plain(self.nanoseconds_).replace(tzinfo=self._tzinfo)
        return self._tzinfo.fromutc(utc).utcoffset()

    def tzname(self):
        """The zone's name."""
        return None if self._tzinfo is None else self._tzinfo.tzname(self.to_pydatetime())

    @property
    def _local(self):
        # (days since 1970, nanoseconds of the day) where the clock of the zone stands.
        return divmod(self.nanoseconds_ + (self._east() if self._tzinfo is not None else 0), DAY)

    _year = property(lambda self: civil(self._local[0])[0])
    _month = property(lambda self: civil(self._local[0])[1])
    _day = property(lambda self: civil(self._local[0])[2])
    _hour = property(lambda self: self._local[1] // 3600_000_000_000)
    _minute = property(lambda self: self._local[1] // 60_000_000_000 % 60)
    _second = property(lambda self: self._local[1] // 1_000_000_000 % 60)
    _microsecond = property(lambda self: self._local[1] // 1000 % 1_000_000)
    nanosecond = property(lambda self: self._local[1] % 1000)
    # In microseconds from the day before the year 1: 1970, and where datetime's own methods look.
    _start = 719163 * 86_400_000_000
    _place = property(lambda self: self._start + self._local[0] * 86_400_000_000 + self._local[1] // 1000)
    tz = property(lambda self: self._tzinfo)
    day_of_week = dayofweek = property(lambda self: self.weekday())
    day_of_year = dayofyear = property(lambda self: self._local[0] - days_of(self.year, 1, 1) + 1)
    quarter = property(lambda self: (self.month + 2) // 3)
    week = weekofyear = property(lambda self: self.isocalendar()[1])
    days_in_month = daysinmonth = property(lambda self: _times.days_in(self.year, self.month))
    is_leap_year = property(lambda self: _times.days_in(self.year, 2) == 29)
    is_month_start = property(lambda self: self.day == 1)
    is_month_end = property(lambda self: self.day == self.days_in_month)
    is_quarter_start = property(lambda self: self.day == 1 and self.month % 3 == 1)
    is_quarter_end = property(lambda self: self.is_month_end and self.month % 3 == 0)
    is_year_start = property(lambda self: self.day == 1 and self.month == 1)
    is_year_end = property(lambda self: self.day == 31 and self.month == 12)

    @classmethod
    def now(cls, tz=None):
        """This moment."""
        return cls(_datetime.datetime.now(zone_of(tz)))

    @classmethod
    def today(cls, tz=None):
        """This moment."""
        return cls.now(tz)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        """The moment so many seconds after 1970."""
        return cls(_datetime.datetime.fromtimestamp(timestamp, zone_of(tz)))

    @classmethod
    def strptime(cls, date_string, format):
        """The moment that a text means."""
        return cls(_datetime.datetime.strptime(date_string, format))

    @classmethod
    def combine(cls, date, time):
        """A day and a time of day."""
        return cls(_datetime.datetime.combine(date, time))

    def to_datetime64(self):
        """NumPy's scalar."""
        return self.to_numpy()

    def to_pydatetime(self, warn=True):
        """Python's own, without nanoseconds."""
        days, rest = self._local
        made = _plain(days * DAY + rest).replace(tzinfo=self._tzinfo)
        return made if self._tzinfo is None or made.utcoffset() == self.utcoffset() else made.replace(fold=1)

    def to_period(self, freq=None):
        """The span of the calendar around it."""
        from pandas._periods import Period

        return Period(self, freq=freq or "D")

    def timestamp(self):
        """Seconds since 1970."""
        return self.nanoseconds_ / 10**9

    def day_name(self, locale=None):
        """The weekday's name."""
        return _time_texts.DAYS[self.weekday()]

    def month_name(self, locale=None):
        """The month's name."""
        return _time_texts.MONTHS[self.month - 1]

    def normalize(self):
        """Its midnight."""
        return Timestamp._of((self.nanoseconds_ - self._local[1]) // LENGTHS[self._unit], self._unit, self._tzinfo)

    def tz_localize(self, tz, ambiguous="raise", nonexistent="raise"):
        """The same clock in a zone, or without one."""
        zone = zone_of(tz)
        if zone is None:
            days, rest = self._local
            return Timestamp._of((days * DAY + rest) // LENGTHS[self._unit], self._unit)
        if self._tzinfo is not None:
            raise TypeError("Cannot localize tz-aware Timestamp, use tz_convert for conversions")
        from pandas._zones import localized

        alone = _times.TimeArray(np.array([self._value]), "M", self._unit)
        return Timestamp._of(int(localized(alone, zone, ambiguous, nonexistent)._inner[0]), self._unit, zone)

    def _earlier(self, zone):
        # As Python's own moments: the first of two, and what a clock would show that was not set forward.
        east = self.to_pydatetime().replace(tzinfo=zone).utcoffset()._total * 1000
        return Timestamp._of((self.nanoseconds_ - east) // LENGTHS[self._unit], self._unit, zone)

    def tz_convert(self, tz):
        """The same moment in another zone."""
        if self._tzinfo is None:
            raise TypeError("Cannot convert tz-naive Timestamp, use tz_localize to localize")
        return Timestamp._of(self._value, self._unit, zone_of(tz) or None)

    astimezone = tz_convert

    def replace(self, **parts):
        """The same with other parts."""
        nano = parts.pop("nanosecond", self.nanosecond)
        moment = self.to_pydatetime().replace(**parts)
        made = Timestamp(moment).as_unit(self._unit)
        return made + Timedelta(nano, "ns") if nano else made

    def isoformat(self, sep="T", timespec="auto"):
        """As ISO 8601 writes it."""
        if not 1 <= self.year <= _datetime.MAXYEAR and self._tzinfo is None:
            # Beyond Python's years.
            return _time_texts.moment_text(self.nanoseconds_, False, 6 if self.microsecond else 0).replace(" ", sep)
        text = _datetime.datetime.isoformat(self.to_pydatetime(), sep, timespec)
        if timespec == "auto" and self.nanosecond:
            start, end = text[:19], text[26 if self.microsecond else 19 :]
            return f"{start}.{self.microsecond:06d}{self.nanosecond:03d}{end}"
        return text

    def strftime(self, format):
        """As a format says."""
        return self.to_pydatetime().strftime(format)

    def __str__(self):
        return self.isoformat(" ")

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __repr__(self):
        if self._tzinfo is None:
            return f"Timestamp('{self}')"
        text = str(self)
        return f"Timestamp('{text[:-3]}{text[-2:]}', tz='{zone_name(self._tzinfo)}')"

    __hash__ = _Instant.__hash__

    def __add__(self, other):
        if hasattr(other, "_applied"):
            return other._applied(self)
        return self._moved(other, 1)

    __radd__ = __add__

    def __sub__(self, other):
        if hasattr(other, "_applied"):
            return (-other)._applied(self)
        return self._moved(other, -1)

    def _moved(self, other, sign):
        if other is NaT:
            return NaT
        if _is_many(other) or isinstance(other, (str, bool)):
            return NotImplemented
        kind, unit, number = _times.numbers_of(other)
        if kind == "M" and sign < 0:
            if (self._tzinfo is None) != (getattr(other, "tzinfo", None) is None):
                raise TypeError("Cannot subtract tz-naive and tz-aware datetime-like objects.")
            common = _times.finer(unit if unit in ("ms", "us", "ns") else "s", self._unit)
            return Timedelta._of(self.as_unit(common)._value - _times.converted(number, "M", unit, common), common)
        if kind in ("i", "f"):
            raise TypeError(
                "Addition/subtraction of integers and integer-arrays with Timestamp is no longer supported.  Instead of "
                "adding/subtracting `n`, use `n * obj.freq`"
            )
        if kind != "m":
            return NotImplemented
        common = _times.finer(unit if unit in ("ms", "us", "ns") else "s", self._unit)
        moved = self.as_unit(common)._value + sign * _times.converted(number, "m", unit, common)
        return Timestamp._of(moved, common, self._tzinfo)

    def __rsub__(self, other):
        return Timestamp(other) - self if isinstance(other, (_datetime.datetime, np.datetime64)) else NotImplemented


Timestamp.min = Timestamp._of(-(2**63) + 1 - (-(2**63) + 1) % -1000, "ns")
Timestamp.max = Timestamp._of(2**63 - 1, "ns")


def _plain(nanoseconds):
    # Python's moment so many nanoseconds after 1970.
    days, rest = divmod(nanoseconds, DAY)
    micro = rest // 1000
    seconds, micro = divmod(micro, 10**6)
    return _datetime.datetime(*civil(days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro)


def _exactly(number, length):
    # So many nanoseconds: a whole number, or a float rounded to its own precision.
    if isinstance(number, (int, np.integer)):
        return int(number) * length
    whole = int(number)
    return whole * length + round(round(float(number) - whole, 9) * length)


def fixed(minutes):
    """A zone at so many minutes east of Greenwich."""
    return _datetime.timezone.utc if minutes == 0 else _datetime.timezone(_datetime.timedelta(minutes=minutes))


def zone_of(tz):
    """A zone by its name."""
    if tz is None or not isinstance(tz, str):
        return tz
    if tz in ("UTC", "utc"):
        return _datetime.timezone.utc
    from zoneinfo import ZoneInfo

    return ZoneInfo(tz)


def zone_name(zone):
    """A zone's name, as pandas writes it."""
    return getattr(zone, "key", None) or str(zone)


class Timedelta(_Instant, _datetime.timedelta):
    """A span of time: whole units."""

    _out_of_bounds = OutOfBoundsTimedelta
    _start = 0
    __module__ = "pandas"

    def __new__(cls, value=None, unit=None, **parts):
        if value is None:
            if not parts:
                raise ValueError("cannot construct a Timedelta without a value/unit or descriptive keywords (days,seconds....)")
            total = sum([_exactly(number, LENGTHS[unit_of(name)]) for name, number in parts.items()])
            return cls._fitting(total)
        if value is NaT or isinstance(value, float) and value != value:
            return NaT
        if isinstance(value, Timedelta):
            return value
        if isinstance(value, str):
            total = _time_texts.span(value)
            return NaT if total is None else cls._fitting(total)
        if isinstance(value, (int, float, np.number)):
            unit = unit_of(unit or "ns")
            total = _exactly(value, LENGTHS[unit])
            own = "ns" if unit == "ns" else "us"
            if not fits(total // LENGTHS[own]):
                raise OutOfBoundsTimedelta(f"Cannot cast {value} from {unit} to '{own}' without overflow.")
            return cls._of(total, "ns") if unit == "ns" else cls._fitting(total)
        if hasattr(value, "nanos"):
            return cls._fitting(value.nanos)
        kind, own, number = _times.numbers_of(value)
        if kind != "m":
            raise ValueError(
                f"Value must be Timedelta, string, integer, float, timedelta or convertible, not {type(value).__name__}"
            )
        target = "s" if own in ("W", "D", "h", "m") else own
        return NaT if number == NAT else cls._of(_times.converted(number, "m", own, target), target)

    @classmethod
    def _fitting(cls, nanoseconds):
        # In microseconds; in nanoseconds where these are not exact, in the next unit that holds it where they are too many.
        units = ("ns",) if nanoseconds % 1000 else ("us", "ms", "s")
        unit = next((unit for unit in units if fits(nanoseconds // LENGTHS[unit])), units[-1])
        return cls._of(nanoseconds // LENGTHS[unit], unit)

    @classmethod
    def _of(cls, number, unit, zone=None):
        if number == NAT:
            return NaT
        if not fits(number):
            raise OutOfBoundsTimedelta(f"Out of bounds {UNIT_NAMES[unit]} timedelta: {number}")
        self = object.__new__(cls)
        self._value, self._unit = number, unit
        self._total = self._place = self.nanoseconds_ // 1000
        self.days, rest = divmod(self.nanoseconds_, DAY)
        self.seconds, rest = divmod(rest, 10**9)
        self.microseconds, self.nanoseconds = divmod(rest, 1000)
        return self

    _instant = property(lambda self: ("m", self._unit, self._value))

    def total_seconds(self):
        """All of it in seconds."""
        return self.nanoseconds_ / 10**9

    def to_timedelta64(self):
        """NumPy's scalar."""
        return self.to_numpy()

    def to_pytimedelta(self):
        """Python's own, without nanoseconds."""
        return _datetime.timedelta(days=self.days, seconds=self.seconds, microseconds=self.microseconds)

    @property
    def components(self):
        """Days, hours, minutes and so on."""
        from collections import namedtuple

        names = "days hours minutes seconds milliseconds microseconds nanoseconds".split()
        minutes, seconds = divmod(self.seconds, 60)
        milli, micro = divmod(self.microseconds, 1000)
        return namedtuple("Components", names)(self.days, *divmod(minutes, 60), seconds, milli, micro, self.nanoseconds)

    def isoformat(self):
        """As ISO 8601 writes it."""
        parts = self.components
        fraction = f"{parts.milliseconds:03d}{parts.microseconds:03d}{parts.nanoseconds:03d}".rstrip("0")
        seconds = f"{parts.seconds}" + (f".{fraction}" if fraction else "")
        return f"P{parts.days}DT{parts.hours}H{parts.minutes}M{seconds}S"

    def __str__(self):
        return _time_texts.span_text(self.nanoseconds_)

    def __repr__(self):
        return f"Timedelta('{self}')"

    def __bool__(self):
        return self._value != 0

    __hash__ = _Instant.__hash__

    def _with(self, other, operate):
        # A sum of spans in the finer unit.
        if other is NaT:
            return NaT
        if _is_many(other) or isinstance(other, (str, int, float)):
            return NotImplemented
        kind, unit, number = ("m", "ns", other.nanos) if hasattr(other, "nanos") else _times.numbers_of(other)
        if kind != "m":
            return NotImplemented
        if hasattr(other, "nanos"):
            unit, number = self._unit, number // LENGTHS[self._unit]
        common = _times.finer(unit if unit in ("ms", "us", "ns") else "s", self._unit)
        return Timedelta._of(operate(self.as_unit(common)._value, _times.converted(number, "m", unit, common)), common)

    def __add__(self, other):
        if isinstance(other, (_datetime.datetime, np.datetime64)):
            return other if other is NaT else Timestamp(other) + self
        return self._with(other, lambda a, b: a + b)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, lambda a, b: a - b)

    def __rsub__(self, other):
        if isinstance(other, (_datetime.datetime, np.datetime64)):
            return Timestamp(other) - self
        return self._with(other, lambda a, b: b - a)

    def __mul__(self, other):
        if isinstance(other, (int, np.integer)):
            return Timedelta._of(self._value * int(other), self._unit)
        return (
            Timedelta._of(int(self._value * float(other)), self._unit)
            if isinstance(other, (float, np.floating))
            else NotImplemented
        )

    __rmul__ = __mul__

    def __truediv__(self, other):
        if other is NaT:
            return float("nan")
        if isinstance(other, (int, float, np.number)):
            return Timedelta._of(int(self._value / other), self._unit)
        return NotImplemented if _is_many(other) else self.nanoseconds_ / Timedelta(other).nanoseconds_

    def __rtruediv__(self, other):
        return NotImplemented if _is_many(other) else Timedelta(other).nanoseconds_ / self.nanoseconds_

    def __floordiv__(self, other):
        if isinstance(other, (int, np.integer)):
            return Timedelta._of(self._value // int(other), self._unit)
        return NotImplemented if _is_many(other) else self.nanoseconds_ // Timedelta(other).nanoseconds_

    def __mod__(self, other):
        other = Timedelta(other)
        common = _times.finer(self._unit, other._unit)
        return Timedelta._of(self.as_unit(common)._value % other.as_unit(common)._value, common)

    def __divmod__(self, other):
        return self // other, self % other

    def __neg__(self):
        return Timedelta._of(-self._value, self._unit)

    def __pos__(self):
        return self

    def __abs__(self):
        return Timedelta._of(abs(self._value), self._unit)


Timedelta.min = Timedelta._of(-(2**63) + 1, "ns")
Timedelta.max = Timedelta._of(2**63 - 1, "ns")
