"""Rules of POSIX for the time after a zone's last transition: CET-1CEST,M3.5.0,M10.5.0/3. Part of zoneinfo."""

import re as _re

from _datetime_calendar import _days_before_year, _is_leap, _month_length, _ordinal

_EPOCH_DAY = _ordinal(1970, 1, 1)
_NAME = r"(?:[A-Za-z]{3,}|<[-+A-Za-z0-9]+>)"
_OFFSET = r"[-+]?\d{1,3}(?::\d{2}(?::\d{2})?)?"
_SYNTAX = _re.compile(rf"({_NAME})({_OFFSET})(?:({_NAME})({_OFFSET})?(?:,([^,]+),([^,]+))?)?\Z")


class _Type:
    """A type of local time: seconds from UTC, what of them is daylight saving, and its name."""

    def __init__(self, offset, saved, name):
        self.offset, self.saved, self.name = offset, saved, name


def _clock(text):
    """Seconds of h[:m[:s]], signed."""
    sign = -1 if text[0] == "-" else 1
    parts = [int(part) for part in text.lstrip("+-").split(":")]
    return sign * sum(part * unit for part, unit in zip(parts, (3600, 60, 1)))


class _Day:
    """When in a year time changes: a day of a week of a month, or a day of the year; and at which second."""

    def __init__(self, text):
        day, _, clock = text.partition("/")
        self.second = _clock(clock) if clock else 7200
        self.kind = day[0] if day[0] in "MJ" else ""
        self.numbers = [int(part) for part in day.lstrip("MJ").split(".")]

    def moment(self, year):
        """Seconds from 1970 to it, of the clock on the wall."""
        if self.kind == "M":
            month, week, weekday = self.numbers
            first = _ordinal(year, month, 1)
            day = 1 + (weekday - first % 7) % 7 + 7 * (week - 1)
            if day > _month_length(year, month):
                day -= 7
            number = first + day - 1
        else:
            day = self.numbers[0]
            if self.kind == "J":
                # The 29th of February is never counted.
                day += day > 59 and _is_leap(year)
                day -= 1
            number = _days_before_year(year) + 1 + day
        return (number - _EPOCH_DAY) * 86400 + self.second


class _Rule:
    """Standard time, and daylight saving between two days of each year."""

    def __init__(self, winter, summer, start, end):
        self.winter, self.summer, self.start, self.end = winter, summer, start, end

    @staticmethod
    def parse(text):
        found = _SYNTAX.match(text)
        if found is None:
            raise ValueError(f"Invalid TZ string: {text}")
        name, offset, other, shift, start, end = found.groups()
        winter = _Type(-_clock(offset), 0, name.strip("<>"))
        if other is None:
            return _Rule(winter, None, None, None)
        seconds = -_clock(shift) if shift else winter.offset + 3600
        summer = _Type(seconds, seconds - winter.offset, other.strip("<>"))
        return _Rule(winter, summer, _Day(start or "M3.2.0"), _Day(end or "M11.1.0"))

    def at_local(self, seconds, year, fold):
        """The type of a local time."""
        if self.summer is None:
            return self.winter
        start, end = self.start.moment(year), self.end.moment(year)
        # Within the hour that is skipped or comes twice, fold says which side it is on.
        if fold == (self.summer.saved >= 0):
            end -= self.summer.saved
        else:
            start += self.summer.saved
        inside = start <= seconds < end if start < end else not end <= seconds < start
        return self.summer if inside else self.winter

    def at_utc(self, seconds, year):
        """The type at a moment, and whether the local time comes for the second time."""
        if self.summer is None:
            return self.winter, 0
        start = self.start.moment(year) - self.winter.offset
        end = self.end.moment(year) - self.summer.offset
        inside = start <= seconds < end if start < end else not end <= seconds < start
        twice = end if self.summer.saved >= 0 else start
        return (self.summer if inside else self.winter), int(twice <= seconds < twice + abs(self.summer.saved))
