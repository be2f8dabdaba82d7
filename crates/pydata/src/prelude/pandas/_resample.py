"""Rows in spans of time: `resample`, `Grouper`, `asfreq`, and windows of a length of time."""

import math

from numpy._times import LENGTHS, NAT

from pandas import _columns
from pandas._groups import Groups, SeriesGroups
from pandas._offsets import Anchored, Tick, to_offset
from pandas._stamps import DAY, NaT, Timedelta, Timestamp
from pandas._time_indexes import DatetimeIndex, TimedeltaIndex
from pandas._time_parts import unboxed

# Rules whose spans end, and are named by their end.
_ENDS = ("ME", "YE", "QE", "BME", "BQE", "BYE", "W")


class Grouper:
    """Rows in groups by a column, or by spans of time (freq)."""

    __module__ = "pandas"

    def __init__(self, key=None, level=None, freq=None, sort=True, closed=None, label=None, origin="start_day", offset=None):
        self.key, self.level, self.freq = key, level, freq
        self.closed, self.label, self.origin, self.offset, self.sort = closed, label, origin, offset, sort

    def spans(self, moments):
        """(labels of all spans, the number of each row's span)."""
        return spans(moments, to_offset(self.freq), self.closed, self.label, self.origin, self.offset)


def spans(moments, step, closed=None, label=None, origin="start_day", offset=None):
    """(labels of all spans from the first moment to the last, the number of each moment's span, -1 for NaT)."""
    zone = next((one._tzinfo for one in moments if getattr(one, "_tzinfo", None) is not None), None)
    if zone is not None:
        return _spans_in_zone(moments, zone, step, closed, label, origin, offset)
    ends = not isinstance(step, Tick) and step.rule_code.partition("-")[0] in _ENDS
    closed = closed or ("right" if ends else "left")
    label = label or ("right" if ends else "left")
    known = [moment for moment in moments if moment is not NaT]
    if not known:
        return [], [-1] * len(moments)
    numbers = [NAT if moment is NaT else moment.nanoseconds_ for moment in moments]
    first, last = min(known), max(known)
    edges = (_even_edges if isinstance(step, Tick) else _calendar_edges)(first, last, step, closed, origin, offset)
    bounds = [edge.nanoseconds_ for edge in edges]
    places = [-1 if number == NAT else _place(bounds, _day_end(number, step, closed), closed) for number in numbers]
    return edges[1:] if label == "right" else edges[:-1], places


def _spans_in_zone(moments, zone, step, closed, label, origin, offset):
    # Days and longer spans follow the zone's clock, shorter ones the time that passes since its midnight.
    passes = isinstance(step, Tick) and not step.freqstr.endswith("D")
    clock = "UTC" if passes else zone
    if passes and origin == "start_day":
        origin = min([one for one in moments if one is not NaT]).normalize().tz_convert("UTC").tz_localize(None)
    plain = [one if one is NaT else one.tz_convert(clock).tz_localize(None) for one in moments]
    labels, places = spans(plain, step, closed, label, origin, offset)
    return [one.tz_localize(clock).tz_convert(zone) for one in labels], places


def _day_end(number, step, closed):
    # Days that end spans belong to them as a whole.
    return number // DAY * DAY if closed == "right" and isinstance(step, Anchored) else number


def _place(bounds, number, closed):
    from bisect import bisect_left, bisect_right

    return (bisect_left if closed == "right" else bisect_right)(bounds, number) - 1


def _even_edges(first, last, step, closed, origin, offset):
    width, low, high = step.nanos, first.nanoseconds_, last.nanoseconds_
    start = {"start": low, "epoch": 0}.get(origin) if isinstance(origin, str) else Timestamp(origin).nanoseconds_
    if start is None or isinstance(first, Timedelta):
        start = low if isinstance(first, Timedelta) else low // DAY * DAY
    start += 0 if offset is None else Timedelta(offset).nanoseconds_
    at = -(-(low - start) // width) - 1 if closed == "right" else (low - start) // width
    edges = [start + at * width]
    while edges[-1] < high or closed == "left" and edges[-1] <= high:
        edges.append(edges[-1] + width)
    unit = first._unit if all([edge % LENGTHS[first._unit] == 0 for edge in (edges[0], width)]) else "ns"
    return [type(first)._of(edge // LENGTHS[unit], unit) for edge in edges]


def _calendar_edges(first, last, step, closed, origin, offset):
    start, stop = first.normalize(), last.normalize()
    edges = [start - step if closed == "right" else step.rollback(start)]
    while edges[-1] < stop or closed == "left" and edges[-1] <= stop:
        edges.append(edges[-1] + step)
    return edges


class _Resampled:
    # What resampled columns and tables share: groups by span, empty ones too.
    def _divide(self, owner, grouper, moments):
        labels, places = grouper.spans(moments)
        self._step, self._labels_made = to_offset(grouper.freq), labels
        self._places = {label: [] for label in labels}
        groups = list(self._places.values())
        for row, at in enumerate(places):
            if at >= 0:
                groups[at].append(row)
        self._owner, self._as_index, self._names = owner, True, [grouper.key or owner.index.name]

    def _labels(self):
        kind = TimedeltaIndex if self._labels_made and isinstance(self._labels_made[0], Timedelta) else DatetimeIndex
        made = kind(unboxed(self._labels_made, kind._kind), name=self._names[0])
        made._freq = self._step
        return made

    def asfreq(self, fill_value=math.nan):
        """The rows at the spans' labels."""
        return self._owner.reindex(self._labels(), fill_value=fill_value)

    def ffill(self, limit=None):
        """The last row at or before each label."""
        return _nearest(self._owner, self._labels(), limit)

    pad = ffill

    def bfill(self, limit=None):
        """The next row at or behind each label."""
        return self.asfreq().bfill(limit)

    def interpolate(self, method="linear"):
        """The rows at the labels, on straight lines between those that are there."""
        return self.asfreq().interpolate(method)

    def ohlc(self):
        """The first, largest, least and last value of each span."""
        from pandas._frame import DataFrame

        names = {"open": "first", "high": "max", "low": "min", "close": "last"}
        if self._owner.ndim == 2:
            raise NotImplementedError("ohlc() of tables is not there: columns of several levels; use it column by column")
        return DataFrame({name: self.agg(how)._values for name, how in names.items()}, index=self._labels())


def _nearest(owner, labels, limit):
    from bisect import bisect_right

    moments = [one.nanoseconds_ for one in owner.index]
    places = [bisect_right(moments, label.nanoseconds_) - 1 for label in labels]
    if limit is None and all([place >= 0 for place in places]):
        made = owner._take(places)
        made.index = labels
        return made
    return owner.reindex(labels).ffill(limit)


class SeriesResampled(_Resampled, SeriesGroups):
    """A column's rows in spans of time."""

    def __init__(self, series, grouper, moments):
        self._series = series
        self._divide(series, grouper, moments)

    def _result(self, values):
        return SeriesGroups._result(self, values)


class Resampled(_Resampled, Groups):
    """A table's rows in spans of time."""

    def __init__(self, table, grouper, moments):
        self._table, self._by, self._sort, self._dropna, self._one = table, grouper, True, True, True
        self._grouper, self._moments = grouper, moments
        self._divide(table, grouper, moments)
        self._used = frozenset(self._names)

    def __getitem__(self, name):
        if isinstance(name, list):
            return Resampled(self._table[name], self._grouper, self._moments)
        return self._column(name)

    def _column(self, name):
        made = SeriesResampled(self._table[name], self._grouper, self._moments)
        made._names = self._names
        return made


def resampled(owner, rule, on=None, level=None, closed=None, label=None, origin="start_day", offset=None):
    """A column's or a table's rows in spans of time."""
    grouper = rule if isinstance(rule, Grouper) else Grouper(on, level, rule, True, closed, label, origin, offset)
    if grouper.key is not None and owner.ndim == 2:
        moments = _columns.tolist(owner._column(grouper.key))
    else:
        if not isinstance(owner.index, (DatetimeIndex, TimedeltaIndex)):
            raise TypeError(
                f"Only valid with DatetimeIndex, TimedeltaIndex or PeriodIndex, but got an instance of '{type(owner.index).__name__}'"
            )
        moments = owner.index.tolist()
    return (Resampled if owner.ndim == 2 else SeriesResampled)(owner, grouper, moments)


def asfreq(owner, freq, method=None, fill_value=math.nan):
    """The rows at moments a step apart, from the first to the last."""
    from pandas._dates import date_range

    labels = date_range(owner.index[0], owner.index[-1], freq=freq, name=owner.index.name)
    if method in ("ffill", "pad"):
        return _nearest(owner, labels, None)
    made = owner.reindex(labels, fill_value=fill_value)
    return made.bfill() if method in ("bfill", "backfill") else made


def time_spans(index, window, closed=None):
    """(first row, row behind the last) of the windows of a length of time that end at each row."""
    from bisect import bisect_left, bisect_right

    width = Timedelta(to_offset(window)).nanoseconds_ if isinstance(window, str) else Timedelta(window).nanoseconds_
    moments = [one.nanoseconds_ for one in index]
    if any([b < a for a, b in zip(moments, moments[1:])]):
        raise ValueError("index must be monotonic")
    starts = bisect_left if closed in ("both", "left") else bisect_right
    ends = bisect_left if closed in ("left", "neither") else bisect_right
    return [(starts(moments, moment - width), min(ends(moments, moment), at + 1)) for at, moment in enumerate(moments)]


def shifted_index(owner, periods, freq):
    """The same rows with labels moved by steps."""
    made = owner.copy()
    made.index = owner.index.shift(periods, owner.index.freq if freq == "infer" else freq)
    return made


def at_time(owner, time):
    """The rows at a time of day."""
    return owner._take(owner.index.indexer_between_time(time, time))


def between_time(owner, start_time, end_time):
    """The rows between two times of day."""
    return owner._take(owner.index.indexer_between_time(start_time, end_time))
