"""`DatetimeIndex` and `TimedeltaIndex`: moments and spans as labels."""

import datetime as _datetime
import operator

import numpy as np
from numpy._times import LENGTHS, NAT, TimeArray, days_in, parsed

from pandas import _columns, _indexes, _time_texts, _zones
from pandas._index_texts import facts_of, laid_out
from pandas._indexes import Index
from pandas._offsets import Tick, tick, to_offset
from pandas._stamps import DAY, NaT, Timedelta, Timestamp
from pandas._time_parts import Moments, Spans, boxed, box, operated, stored, unboxed

_RESOLUTIONS = ("Y", "M", "D", "h", "m", "s", "ms", "us", "ns")


class _TimeIndex(Index):
    # Labels that are moments or spans: an array, and the step between them where it is known.
    _kind = "M"

    def __init__(self, data=None, name=None, freq=None, tz=None, dtype=None, copy=False, dayfirst=False):
        name = getattr(data, "name", None) if name is None else name
        known = getattr(data, "_freq", None)
        array = self._read(data)
        array = array if tz is None else self._in_zone(array, tz)
        self._array, self._boxed, self._places, self.name = array, None, None, name
        self._freq = (
            inferred(self.tolist(), True)
            if isinstance(freq, str) and freq == "infer"
            else to_offset(freq)
            if freq is not None
            else known
        )

    def _in_zone(self, array, tz):
        return (_zones.localized if _zones.zone_of_array(array) is None else _zones.converted)(array, tz)

    def _read(self, data):
        values = data._array if isinstance(data, _TimeIndex) else getattr(data, "_values", data)
        if isinstance(values, TimeArray):
            return stored(values)
        values = list(values)
        if all([isinstance(value, (Timestamp, Timedelta)) or value is NaT for value in values]):
            return unboxed(values, self._kind)
        from pandas import _dates

        return (_dates.to_datetime if self._kind == "M" else _dates.to_timedelta)(values)._array

    @property
    def _labels(self):
        if self._boxed is None:
            self._boxed = boxed(self._array)
        return self._boxed

    @property
    def values(self):
        """NumPy's array of them."""
        return _columns.values(self._array)

    dtype = property(lambda self: self._array.dtype)
    asi8 = property(lambda self: self._array._inner)
    freq = property(lambda self: self._freq)
    freqstr = property(lambda self: None if self._freq is None else self._freq.freqstr)

    @freq.setter
    def freq(self, step):
        self._freq = to_offset(step)

    @property
    def inferred_freq(self):
        """The step that they are apart, as a text, or None."""
        return inferred(self.tolist())

    def __len__(self):
        return len(self._array)

    def _over(self, array, freq=None):
        made = type(self)(array, self.name)
        made._freq = freq
        return made

    def _like(self, labels):
        labels = list(labels)
        fits = all([type(label) is self._one or label is NaT for label in labels])
        return self._over(unboxed(labels, self._kind)) if fits else Index(labels, self.name)

    def take(self, places):
        """The labels at some places."""
        places = list(places)
        return self._over(_columns.take(self._array, places), self._step_of(places))

    def _step_of(self, places):
        # The step of evenly spaced places.
        if self._freq is None or not places:
            return self._freq
        step = places[1] - places[0] if len(places) > 1 else 1
        even = step and all([b - a == step for a, b in zip(places, places[1:])])
        return self._freq * step if even else None

    def __getitem__(self, key):
        if isinstance(key, (int, np.integer)):
            return self._labels[key]
        if isinstance(key, slice):
            return self.take(range(len(self))[key])
        places = _columns.tolist(getattr(key, "_values", key))
        if places and isinstance(places[0], (bool, np.bool_)):
            return self.take([at for at, flag in enumerate(places) if flag])
        return self._over(_columns.take(self._array, places))

    def place(self, label):
        """Returns the first position of a label."""
        try:
            return Index.place(self, self._label(label))
        except KeyError:
            raise KeyError(label) from None

    def __contains__(self, label):
        try:
            self.place(label)
        except (KeyError, ValueError, TypeError):
            return False
        return True

    def equals(self, other):
        """Returns whether the labels are equal."""
        if isinstance(other, _TimeIndex) and len(other) == len(self) and other._array._unit == self._array._unit:
            return bool((self._array._inner == other._array._inner).all())
        return self._labels == list(other)

    def _answer(self, values):
        if isinstance(values, TimeArray):
            made = (DatetimeIndex if values._kind == "M" else TimedeltaIndex)(values, self.name)
            return made
        if isinstance(values, np.ndarray) and values.dtype.kind == "b":
            return values
        return Index(values, self.name)

    def _with(self, other, operate):
        if hasattr(other, "_values"):
            return NotImplemented
        other = other._array if isinstance(other, _TimeIndex) else other._labels if isinstance(other, Index) else other
        made = self._answer(operated(self._array, other, operate))
        moves = isinstance(other, (_datetime.timedelta, _datetime.datetime, Tick)) and isinstance(self._freq, Tick)
        if isinstance(made, _TimeIndex) and moves:
            made._freq = self._freq
        return made

    def min(self, axis=None, skipna=True):
        """The first of them in time."""
        return self._extreme(min)

    def max(self, axis=None, skipna=True):
        """The last of them in time."""
        return self._extreme(max)

    def _extreme(self, choose):
        known = [number for number in self._array._inner.tolist() if number != NAT]
        return box(self._array._one(choose(known))) if known else NaT

    def mean(self):
        """The mean."""
        from pandas._time_stats import reduced

        return reduced(self._array, "mean")

    def sort_values(self, ascending=True):
        """The labels in order."""
        return self.take(_columns.order(self._array, ascending))

    def shift(self, periods=1, freq=None):
        """Moved by steps."""
        step = self._freq if freq is None else to_offset(freq)
        return self._over((self + step * periods)._array, self._freq)

    def unique(self):
        """Each label once."""
        return self if self.is_unique else self._like(dict.fromkeys(self._labels))

    def rename(self, name):
        """The same under another name."""
        made = self._over(self._array, self._freq)
        made.name = name
        return made

    def to_list(self):
        """A list of them."""
        return list(self._labels)

    tolist = to_list

    def to_numpy(self, dtype=None):
        """NumPy's array of them."""
        if dtype in (object, "object", "O"):
            return np.array(boxed(self._array), dtype=object)
        if dtype is None and _zones.zone_of_array(self._array) is not None:
            return self.to_numpy(object)
        return self._array if dtype is None else self._array.astype(dtype)

    def astype(self, dtype):
        """The labels as another kind."""
        values = _columns.astype(self._array, dtype)
        return self._answer(values) if isinstance(values, TimeArray) else Index(_columns.tolist(values), self.name)

    def isna(self):
        """Where there is NaT."""
        return self._array.isnat()

    def _end_texts(self):
        # The first and last label, as `info` writes them.
        ends = _time_texts.column_texts(self._array)
        return ends[0], ends[-1]

    def __repr__(self):
        shown = _moment_texts(self._array) if self._kind == "M" else _span_texts(self._array)
        return laid_out(
            type(self).__name__, shown, facts_of(self, f"freq={None if self._freq is None else repr(self.freqstr)}")
        )


def _is_day(step):
    return isinstance(step, Tick) and step.freqstr.endswith("D")


def _moment_texts(array):
    moments = boxed(array)
    if _zones.zone_of_array(array) is not None:
        return [f"'{one}'" for one in moments]
    whole = all([one is NaT or one.normalize() == one for one in moments])
    return [f"'{one}'" if one is NaT or not whole else f"'{str(one).partition(' ')[0]}'" for one in moments]


def _span_texts(array):
    whole = all([number * LENGTHS[array._unit] % DAY == 0 for number in array._inner.tolist() if number != NAT])
    return ["NaT" if one is NaT else f"'{one.days} days'" if whole else f"'{one}'" for one in boxed(array)]


def _define_operators():
    names = ("add", "sub", "mul", "truediv", "floordiv", "mod", "eq", "ne", "lt", "le", "gt", "ge")
    for name in names:
        operate = getattr(operator, name)
        setattr(_TimeIndex, f"__{name}__", lambda self, other, operate=operate: self._with(other, operate))
        if name in ("add", "sub", "mul"):
            setattr(
                _TimeIndex, f"__r{name}__", lambda self, other, operate=operate: self._with(other, lambda a, b: operate(b, a))
            )


_define_operators()


class DatetimeIndex(_TimeIndex, Moments):
    """Moments as labels."""

    __module__ = "pandas"
    _kind, _one = "M", Timestamp

    def _label(self, label):
        if isinstance(label, (str, _datetime.date, np.datetime64)) and type(label) is not Timestamp:
            return Timestamp(label)
        return label

    @property
    def resolution_(self):
        """The coarsest unit that holds all labels."""
        numbers = [number * LENGTHS[self._array._unit] for number in self._array._inner.tolist() if number != NAT]
        return next((unit for unit in ("D", "h", "m", "s", "ms", "us") if all([n % LENGTHS[unit] == 0 for n in numbers])), "ns")

    def located(self, key):
        """(places, whether it is one label) of a text or of a slice of moments, or None."""
        if isinstance(key, slice):
            return self._between(key)
        if not isinstance(key, str):
            return None
        span = span_of(key)
        if span is None:
            raise KeyError(key)
        low, high, unit = *map(self._in_utc, span[:2]), span[2]
        if _RESOLUTIONS.index(unit) >= _RESOLUTIONS.index(self.resolution_):
            places = self._within(low, low)
            if not places:
                raise KeyError(key)
            return places, len(places) == 1
        places = self._within(low, high)
        if not places:
            raise KeyError(key)
        return places, False

    def _between(self, key):
        if all([bound is None or isinstance(bound, int) for bound in (key.start, key.stop)]):
            return None
        low, high = [
            self._in_utc(_bound(one, end)) if isinstance(one, str) else _bound(one, end) for end, one in enumerate((key.start, key.stop))
        ]
        return self._within(low, high)[:: key.step or 1], False

    def _in_utc(self, number):
        # Nanoseconds that the zone's clock shows, as those since 1970.
        return number if self.tz is None else Timestamp._of(number, "ns").tz_localize(self.tz).nanoseconds_

    def _within(self, low, high):
        numbers, length = self._array._inner, LENGTHS[self._array._unit]
        flags = numbers != NAT
        if low is not None:
            flags = flags & (numbers >= -(-low // length))
        if high is not None:
            flags = flags & (numbers <= high // length)
        return np.nonzero(flags)[0].tolist()

    def _labels_of(self):
        return self

    def normalize(self):
        """Their midnights."""
        return self._over(self.floor("D")._array, self._freq if self.tz is None else None)

    def isocalendar(self):
        """Year, week and day of the week by ISO 8601, as a table."""
        return Moments.isocalendar(self)

    def indexer_between_time(self, start_time, end_time):
        """The places whose times of day are between two."""
        low, high = _time_of(start_time), _time_of(end_time)
        times = [one.time() for one in self._labels]
        return [at for at, one in enumerate(times) if (low <= one <= high if low <= high else one >= low or one <= high)]

    def to_pydatetime(self):
        """Python's own moments."""
        return Moments.to_pydatetime(self)

    def tz_localize(self, tz, ambiguous="raise", nonexistent="raise"):
        """The same clocks in a zone, or without one."""
        made = Moments.tz_localize(self, tz, ambiguous, nonexistent)
        made._freq = self._freq if _is_day(self._freq) else None
        return made

    def tz_convert(self, tz):
        """The same moments in another zone."""
        return self._over(_zones.converted(self._array, tz), self._freq)

    def snap(self, freq="s"):
        """The nearest multiples of a step."""
        return self.round(freq)

    def to_period(self, freq=None):
        """The spans of the calendar around them."""
        from pandas._periods import Period, PeriodIndex, period_of

        rule = period_of(freq or self._freq or "D")
        return PeriodIndex([Period(one, freq=rule) for one in self._labels], name=self.name)


class TimedeltaIndex(_TimeIndex, Spans):
    """Spans as labels."""

    __module__ = "pandas"
    _kind, _one = "m", Timedelta

    def _label(self, label):
        return Timedelta(label) if isinstance(label, (str, _datetime.timedelta)) else label

    def _labels_of(self):
        return self


def _time_of(text):
    if not isinstance(text, str):
        return text
    return Timestamp(f"2000-01-01 {text}").time()


def span_of(text):
    """(first nanosecond, last nanosecond, unit) of the time that a text means, or None."""
    found = parsed(text.strip())
    if found is None:
        try:
            moment = Timestamp(text)
        except ValueError:
            return None
        unit = "M" if _month_alone(text) else "D" if moment.normalize() == moment else "s"
    else:
        moment, unit = Timestamp(text), found[1]
    low = moment.nanoseconds_
    lengths = {"Y": 366 if days_in(moment.year, 2) == 29 else 365, "M": moment.days_in_month}
    width = lengths[unit] * DAY if unit in lengths else LENGTHS[unit]
    return low, low + width - 1, unit


def _month_alone(text):
    form = _time_texts.guessed(text)
    return form is not None and "%d" not in form


def _bound(key, end):
    if key is None:
        return None
    if isinstance(key, str):
        span = span_of(key)
        if span is None:
            raise KeyError(key)
        return span[end]
    moment = Timestamp(key)
    return moment.nanoseconds_


def inferred(moments, as_step=False):
    """The step that moments are apart, as a text, or None."""
    if len(moments) < 3:
        return None
    numbers = [moment.nanoseconds_ for moment in moments]
    gaps = {b - a for a, b in zip(numbers, numbers[1:])}
    step = tick(gaps.pop()) if len(gaps) == 1 else _of_calendar(moments)
    return step if as_step or step is None else step.freqstr


def _of_calendar(moments):
    for rule in ("B", "ME", "MS", "BME", "BMS", "QE", "QS", "YE", "YS", "W-SUN"):
        step = to_offset(rule)
        if all([step.is_on_offset(one) for one in moments]) and all([a + step == b for a, b in zip(moments, moments[1:])]):
            return step
    return None


def _special(labels):
    # The class of labels that are moments or spans.
    array = getattr(labels, "_array", getattr(labels, "_values", labels))
    if isinstance(array, TimeArray):
        return DatetimeIndex if array._kind == "M" else TimedeltaIndex
    if not isinstance(labels, (list, tuple, dict)) or not len(labels):
        return None
    first = next((label for label in labels if label is not NaT), None)
    kind = type(first)
    if issubclass(kind, _datetime.datetime) or kind is np.datetime64:
        return DatetimeIndex if all([isinstance(one, (_datetime.datetime, np.datetime64)) for one in labels]) else None
    if issubclass(kind, _datetime.timedelta):
        return TimedeltaIndex if all([isinstance(one, _datetime.timedelta) or one is NaT for one in labels]) else None
    return None


_indexes.SPECIAL.append(_special)
