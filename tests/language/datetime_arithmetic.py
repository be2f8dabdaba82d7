"""Differences and sums of dates, timedelta in every form, calendars, ordinals."""
from datetime import MAXYEAR, MINYEAR, date, datetime, time, timedelta, timezone

d = datetime(2024, 2, 29, 13, 5, 9, 123456)
print(date(2024, 3, 1) - date(2024, 2, 1), d + timedelta(days=1, hours=12), d - timedelta(weeks=52), d - datetime(2024, 1, 1), (date(2025, 1, 1) - date(2024, 1, 1)).days)
t = timedelta(days=2, hours=3, minutes=4, seconds=5, milliseconds=6, microseconds=7)
print(t, repr(t), t.days, t.seconds, t.microseconds, t.total_seconds(), -t, abs(-t), t * 2, t / 2, t // timedelta(hours=1), t % timedelta(hours=1), divmod(t, timedelta(days=1)), t / timedelta(days=1))
print(timedelta(), timedelta(seconds=-1), timedelta(days=1.5), timedelta(microseconds=1), str(timedelta(days=-1, hours=5)), timedelta(hours=25) > timedelta(days=1), bool(timedelta()), sum([timedelta(1), timedelta(2)], timedelta()))
print(timedelta.max, timedelta.min, timedelta.resolution, date.min, date.max, datetime.max, time.min, MINYEAR, MAXYEAR, repr(timedelta(0)), repr(timedelta(-1, 3)))
print(d.weekday(), d.isoweekday(), d.isocalendar(), d.isocalendar().week, d.timetuple()[:8], d.toordinal(), date.fromordinal(738000), d.replace(year=2023, day=1), date(2024, 5, 1).ctime(), d.ctime(), date.fromisocalendar(2024, 9, 4))
days = [date(2024, 1, 31) + timedelta(days=n) for n in range(0, 60, 13)]
print([f"{x:%d %b}" for x in days], max(days), sorted(days, reverse=True)[0], days.index(date(2024, 2, 13)), {x.month for x in days})
print(isinstance(d, date), issubclass(datetime, date), type(d + timedelta(1)), type(d.date()), date(2024, 1, 1) == datetime(2024, 1, 1), datetime.min.year, d.fold)


def age(born, today):
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


print(age(date(1990, 6, 15), date(2024, 6, 14)), age(date(1990, 6, 15), date(2024, 6, 15)))
