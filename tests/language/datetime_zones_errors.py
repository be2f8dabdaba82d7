"""Time zones, times of day, combining, and the errors of datetime."""
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta, timezone

d = datetime(2024, 2, 29, 13, 5, 9, 123456)
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
