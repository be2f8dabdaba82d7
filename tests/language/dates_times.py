"""datetime arithmetic, formatting, parsing, time zones, calendars."""
from datetime import date, datetime, time, timedelta, timezone

d = date(2024, 2, 28)
print(d, d + timedelta(days=2), d.isoformat(), d.weekday(), d.isoweekday(), d.isocalendar(), d.timetuple().tm_yday, d.replace(day=1), repr(d))
print(date(2024, 3, 1) - d, (date(2025, 1, 1) - date(2024, 1, 1)).days, date.fromisoformat("2024-12-25").strftime("%A %d %B %Y, %j %U %y"), d < date.max, date.min)
t = datetime(2024, 5, 17, 13, 4, 5, 678901)
print(t, repr(t), t.isoformat(timespec="minutes"), t.strftime("%Y/%m/%d %H:%M:%S.%f %p %I %a %b %%"), t.date(), t.time(), t.ctime(), f"{t:%d.%m.%y}")
print(datetime.strptime("03 Jan 2021 07:08", "%d %b %Y %H:%M"), datetime.fromisoformat("2024-01-02T03:04:05+02:00"), datetime.combine(d, time(1, 2)))
delta = timedelta(days=1, hours=2, minutes=30, seconds=15, milliseconds=500)
print(delta, repr(delta), delta.total_seconds(), delta * 2, delta / 2, -delta, abs(-delta), delta // timedelta(hours=1), delta % timedelta(hours=1), divmod(delta, timedelta(hours=5)))
print(timedelta(0), bool(timedelta(0)), timedelta(seconds=-1), timedelta(weeks=1, microseconds=1), timedelta(hours=25) > timedelta(days=1), sum([timedelta(1), timedelta(2)], timedelta()))
utc = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
east = utc.astimezone(timezone(timedelta(hours=5, minutes=30), "IST"))
print(utc, east, east.tzname(), utc == east, east - utc, east.utcoffset(), utc.timestamp(), datetime.fromtimestamp(0, timezone.utc))
print(time(23, 59).isoformat(), time(1, 2, 3) < time(2), t.replace(hour=0, microsecond=0), (t + timedelta(hours=12)).day, t - timedelta(weeks=1))
for bad in (lambda: date(2023, 2, 29), lambda: datetime(2024, 13, 1), lambda: time(25), lambda: date.fromisoformat("nope"), lambda: datetime.strptime("x", "%Y"),
            lambda: d - 3, lambda: utc - t, lambda: d < t.time(), lambda: timedelta("x"), lambda: datetime.strptime("2020 x", "%Y")):
    try:
        print(bad())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)


def month_calendar(year, month):
    first = date(year, month, 1)
    following = date(year + month // 12, month % 12 + 1, 1)
    cells = ["  "] * first.weekday() + [f"{i + 1:2}" for i in range((following - first).days)]
    return "\n".join(" ".join(cells[i:i + 7]) for i in range(0, len(cells), 7))


print(month_calendar(2024, 2))
print([y for y in range(1890, 1911) if (date(y, 12, 31) - date(y, 1, 1)).days == 365])
weeks = sorted({(date(2020, 12, 28) + timedelta(days=i)).isocalendar()[:2] for i in range(10)})
print(weeks, sorted([date(2024, 1, 5), date(2023, 1, 5)])[0], {date(2024, 1, 1): "new year"}[date(2024, 1, 1)], min(date(2024, 1, 2), date(2024, 1, 1)))
