"""`Period`: spans of the calendar, such as months, that are counted."""

import re

from numpy._times import civil

from pandas import _indexes
from pandas._index_texts import facts_of, laid_out
from pandas._indexes import Index
from pandas._offsets import to_offset
from pandas._stamps import DAY, NaT, Timedelta, Timestamp

_RULES = {"Y": "YE", "A": "YE", "Q": "QE", "M": "ME", "YE": "YE", "QE": "QE", "ME": "ME", "MS": "ME", "QS": "QE", "YS": "YE"}
_MONTHS = {"M": 1, "Q": 3, "Y": 12}


def period_of(freq):
    """A period's rule by its name: Y, Q, M, W, D, h, min, s."""
    text = freq if isinstance(freq, str) else freq.freqstr
    letter = {"YE": "Y", "A": "Y", "YS": "Y", "QE": "Q", "QS": "Q", "ME": "M", "MS": "M", "B": "D"}.get(
        text.partition("-")[0], text.partition("-")[0]
    )
    if letter not in ("Y", "Q", "M", "W", "D", "h", "min", "s"):
        raise ValueError(f"Invalid frequency: {text}")
    return letter


class Period:
    """A span of the calendar: a year, quarter, month, week, day, hour, minute or second, by its number since 1970."""

    __module__ = "pandas"

    def __init__(self, value=None, freq=None, ordinal=None, year=None, month=None, quarter=None, day=None):
        if ordinal is None and value is None:
            value = Timestamp(year or 1970, month or (quarter * 3 - 2 if quarter else 1), day or 1)
            freq = freq or ("Q" if quarter else "M" if month else "Y")
        if isinstance(value, Period):
            value, freq = value.start_time, freq or value._rule
        if isinstance(value, (str, int)) and freq is None:
            freq = _rule_of(str(value))
        self._rule = period_of(freq)
        self.ordinal = (
            _number(Timestamp(str(value) if isinstance(value, int) else value), self._rule) if ordinal is None else ordinal
        )

    def _at(self, ordinal):
        return Period(freq=self._rule, ordinal=ordinal)

    @property
    def freqstr(self):
        """The rule's name."""
        return {"Y": "Y-DEC", "Q": "Q-DEC", "W": "W-SUN"}.get(self._rule, self._rule)

    freq = property(lambda self: to_offset(_RULES.get(self._rule, self._rule)))

    @property
    def start_time(self):
        """The first moment."""
        return _start(self.ordinal, self._rule)

    @property
    def end_time(self):
        """The last moment."""
        return _start(self.ordinal + 1, self._rule) - Timedelta(1, "us")

    def to_timestamp(self, freq=None, how="start"):
        """The first moment, or the last."""
        return self.start_time if how[0].lower() == "s" else self.end_time

    def asfreq(self, freq, how="end"):
        """The period of another rule at its end, or at its start."""
        return Period(self.end_time if how[0].lower() == "e" else self.start_time, freq=freq)

    def strftime(self, fmt):
        """Its first moment as a format says."""
        return self.start_time.strftime(fmt)

    def __add__(self, other):
        if isinstance(other, int):
            return self._at(self.ordinal + other)
        if hasattr(other, "_applied"):
            return Period(self.start_time + other, freq=self._rule)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Period):
            return self.freq * (self.ordinal - other.ordinal)
        return self._at(self.ordinal - other) if isinstance(other, int) else NotImplemented

    def __eq__(self, other):
        return isinstance(other, Period) and (self._rule, self.ordinal) == (other._rule, other.ordinal)

    def __hash__(self):
        return hash((self._rule, self.ordinal))

    def __lt__(self, other):
        return self._number_of(other) is not None and self.ordinal < other.ordinal

    def __le__(self, other):
        return self._number_of(other) is not None and self.ordinal <= other.ordinal

    def __gt__(self, other):
        return self._number_of(other) is not None and self.ordinal > other.ordinal

    def __ge__(self, other):
        return self._number_of(other) is not None and self.ordinal >= other.ordinal

    def _number_of(self, other):
        if not isinstance(other, Period) or other._rule != self._rule:
            raise TypeError(f"Cannot compare type Period with {other!r}")
        return other.ordinal

    def __getattr__(self, name):
        if name in (
            "year",
            "month",
            "day",
            "hour",
            "minute",
            "second",
            "quarter",
            "day_of_week",
            "dayofweek",
            "day_of_year",
            "weekday",
            "week",
            "days_in_month",
            "is_leap_year",
        ):
            return getattr(self.start_time if self._rule != "W" else self.end_time, name)
        raise AttributeError(f"'Period' object has no attribute '{name}'")

    def __str__(self):
        start = self.start_time
        if self._rule == "Q":
            return f"{start.year}Q{start.quarter}"
        if self._rule == "W":
            return f"{start.date()}/{self.end_time.date()}"
        forms = {
            "Y": "%Y",
            "M": "%Y-%m",
            "D": "%Y-%m-%d",
            "h": "%Y-%m-%d %H:00",
            "min": "%Y-%m-%d %H:%M",
            "s": "%Y-%m-%d %H:%M:%S",
        }
        return start.strftime(forms[self._rule])

    def __repr__(self):
        return f"Period('{self}', '{self.freqstr}')"


def _rule_of(text):
    if re.fullmatch(r"\d{4}", text):
        return "Y"
    if re.fullmatch(r"\d{4}-?[qQ]\d", text):
        return "Q"
    if re.fullmatch(r"\d{4}-\d\d|[A-Za-z]+[ -]\d{4}", text):
        return "M"
    return "D" if ":" not in text else "min" if text.count(":") == 1 else "s"


def _number(moment, rule):
    days, rest = moment._local
    year, month, _ = civil(days)
    if rule in _MONTHS:
        return ((year - 1970) * 12 + month - 1) // _MONTHS[rule]
    if rule == "W":
        return (days + 3) // 7
    return days if rule == "D" else (days * DAY + rest) // {"h": 3600 * 10**9, "min": 60 * 10**9, "s": 10**9}[rule]


def _start(ordinal, rule):
    if rule in _MONTHS:
        year, month = divmod(ordinal * _MONTHS[rule], 12)
        return Timestamp(year + 1970, month + 1, 1)
    if rule in ("W", "D"):
        return Timestamp._of((ordinal * 7 - 3 if rule == "W" else ordinal) * 86400 * 10**6, "us")
    return Timestamp._of(ordinal * {"h": 3600, "min": 60, "s": 1}[rule] * 10**6, "us")


class PeriodIndex(Index):
    """Spans of the calendar as labels."""

    __module__ = "pandas"

    def __init__(self, data=None, name=None, freq=None):
        Index.__init__(self, [one if one is NaT else Period(one, freq=freq) for one in data], name)

    freq = property(lambda self: self._labels[0].freq if self._labels else None)

    @property
    def freqstr(self):
        """The rule's name."""
        return self._labels[0].freqstr if self._labels else None

    @property
    def dtype(self):
        """`period[M]`"""
        from pandas._columns import dtype

        return dtype(self._labels)

    def _like(self, labels):
        labels = list(labels)
        return PeriodIndex(labels, self.name) if all([isinstance(one, Period) for one in labels]) else Index(labels, self.name)

    def place(self, label):
        """Returns the first position of a label."""
        return Index.place(self, Period(label, freq=self._labels[0]._rule) if isinstance(label, str) else label)

    def to_timestamp(self, freq=None, how="start"):
        """The first moments."""
        return Index([one.to_timestamp(freq, how) for one in self._labels], self.name)

    def __getattr__(self, name):
        if name in ("year", "month", "day", "quarter", "hour"):
            return Index([getattr(one, name) for one in self._labels], self.name)
        raise AttributeError(f"'PeriodIndex' object has no attribute '{name}'")

    def __repr__(self):
        return laid_out("PeriodIndex", [f"'{one}'" for one in self._labels], facts_of(self))


def period_range(start=None, end=None, periods=None, freq=None, name=None):
    """Spans of the calendar one behind the other."""
    first, last = (None if one is None else Period(one, freq=freq) for one in (start, end))
    known = last if first is None else first
    low = last.ordinal - periods + 1 if first is None else first.ordinal
    high = low + periods - 1 if periods is not None else last.ordinal
    return PeriodIndex([known._at(number) for number in range(low, high + 1)], name=name)


class PeriodsOfColumn:
    """`series.dt` of periods."""

    def __init__(self, series):
        self._series = series

    def _each(self, operate):
        from pandas._columns import of_list

        return self._series._like(of_list([operate(one) for one in self._series.tolist()]))

    def to_timestamp(self, freq=None, how="start"):
        """The first moments."""
        return self._each(lambda one: one.to_timestamp(freq, how))

    def strftime(self, date_format):
        """Each as a format says."""
        return self._each(lambda one: one.strftime(date_format))

    def __getattr__(self, name):
        return self._each(lambda one: getattr(one, name))


def _special(labels):
    if not isinstance(labels, (list, tuple, dict)) or not len(labels):
        return None
    first = next(iter(labels))
    return PeriodIndex if isinstance(first, Period) and all([isinstance(one, Period) for one in labels]) else None


_indexes.SPECIAL.append(_special)
