"""`matplotlib.dates`: dates on axes are days since 1970, and their ticks lie at beginnings of years, months, days and so on."""

import datetime
import math

from matplotlib.ticker import Formatter, Locator, MultipleLocator

YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY, SECONDLY, MICROSECONDLY = range(8)
MO, TU, WE, TH, FR, SA, SU = range(7)
HOURS_PER_DAY, MIN_PER_HOUR, SEC_PER_MIN, MONTHS_PER_YEAR = 24.0, 60.0, 60.0, 12.0
DAYS_PER_WEEK, DAYS_PER_MONTH, DAYS_PER_YEAR = 7.0, 30.0, 365.0
MINUTES_PER_DAY, SEC_PER_DAY, MUSECONDS_PER_DAY = 1440.0, 86400.0, 86400e6
_EPOCH = datetime.datetime(1970, 1, 1)
_UTC = datetime.timezone.utc
_UNITS = {YEARLY: DAYS_PER_YEAR, MONTHLY: DAYS_PER_MONTH, WEEKLY: 7.0, DAILY: 1.0, HOURLY: 1 / 24, MINUTELY: 1 / 1440, SECONDLY: 1 / 86400,
          MICROSECONDLY: 1 / MUSECONDS_PER_DAY}
_STEPS = {DAILY: datetime.timedelta(days=1), HOURLY: datetime.timedelta(hours=1), MINUTELY: datetime.timedelta(minutes=1),
          SECONDLY: datetime.timedelta(seconds=1)}
_MOST = 10_000


def get_epoch():
    """The day 0."""
    return "1970-01-01T00:00:00"


def _one_day(value):
    """The days of one date."""
    if value is None or value != value:
        return math.nan
    if hasattr(value, "to_pydatetime"):
        value = value.to_pydatetime()
    if not isinstance(value, datetime.datetime):
        return float((value - _EPOCH.date()).days)
    if value.tzinfo is not None:
        value = value.astimezone(_UTC).replace(tzinfo=None)
    apart = value - _EPOCH
    return apart.days + (apart.seconds * 1_000_000 + apart.microseconds) / MUSECONDS_PER_DAY


def _days(data):
    """Dates as days: a number or a list. None for what holds no dates."""
    if isinstance(data, (int, float)):
        return None
    if isinstance(data, datetime.date):
        return _one_day(data)
    kind = str(getattr(data, "dtype", ""))
    if kind.startswith("datetime64"):
        return _of_array(data)
    if kind == "object":
        data = data.tolist()
    if type(data).__name__ in ("dict_keys", "dict_values"):
        data = list(data)
    if isinstance(data, (list, tuple)):
        first = next((each for each in data if each is not None), None)
        if isinstance(first, datetime.date):
            return [_one_day(each) for each in data]
        if type(first).__name__ == "datetime64":
            return [_of_array(each) for each in data]
    return None


def _of_array(data):
    import numpy as np

    data = data.to_numpy() if hasattr(data, "to_numpy") else data
    array = np.asarray(data)
    if str(array.dtype) == "object":
        return [_one_day(each) for each in array.tolist()]
    lost = np.isnat(array)
    days = array.astype("datetime64[us]").astype("int64") / MUSECONDS_PER_DAY
    days = np.where(lost, math.nan, days)
    return days.tolist()


def date2num(d):
    """Dates as days since 1970."""
    import numpy as np

    days = _days(d)
    if days is None:
        return np.asarray(d) if hasattr(d, "__len__") else d
    return np.array(days) if isinstance(days, list) else days


def _moment(x):
    """The time of so many days, without a zone."""
    moment = _EPOCH + datetime.timedelta(microseconds=round(x * MUSECONDS_PER_DAY))
    if abs(x) > 70 * 365:
        # So far from the epoch, numbers tell 20 microseconds apart.
        coarse = round(moment.microsecond / 20) * 20
        moment = moment.replace(microsecond=0) + datetime.timedelta(microseconds=coarse)
    return moment


def num2date(x, tz=None):
    """Days since 1970 as times of the zone UTC, or tz."""
    if hasattr(x, "__len__"):
        return [num2date(each, tz) for each in x]
    moment = _moment(float(x)).replace(tzinfo=_UTC)
    return moment if tz is None else moment.astimezone(tz)


def num2timedelta(x):
    """Days as a difference of times."""
    return [num2timedelta(each) for each in x] if hasattr(x, "__len__") else datetime.timedelta(days=float(x))


def drange(dstart, dend, delta):
    """Days from one date to another, without it, in equal steps."""
    import numpy as np

    first, step = _one_day(dstart), delta.total_seconds() / SEC_PER_DAY
    count = math.ceil((_one_day(dend) - first) / step)
    return np.linspace(first, first + (count - 1) * step, count)


def _day_limits():
    """The limits of an axis of dates without data."""
    return (0.0 - 0.05, 1.0 + 0.05)


def _moved_months(moment, months):
    """A time so many months later, on the last day of the month where the day is missing."""
    index = moment.year * 12 + moment.month - 1 + months
    year, month = index // 12, index % 12 + 1
    if not 1 <= year <= 9999:
        return datetime.datetime(1 if year < 1 else 9999, 1, 1)
    following = datetime.date(year + month // 12, month % 12 + 1, 1) if (year, month) != (9999, 12) else None
    last = 31 if following is None else (following - datetime.timedelta(days=1)).day
    return moment.replace(year=year, month=month, day=min(moment.day, last))


def _apart(later, earlier):
    """Whole months between two times, and what is left."""
    months = (later.year - earlier.year) * 12 + later.month - earlier.month
    if _moved_months(earlier, months) > later:
        months -= 1
    return months, later - _moved_months(earlier, months)


def _listed(value):
    return None if value is None else [int(each) for each in value] if hasattr(value, "__iter__") else [int(value)]


class DateLocator(Locator):
    """What places ticks on axes of dates."""

    _axis_dates = True

    def _get_unit(self):
        return 1

    def tick_values(self, vmin, vmax):
        """The ticks between two dates, as days."""
        import numpy as np

        low, high = (_one_day(each) if isinstance(each, datetime.date) else float(each) for each in (vmin, vmax))
        return np.array(self._places("linear", low, high, 9))

    def _places(self, scale, low, high, room):
        moments = self._moments(_moment(low), _moment(high))
        if len(moments) > _MOST:
            raise RuntimeError(f"Locator attempting to generate {len(moments)} ticks, which exceeds Locator.MAXTICKS ({_MOST})")
        return [_one_day(moment) for moment in moments] or [low, high]


class RRuleLocator(DateLocator):
    """At the times of a rule: a frequency, every so often, and which parts of larger units are taken."""

    def __init__(self, freq, interval=1, bymonth=None, bymonthday=None, byweekday=None, byhour=None, byminute=None, bysecond=None):
        self._freq, self._interval = freq, int(interval)
        self._wanted = {"month": _listed(bymonth), "day": _listed(bymonthday), "hour": _listed(byhour), "minute": _listed(byminute), "second": _listed(bysecond)}
        self._weekdays = _listed(byweekday)

    def _get_unit(self):
        return _UNITS[self._freq]

    def _begin(self, low, high):
        """Where the rule begins to count: as far before the limits as they are apart."""
        months, rest = _apart(high, low)
        try:
            return _moved_months(low, -months) - rest
        except (ValueError, OverflowError):
            return datetime.datetime(1, 1, 1)

    def _moments(self, low, high):
        begin = self._begin(low, high)
        moments = self._months(begin, high) if self._freq == MONTHLY else self._steps(begin, low, high)
        return [moment for moment in moments if low <= moment <= high and self._taken(moment)]

    def _months(self, begin, high):
        first, found = begin.replace(day=1, hour=0, minute=0, second=0, microsecond=0), []
        for i in range(0, (high.year - first.year) * 12 + high.month - first.month + 1, self._interval):
            month = _moved_months(first, i)
            for day in self._wanted["day"] or [begin.day]:
                moved = month + datetime.timedelta(days=day - 1)
                if moved.month == month.month:
                    found.append(moved)
        return found

    def _steps(self, begin, low, high):
        finer = {DAILY: {"hour": 0, "minute": 0, "second": 0}, HOURLY: {"minute": 0, "second": 0}, MINUTELY: {"second": 0}, SECONDLY: {}}[self._freq]
        at, step = begin.replace(microsecond=0, **finer), _STEPS[self._freq] * self._interval
        at = at + step * max(0, (low - at) // step)
        if (high - at) // step > 400 * _MOST:
            raise RuntimeError(f"Locator attempting to generate more ticks than Locator.MAXTICKS ({_MOST})")
        found = []
        while at <= high:
            found.append(at)
            at = at + step
        return found

    def _taken(self, moment):
        if self._weekdays is not None and moment.weekday() not in self._weekdays:
            return False
        return all(wanted is None or getattr(moment, part) in wanted for part, wanted in self._wanted.items())


class YearLocator(DateLocator):
    """On a day of each year that is a multiple of base."""

    def __init__(self, base=1, month=1, day=1, tz=None):
        self._base, self._month, self._day = int(base), month, day

    def _get_unit(self):
        return DAYS_PER_YEAR

    def _places(self, scale, low, high, room):
        # The years around the limits have ticks too.
        first, last = _moment(low).year // self._base * self._base, -(-_moment(high).year // self._base) * self._base
        years = range(max(first, 1), min(last, 9999) + 1, self._base)
        if self._base > 1 and first < 1:
            years = range(1, min(last, 9999) + 1, self._base)
        return [_one_day(datetime.datetime(year, self._month, self._day)) for year in years]


class MonthLocator(RRuleLocator):
    """On a day of each month, or of some."""

    def __init__(self, bymonth=None, bymonthday=1, interval=1, tz=None):
        super().__init__(MONTHLY, interval, bymonth=range(1, 13) if bymonth is None else bymonth, bymonthday=bymonthday, byhour=0, byminute=0, bysecond=0)


class WeekdayLocator(RRuleLocator):
    """On some days of the week: MO is 0."""

    def __init__(self, byweekday=1, interval=1, tz=None):
        super().__init__(DAILY, interval, byweekday=byweekday, byhour=0, byminute=0, bysecond=0)


class DayLocator(RRuleLocator):
    """On each day of the month, or on some."""

    def __init__(self, bymonthday=None, interval=1, tz=None):
        if interval != int(interval) or interval < 1:
            raise ValueError("interval must be an integer greater than 0")
        super().__init__(DAILY, interval, bymonthday=range(1, 32) if bymonthday is None else bymonthday, byhour=0, byminute=0, bysecond=0)


class HourLocator(RRuleLocator):
    """At each hour, or at some."""

    def __init__(self, byhour=None, interval=1, tz=None):
        super().__init__(HOURLY, interval, byhour=range(24) if byhour is None else byhour, byminute=0, bysecond=0)


class MinuteLocator(RRuleLocator):
    """At each minute, or at some."""

    def __init__(self, byminute=None, interval=1, tz=None):
        super().__init__(MINUTELY, interval, byminute=range(60) if byminute is None else byminute, bysecond=0)


class SecondLocator(RRuleLocator):
    """At each second, or at some."""

    def __init__(self, bysecond=None, interval=1, tz=None):
        super().__init__(SECONDLY, interval, bysecond=range(60) if bysecond is None else bysecond)


class MicrosecondLocator(DateLocator):
    """At multiples of microseconds."""

    def __init__(self, interval=1, tz=None):
        self._interval = interval

    def _get_unit(self):
        return 1 / MUSECONDS_PER_DAY

    def _places(self, scale, low, high, room):
        day = math.floor(low)
        within = MultipleLocator(self._interval)._places("linear", (low - day) * MUSECONDS_PER_DAY, (high - day) * MUSECONDS_PER_DAY, room)
        return [each / MUSECONDS_PER_DAY + day for each in within]


_FREQS = (YEARLY, MONTHLY, DAILY, HOURLY, MINUTELY, SECONDLY, MICROSECONDLY)
_RANGES = (None, range(1, 13), range(1, 32), range(24), range(60), range(60), None)


class AutoDateLocator(DateLocator):
    """At years, months, days, hours or less, whichever gives at least minticks and at most maxticks ticks."""

    def __init__(self, tz=None, minticks=5, maxticks=None, interval_multiples=True):
        self._freq, self.minticks, self.interval_multiples = YEARLY, minticks, interval_multiples
        self.maxticks = {YEARLY: 11, MONTHLY: 12, DAILY: 11, HOURLY: 12, MINUTELY: 11, SECONDLY: 11, MICROSECONDLY: 8}
        if maxticks is not None:
            self.maxticks.update(maxticks if isinstance(maxticks, dict) else dict.fromkeys(_FREQS, maxticks))
        self.intervald = {
            YEARLY: [1, 2, 4, 5, 10, 20, 40, 50, 100, 200, 400, 500, 1000, 2000, 4000, 5000, 10000], MONTHLY: [1, 2, 3, 4, 6], DAILY: [1, 2, 3, 7, 14, 21],
            HOURLY: [1, 2, 3, 4, 6, 12], MINUTELY: [1, 5, 10, 15, 30], SECONDLY: [1, 5, 10, 15, 30],
            MICROSECONDLY: [base * 10**power for power in range(6) for base in (1, 2, 5)] + [1000000],
        }
        if interval_multiples:
            self.intervald[DAILY] = [1, 2, 4, 7, 14]

    def _get_unit(self):
        return _UNITS[self._freq]

    def get_locator(self, dmin, dmax):
        """The locator for limits."""
        low, high = sorted((dmin, dmax))
        months, rest = _apart(high, low)
        whole = high - low
        hours = whole.days * 24 + rest.seconds // 3600
        minutes = hours * 60 + rest.seconds // 60 % 60
        micro = whole.days * 86400_000000 + whole.seconds * 1000000 + whole.microseconds
        counts = [months // 12, months, whole.days, hours, minutes, micro // 1000000, micro]
        taken = [None, 1, 1, 0, 0, 0, None]
        for i, (freq, count) in enumerate(zip(_FREQS, counts)):
            if count < self.minticks:
                taken[i] = None
                continue
            fitting = [each for each in self.intervald[freq] if count <= each * (self.maxticks[freq] - 1)]
            interval = fitting[0] if fitting else self.intervald[freq][-1]
            self._freq, taken[i] = freq, _RANGES[i]
            if _RANGES[i] and self.interval_multiples:
                by_days = {14: [1, 15], 7: [1, 8, 15, 22]} if freq == DAILY else {}
                taken[i] = by_days.get(interval, _RANGES[i][::interval])
                interval = 1
            break
        else:
            interval = 1
        if freq == YEARLY and self.interval_multiples:
            return YearLocator(interval)
        if freq == MICROSECONDLY:
            return MicrosecondLocator(interval)
        if freq == YEARLY:
            return MonthLocator(1, 1, 12 * interval)
        return RRuleLocator(freq, interval, bymonth=taken[1], bymonthday=taken[2], byhour=taken[3], byminute=taken[4], bysecond=taken[5])

    def _places(self, scale, low, high, room):
        return self.get_locator(_moment(low), _moment(high))._places(scale, low, high, room)


class DateFormatter(Formatter):
    """Texts by strftime: DateFormatter('%d.%m.%Y')."""

    def __init__(self, fmt, tz=None, *, usetex=None):
        self.fmt, self.tz = fmt, tz

    def __call__(self, x, pos=0):
        return num2date(x, self.tz).strftime(self.fmt)


class AutoDateFormatter(Formatter):
    """Texts as fine as the ticks of a locator."""

    def __init__(self, locator, tz=None, defaultfmt="%Y-%m-%d", *, usetex=None):
        self._locator, self._tz, self.defaultfmt = locator, tz, defaultfmt
        self.scaled = {DAYS_PER_YEAR: "%Y", DAYS_PER_MONTH: "%Y-%m", 1.0: "%Y-%m-%d", 1 / HOURS_PER_DAY: "%m-%d %H", 1 / MINUTES_PER_DAY: "%d %H:%M",
                       1 / SEC_PER_DAY: "%H:%M:%S", 1 / MUSECONDS_PER_DAY: "%M:%S.%f"}

    def __call__(self, x, pos=None):
        unit = float(self._locator._get_unit()) if hasattr(self._locator, "_get_unit") else 1.0
        fmt = next((fmt for scale, fmt in sorted(self.scaled.items()) if scale >= unit), self.defaultfmt)
        return fmt(x, pos) if callable(fmt) else num2date(x, self._tz).strftime(fmt)


class ConciseDateFormatter(Formatter):
    """Texts as short as they can be: what all ticks have in common is written once, at the axis' end."""

    def __init__(self, locator, tz=None, formats=None, offset_formats=None, zero_formats=None, show_offset=True, *, usetex=None):
        for name, given in (("formats", formats), ("zero_formats", zero_formats), ("offset_formats", offset_formats)):
            if given and len(given) != 6:
                raise ValueError(f"{name} argument must be a list of 6 format strings (or None)")
        self._locator, self._tz, self.defaultfmt, self.show_offset, self._offset_string = locator, tz, "%Y", show_offset, ""
        self.formats = formats or ["%Y", "%b", "%d", "%H:%M", "%H:%M", "%S.%f"]
        self.zero_formats = zero_formats or [""] + self.formats[:-1]
        if not zero_formats and not formats:
            self.zero_formats[3] = "%b-%d"
        self.offset_formats = offset_formats or ["", "%Y", "%Y-%b", "%Y-%b-%d", "%Y-%b-%d", "%Y-%b-%d %H:%M"]

    def __call__(self, x, pos=None):
        return num2date(x, self._tz).strftime(self.defaultfmt)

    def get_offset(self):
        """What all ticks have in common."""
        return self._offset_string

    def format_ticks(self, values):
        """The texts of all ticks."""
        moments = [num2date(value, self._tz) for value in values]
        parts = [(m.year, m.month, m.day, m.hour, m.minute, m.second) for m in moments]
        differing = [level for level in range(5, -1, -1) if len({each[level] for each in parts}) > 1]
        level, show = (differing[0] if differing else 5), self.show_offset
        if differing and level < 2 and any(each[level] == 1 for each in parts):
            show = False
        zeros = (0, 1, 1, 0, 0)
        is_zero = lambda moment, each: each[level] == zeros[level] if level < 5 else moment.second == moment.microsecond == 0
        texts = [moment.strftime((self.zero_formats if is_zero(moment, each) else self.formats)[level]) for moment, each in zip(moments, parts)]
        if level == 5:
            more = min((len(text) - len(text.rstrip("0")) for text in texts if "." in text), default=0)
            texts = [text[:-more].rstrip(".") if more and "." in text else text for text in texts]
        self._offset_string = moments[-1].strftime(self.offset_formats[level]) if show and moments else ""
        return texts
