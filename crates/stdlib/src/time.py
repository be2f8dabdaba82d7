# time: calendar time on top of the native clock fields.

from _tensorcell.clocks import (
    _thread_clock,
    clock_getres,
    clock_gettime,
    clock_gettime_ns,
    clock_settime,
    clock_settime_ns,
)
from _tensorcell.constants import time as _numbers
from _tensorcell.time import (
    _fields,
    _mktime,
    monotonic,
    monotonic_ns,
    perf_counter,
    perf_counter_ns,
    process_time,
    process_time_ns,
    sleep,
    thread_time,
    thread_time_ns,
    time,
    time_ns,
)

globals().update(_numbers)

_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


class struct_time(tuple):
    """The fields of a moment: (year, month, day, hour, minute, second, weekday, day of year, daylight saving)."""

    def __new__(cls, fields):
        fields = tuple(fields)
        made = tuple.__new__(cls, fields[:9])
        made.tm_zone = fields[9] if len(fields) > 9 else None
        made.tm_gmtoff = fields[10] if len(fields) > 10 else None
        return made

    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])

    def __repr__(self):
        names = ["year", "mon", "mday", "hour", "min", "sec", "wday", "yday", "isdst"]
        return "time.struct_time(" + ", ".join(f"tm_{name}={value}" for name, value in zip(names, self)) + ")"


def localtime(seconds=None, /):
    """localtime([seconds]) -> the local calendar fields of a moment, now by default."""
    zone = _local_zone()
    if zone is None:
        return struct_time(_fields(seconds))
    from _time_zone import fields

    # Checks the argument as without a zone.
    utc = _fields(seconds, True)
    return struct_time(fields(zone, _utc_seconds(utc)))


def _utc_seconds(fields):
    """Whole seconds since the epoch of fields in UTC."""
    year, month, day, hour, minute, second = fields[:6]
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 - 719162 + fields[7] - 1
    return days * 86400 + hour * 3600 + minute * 60 + second


def gmtime(seconds=None, /):
    """gmtime([seconds]) -> the UTC calendar fields of a moment, now by default."""
    return struct_time(_fields(seconds, True))


_absent = object()


def _given(fields):
    if not isinstance(fields, tuple):
        raise TypeError("Tuple or struct_time argument required")
    # A moment keeps its zone, which is beside its fields.
    return fields if isinstance(fields, struct_time) else struct_time(fields)


def mktime(fields, /):
    """Seconds since the Epoch of local calendar fields."""
    fields, zone = _given(fields), _local_zone()
    if zone is None:
        return _mktime(fields)
    from _time_zone import seconds_of

    return float(seconds_of(zone, fields))


def strftime(format, t=_absent, /):
    """Format calendar fields: %Y %m %d %H %M %S %y %j %a %A %b %B %p %I %w %u %U %W %Z %z %c %x %X %D %F %T %R %e %%."""
    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {'None' if format is None else type(format).__name__}")
    t = localtime() if t is _absent else _given(t)
    return _format(format, t, 0, t.tm_zone or "", t.tm_gmtoff)


def _leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _format(format, t, microsecond, zone, offset):
    out = []
    characters = iter(format)
    for c in characters:
        if c != "%":
            out.append(c)
            continue
        c = next(characters, "")
        if c == "-":
            out.append(_field(next(characters, ""), t, microsecond, zone, offset).lstrip("0") or "0")
        else:
            out.append(_field(c, t, microsecond, zone, offset))
    return "".join(out)


def _field(c, t, microsecond, zone, offset):
    year, month, day, hour, minute, second, weekday, yearday = tuple(t)[:8]
    if c == "Y":
        return str(year)
    if c == "m":
        return f"{month:02d}"
    if c == "d":
        return f"{day:02d}"
    if c == "e":
        return f"{day:2d}"
    if c == "H":
        return f"{hour:02d}"
    if c == "I":
        return f"{(hour + 11) % 12 + 1:02d}"
    if c == "M":
        return f"{minute:02d}"
    if c == "S":
        return f"{second:02d}"
    if c == "f":
        return f"{microsecond:06d}"
    if c == "y":
        return f"{year % 100:02d}"
    if c == "C":
        return f"{year // 100:02d}"
    if c == "j":
        return f"{yearday:03d}"
    if c == "a":
        return _DAYS[weekday][:3]
    if c == "A":
        return _DAYS[weekday]
    if c == "b" or c == "h":
        return _MONTHS[month - 1][:3]
    if c == "B":
        return _MONTHS[month - 1]
    if c == "p":
        return "AM" if hour < 12 else "PM"
    if c == "w":
        return str((weekday + 1) % 7)
    if c == "u":
        return str(weekday + 1)
    if c == "U":
        return f"{(yearday + 6 - (weekday + 1) % 7) // 7:02d}"
    if c == "W":
        return f"{(yearday + 6 - weekday) // 7:02d}"
    if c == "Z":
        return zone
    if c in ("G", "V"):
        monday = yearday - weekday  # of this week
        iso_year, before = year, (monday + 9) // 7
        if before < 1:
            leap = _leap(year - 1)
            iso_year, before = year - 1, (monday + 365 + leap + 9) // 7
        elif before == 53 and monday + 3 > 365 + _leap(year):
            iso_year, before = year + 1, 1
        return str(iso_year) if c == "G" else f"{before:02d}"
    if c == "z":
        if offset is None:
            return ""
        sign = "-" if offset < 0 else "+"
        return f"{sign}{abs(offset) // 3600:02d}{abs(offset) // 60 % 60:02d}"
    if c == "s":
        return str(int(mktime(t)))
    if c == "n":
        return "\n"
    if c == "t":
        return "\t"
    if c == "%":
        return "%"
    whole = {
        "c": "%a %b %e %H:%M:%S %Y",
        "x": "%m/%d/%y",
        "X": "%H:%M:%S",
        "D": "%m/%d/%y",
        "F": "%Y-%m-%d",
        "T": "%H:%M:%S",
        "R": "%H:%M",
        "r": "%I:%M:%S %p",
    }
    if c in whole:
        return _format(whole[c], t, microsecond, zone, offset)
    return "%" + c


def asctime(t=_absent, /):
    """Calendar fields as text: 'Sat Jun  6 16:26:11 1998'."""
    return strftime("%a %b %e %H:%M:%S %Y", localtime() if t is _absent else _given(t))


def ctime(seconds=None, /):
    """A moment as text, in local time."""
    return asctime(localtime(seconds))


def strptime(string, format="%a %b %d %H:%M:%S %Y"):
    """Parse text by a format; ValueError where it does not match."""
    return struct_time(_parse(string, format)[0])


def _parse(string, format):
    year, month, day, hour, minute, second, microsecond = 1900, 1, 1, 0, 0, 0, 0
    offset = None
    afternoon = None
    counted = None  # the day of the year
    at = 0

    def fail():
        raise ValueError(f"time data {string!r} does not match format {format!r}")

    def number(most):
        nonlocal at
        start = at
        while at < len(string) and at - start < most and string[at].isdigit():
            at += 1
        if at == start:
            fail()
        return int(string[start:at])

    def name(names, shortest):
        nonlocal at
        for length in (None, shortest):
            for i, candidate in enumerate(names):
                candidate = candidate if length is None else candidate[:length]
                if string[at : at + len(candidate)].lower() == candidate.lower():
                    at += len(candidate)
                    return i
        fail()

    expanded = format
    for short, long in (
        ("%T", "%H:%M:%S"),
        ("%F", "%Y-%m-%d"),
        ("%D", "%m/%d/%y"),
        ("%R", "%H:%M"),
        ("%X", "%H:%M:%S"),
        ("%x", "%m/%d/%y"),
    ):
        expanded = expanded.replace(short, long)
    i = 0
    while i < len(expanded):
        c = expanded[i]
        i += 1
        if c.isspace():
            while at < len(string) and string[at].isspace():
                at += 1
            continue
        if c != "%":
            if string[at : at + 1] != c:
                fail()
            at += 1
            continue
        c = expanded[i : i + 1]
        i += 1
        if c == "Y":
            year = number(4)
        elif c == "y":
            year = number(2)
            year += 1900 if year >= 69 else 2000
        elif c == "m":
            month = number(2)
        elif c in ("d", "e"):
            day = number(2)
        elif c in ("H", "I"):
            hour = number(2)
        elif c == "M":
            minute = number(2)
        elif c == "S":
            second = number(2)
        elif c == "f":
            start = at
            microsecond = number(6) * 10 ** (6 - (at - start))
        elif c in ("b", "B", "h"):
            month = name(_MONTHS, 3) + 1
        elif c in ("a", "A"):
            name(_DAYS, 3)
        elif c == "p":
            afternoon = name(["AM", "PM"], 2)
        elif c == "j":
            counted = number(3)
        elif c == "z":
            if string[at : at + 1] == "Z":
                at += 1
                offset = 0
            else:
                sign = {"+": 1, "-": -1}.get(string[at : at + 1])
                if sign is None:
                    fail()
                at += 1
                hours = number(2)
                if string[at : at + 1] == ":":
                    at += 1
                offset = sign * (hours * 3600 + number(2) * 60)
        elif c == "%":
            if string[at : at + 1] != "%":
                fail()
            at += 1
        else:
            raise ValueError(f"'{c}' is a bad directive in format '{format}'")
    if at < len(string):
        raise ValueError(f"unconverted data remains: {string[at:]}")
    if afternoon is not None:
        hour = hour % 12 + 12 * afternoon
    lengths = [31, 29 if _leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if counted is not None and month == day == 1 and 1 <= counted <= sum(lengths):
        day = counted
        while day > lengths[month - 1]:
            day -= lengths[month - 1]
            month += 1
    if not (1 <= month <= 12 and 1 <= day and hour < 24 and minute < 60 and second < 62):
        fail()
    if day > lengths[month - 1]:
        raise ValueError("day is out of range for month")
    yearday = sum(lengths[: month - 1]) + day
    before = year - 1
    weekday = (before * 365 + before // 4 - before // 100 + before // 400 + yearday - 1) % 7
    return (year, month, day, hour, minute, second, weekday, yearday, -1), microsecond, offset


_YEAR = (365 * 24 + 6) * 3600
_UNREAD = object()
# The zone that tzset() has read; None while the system's clock shows UTC, whose fields are native.
_zone = None


def _read_zone(local):
    """Sets the names and offsets of the zone, by the first day of this year and by the middle of it."""
    global timezone, altzone, daylight, tzname
    start = int(time()) // _YEAR * _YEAR
    sides = [local(start), local(start + _YEAR // 2)]
    # In the south summer is at the turn of the year.
    winter, summer = sorted(sides, key=lambda side: side.tm_gmtoff)
    timezone, altzone = -winter.tm_gmtoff, -summer.tm_gmtoff
    daylight = int(timezone != altzone)
    tzname = winter.tm_zone, summer.tm_zone


def tzset():
    """Initialize, or reinitialize, the local timezone to the value stored in os.environ['TZ']."""
    global _zone
    from _time_zone import chosen

    _zone = chosen()
    _read_zone(localtime)


def _local_zone():
    """The zone of local times, read when it is first asked for."""
    if _zone is _UNREAD:
        tzset()
    return _zone


_read_zone(lambda seconds: struct_time(_fields(seconds)))
if timezone or altzone:
    # Only the zone's own rules know names and daylight saving. They are read later: their modules import this one.
    _zone = _UNREAD
    del tzname


def __getattr__(name):
    if name == "tzname" and _zone is _UNREAD:
        tzset()
        return tzname
    raise AttributeError(f"module 'time' has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), "tzname"})


def pthread_getcpuclockid(thread_id, /):
    """Return the clk_id of a thread's CPU time clock. All threads of a program run in one thread of the system."""
    import threading

    if not isinstance(thread_id, int):
        raise TypeError(f"an integer is required (got type {type(thread_id).__name__})")
    if all(thread.ident != thread_id for thread in threading.enumerate()):
        raise ProcessLookupError(3, "No such process")
    return _thread_clock()


# What each clock is: its call, whether it never goes back, whether the system may set it.
_CLOCKS = {
    "time": ("CLOCK_REALTIME", False, True),
    "monotonic": ("CLOCK_MONOTONIC", True, False),
    "perf_counter": ("CLOCK_MONOTONIC", True, False),
    "process_time": ("CLOCK_PROCESS_CPUTIME_ID", True, False),
    "thread_time": ("CLOCK_THREAD_CPUTIME_ID", True, False),
}


def get_clock_info(name):
    """What a clock is and how fine it is."""
    from types import SimpleNamespace

    if name not in _CLOCKS:
        raise ValueError("unknown clock")
    clock, is_monotonic, adjustable = _CLOCKS[name]
    call = f"clock_gettime({clock})"
    return SimpleNamespace(implementation=call, monotonic=is_monotonic, adjustable=adjustable, resolution=1e-09)
