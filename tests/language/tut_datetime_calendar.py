"""datetime arithmetic."""
from datetime import date, datetime, time, timedelta, timezone, MINYEAR, MAXYEAR
import datetime as dt
d = date(2024, 2, 28)
print(d, repr(d), d + timedelta(days=2), d - timedelta(weeks=5), date(2024, 3, 1) - d, d.weekday(), d.isoweekday(), d.isocalendar(), d.timetuple()[:8], d.toordinal(), date.fromordinal(1), d.ctime())
print(d.replace(day=1, month=12), d.strftime("%A %d %B %Y, week %U %W %j %y %a %b %% %m"), f"{d:%d/%m/%y}", format(d, ""), date.fromisoformat("2024-12-31"), d < date(2025, 1, 1), max(d, date(2020, 1, 1)), date.min, date.max, date.resolution)
t = timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=5, microseconds=6)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds(), -t, abs(-t), t * 2, t / 2, t // timedelta(hours=1), t % timedelta(hours=1), divmod(t, timedelta(hours=5)), t / timedelta(minutes=1), t * 1.5, t // 3, bool(timedelta()), str(timedelta(-1)), str(timedelta(days=400)), timedelta(hours=25), timedelta.max, timedelta.min)
print(sum([timedelta(1), timedelta(2)], timedelta()), timedelta(0.5), timedelta(seconds=1e-6), timedelta(microseconds=1.5), timedelta(weeks=-1, days=3), sorted([timedelta(3), timedelta(1)]))
n = datetime(2024, 1, 31, 23, 59, 59, 999999)
print(n, repr(n), n + timedelta(microseconds=1), n.date(), n.time(), n.isoformat(), n.isoformat(" ", "minutes"), n.isoformat(timespec="milliseconds"), n.replace(year=2023, microsecond=0), n.strftime("%Y-%m-%dT%H:%M:%S.%f %I %p %c|%x|%X"), datetime.strptime("31 Jan 2024 11:59 PM", "%d %b %Y %I:%M %p"), datetime.fromisoformat("2024-01-31T10:11:12.123456"), datetime.fromisoformat("2024-01-31"), datetime.fromisoformat("2024-01-31 10:11+02:00"))
print(datetime.combine(d, time(10, 30)), n - datetime(2024, 1, 1), (n - datetime(2000, 1, 1)).days, datetime(2024, 1, 1) < n, n == n.replace(), datetime.min, datetime.max)
utc = timezone.utc
tz = timezone(timedelta(hours=5, minutes=30), "IST")
a = datetime(2024, 6, 1, 12, tzinfo=utc)
print(a, repr(a), a.astimezone(tz), repr(a.astimezone(tz)), a.utcoffset(), a.tzname(), tz, repr(tz), tz.utcoffset(None), a == a.astimezone(tz), a.timestamp(), datetime.fromtimestamp(0, utc), datetime.fromtimestamp(1.5, tz), timezone(timedelta(hours=-3)), a.strftime("%z %Z"), datetime.strptime("2024-01-01 +0200", "%Y-%m-%d %z"), a - datetime(2024, 6, 1, 12, tzinfo=tz), a.isoformat(), datetime.fromisoformat("2024-06-01T00:00:00Z"))
x = time(13, 5, 7, 9)
print(x, repr(x), x.replace(hour=1), x.isoformat("seconds"), x.strftime("%H.%M"), time.fromisoformat("04:05:06"), time(1) < time(2), time.min, time.max, time(0) == time(), f"{x:%I:%M %p}", x.hour, x.microsecond)
cases = [lambda: date(2023, 2, 29), lambda: date(0, 1, 1), lambda: date(2024, 13, 1), lambda: datetime(2024, 1, 1, 24), lambda: time(25), lambda: d + 5, lambda: d - "x", lambda: d < n, lambda: n < a, lambda: n - a, lambda: date.fromisoformat("2024-1-1"), lambda: datetime.strptime("x", "%Y"), lambda: datetime.strptime("2024-01-01 extra", "%Y-%m-%d"), lambda: datetime.strptime("31/02/2024", "%d/%m/%Y"), lambda: timedelta(days=10 ** 10), lambda: date.max + timedelta(1), lambda: timezone(timedelta(hours=24)), lambda: timezone(5), lambda: date("x"), lambda: date(2024), lambda: datetime(2024, 1), lambda: timedelta("x"), lambda: t * "x", lambda: d + d, lambda: t / 0, lambda: n.replace(month=13), lambda: datetime.fromisoformat("nope"), lambda: datetime.strptime("2024", "%Q"), lambda: time.fromisoformat("25:00"), lambda: t < 5, lambda: hash(t) == hash(timedelta(days=1, seconds=7384, microseconds=5006))]
for i, c in enumerate(cases):
    try:
        print(i, c())
    except Exception as e:
        print(i, type(e).__name__, e)


def months(d, n):
    y, m = divmod(d.year * 12 + d.month - 1 + n, 12)
    m += 1
    last = (date(y + m // 12, m % 12 + 1, 1) - timedelta(1)).day
    return date(y, m, min(d.day, last))


print([str(months(date(2024, 1, 31), k)) for k in range(0, 14)])
print([(date(y, 12, 25)).strftime("%a") for y in range(2020, 2026)], [y for y in range(1890, 1910) if (date(y, 3, 1) - date(y, 2, 28)).days == 2])
age = lambda born, on: on.year - born.year - ((on.month, on.day) < (born.month, born.day))
print(age(date(2000, 2, 29), date(2023, 2, 28)), age(date(2000, 2, 29), date(2023, 3, 1)))
print(list(map(str, (date(2024, 12, 28) + timedelta(i) for i in range(5)))), [tuple((date(2024, 12, 28) + timedelta(i)).isocalendar()) for i in range(5)], date.fromisocalendar(2025, 1, 1))
print(dt.datetime(2020, 1, 1).__class__, isinstance(n, date), issubclass(datetime, date), type(n - n), date(2024, 5, 5).__format__("%d"), n.weekday(), MINYEAR, MAXYEAR, dt.UTC is utc)
import copy
print(copy.copy(n) == n, copy.deepcopy(a) == a, {n: 1}[datetime(2024, 1, 31, 23, 59, 59, 999999)], sorted([n, datetime(2020, 1, 1)])[0], n.timetuple()[:6], a.utctimetuple()[:6])
