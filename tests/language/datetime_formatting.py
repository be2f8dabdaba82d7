"""datetime: strftime and strptime codes, isoformat, parsing, arithmetic, timezones, timedelta's formats and errors."""
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta, timezone

d = datetime(2024, 2, 29, 13, 5, 9, 123456)
print(d, repr(d), d.date(), d.time(), d.isoformat(), d.isoformat(" ", "minutes"), d.isoformat(timespec="milliseconds"))
for code in "aAbBdHIjmMpSUWwyYfcxXGVu%":
    print(code, d.strftime("%" + code), end="; ")
print()
print(f"{d:%Y/%m/%d %H:%M}", "{:%A, %d. %B}".format(d), format(d.date(), "%j"), str(d.time()), f"{time(9, 5):%I:%M %p}", f"{d}")
print(datetime.strptime("17/05/23 08:09:10", "%d/%m/%y %H:%M:%S"), datetime.strptime("Mar 3 2021 1:05PM", "%b %d %Y %I:%M%p"), datetime.strptime("2020-123", "%Y-%j"))
print(datetime.strptime("2024-01-02 03:04:05.678", "%Y-%m-%d %H:%M:%S.%f"), datetime.strptime("Monday 5 June 2023", "%A %d %B %Y"), datetime.strptime("10:20 +0530", "%H:%M %z"))
print(date.fromisoformat("2024-12-25"), datetime.fromisoformat("2024-12-25T10:11:12.5"), datetime.fromisoformat("2024-12-25 10:11+02:00"), time.fromisoformat("04:23:01"), datetime.fromisoformat("20241225T101112Z"))
print(date(2024, 3, 1) - date(2024, 2, 1), d + timedelta(days=1, hours=12), d - timedelta(weeks=52), d - datetime(2024, 1, 1), (date(2025, 1, 1) - date(2024, 1, 1)).days)
t = timedelta(days=2, hours=3, minutes=4, seconds=5, milliseconds=6, microseconds=7)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds(), -t, abs(-t), t * 2, t / 2, t // timedelta(hours=1), t % timedelta(hours=1), divmod(t, timedelta(days=1)), t / timedelta(days=1))
print(timedelta(), timedelta(seconds=-1), timedelta(days=1.5), timedelta(microseconds=1), str(timedelta(days=-1, hours=5)), timedelta(hours=25) > timedelta(days=1), bool(timedelta()), sum([timedelta(1), timedelta(2)], timedelta()))
print(timedelta.max, timedelta.min, timedelta.resolution, date.min, date.max, datetime.max, time.min, MINYEAR, MAXYEAR, repr(timedelta(0)), repr(timedelta(-1, 3)))
print(d.weekday(), d.isoweekday(), d.isocalendar(), d.isocalendar().week, d.timetuple()[:8], d.toordinal(), date.fromordinal(738000), d.replace(year=2023, day=1), date(2024, 5, 1).ctime(), d.ctime(), date.fromisocalendar(2024, 9, 4))
tz = timezone(timedelta(hours=5, minutes=30))
a = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
b = a.astimezone(tz)
print(a, b, a == b, b.utcoffset(), b.tzinfo, tz, timezone.utc, repr(tz), timezone(timedelta(hours=-3), "BRT").tzname(None), b.isoformat(), b.strftime("%z %Z"), a.timestamp(), datetime.fromtimestamp(0, timezone.utc), repr(a), b.timetz(), a.utctimetuple()[:6] if hasattr(a, "utctimetuple") else None)
print(time(1, 2, 3), repr(time(1, 2)), time(1, 2) < time(1, 3), time(23, 59, 59, 999999).isoformat(), datetime.combine(date(2020, 1, 1), time(8)), time(10).replace(minute=30), hash(date(2020, 1, 1)) == hash(date(2020, 1, 1)))
for bad in (lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: date(0, 1, 1), lambda: time(24), lambda: datetime(2020, 1, 1, 0, 60), lambda: datetime.strptime("x", "%Y"), lambda: datetime.strptime("2020-01-01 x", "%Y-%m-%d"),
            lambda: date.fromisoformat("2020-1-1"), lambda: d - a, lambda: d < date(2020, 1, 1), lambda: date(2020, 1, 1) + 1, lambda: timedelta(days=10**10), lambda: timezone(timedelta(days=1)), lambda: timedelta(1) / "a", lambda: date.max + timedelta(1),
            lambda: date("2020", 1, 1), lambda: timedelta("1"), lambda: datetime.strptime("31/02/2020", "%d/%m/%Y"), lambda: d < a, lambda: timedelta(1) / 0, lambda: date(2020), lambda: datetime.fromisoformat("nope"), lambda: datetime.strptime("1", "%Q")):
    try:
        print(bad())
    except (ValueError, TypeError, OverflowError, ZeroDivisionError, AttributeError) as error:
        print(type(error).__name__, error)
days = [date(2024, 1, 31) + timedelta(days=n) for n in range(0, 60, 13)]
print([f"{x:%d %b}" for x in days], max(days), sorted(days, reverse=True)[0], days.index(date(2024, 2, 13)), {x.month for x in days})
print(isinstance(d, date), issubclass(datetime, date), type(d + timedelta(1)), type(d.date()), date(2024, 1, 1) == datetime(2024, 1, 1), datetime.min.year, d.fold)


def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


print(age(date(1990, 6, 15), date(2024, 6, 14)), age(date(1990, 6, 15), date(2024, 6, 15)))
