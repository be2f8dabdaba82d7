from datetime import datetime, date, timedelta, time, timezone
d = date(2024, 2, 29); print(d, repr(d), d.year, d.weekday(), d.isoweekday(), d + timedelta(days=1), d - date(2024, 1, 1), d.strftime("%Y/%m/%d %a %A %b %B %j %U"), d.isoformat(), d.replace(year=2023, day=1), date.fromisoformat("2024-01-05"), d.toordinal(), date.fromordinal(738945), d < date(2025, 1, 1), d.isocalendar()[:3], d.timetuple().tm_yday)
t = datetime(2024, 5, 17, 13, 4, 5, 678900); print(t, repr(t), t.date(), t.time(), t + timedelta(hours=12, minutes=30), t - timedelta(days=400), t.strftime("%d.%m.%y %H:%M:%S.%f %I:%M %p"), t.isoformat(), t.isoformat(" ", "seconds"), t.replace(hour=0), datetime.fromisoformat("2024-05-17T10:00:00"), datetime.strptime("17/05/2024 10:30", "%d/%m/%Y %H:%M"), t - datetime(2024, 5, 17), t == t, t > datetime(2020, 1, 1), datetime.combine(d, time(1, 2)))
x = timedelta(days=1, hours=2, seconds=3.5); print(x, repr(x), x.days, x.seconds, x.microseconds, x.total_seconds(), x * 2, x / 2, -x, abs(-x), x // timedelta(hours=1), x % timedelta(hours=1), x > timedelta(1), timedelta(weeks=1), timedelta(milliseconds=1500), timedelta(0), sum([x, x], timedelta()), timedelta(seconds=90) / timedelta(minutes=1), str(timedelta(days=-1, seconds=5)))
u = datetime(2024, 1, 1, tzinfo=timezone.utc); z = timezone(timedelta(hours=5, minutes=30)); print(u, repr(u), u.astimezone(z), u.timestamp(), datetime.fromtimestamp(0, timezone.utc), u.utcoffset(), z, u.astimezone(z) == u, datetime.fromisoformat("2024-01-01T00:00:00+02:00"))
print(time(13, 5), repr(time(1, 2, 3, 4)), time.fromisoformat("04:05:06"), time(1) < time(2), f"{d:%d-%m}", f"{t:%H:%M}", isinstance(datetime.now(), date), date.today() == datetime.now().date())
for f in [lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: datetime(2023, 1, 1, 25), lambda: datetime.strptime("x", "%Y"), lambda: date.fromisoformat("nope"), lambda: datetime(2023, 1, 1) - datetime(2023, 1, 1, tzinfo=timezone.utc), lambda: date(1, 1, 1) - timedelta(1), lambda: datetime.strptime("2024 extra", "%Y")]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
