# Dates and times that do not go together: what is unequal, what has no order, and what is said about it.
from datetime import date, datetime, time, timedelta, timezone

d, dt = date(2024, 2, 29), datetime(2024, 2, 29)
utc = datetime(2024, 2, 29, tzinfo=timezone.utc)
east = datetime(2024, 2, 29, 2, tzinfo=timezone(timedelta(hours=2)))
print(d == dt, dt == d, d != dt, dt == utc, utc == east, hash(utc) == hash(east), utc <= east, dt.date() == d)
print(time(10, tzinfo=timezone.utc) == time(12, tzinfo=timezone(timedelta(hours=2))), time(10) == time(10, tzinfo=timezone.utc))
print(sorted([date(2024, 3, 1), d, date(2023, 12, 31)]), max(utc, east + timedelta(seconds=1)))
for bad in (
    lambda: d < dt,
    lambda: dt >= d,
    lambda: dt < utc,
    lambda: utc - dt,
    lambda: time(1) < time(1, tzinfo=timezone.utc),
    lambda: d < 3,
    lambda: d + 1,
    lambda: 1 + dt,
    lambda: d - 3.5,
    lambda: timedelta(1) + 1,
    lambda: timedelta(1) * "x" if False else timedelta(1) / "x",
    lambda: time(1) - time(2),
    lambda: timedelta("x"),
    lambda: timedelta(hours=None),
    lambda: timedelta(1) < 5,
    lambda: date.fromisoformat(5),
    lambda: date.fromisoformat("2024-02-30"),
    lambda: date.fromisoformat("2024-2-3"),
    lambda: datetime.strptime("2024-01-01 x", "%Y-%m-%d"),
    lambda: datetime.strptime("yes", "%Y"),
    lambda: d.hour,
):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
