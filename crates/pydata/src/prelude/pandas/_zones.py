"""Columns of moments in a time zone: whole numbers in UTC, and the zone whose clock shows them."""

import numpy as np
from numpy._times import LENGTHS, NAT, TimeArray, TimeType

from pandas._stamps import NaT, Timedelta, Timestamp, zone_name, zone_of


class DatetimeTZDtype(TimeType):
    """The element type of moments in a zone."""

    __module__ = "pandas"

    def __init__(self, unit="ns", tz=None):
        TimeType.__init__(self, "M", unit)
        if tz is None:
            raise TypeError("A 'tz' is required.")
        self.tz = zone_of(tz)

    @property
    def name(self):
        """`datetime64[us, UTC]`"""
        return f"datetime64[{self.unit}, {zone_name(self.tz)}]"

    str = name
    type = property(lambda self: Timestamp)

    def __eq__(self, other):
        return (other if isinstance(other, str) else getattr(other, "name", None)) == self.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name


class ZonedArray(TimeArray):
    """An array of moments in a zone."""

    def __init__(self, inner, unit, zone):
        TimeArray.__init__(self, inner, "M", unit)
        self._zone = zone

    dtype = property(lambda self: DatetimeTZDtype(self._unit, self._zone))

    def _like(self, inner):
        return ZonedArray(inner, self._unit, self._zone)

    def _one(self, number):
        return Timestamp._of(int(number), self._unit, self._zone)


def zoned(array, zone):
    """The moments of an array in UTC, with the clock of a zone; None has no zone."""
    return TimeArray(array._inner, "M", array._unit) if zone is None else ZonedArray(array._inner, array._unit, zone)


def zone_of_array(array):
    """The zone of an array of moments, or None."""
    return array._zone if isinstance(array, ZonedArray) else None


def local(array):
    """The moments that the zone's clock shows, without a zone."""
    zone = zone_of_array(array)
    if zone is None:
        return array
    length = LENGTHS[array._unit]
    shown = [number if number == NAT else number + _east(number, array._unit, zone) // length for number in array._inner.tolist()]
    return TimeArray(np.array(shown, dtype="int64"), "M", array._unit)


def _east(number, unit, zone):
    # Nanoseconds that a zone's clock is ahead at a moment.
    return Timestamp._of(number, unit, zone)._east()


def localized(array, tz, ambiguous="raise", nonexistent="raise"):
    """The same clocks in a zone; without one for None."""
    zone = zone_of(tz)
    if zone is None:
        return local(array)
    if zone_of_array(array) is not None:
        raise TypeError("Already tz-aware, use tz_convert to convert.")
    numbers = array._inner.tolist()
    first = _choices(numbers, array._unit, zone, ambiguous)
    made = [
        number if number == NAT else _placed(number, array._unit, zone, choice, nonexistent)
        for number, choice in zip(numbers, first)
    ]
    return ZonedArray(np.array(made, dtype="int64"), array._unit, zone)


def converted(array, tz):
    """The same moments in another zone."""
    if zone_of_array(array) is None:
        raise TypeError("Cannot convert tz-naive timestamps, use tz_localize to localize")
    return zoned(array, zone_of(tz))


def in_zone(array, tz, known):
    """An array as the element type of a zone, or of none, asks; `known` moments neither gain nor lose one."""
    own = zone_of_array(array)
    if known and (own is None) != (tz is None):
        ways = ("naive", "aware", "obj.tz_localize instead or series.dt.tz_localize instead")
        if own is not None:
            ways = ("aware", "naive", "obj.tz_localize(None) or obj.tz_convert('UTC').tz_localize(None) instead.")
        raise TypeError(
            f"Cannot use .astype to convert from timezone-{ways[0]} dtype to timezone-{ways[1]} dtype. Use {ways[2]}"
        )
    return array if tz is None else localized(array, tz) if own is None else converted(array, tz)


def _moments(number, unit, zone):
    # The moments, in order, at which a zone's clock shows a number; and the clock's two offsets around it.
    day, length = LENGTHS["D"] // LENGTHS[unit], LENGTHS[unit]
    around = sorted({_east(number + way * day, unit, zone) // length for way in (-1, 1)}, reverse=True)
    return [number - east for east in around if _east(number - east, unit, zone) // length == east], around


def _choices(numbers, unit, zone, ambiguous):
    # For each clock whether the first of two moments is meant, or what is to be done about it.
    if isinstance(ambiguous, str):
        return _by_order(numbers, unit, zone) if ambiguous == "infer" else [ambiguous] * len(numbers)
    if isinstance(ambiguous, (bool, np.bool_)):
        return [bool(ambiguous)] * len(numbers)
    flags = list(ambiguous)
    if len(flags) != len(numbers):
        raise ValueError("Length of ambiguous bool-array must be the same size as vals")
    return [bool(flag) for flag in flags]


def _by_order(numbers, unit, zone):
    # The second of two moments from where the clock goes back.
    twice = [number != NAT and len(_moments(number, unit, zone)[0]) > 1 for number in numbers]
    found, at = [True] * len(numbers), 0
    while at < len(numbers):
        end = at
        while end < len(numbers) and twice[end]:
            end += 1
        if end > at:
            back = next((k for k in range(at + 1, end) if numbers[k] <= numbers[k - 1]), None)
            if back is None:
                raise ValueError(f"Cannot infer dst time from {Timestamp._of(numbers[at], unit)} as there are no repeated times")
            found[back:end] = [False] * (end - back)
        at = max(end, at + 1)
    return found


def _placed(number, unit, zone, first, nonexistent):
    # The moment in UTC at which a zone's clock shows a number.
    moments, around = _moments(number, unit, zone)
    if not moments:
        return _beside(number, unit, zone, around, nonexistent)
    if len(moments) == 1:
        return moments[0]
    if first == "NaT":
        return NAT
    if isinstance(first, str):
        raise ValueError(f"Cannot infer dst time from {Timestamp._of(number, unit)}, try using the 'ambiguous' argument")
    return moments[0 if first else 1]


def _beside(number, unit, zone, around, nonexistent):
    # The moment that stands for a clock that a zone leaves out.
    if hasattr(nonexistent, "total_seconds"):
        moved = number + Timedelta(nonexistent).nanoseconds_ // LENGTHS[unit]
        moments = _moments(moved, unit, zone)[0]
        if not moments:
            raise ValueError(f"The provided timedelta will relocalize on a nonexistent time: {nonexistent}")
        return moments[0]
    if nonexistent == "NaT":
        return NAT
    if nonexistent in ("shift_forward", "shift_backward"):
        return _change(number, unit, zone, around) - (nonexistent == "shift_backward")
    raise ValueError(
        f"{Timestamp._of(number, unit)} is a nonexistent time due to daylight savings time. Try using the 'nonexistent' argument."
    )


def _change(number, unit, zone, around):
    # The moment at which the zone's clock jumps over a number.
    low, high = number - around[0], number - around[-1]
    before = _east(low, unit, zone)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _east(middle, unit, zone) == before else (low, middle)
    return high


def same_zone(values):
    """The zone that all moments of a list have, or None."""
    zones = {zone_name(value._tzinfo): value._tzinfo for value in values if value is not NaT and hasattr(value, "_tzinfo")}
    return next(iter(zones.values())) if len(zones) == 1 else None
