"""Steps of the calendar: `DateOffset`, `MonthEnd`, `BDay` and their kind, and the texts that name them."""

import re

from numpy._times import LENGTHS, civil, days_in, days_of

from pandas._stamps import DAY, NaT, Timedelta, Timestamp

_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_DAYS = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]


class BaseOffset:
    """A step: so many times its rule."""

    __module__ = "pandas"
    _rule = _long = ""

    def __init__(self, n=1, normalize=False):
        self.n, self.normalize = int(n), normalize

    def _times(self, n):
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.n = n
        return made

    @property
    def rule_code(self):
        """The rule's name."""
        return self._rule

    name = rule_code

    @property
    def freqstr(self):
        """The text that names it."""
        return self.rule_code if self.n == 1 else f"{self.n}{self.rule_code}"

    @property
    def base(self):
        """The rule once."""
        return self._times(1)

    def __mul__(self, number):
        return self._times(self.n * number)

    __rmul__ = __mul__

    def __neg__(self):
        return self._times(-self.n)

    def __eq__(self, other):
        if isinstance(other, str):
            try:
                other = to_offset(other)
            except ValueError:
                return False
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self):
        return hash(self.freqstr)

    def __repr__(self):
        name = self._long or type(self).__name__
        plural = f"{self.n} * {name}s" if self.n != 1 else name
        return f"<{plural}{self._details()}>"

    def _details(self):
        return ""

    def _applied(self, moment):
        raise NotImplementedError

    def __add__(self, other):
        if isinstance(other, BaseOffset):
            return NotImplemented
        if hasattr(other, "_values") or hasattr(other, "_labels"):
            return other + self
        moment = Timestamp(other)
        return moment if moment is NaT else self._applied(moment)

    __radd__ = __add__

    def __rsub__(self, other):
        return (-self) + other

    def is_on_offset(self, dt):
        """Whether a moment is where the rule stops."""
        return True

    def rollforward(self, dt):
        """The moment, or the next one where the rule stops."""
        return dt if self.is_on_offset(dt) else self._times(1) + dt

    def rollback(self, dt):
        """The moment, or the last one where the rule stopped."""
        return dt if self.is_on_offset(dt) else self._times(-1) + dt


class Tick(BaseOffset):
    """A span of a fixed length."""

    @property
    def nanos(self):
        """Its nanoseconds."""
        return self.n * self._length

    delta = property(lambda self: Timedelta(self))
    _instant = property(
        lambda self: ("m", "ns" if self._length == 1 else "us", self.nanos // (1 if self._length == 1 else 1000))
    )

    def _applied(self, moment):
        return moment + Timedelta(self)

    def __add__(self, other):
        if isinstance(other, Tick):
            return tick(self.nanos + other.nanos)
        if isinstance(other, Timedelta):
            return Timedelta(self) + other
        return BaseOffset.__add__(self, other)

    __radd__ = __add__

    def __truediv__(self, other):
        return Timedelta(self) / other


def _tick_class(name, rule, length):
    doc = f"So many {name.lower()}s."
    return type(name, (Tick,), {"__module__": "pandas", "__doc__": doc, "_rule": rule, "_length": length})


class Day(_tick_class("Day", "D", LENGTHS["D"])):
    """So many days of the calendar: the clock of a moment's zone stays."""

    __module__ = "pandas"

    def _applied(self, moment):
        moved = moment.tz_localize(None) + Timedelta(self)
        return moved.tz_localize(moment._tzinfo)


Hour = _tick_class("Hour", "h", LENGTHS["h"])
Minute, Second = _tick_class("Minute", "min", LENGTHS["m"]), _tick_class("Second", "s", LENGTHS["s"])
Milli, Micro, Nano = _tick_class("Milli", "ms", 10**6), _tick_class("Micro", "us", 1000), _tick_class("Nano", "ns", 1)


def tick(nanoseconds):
    """The step of a fixed length, in the largest unit that divides it."""
    for kind in (Day, Hour, Minute, Second, Milli, Micro, Nano):
        if nanoseconds % kind._length == 0:
            return kind(nanoseconds // kind._length)
    return Nano(nanoseconds)


class Anchored(BaseOffset):
    """A step between days of the calendar, which are numbered: `_index` of a day, `_anchor` of a number."""

    def _applied(self, moment):
        days, rest = moment._local
        found = self._moved(days, self.n) * DAY + (0 if self.normalize else rest)
        zone = moment._tzinfo
        made = Timestamp._of(found // LENGTHS[moment._unit], moment._unit)
        return made if zone is None else made.tz_localize(zone)

    def _moved(self, day, n):
        index = self._index(day)
        if self._anchor(index) == day:
            return self._anchor(index + n)
        return self._anchor(index + n + (1 if n <= 0 else 0))

    def is_on_offset(self, dt):
        """Whether a moment is where the rule stops."""
        day = Timestamp(dt)._local[0]
        return self._anchor(self._index(day)) == day


class _Monthly(Anchored):
    # At an end of every so many months.
    _every, _is_end, _business = 1, True, False

    def __init__(self, n=1, normalize=False, month=None, startingMonth=None):
        BaseOffset.__init__(self, n, normalize)
        given = month if month is not None else startingMonth
        self._phase = (self._first if given is None else given) - 1

    _first = 1

    def _anchor(self, index):
        year, month = divmod(index * self._every + self._phase % self._every, 12)
        year, month = year + 1970, month + 1
        day = days_of(year, month, days_in(year, month) if self._is_end else 1)
        weekday = (day + 3) % 7
        if not self._business or weekday < 5:
            return day
        return day - (weekday - 4) if self._is_end else day + 7 - weekday

    def _index(self, day):
        year, month, _ = civil(day)
        index = ((year - 1970) * 12 + month - 1 - self._phase % self._every) // self._every + 1
        while self._anchor(index) > day:
            index -= 1
        return index

    def _details(self):
        if self._every == 1:
            return ""
        return f": month={self._phase + 1}" if self._every == 12 else f": startingMonth={self._phase + 1}"

    @property
    def rule_code(self):
        """The rule's name."""
        return self._rule if self._every == 1 else f"{self._rule}-{_MONTHS[self._phase]}"

    name = rule_code


def _monthly(name, rule, every, is_end, first=1, business=False):
    doc = f"The {'last' if is_end else 'first'} {'working ' if business else ''}day of every {every} months."
    body = {
        "__module__": "pandas",
        "__doc__": doc,
        "_rule": rule,
        "_every": every,
        "_is_end": is_end,
        "_first": first,
        "_business": business,
    }
    return type(name, (_Monthly,), body)


MonthEnd, MonthBegin = _monthly("MonthEnd", "ME", 1, True), _monthly("MonthBegin", "MS", 1, False)
BusinessMonthEnd = _monthly("BusinessMonthEnd", "BME", 1, True, business=True)
BusinessMonthBegin = _monthly("BusinessMonthBegin", "BMS", 1, False, business=True)
QuarterEnd, QuarterBegin = _monthly("QuarterEnd", "QE", 3, True, 3), _monthly("QuarterBegin", "QS", 3, False, 3)
BQuarterEnd = _monthly("BQuarterEnd", "BQE", 3, True, 3, True)
YearEnd, YearBegin = _monthly("YearEnd", "YE", 12, True, 12), _monthly("YearBegin", "YS", 12, False, 1)
BYearEnd = _monthly("BYearEnd", "BYE", 12, True, 12, True)
BMonthEnd, BMonthBegin = BusinessMonthEnd, BusinessMonthBegin


class BusinessDay(Anchored):
    """Working days: Monday to Friday."""

    __module__ = "pandas"
    _rule = "B"

    def _index(self, day):
        week, weekday = divmod(day + 3, 7)
        return week * 5 + min(weekday, 4)

    def _anchor(self, index):
        week, weekday = divmod(index, 5)
        return week * 7 + weekday - 3


BDay = BusinessDay


class Week(Anchored):
    """Weeks, that end on a day of the week where one is given."""

    __module__ = "pandas"
    _rule = "W"

    def __init__(self, n=1, normalize=False, weekday=None):
        BaseOffset.__init__(self, n, normalize)
        self.weekday = weekday

    @property
    def rule_code(self):
        """The rule's name."""
        return "W" if self.weekday is None else f"W-{_DAYS[self.weekday]}"

    name = rule_code

    def _details(self):
        return f": weekday={'None' if self.weekday is None else self.weekday}"

    def _applied(self, moment):
        return Day(self.n * 7)._applied(moment) if self.weekday is None else Anchored._applied(self, moment)

    def is_on_offset(self, dt):
        """Whether a moment is on the day of the week."""
        return self.weekday is None or Timestamp(dt).weekday() == self.weekday

    def _index(self, day):
        return (day + 3 - self.weekday) // 7

    def _anchor(self, index):
        return index * 7 - 3 + self.weekday


#: Parts that follow the clock of a moment's zone; others follow the time that passes.
_CALENDAR = frozenset(
    "years months weeks days year month day weekday hour minute second microsecond nanosecond".split()
)


class DateOffset(BaseOffset):
    """Parts of the calendar that are added (months=1) or set (month=1)."""

    def __init__(self, n=1, normalize=False, **parts):
        BaseOffset.__init__(self, n, normalize)
        self._parts = parts
        self.__dict__.update({name: value for name, value in parts.items() if name not in ("n", "normalize")})

    def __eq__(self, other):
        return isinstance(other, DateOffset) and (self.n, self._parts) == (other.n, other._parts)

    __hash__ = BaseOffset.__hash__

    @property
    def freqstr(self):
        """What it does, in words."""
        return repr(self)

    def _details(self):
        return ": " + ", ".join([f"{name}={value}" for name, value in sorted(self._parts.items())]) if self._parts else ""

    def _applied(self, moment):
        parts = self._parts
        if parts and not _CALENDAR.intersection(parts):
            moved = moment + Timedelta(**{name: self.n * number for name, number in parts.items()})
        else:
            moved = self._over(moment.tz_localize(None))
            moved = moved if moment._tzinfo is None else moved._earlier(moment._tzinfo)
        return moved.normalize() if self.normalize else moved

    def _over(self, moment):
        parts = self._parts or {"days": 1}
        month = moment.year * 12 + moment.month - 1 + self.n * (parts.get("years", 0) * 12 + parts.get("months", 0))
        year, month = parts.get("year", month // 12), parts.get("month", month % 12 + 1)
        day = min(parts.get("day", moment.day), days_in(year, month))
        clock = {name: parts[name] for name in ("hour", "minute", "second", "microsecond", "nanosecond") if name in parts}
        moved = moment.replace(year=year, month=month, day=day, **clock)
        spans = ("weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds")
        added = {name: self.n * parts[name] for name in spans if name in parts}
        moved = moved + Timedelta(**added) if added else moved
        ahead = 0 if parts.get("weekday") is None else (int(parts["weekday"]) - moved.weekday()) % 7
        return moved + Timedelta(ahead, "D") if ahead else moved


_TICKS = {"D": Day, "h": Hour, "min": Minute, "s": Second, "ms": Milli, "us": Micro, "ns": Nano}
_ANCHORED = {
    "ME": MonthEnd, "MS": MonthBegin, "BME": BusinessMonthEnd, "BMS": BusinessMonthBegin, "QE": QuarterEnd, "QS": QuarterBegin,
    "BQE": BQuarterEnd, "YE": YearEnd, "YS": YearBegin, "BYE": BYearEnd, "B": BusinessDay,
}  # fmt: skip
_GONE = {
    "M": "ME",
    "Q": "QE",
    "Y": "YE",
    "A": "YE",
    "H": "h",
    "T": "min",
    "S": "s",
    "L": "ms",
    "U": "us",
    "N": "ns",
    "BM": "BME",
    "AS": "YS",
}


def to_offset(freq):
    """The step that a text names: "D", "2h", "ME", "W-MON"; steps and spans stay what they are."""
    if freq is None or isinstance(freq, BaseOffset):
        return freq
    if not isinstance(freq, str):
        return tick(Timedelta(freq)._value * LENGTHS[Timedelta(freq)._unit])
    parts = re.findall(r"\s*([+-]?\d*\.?\d*)\s*([A-Za-z]+(?:-[A-Za-z]+)?)", freq)
    if not parts or "".join([a + b for a, b in parts]) != re.sub(r"\s", "", freq):
        raise ValueError(f"Invalid frequency: {freq}")
    steps = [_step(freq, number, name) for number, name in parts]
    if len(steps) == 1:
        return steps[0]
    return tick(sum([step.nanos for step in steps]))


def _step(freq, number, name):
    n = 1 if number in ("", "+") else -1 if number == "-" else float(number) if "." in number else int(number)
    if name in _TICKS:
        return _TICKS[name](n) if isinstance(n, int) else tick(round(n * _TICKS[name]._length))
    name, _, anchor = name.partition("-")
    anchor = anchor.upper()
    if name == "W" and (anchor in _DAYS or not anchor):
        return Week(n, weekday=_DAYS.index(anchor or "SUN"))
    if name in _ANCHORED and not anchor:
        return _ANCHORED[name](n, startingMonth=12 if name.endswith("E") else 1) if "Q" in name else _ANCHORED[name](n)
    if name in _ANCHORED and name[-2] in "QY" and anchor in _MONTHS:
        return _ANCHORED[name](n, startingMonth=_MONTHS.index(anchor) + 1)
    raise ValueError(f"Invalid frequency: {freq}. Failed to parse with error message: {_fault(name)}")


def _fault(name):
    # Why a name of a step is refused, as pandas words it.
    new = _GONE.get(name)
    if new is None:
        return f"""ValueError("Invalid frequency: {name}. Failed to parse with error message: KeyError('{name}').")"""
    if new in _ANCHORED:
        return f"""ValueError("'{name}' is no longer supported for offsets. Please use '{new}' instead.")"""
    return f"ValueError('Invalid frequency: {name}. Did you mean {new}?')"


def tick_length(freq):
    """The nanoseconds of a step that has a fixed length."""
    step = to_offset(freq)
    if not isinstance(step, Tick):
        raise ValueError(f"{step!r} is a non-fixed frequency")
    return step.nanos


def steps_from(moment, step):
    """A moment and those behind it, a step apart, without end."""
    count = 0
    if not isinstance(step, Tick):
        moment = step.rollforward(moment) if step.n > 0 else step.rollback(moment)
    while True:
        yield (
            moment + Timedelta._of(count * step.nanos // LENGTHS[moment._unit], moment._unit)
            if isinstance(step, Tick)
            else moment
        )
        if isinstance(step, Tick):
            count += 1
        else:
            moment = moment + step
