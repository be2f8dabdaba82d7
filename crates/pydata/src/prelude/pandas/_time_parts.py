"""The parts of moments and spans, for each of an array: the accessor `dt`, and the same of indexes."""

import numpy as np
from numpy import _times
from numpy._times import LENGTHS, NAT, TimeArray, civil, days_of

from pandas import _time_texts, _zones
from pandas._stamps import DAY, UNIT_NAMES, NaT, Timedelta, Timestamp, half_even


def boxed(array):
    """A list of Timestamps or Timedeltas, NaT where there is none."""
    kind = Timestamp if array._kind == "M" else Timedelta
    unit = array._unit if array._unit in ("s", "ms", "us", "ns") else "s"
    numbers = array._inner if unit == array._unit else _times.converted(array._inner, array._kind, array._unit, unit)
    zone = _zones.zone_of_array(array)
    return [NaT if number == NAT else kind._of(number, unit, zone) for number in numbers.tolist()]


def stored(array):
    """An array of moments or spans in a unit that columns have."""
    if array._unit in ("s", "ms", "us", "ns"):
        return array
    return array.astype(f"{'datetime64' if array._kind == 'M' else 'timedelta64'}[{'s' if array._unit else 'ns'}]")


def in_unit(array, unit):
    """An array of moments or spans in another unit; raises where a value does not fit it."""
    if array._unit is not None and (factor := LENGTHS[array._unit] // LENGTHS[unit]) > 1:
        beyond = (array._inner != NAT) & (abs(array._inner) > (2**63 - 1) // factor)
        if bool(beyond.any()):
            raise _beyond(boxed(array[beyond][:1])[0], unit)
    made = array.astype(f"{'datetime64' if array._kind == 'M' else 'timedelta64'}[{unit}]")
    return _zones.zoned(made, _zones.zone_of_array(array)) if array._kind == "M" else made


def _beyond(value, unit):
    kind = "timestamp" if isinstance(value, Timestamp) else "timedelta"
    return value._out_of_bounds(f"Out of bounds {UNIT_NAMES[unit]} {kind}: {value}")


def unboxed(values, kind=None):
    """An array of Timestamps or Timedeltas, in the finest of their units."""
    units = [value._unit for value in values if value is not NaT and value is not None and value == value]
    kind = kind or next((value._instant[0] for value in values if hasattr(value, "_instant") and value is not NaT), "M")
    unit = max(units, key=_times.UNITS.index) if units else "us"
    numbers = [value.as_unit(unit)._value if hasattr(value, "_unit") else NAT for value in values]
    made = TimeArray(np.array(numbers, dtype="int64"), kind, unit)
    return _zones.zoned(made, _zones.same_zone(values)) if kind == "M" else made


def split(array):
    """(days since 1970, nanoseconds of the day) of moments or spans; NaT gives those of zero."""
    array = _zones.local(array)
    numbers = np.where(array._inner == NAT, 0, array._inner)
    per_day = DAY // LENGTHS[array._unit]
    days = numbers // per_day
    return days, (numbers - days * per_day) * LENGTHS[array._unit]


def _fields():
    def of_days(part):
        return lambda days, rest: part(days)

    clock = lambda length, most: lambda days, rest: rest // length % most  # noqa: E731
    found = {name: of_days(lambda days, at=at: civil(days)[at]) for at, name in enumerate(("year", "month", "day"))}
    found |= {"hour": clock(3600 * 10**9, 24), "minute": clock(60 * 10**9, 60), "second": clock(10**9, 60)}
    found |= {"microsecond": clock(1000, 10**6), "nanosecond": clock(1, 1000)}
    found |= dict.fromkeys(("dayofweek", "weekday", "day_of_week"), of_days(lambda days: (days + 3) % 7))
    found |= dict.fromkeys(("dayofyear", "day_of_year"), of_days(lambda days: days - days_of(civil(days)[0], 1, 1) + 1))
    found |= dict.fromkeys(("days_in_month", "daysinmonth"), of_days(_month_length))
    found["quarter"] = of_days(lambda days: (civil(days)[1] + 2) // 3)
    return found


def _month_length(days):
    year, month, day = civil(days)
    return days_of(year + month // 12, month % 12 + 1, 1) - (days - day + 1)


def _questions():
    def first(every):
        return lambda year, month, day, length: (day == 1) & ((month - 1) % every == 0)

    def last(every):
        return lambda year, month, day, length: (day == length) & (month % every == 0)

    spans = {"month": 1, "quarter": 3, "year": 12}
    found = {f"is_{name}_start": first(every) for name, every in spans.items()}
    found |= {f"is_{name}_end": last(every) for name, every in spans.items()}
    found["is_leap_year"] = lambda year, month, day, length: (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    return found


FIELDS, QUESTIONS = _fields(), _questions()
SPANS = {
    "days": lambda days, rest: days,
    "seconds": lambda days, rest: rest // 10**9,
    "microseconds": lambda days, rest: rest // 1000 % 10**6,
    "nanoseconds": lambda days, rest: rest % 1000,
}


def _numbers(array, found, kind):
    lost = array._inner == NAT
    return np.where(lost, np.nan, found.astype("float64")) if bool(lost.any()) else found.astype(kind)


def _in_zone(array, zone, ambiguous, nonexistent):
    return array if zone is None else _zones.localized(array, zone, ambiguous, nonexistent)


class Parts:
    """What the accessor `dt` and indexes of moments or spans have. `_array` holds the values; `_answer` wraps a result."""

    def _answer(self, values):
        raise NotImplementedError

    def _rounded(self, freq, nudge, ambiguous="raise", nonexistent="raise"):
        from pandas._offsets import tick_length

        array, step = _zones.local(self._array), tick_length(freq)
        length = LENGTHS[array._unit]
        if step % length:
            array, length = array.astype(array.dtype.name.replace(array._unit, "ns")), 1
        made = np.where(array._inner == NAT, NAT, nudge(array._inner, step // length))
        return self._answer(_in_zone(array._like(made), _zones.zone_of_array(self._array), ambiguous, nonexistent))

    def floor(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded down to multiples of a span."""
        return self._rounded(freq, lambda x, step: x // step * step, ambiguous, nonexistent)

    def ceil(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded up to multiples of a span."""
        return self._rounded(freq, lambda x, step: -(-x // step) * step, ambiguous, nonexistent)

    def round(self, freq, ambiguous="raise", nonexistent="raise"):
        """Rounded to the nearest multiples of a span, halves to even."""
        return self._rounded(freq, half_even, ambiguous, nonexistent)

    @property
    def unit(self):
        """The unit: s, ms, us or ns."""
        return self._array._unit

    def as_unit(self, unit):
        """The same in another unit."""
        return self._answer(in_unit(self._array, unit))

    def _each(self, operate):
        from pandas._columns import of_list

        return self._answer(of_list([float("nan") if one is NaT else operate(one) for one in boxed(self._array)]))

    def _objects(self, operate):
        return self._answer([NaT if one is NaT else operate(one) for one in boxed(self._array)])


class Moments(Parts):
    """Parts of moments: year, day_name(), floor()."""

    @property
    def tz(self):
        """The zone, or None."""
        return _zones.zone_of_array(self._array)

    def tz_localize(self, tz, ambiguous="raise", nonexistent="raise"):
        """The same clocks in a zone, or without one."""
        return self._answer(_zones.localized(self._array, tz, ambiguous, nonexistent))

    def tz_convert(self, tz):
        """The same moments in another zone."""
        return self._answer(_zones.converted(self._array, tz))

    @property
    def date(self):
        """The days, as Python's own."""
        return self._objects(lambda one: one.date())

    @property
    def time(self):
        """The times of day, as Python's own."""
        return self._objects(lambda one: one.time())

    def day_name(self, locale=None):
        """The weekdays' names."""
        return self._each(lambda one: one.day_name())

    def month_name(self, locale=None):
        """The months' names."""
        return self._each(lambda one: one.month_name())

    def strftime(self, date_format):
        """Each as a format says."""
        return self._each(lambda one: one.strftime(date_format))

    def normalize(self):
        """Their midnights."""
        return self.floor("D")

    def to_pydatetime(self):
        """Python's own moments."""
        return np.array([one.to_pydatetime() for one in boxed(self._array)], dtype=object)

    def to_period(self, freq=None):
        """The spans of the calendar around them."""
        from pandas._periods import Period

        return self._objects(lambda one: Period(one, freq=freq))

    def isocalendar(self):
        """Year, week and day of the week by ISO 8601, as a table."""
        from pandas._frame import DataFrame

        rows = [one.isocalendar() for one in boxed(self._array)]
        columns = {name: np.array([row[at] for row in rows]) for at, name in enumerate(("year", "week", "day"))}
        return DataFrame(columns, index=self._labels_of())

    def _labels_of(self):
        return None


class Spans(Parts):
    """Parts of spans: days, seconds, total_seconds()."""

    def total_seconds(self):
        """All of each in seconds."""
        array = self._array
        lost = array._inner == NAT
        return self._answer(np.where(lost, np.nan, array._inner.astype("float64") / (10**9 // LENGTHS[array._unit])))

    def to_pytimedelta(self):
        """Python's own spans."""
        return np.array([one.to_pytimedelta() for one in boxed(self._array)], dtype=object)

    @property
    def components(self):
        """Days, hours, minutes and so on, as a table."""
        from pandas._frame import DataFrame

        rows = [one.components for one in boxed(self._array)]
        return DataFrame({name: [getattr(row, name) for row in rows] for name in rows[0]._fields}, index=self._labels_of())

    def _labels_of(self):
        return None


def _define_parts():
    def field(part):
        return property(lambda self: self._answer(_numbers(self._array, part(*split(self._array)), "int32")))

    def question(ask):
        def get(self):
            days = split(self._array)[0]
            return self._answer(ask(*civil(days), _month_length(days)) & (self._array._inner != NAT))

        return property(get)

    for name, part in FIELDS.items():
        setattr(Moments, name, field(part))
    for name, ask in QUESTIONS.items():
        setattr(Moments, name, question(ask))
    for name, part in SPANS.items():
        kind = "int64" if name == "days" else "int32"
        setattr(
            Spans,
            name,
            property(lambda self, part=part, kind=kind: self._answer(_numbers(self._array, part(*split(self._array)), kind))),
        )


_define_parts()


class _OfColumn:
    def __init__(self, series):
        self._series, self._array = series, series._values

    def _answer(self, values):
        return self._series._like(values)

    def _labels_of(self):
        return self._series.index


class MomentsOfColumn(_OfColumn, Moments):
    """`series.dt` of moments."""


class SpansOfColumn(_OfColumn, Spans):
    """`series.dt` of spans."""


def accessor(series):
    """`series.dt`"""
    from pandas import _periods

    values = series._values
    if isinstance(values, TimeArray):
        return (MomentsOfColumn if values._kind == "M" else SpansOfColumn)(series)
    if len(values) and isinstance(values, list) and isinstance(values[0], _periods.Period):
        return _periods.PeriodsOfColumn(series)
    raise AttributeError("Can only use .dt accessor with datetimelike values")


def box(value):
    """NumPy's moment or span as pandas' own."""
    return boxed(stored(TimeArray(np.array([value._inner], dtype="int64"), value._kind, value._unit)))[0]


def operated(mine, other, operate):
    """An operator of an array of moments or spans and something else, on either side."""
    other = _operand(mine, other)
    if _is_moments(mine) and _is_moments(other) and (_zone(mine) is None) != (_zone(other) is None):
        return _mixed(mine, other, operate)
    if hasattr(other, "_applied"):
        return unboxed([one if one is NaT else operate(one, other) for one in boxed(mine)], mine._kind)
    if other is NaT:
        other = TimeArray(np.full(len(mine), NAT), "M" if mine._kind == "M" and _compares(operate) else "m", mine._unit)
    found = operate(mine, other)
    if isinstance(found, TimeArray):
        return stored(found if found._kind == "m" else _zones.zoned(found, _zone(mine) or _zone(other)))
    return found if isinstance(found, np.ndarray) else np.full(len(mine), found)


def _is_moments(value):
    return getattr(value, "_kind", None) == "M" or isinstance(value, Timestamp)


def _zone(value):
    return value._tzinfo if isinstance(value, Timestamp) else _zones.zone_of_array(value)


def _mixed(mine, other, operate):
    # Moments of which only some have a zone are never equal, and have no order or distance.
    import operator

    if operate in (operator.eq, operator.ne):
        return np.full(len(mine), operate is operator.ne)
    if _compares(operate):
        kind = type(other).__name__ if isinstance(other, Timestamp) else "DatetimeArray"
        raise TypeError(f"Invalid comparison between dtype={mine.dtype} and {kind}")
    raise TypeError("Cannot subtract tz-naive and tz-aware datetime-like objects")


def _compares(operate):
    import operator

    return operate in (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def _operand(mine, other):
    from pandas._columns import of_list
    from pandas._offsets import Day, Tick

    if isinstance(other, str):
        return Timestamp(other) if mine._kind == "M" else Timedelta(other)
    if isinstance(other, Tick) and not (isinstance(other, Day) and _zone(mine) is not None):
        return Timedelta(other)
    if isinstance(other, list):
        return of_list(other)
    return other
