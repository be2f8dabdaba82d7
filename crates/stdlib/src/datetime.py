# datetime: dates, times and the differences between them.

import operator as _operator
import time as _time

import _datetime_states as _states
from _datetime_arithmetic import _comparisons, _exact_total, _halves_to_even
from _tensorcell.datetime import (
    _checked_date,
    _checked_time,
    _from_ordinal,
    _iso_fields,
    _moment_fields,
    _new_moment,
    _now,
    _span_fields,
    _span_total,
    _year_start,
)

MINYEAR = 1
MAXYEAR = 9999


def _refuse(value, argument, wanted):
    raise TypeError(f"{argument} must be {wanted}, not {'None' if value is None else type(value).__name__}")


def _shown(cls):
    return f"datetime.{cls.__name__}" if cls.__module__ == "datetime" else cls.__name__


def _check_text(value, argument):
    if not isinstance(value, str):
        _refuse(value, argument, "str")


_absent = object()


def _check_given(year, month, day):
    if month is _absent or day is _absent:
        given = (year,) if month is _absent else (year, month)
        for value in given:
            _operator.index(value)
        raise TypeError(f"function missing required argument {('month', 'day')[len(given) - 1]!r} (pos {len(given) + 1})")


def _span(microseconds):
    made = object.__new__(timedelta)
    made.days, made.seconds, made.microseconds = _span_fields(microseconds)
    made._total = made._place = microseconds
    return made


class timedelta:
    """A duration: days, seconds and microseconds."""

    __slots__ = ("days", "seconds", "microseconds", "_total", "_place")
    _tzinfo = None

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        self = object.__new__(cls)
        total = _span_total(days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        if total is None:
            total = _exact_total(days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        self.days, self.seconds, self.microseconds = _span_fields(total)
        self._total = self._place = total
        return self

    def __reduce__(self):
        return self.__class__, (self.days, self.seconds, self.microseconds)

    def total_seconds(self, /):
        """The duration in seconds."""
        return self._total / 1000000

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return _span(self._total + other._total)

    __radd__ = __add__

    def __sub__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return _span(self._total - other._total)

    def __neg__(self):
        return _span(-self._total)

    def __pos__(self):
        return self

    def __abs__(self):
        return _span(abs(self._total))

    def __mul__(self, other):
        if isinstance(other, int):
            return _span(self._total * other)
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            return _span(_halves_to_even(self._total * n, d))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total / other._total
        if isinstance(other, int):
            return _span(_halves_to_even(self._total, other) if other > 0 else _halves_to_even(-self._total, -other))
        if isinstance(other, float):
            n, d = other.as_integer_ratio()
            n, d = (n, d) if n > 0 else (-n, -d)
            return _span(_halves_to_even(self._total * d, n))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total // other._total
        if isinstance(other, int):
            return _span(self._total // other)
        return NotImplemented

    def __mod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return _span(self._total % other._total)

    def __divmod__(self, other):
        return self // other, self % other

    def __bool__(self):
        return self._total != 0

    def __repr__(self):
        parts = []
        for name in ("days", "seconds", "microseconds"):
            if getattr(self, name):
                parts.append(f"{name}={getattr(self, name)}")
        return f"{_shown(type(self))}({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02d}:{seconds:02d}"
        if self.days:
            text = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, {text}"
        if self.microseconds:
            text += f".{self.microseconds:06d}"
        return text


_comparisons(timedelta, lambda self: self._total, timedelta)
timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


def _offset_text(offset, separator=":"):
    if offset is None:
        return ""
    sign = "-" if offset.days < 0 else "+"
    seconds = abs(offset)._total // 1000000
    text = f"{sign}{seconds // 3600:02d}{separator}{seconds // 60 % 60:02d}"
    return text + (f"{separator}{seconds % 60:02d}" if seconds % 60 else "")


class tzinfo:
    """Base of time zones."""

    def __reduce__(self):
        args = self.__getinitargs__() if hasattr(self, "__getinitargs__") else ()
        return self.__class__, args, self.__getstate__()

    def utcoffset(self, dt, /):
        raise NotImplementedError("tzinfo subclass must override utcoffset()")

    def dst(self, dt, /):
        return None

    def tzname(self, dt, /):
        return None

    def fromutc(self, dt, /):
        """The local time of a time that is given in UTC."""
        if not isinstance(dt, datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        offset, summer = dt.utcoffset(), dt.dst()
        if offset is None:
            raise ValueError("fromutc() requires a non-None utcoffset() result")
        if summer is None:
            raise ValueError("fromutc() requires a non-None dst() result")
        if offset - summer:
            dt += offset - summer
            summer = dt.dst()
            if summer is None:
                raise ValueError("fromutc(): dt.dst gave inconsistent results; cannot convert")
        return dt + summer


def _check_moment(dt, function):
    if dt is not None and not isinstance(dt, datetime):
        raise TypeError(f"{function}(dt) argument must be a datetime instance or None, not {type(dt).__name__}")


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(tz).__name__}'")


class timezone(tzinfo):
    """A fixed distance from UTC."""

    def __new__(cls, offset, name=None):
        self = object.__new__(cls)
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if not -timedelta(1) < offset < timedelta(1):
            raise ValueError(
                f"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset!r}."
            )
        self._offset = offset
        self._name = name
        return self

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __getstate__(self):
        return None

    def utcoffset(self, dt, /):
        _check_moment(dt, "utcoffset")
        return self._offset

    def tzname(self, dt, /):
        _check_moment(dt, "tzname")
        if self._name is not None:
            return self._name
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def dst(self, dt, /):
        _check_moment(dt, "dst")
        return None

    def fromutc(self, dt, /):
        return dt + self._offset

    def __eq__(self, other):
        return isinstance(other, timezone) and self._offset == other._offset

    def __hash__(self):
        return hash(self._offset)

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return f"datetime.timezone({self._offset!r})"
        return f"datetime.timezone({self._offset!r}, {self._name!r})"


timezone.utc = timezone(timedelta(0))
UTC = timezone.utc


class IsoCalendarDate(tuple):
    """ISO year, week and weekday."""

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return "datetime.IsoCalendarDate(year=%d, week=%d, weekday=%d)" % tuple(self)


class date:
    """A day: year, month and day."""

    def __new__(cls, year, month=_absent, day=_absent):
        self = object.__new__(cls)
        if month is _absent and isinstance(year, bytes):
            year, month, day = _states.unpack_date(year)
        _check_given(year, month, day)
        self._year, self._month, self._day, self._place = _checked_date(year, month, day)
        return self

    def __reduce__(self):
        return self.__class__, (_states.pack_date(self),)

    _tzinfo = None
    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    @classmethod
    def today(cls, /):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        t = _time.localtime(timestamp)
        return cls(t.tm_year, t.tm_mon, t.tm_mday)

    @classmethod
    def fromordinal(cls, ordinal, /):
        return cls(*_from_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            if date_string[4:5] == "W" or date_string[5:6] == "W":
                return cls(*_parse_week(date_string))
            if len(date_string) == 8 and date_string.isdigit():
                date_string = f"{date_string[:4]}-{date_string[4:6]}-{date_string[6:]}"
            assert len(date_string) == 10 and date_string[4] == date_string[7] == "-"
            return cls(int(date_string[:4]), int(date_string[5:7]), int(date_string[8:]))
        except (AssertionError, IndexError, TypeError):
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None

    def toordinal(self, /):
        return self._place

    def weekday(self, /):
        """Monday is 0."""
        return (self.toordinal() + 6) % 7

    def isoweekday(self, /):
        """Monday is 1."""
        return self.toordinal() % 7 or 7

    def isocalendar(self, /):
        """ISO year, week and weekday."""
        year = self._year
        first = _week_one(year)
        week = (self.toordinal() - first) // 7 + 1
        if week < 1:
            year -= 1
            week = (self.toordinal() - _week_one(year)) // 7 + 1
        elif week >= 53 and self.toordinal() >= _week_one(year + 1):
            year += 1
            week = 1
        return IsoCalendarDate((year, week, self.isoweekday()))

    @classmethod
    def fromisocalendar(cls, year, week, day):
        """The date of an ISO year, week and weekday."""
        if not 1 <= week <= 53 or week == 53 and _week_one(year + 1) - _week_one(year) < 371:
            raise ValueError(f"Invalid week: {week}")
        if not 1 <= day <= 7:
            raise ValueError(f"Invalid weekday: {day} (range is [1, 7])")
        return cls.fromordinal(_week_one(year) + (week - 1) * 7 + day - 1)

    def replace(self, year=_absent, month=_absent, day=_absent):
        return type(self)(
            self._year if year is _absent else year,
            self._month if month is _absent else month,
            self._day if day is _absent else day,
        )

    def timetuple(self, /):
        return _time.struct_time(self._fields(0, 0, 0, -1))

    def _fields(self, hour, minute, second, saving):
        yearday = self.toordinal() - _year_start(self._year) + 1
        return (self._year, self._month, self._day, hour, minute, second, self.weekday(), yearday, saving)

    def isoformat(self, /):
        return f"{self._year:04d}-{self._month:02d}-{self._day:02d}"

    def ctime(self, /):
        return self.strftime("%a %b %e %H:%M:%S %Y")

    def strftime(self, format):
        _check_text(format, "strftime() argument 1")
        return _time._format(format, self._fields(0, 0, 0, -1), 0, "", None)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f"{_shown(type(self))}({self._year}, {self._month}, {self._day})"

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return _day(type(self), self.toordinal() + other.days)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _day(type(self), self.toordinal() - other.days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return _span((self.toordinal() - other.toordinal()) * 86400000000)
        return NotImplemented


def _day(cls, ordinal):
    """The date of an ordinal that arithmetic has found."""
    if not 0 < ordinal <= 3652059:
        raise OverflowError("date value out of range")
    if cls is not date:
        return cls(*_from_ordinal(ordinal))
    made = object.__new__(date)
    made._year, made._month, made._day = _from_ordinal(ordinal)
    made._place = ordinal
    return made


def _week_one(year):
    first = _year_start(year)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


def _mixed_dates(a, b):
    if isinstance(a, datetime) != isinstance(b, datetime):
        names = ["datetime.datetime" if isinstance(value, datetime) else "datetime.date" for value in (a, b)]
        return f"can't compare {names[0]} to {names[1]}"


_comparisons(date, lambda self: self.toordinal(), date, _mixed_dates)
date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
date.resolution = timedelta(1)


class time:
    """A time of day: hour, minute, second, microsecond and perhaps a zone."""

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = object.__new__(cls)
        if isinstance(hour, bytes):
            if minute != 0:
                tzinfo = minute
            (hour, minute, second, microsecond), fold = _states.unpack_time(hour)
        self.hour, self.minute, self.second, self.microsecond, self._place = _checked_time(hour, minute, second, microsecond)
        self.tzinfo = self._tzinfo = tzinfo
        self.fold = fold
        return self

    def __reduce_ex__(self, protocol):
        state = _states.pack_time(self, protocol > 3)
        return self.__class__, (state,) if self.tzinfo is None else (state, self.tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    @classmethod
    def fromisoformat(cls, time_string, /):
        return cls(*_parse_time(time_string.removeprefix("T"), time_string))

    def replace(self, hour=_absent, minute=_absent, second=_absent, microsecond=_absent, tzinfo=_absent, *, fold=_absent):
        return type(self)(
            self.hour if hour is _absent else hour,
            self.minute if minute is _absent else minute,
            self.second if second is _absent else second,
            self.microsecond if microsecond is _absent else microsecond,
            self.tzinfo if tzinfo is _absent else tzinfo,
            fold=self.fold if fold is _absent else fold,
        )

    def utcoffset(self, /):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)

    def isoformat(self, timespec="auto"):
        _check_text(timespec, "isoformat() argument 1")
        return _time_text(self, timespec) + _offset_text(self.utcoffset())

    def strftime(self, format):
        _check_text(format, "strftime() argument 1")
        fields = (1900, 1, 1, self.hour, self.minute, self.second, 0, 1, -1)
        return _time._format(format, fields, self.microsecond, "", None)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        parts = [str(self.hour), str(self.minute)]
        if self.second or self.microsecond:
            parts.append(str(self.second))
        if self.microsecond:
            parts.append(str(self.microsecond))
        if self.tzinfo is not None:
            parts.append(f"tzinfo={self.tzinfo!r}")
        if self.fold:
            parts.append("fold=1")
        return f"{_shown(type(self))}({', '.join(parts)})"


def _time_key(t):
    offset = t.utcoffset()
    return t._place - (0 if offset is None else offset._total)


def _mixed_times(a, b):
    if (a.utcoffset() is None) != (b.utcoffset() is None):
        return "can't compare offset-naive and offset-aware times"


_comparisons(time, _time_key, time, _mixed_times)


def _time_text(t, timespec):
    text = f"{t.hour:02d}:{t.minute:02d}:{t.second:02d}"
    if timespec == "hours":
        return text[:2]
    if timespec == "minutes":
        return text[:5]
    if timespec == "seconds" or (timespec == "auto" and not t.microsecond):
        return text
    if timespec == "milliseconds":
        return f"{text}.{t.microsecond // 1000:03d}"
    if timespec in ("auto", "microseconds"):
        return f"{text}.{t.microsecond:06d}"
    raise ValueError("Unknown timespec value")


def _parse_week(text):
    digits = text.replace("-", "").replace("W", "")
    assert len(digits) in (6, 7) and digits.isdigit()
    day = date.fromisocalendar(int(digits[:4]), int(digits[4:6]), int(digits[6:] or 1))
    return day.year, day.month, day.day


def _parse_time(text, whole):
    try:
        zone = None
        if text.endswith("Z"):
            zone, text = timezone.utc, text[:-1]
        for sign in "+-":
            if sign in text:
                text, _, shift = text.partition(sign)
                numbers = [int(part) for part in shift.split(":")] if ":" in shift else [int(shift[:2]), int(shift[2:] or 0)]
                seconds = sum([number * unit for number, unit in zip(numbers, (3600, 60, 1))])
                zone = timezone(timedelta(seconds=seconds if sign == "+" else -seconds))
        text, _, fraction = text.replace(",", ".").partition(".")
        parts = text.split(":") if ":" in text else [text[i : i + 2] for i in range(0, len(text), 2)]
        assert 1 <= len(parts) <= 3 and all(len(part) == 2 for part in parts)
        numbers = [int(part) for part in parts]
        numbers += [0] * (3 - len(numbers))
        return (*numbers, int((fraction + "000000")[:6]), zone)
    except (AssertionError, ValueError):
        raise ValueError(f"Invalid isoformat string: {whole!r}") from None


class datetime(date):
    """A day and a time of day, perhaps with a zone."""

    def __new__(cls, year, month=_absent, day=_absent, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(year, bytes):
            if month is not _absent:
                tzinfo = month
            (year, month, day, hour, minute, second, microsecond), fold = _states.unpack_datetime(year)
        if month is _absent or day is _absent:
            _check_given(year, month, day)
        return _new_moment(cls, year, month, day, hour, minute, second, microsecond, tzinfo, fold)

    def __reduce_ex__(self, protocol):
        state = _states.pack_datetime(self, protocol > 3)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)

    @classmethod
    def now(cls, tz=None):
        if tz is None:
            return cls(*_now(False))
        _check_zone(tz)
        return tz.fromutc(cls(*_now(True), tz))

    @classmethod
    def today(cls, /):
        return cls.now()

    @classmethod
    def utcnow(cls, /):
        return cls.now(timezone.utc).replace(tzinfo=None)

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        return cls.fromtimestamp(timestamp, timezone.utc).replace(tzinfo=None)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        _check_zone(tz)
        n, d = timestamp.as_integer_ratio()
        seconds, microsecond = divmod(_halves_to_even(n * 1000000, d), 1000000)
        if tz is None:
            t = _time.localtime(seconds)
            return cls(t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, microsecond)
        moment = cls(1970, 1, 1, tzinfo=tz) + timedelta(seconds=seconds, microseconds=microsecond)
        return tz.fromutc(moment)

    @classmethod
    def fromordinal(cls, ordinal, /):
        return cls(*_from_ordinal(ordinal))

    @classmethod
    def combine(cls, date, time, tzinfo=None):
        zone = time.tzinfo if tzinfo is None else tzinfo
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, zone)

    @classmethod
    def fromisoformat(cls, date_string, /):
        if not isinstance(date_string, str):
            raise TypeError("fromisoformat: argument must be str")
        fields = _iso_fields(date_string)
        if fields is not None:
            *fields, offset = fields
            return cls(*fields, None if offset is None else _zone_of(offset))
        # The date is as long as its form: 2024-05-17, 20240517, 2024-W20-5, 2024W205, the last two without the day.
        if date_string[4:5] == "-":
            length = 8 if date_string[5:6] == "W" and date_string[8:9] != "-" else 10
        else:
            length = 7 if date_string[4:5] == "W" and not date_string[7:8].isdigit() else 8
        try:
            day = date.fromisoformat(date_string[:length])
        except ValueError as error:
            if "isoformat" not in str(error):
                raise
            raise ValueError(f"Invalid isoformat string: {date_string!r}") from None
        rest = date_string[length + 1 :]
        parts = _parse_time(rest, date_string) if rest else (0, 0, 0, 0, None)
        return cls(day.year, day.month, day.day, *parts)

    @classmethod
    def strptime(cls, date_string, format, /):
        _check_text(date_string, "strptime() argument 1")
        _check_text(format, "strptime() argument 2")
        fields, microsecond, offset = _time._parse(date_string, format)
        zone = None if offset is None else timezone(timedelta(seconds=offset))
        return cls(*fields[:6], microsecond, zone)

    def date(self, /):
        return date(self._year, self._month, self._day)

    def time(self, /):
        return time(self._hour, self._minute, self._second, self._microsecond)

    def timetz(self, /):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo)

    def timetuple(self, /):
        return _time.struct_time(self._fields(self._hour, self._minute, self._second, -1))

    def utctimetuple(self, /):
        """The calendar fields in UTC."""
        offset = self.utcoffset()
        utc = self if offset is None else self.replace(tzinfo=None) - offset
        return _time.struct_time(utc._fields(utc._hour, utc._minute, utc._second, 0))

    def utcoffset(self, /):
        return None if self._tzinfo is None else self._tzinfo.utcoffset(self)

    def tzname(self, /):
        return None if self._tzinfo is None else self._tzinfo.tzname(self)

    def dst(self, /):
        return None if self._tzinfo is None else self._tzinfo.dst(self)

    def timestamp(self, /):
        """Seconds since the Epoch."""
        if self._tzinfo is None:
            return _time.mktime(self.timetuple()) + self._microsecond / 1000000
        return (self - datetime(1970, 1, 1, tzinfo=timezone.utc)).total_seconds()

    def astimezone(self, tz=None):
        _check_zone(tz)
        offset = self.utcoffset()
        if offset is None:
            local = _time.localtime(self.timestamp())
            offset = timedelta(seconds=local.tm_gmtoff)
        if tz is None:
            tz = timezone(timedelta(seconds=_time.localtime().tm_gmtoff))
        if tz is self.tzinfo:
            return self
        return tz.fromutc((self - offset).replace(tzinfo=tz))

    def replace(
        self,
        year=_absent,
        month=_absent,
        day=_absent,
        hour=_absent,
        minute=_absent,
        second=_absent,
        microsecond=_absent,
        tzinfo=_absent,
        *,
        fold=_absent,
    ):
        cls = type(self)
        fields = (
            self._year if year is _absent else year,
            self._month if month is _absent else month,
            self._day if day is _absent else day,
            self._hour if hour is _absent else hour,
            self._minute if minute is _absent else minute,
            self._second if second is _absent else second,
            self._microsecond if microsecond is _absent else microsecond,
            self._tzinfo if tzinfo is _absent else tzinfo,
        )
        fold = self.fold if fold is _absent else fold
        return _new_moment(cls, *fields, fold) if cls is datetime else cls(*fields, fold=fold)

    def toordinal(self, /):
        return self._place // 86400000000

    def isoformat(self, sep="T", timespec="auto"):
        if not (isinstance(sep, str) and len(sep) == 1):
            _refuse(sep, "isoformat() argument 1", "a unicode character")
        _check_text(timespec, "isoformat() argument 2")
        return date.isoformat(self) + sep + _time_text(self, timespec) + _offset_text(self.utcoffset())

    def strftime(self, format):
        _check_text(format, "strftime() argument 1")
        offset = self.utcoffset()
        seconds = None if offset is None else offset._total // 1000000
        fields = self._fields(self._hour, self._minute, self._second, -1)
        return _time._format(format, fields, self._microsecond, self.tzname() or "", seconds)

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [str(value) for value in (self._year, self._month, self._day, self._hour, self._minute)]
        if self._second or self._microsecond:
            parts.append(str(self._second))
        if self._microsecond:
            parts.append(str(self._microsecond))
        if self.fold:
            parts.append("fold=1")
        if self._tzinfo is not None:
            parts.append(f"tzinfo={self._tzinfo!r}")
        return f"{_shown(type(self))}({', '.join(parts)})"

    def _moment(self):
        """The place in UTC."""
        if self._tzinfo is None:
            return self._place
        offset = self.utcoffset()
        return self._place - (0 if offset is None else offset._total)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return _moved(self, self._place + other._total)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _moved(self, self._place - other._total)
        if not isinstance(other, datetime):
            return NotImplemented
        # In one zone, the difference is that of the clocks.
        if self._tzinfo is other._tzinfo:
            return _span(self._place - other._place)
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return _span(self._moment() - other._moment())


def _zone_of(offset):
    """The zone with an offset in seconds."""
    return timezone(timedelta(seconds=offset)) if offset else timezone.utc


def _moved(moment, place):
    """The moment of its class and zone at another place."""
    fields = _moment_fields(place)
    if type(moment) is not datetime:
        return type(moment)(*fields, moment._tzinfo)
    made = object.__new__(datetime)
    made._year, made._month, made._day, made._hour, made._minute, made._second, made._microsecond = fields
    made._place = place
    made._tzinfo = moment._tzinfo
    made.fold = 0
    return made


def _mixed_moments(a, b):
    if not isinstance(b, datetime):
        return _mixed_dates(a, b)
    if (a.utcoffset() is None) != (b.utcoffset() is None):
        return "can't compare offset-naive and offset-aware datetimes"


_comparisons(datetime, lambda self: self._moment(), date, _mixed_moments)
datetime.min = datetime(1, 1, 1)
datetime.max = datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)


time.min = time(0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)
timezone.min = timezone(-timedelta(hours=23, minutes=59))
timezone.max = timezone(timedelta(hours=23, minutes=59))
