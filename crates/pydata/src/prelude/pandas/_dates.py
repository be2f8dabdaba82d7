"""`to_datetime`, `to_timedelta`, `date_range`: columns and indexes of moments and spans."""

import math
import warnings

import numpy as np
from numpy import _times
from numpy._times import LENGTHS, NAT, TimeArray

from pandas import _time_texts
from pandas._columns import is_missing, tolist
from pandas._frame import DataFrame
from pandas._offsets import Tick, steps_from, to_offset
from pandas._series import Series
from pandas._stamps import NaT, Timedelta, Timestamp, fits, unit_of, zone_name, zone_of
from pandas._time_indexes import DatetimeIndex, TimedeltaIndex, inferred
from pandas._time_parts import stored, unboxed
from pandas._zones import converted, localized, zone_of_array
from pandas.errors import OutOfBoundsDatetime


def to_datetime(
    arg,
    errors="raise",
    dayfirst=False,
    yearfirst=False,
    utc=False,
    format=None,
    exact=True,
    unit=None,
    origin="unix",
    cache=True,
):
    """Moments of texts, of numbers of a unit since 1970, of columns year, month and day."""
    if errors not in ("raise", "coerce"):
        raise ValueError("errors must be one of 'raise', or 'coerce'.")
    if arg is None or arg is NaT:
        return NaT
    if isinstance(arg, (DataFrame, dict)):
        return _of_columns(DataFrame(arg), errors)
    values = getattr(arg, "_values", None)
    if values is None:
        values = arg.tolist() if hasattr(arg, "_labels") else arg
    single = isinstance(arg, str) or not hasattr(arg, "__iter__")
    if single and origin == "unix" and _is_number(arg) and not is_missing(arg) and format is None:
        return _one(arg, errors, unit or "ns", utc)
    made = _moments([arg] if single else values, errors, dayfirst, format, exact, unit, origin, utc)
    if utc:
        made = converted(made, "UTC") if zone_of_array(made) is not None else localized(made, "UTC")
    if single:
        return DatetimeIndex(made)[0]
    if isinstance(arg, Series):
        return Series(made, index=arg.index, name=arg.name)
    return DatetimeIndex(made, name=getattr(arg, "name", None))


def _one(number, errors, unit, utc):
    try:
        return Timestamp(number, unit=unit, tz="UTC" if utc else None)
    except ValueError:
        if errors == "raise":
            raise
        return NaT


def _moments(values, errors, dayfirst, form, exact, unit, origin, utc):
    if isinstance(values, TimeArray):
        return stored(values)
    if isinstance(values, np.ndarray) and form is not None and values.dtype.kind in "iuf":
        values = [math.nan if value != value else str(int(value)) for value in values.tolist()]
    if isinstance(values, np.ndarray) or unit is not None and len(values) or values and all([_is_number(value) for value in values]):
        return _of_numbers(values, unit or "ns", errors, origin)
    values = list(values)
    if not values:
        return TimeArray(np.array([], dtype="int64"), "M", "s")
    texts = [value for value in values if isinstance(value, str) and value not in _time_texts._NONE]
    read = _reader(texts[0], dayfirst, form, exact) if texts else None
    found = []
    for at, value in enumerate(values):
        try:
            found.append(_moment(value, read, at))
        except ValueError:
            if errors == "raise":
                raise
            found.append(NaT)
    if not utc:
        _require_one_zone(values, found)
    return unboxed(found, "M")


def _require_one_zone(values, found):
    zones = {moment.tz if moment.tz is None else zone_name(moment.tz) for moment in found if moment is not NaT}
    if len(zones) > 1 and any([isinstance(value, str) for value in values]):
        raise ValueError(
            "Mixed timezones detected. Pass utc=True in to_datetime or tz='UTC' in DatetimeIndex to convert to a common timezone."
        )
    if len(zones) > 1:
        raise ValueError("Tz-aware datetime.datetime cannot be converted to datetime64 unless utc=True")


def _is_number(value):
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _moment(value, read, at):
    if not isinstance(value, str):
        return NaT if is_missing(value) else Timestamp(value)
    if value.strip() in _time_texts._NONE:
        return NaT
    return Timestamp._shown(*read(value, at))


def _reader(first, dayfirst, form, exact):
    # How texts are read: by the format that is given, or that the first one has.
    form = _time_texts.guessed(first, dayfirst) if form is None else form
    if form is None or form in ("mixed", "ISO8601"):
        if form is None:
            warnings.warn(
                "Could not infer format, so each element will be parsed individually, falling back to `dateutil`. To ensure "
                "parsing is consistent and as-expected, please specify a format.",
                UserWarning,
                stacklevel=4,
            )
        return lambda text, at: _loose(text, dayfirst)
    known = _time_texts.Format(form, exact)

    def read(text, at):
        found = known.read(text)
        if isinstance(found, str):
            raise ValueError(found + _ADVICE)
        return found

    return read


def _loose(text, dayfirst):
    found = _time_texts.moment(text, dayfirst)
    return (NAT, "us", None) if found is None else found


_ADVICE = """. You might want to try:
    - passing `format` if your strings have a consistent format;
    - passing `format='ISO8601'` if your strings are all ISO8601 but not necessarily in exactly the same format;
    - passing `format='mixed'`, and the format will be inferred for each element individually. You might want to use `dayfirst` alongside this."""


def _of_numbers(values, unit, errors, origin):
    given = tolist(values)
    target = "us" if unit != "ns" and all([_is_whole(value) for value in given]) else "ns"
    start = 0 if origin == "unix" else Timestamp(origin).as_unit("ns")._value
    numbers = [_coerced(value, unit, target, start, errors) for value in given]
    return TimeArray(np.array(numbers, dtype="int64"), "M", target)


def _is_whole(value):
    return not isinstance(value, (float, np.floating)) or value != value or not math.isinf(value) and value == int(value)


def _coerced(value, unit, target, start, errors):
    # A number or text as whole units since 1970; NaT where it is none and errors are coerced.
    try:
        return NAT if is_missing(value) else _number(value, unit, target, start)
    except (TypeError, ValueError):
        if errors == "raise":
            raise
        return NAT


def _number(value, unit, target, start):
    if isinstance(value, str):
        return _timed(value).as_unit(target)._value
    if not _is_number(value):
        raise TypeError(f"{type(value)} is not convertible to datetime")
    number = NAT if math.isinf(value) else (_nanoseconds(value, LENGTHS[unit_of(unit)]) + start) // LENGTHS[target]
    if not fits(number):
        raise OutOfBoundsDatetime(f"cannot convert input {value} with the unit '{unit}'")
    return number


def _timed(text):
    if text.replace(".", "", 1).isdigit():
        raise ValueError(f'Given date string "{text}" not likely a datetime')
    return Timestamp(text)


def _nanoseconds(number, length):
    whole = int(number)
    return whole * length + (round((number - whole) * length) if isinstance(number, float) else 0)


def _of_columns(table, errors):
    names = {str(name).lower().rstrip("s"): name for name in table.columns}
    absent = [name for name in ("year", "month", "day") if name not in names]
    if absent:
        raise ValueError(
            f"to assemble mappings requires at least that [year, month, day] be specified: [{','.join(absent)}] is missing"
        )
    found = []
    for row in zip(*[tolist(table._columns[name]) for name in names.values()]):
        parts = dict(zip(names, row))
        try:
            gone = any([is_missing(part) for part in row])
            found.append(NaT if gone else Timestamp(**{name: int(part) for name, part in parts.items()}))
        except ValueError:
            if errors == "raise":
                raise
            found.append(NaT)
    return Series(unboxed(found, "M"), index=table.index)


def to_timedelta(arg, unit=None, errors="raise"):
    """Spans of texts, or of numbers of a unit."""
    if arg is None:
        return NaT
    if isinstance(arg, (str, Timedelta)) or not hasattr(arg, "__iter__"):
        return _span(arg, unit, errors)
    values = getattr(arg, "_values", None)
    values = list(arg) if values is None else values
    if isinstance(values, np.ndarray) and values.dtype.kind == "f" and unit not in (None, "ns"):
        values = [NaT if value != value else Timedelta(value, unit).as_unit("ns") for value in values.tolist()]
    made = (
        stored(values)
        if isinstance(values, TimeArray)
        else unboxed([_span(value, unit, errors) for value in tolist(values)], "m")
    )
    if isinstance(arg, Series):
        return Series(made, index=arg.index, name=arg.name)
    return TimedeltaIndex(made, name=getattr(arg, "name", None))


def _span(value, unit, errors):
    try:
        return NaT if is_missing(value) else Timedelta(value, None if isinstance(value, str) else unit)
    except ValueError:
        if errors == "raise":
            raise
        return NaT


def date_range(start=None, end=None, periods=None, freq=None, tz=None, normalize=False, name=None, inclusive="both", unit=None):
    """Moments a step apart: two of start, end and periods, and a step; or all three without one."""
    if sum([one is not None for one in (start, end, periods)]) + (freq is not None) < 3 and not (
        freq is None and sum([one is not None for one in (start, end, periods)]) == 2
    ):
        raise ValueError("Of the four parameters: start, end, periods, and freq, exactly three must be specified")
    start, end = (None if one is None else Timestamp(one) for one in (start, end))
    if tz is not None or any([one is not None and one.tz is not None for one in (start, end)]):
        return _range_in_zone(start, end, periods, freq, tz, normalize, name, inclusive, unit)
    if normalize:
        start, end = (None if one is None else one.normalize() for one in (start, end))
    start, end = (one.as_unit(_unit(one, unit)) if one is not None else None for one in (start, end))
    if freq is None and None not in (start, end, periods):
        return _even(start, end, periods, name)
    step = to_offset("D" if freq is None else freq)
    moments = _moments_between(start, end, periods, step)
    if inclusive in ("right", "neither") and moments and moments[0] == start:
        moments = moments[1:]
    if inclusive in ("left", "neither") and moments and moments[-1] == end:
        moments = moments[:-1]
    return DatetimeIndex(unboxed(moments, "M"), name=name, freq=step)


def _range_in_zone(start, end, periods, freq, tz, normalize, name, inclusive, unit):
    # Days and longer steps follow the zone's clock, shorter ones the time that passes.
    zone = zone_of(tz) or next(one.tz for one in (start, end) if one is not None and one.tz is not None)
    bounds = [one if one is None or one.tz is not None else one.tz_localize(zone) for one in (start, end)]
    bounds = [one.normalize() if normalize and one is not None else one for one in bounds]
    step = to_offset("D" if freq is None else freq)
    passes = isinstance(step, Tick) and not step.freqstr.endswith("D") or freq is None and None not in (*bounds, periods)
    clock = "UTC" if passes else zone
    plain = [None if one is None else one.tz_convert(clock).tz_localize(None) for one in bounds]
    made = date_range(*plain, periods, freq, None, False, name, inclusive, unit)
    found = made.tz_localize(clock).tz_convert(zone)
    found._freq = made._freq
    return found


def _unit(moment, unit):
    return unit or ("ns" if moment._unit == "ns" else "us")


def _moments_between(start, end, periods, step):
    if start is None:
        back = _moments_between(end, None, periods, -step)
        return back[::-1]
    if isinstance(step, Tick) and step.n > 0:
        own = start._unit if step.nanos % LENGTHS[start._unit] == 0 else "ns"
        first, width = start.as_unit(own)._value, step.nanos // LENGTHS[own]
        count = periods if periods is not None else (end.as_unit(own)._value - first) // width + 1
        return [Timestamp._of(first + at * width, own, start._tzinfo) for at in range(max(count, 0))]
    found = []
    for moment in steps_from(start, step):
        if periods is not None and len(found) == periods or end is not None and (moment > end if step.n > 0 else moment < end):
            return found
        found.append(moment)


def _even(start, end, periods, name):
    low, high = start._value, end.as_unit(start._unit)._value
    numbers = [round(low + (high - low) * at / max(periods - 1, 1)) for at in range(periods)]
    return DatetimeIndex(TimeArray(np.array(numbers, dtype="int64"), "M", start._unit), name=name)


def bdate_range(start=None, end=None, periods=None, freq="B", name=None):
    """Working days."""
    return date_range(start, end, periods, freq, name=name)


def timedelta_range(start=None, end=None, periods=None, freq=None, name=None, closed=None, unit=None):
    """Spans a step apart."""
    first, last = (None if one is None else Timedelta(one) for one in (start, end))
    if freq is None and None not in (first, last, periods):
        width = (last._value - first._value) / max(periods - 1, 1)
        return TimedeltaIndex(
            unboxed([Timedelta._of(round(first._value + at * width), first._unit) for at in range(periods)], "m"), name=name
        )
    step = to_offset("D" if freq is None else freq)
    span = Timedelta(step)
    if first is None:
        first = last - span * (periods - 1)
    count = periods if periods is not None else (last - first) // span + 1
    return TimedeltaIndex(unboxed([first + span * at for at in range(count)], "m"), name=name, freq=step)


def infer_freq(index):
    """The step that moments are apart, as a text, or None."""
    return inferred(index.tolist())
