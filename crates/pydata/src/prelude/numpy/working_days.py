"""Calendars of working days: which days they are, how many lie between two days, and which one comes so many later."""

import numpy as np
from numpy._times import NAT, TimeArray, civil, datetime64, given_to, times

_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _week(mask):
    """Seven truth values, Monday first, from `1111100`, `Mon Tue` or a sequence."""
    if isinstance(mask, str):
        return _named_days(mask)
    mask = np.asarray(mask)
    if mask.shape != (7,):
        raise ValueError("A business day weekmask array must have length 7")
    return [bool(day) for day in mask.tolist()]


def _named_days(mask):
    if len(mask) == 7 and set(mask) <= {"0", "1"}:
        return [day == "1" for day in mask]
    text = "".join(mask.split())
    names = [text[i : i + 3] for i in range(0, len(text), 3)]
    if not set(names) <= set(_NAMES):
        raise ValueError(f'Invalid business day weekmask string "{mask}"')
    return [day in names for day in _NAMES]


def _days(value):
    """Days since 1970, as an array."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return times(value).astype("M8[D]")._inner
    return np.asarray(datetime64(value, "D")._inner)


class busdaycalendar:
    """The working days of a week, and holidays: an argument of functions of working days.

    >>> import numpy as np
    >>> np.busdaycalendar(holidays=["2011-07-01", "2011-07-04"]).holidays
    array(['2011-07-01', '2011-07-04'], dtype='datetime64[D]')
    """

    __module__ = "numpy"

    def __init__(self, weekmask="1111100", holidays=None):
        self._mask = _week(weekmask)
        if not any(self._mask):
            raise ValueError("Cannot construct a numpy.busdaycal with a weekmask of all zeros")
        self._found = [day for day in range(7) if self._mask[day]]
        # How many working days a week has before each of its days.
        self._before = np.cumsum([0, *[int(day) for day in self._mask[:-1]]])
        free = np.unique(_days([] if holidays is None else holidays)) if holidays is not None and len(holidays) else np.zeros(0, dtype="int64")
        self._free = free[(free != NAT) & np.asarray(self._mask)[(free + 3) % 7]]
        self._skipped = self._number(self._free)

    weekmask = property(lambda self: np.array(self._mask), doc="Which days of the week are working days, Monday first.")
    holidays = property(lambda self: TimeArray(self._free.copy(), "M", "D"), doc="The holidays on working days.")

    def _works(self, days):
        return np.asarray(self._mask)[(days + 3) % 7] & ~np.isin(days, self._free) & (days != NAT)

    def _number(self, days):
        """How many working days there were before each day, from the Monday before 1970 on."""
        weeks = (days + 3) // 7
        return weeks * len(self._found) + self._before[(days + 3) % 7] - np.searchsorted(self._free, days)

    def _day(self, numbers):
        """The days of those numbers: each holiday before them moves them on by one."""
        numbers = numbers + np.searchsorted(self._skipped, numbers, "right")
        weeks, places = numbers // len(self._found), numbers % len(self._found)
        return weeks * 7 + np.asarray(self._found)[places] - 3

    def _rolled(self, days, roll):
        """Working days for days that may be none."""
        if roll == "raise":
            raise ValueError("Non-business day date in busday_offset")
        after = self._day(self._number(days))
        before = self._day(self._number(days) - 1)
        ways = {"forward": (after, before), "backward": (before, after)}
        first, second = ways["forward" if roll in ("forward", "following", "modifiedfollowing") else "backward"]
        if not roll.startswith("modified"):
            return first
        (year, month, _), (new_year, new_month, _) = civil(days), civil(first)
        return np.where((year == new_year) & (month == new_month), first, second)


_ROLLS = ("raise", "nat", "forward", "following", "backward", "preceding", "modifiedfollowing", "modifiedpreceding")
_EVERY_WEEK = "1111100"


def _calendar(weekmask, holidays, busdaycal, name):
    if busdaycal is None:
        if not any(_week(weekmask)):
            raise ValueError("the business day weekmask must have at least one valid business day")
        return busdaycalendar(weekmask, holidays)
    if not isinstance(weekmask, str) or weekmask != _EVERY_WEEK or holidays is not None and len(holidays):
        raise ValueError(f"Cannot supply both the weekmask/holidays and the busdaycal parameters to {name}()")
    return busdaycal


def is_busday(dates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
    """Where days are working days: Monday to Friday, unless a week and holidays are given.

    >>> import numpy as np
    >>> np.is_busday(["2011-07-01", "2011-07-02", "2011-07-18"], holidays=["2011-07-01", "2011-07-04"]).tolist()
    [False, False, True]
    """
    calendar = _calendar(weekmask, holidays, busdaycal, "is_busday")
    return given_to(out, calendar._works(_days(dates))[()])


def busday_count(begindates, enddates, weekmask="1111100", holidays=(), busdaycal=None, out=None):
    """How many working days there are from one day up to another, which does not count.

    >>> import numpy as np
    >>> np.busday_count("2011-01", "2011-02")
    np.int64(21)
    """
    calendar = _calendar(weekmask, holidays, busdaycal, "busday_count")
    first, last = _days(begindates), _days(enddates)
    if np.any(first == NAT) or np.any(last == NAT):
        raise ValueError("Cannot compute a business day count with a NaT (not-a-time) date")
    back = first > last
    # Backwards the first day counts, the last does not.
    count = calendar._number(last + back) - calendar._number(first + back)
    return given_to(out, count[()])


def busday_offset(dates, offsets, roll="raise", weekmask="1111100", holidays=None, busdaycal=None, out=None):
    """The working day that is so many later; `roll` says what to do with a day that is none.

    >>> import numpy as np
    >>> np.busday_offset("2011-10", 0, roll="forward")
    np.datetime64('2011-10-03')
    """
    if roll not in _ROLLS:
        raise ValueError(f'Invalid business day roll parameter "{roll}"')
    calendar = _calendar(weekmask, holidays, busdaycal, "busday_offset")
    days, steps = np.broadcast_arrays(_days(dates), np.asarray(offsets).astype("int64"))
    unknown = days == NAT
    if np.any(unknown) and roll != "nat":
        raise ValueError("NaT input in busday_offset")
    idle = ~calendar._works(days)
    if roll == "nat":
        unknown = idle
    elif np.any(idle):
        days = np.where(idle, calendar._rolled(days, roll), days)
    found = np.where(unknown, NAT, calendar._day(calendar._number(np.where(unknown, 0, days)) + steps))
    return given_to(out, TimeArray(np.asarray(found), "M", "D")[()])
