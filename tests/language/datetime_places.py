"""Dates, moments and durations: arithmetic at the edges, in classes of the program's, in one zone and in two, fields of any integer."""
import copy
import pickle
from datetime import date, datetime, time, timedelta, timezone, tzinfo


def attempt(name, action):
    try:
        answer = repr(action())
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(name, answer)


class Number:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Summer(tzinfo):
    """Two hours ahead from July on, else one."""

    def utcoffset(self, dt):
        return timedelta(hours=2 if dt is not None and dt.month >= 7 else 1)

    def dst(self, dt):
        return timedelta(hours=1 if dt.month >= 7 else 0)

    def tzname(self, dt):
        return "Summer"

    def __repr__(self):
        return "Summer()"


class Day(date):
    pass


class Moment(datetime):
    pass


class Named(datetime):
    def __new__(cls, *args, name="none", **keywords):
        made = super().__new__(cls, *args, **keywords)
        made.name = name
        return made


# Ordinals around the ends of years, centuries and of the calendar.
for ordinal in (1, 2, 31, 32, 59, 60, 365, 366, 1461, 36524, 36525, 146097, 146098, 730119, 730120, 738000, 3651694, 3652058, 3652059):
    day = date.fromordinal(ordinal)
    print(ordinal, day, day.toordinal() == ordinal, day.weekday(), day.isoweekday(), tuple(day.isocalendar()), day.timetuple().tm_yday)
    print(datetime.fromordinal(ordinal), datetime.fromordinal(ordinal).toordinal() == ordinal)
for name, action in {
    "ordinal 0": lambda: date.fromordinal(0),
    "ordinal -5": lambda: date.fromordinal(-5),
    "ordinal after": lambda: date.fromordinal(3652060),
    "ordinal text": lambda: date.fromordinal("1"),
    "year 0": lambda: date(0, 1, 1),
    "year 10000": lambda: date(10000, 1, 1),
    "month 13": lambda: date(2000, 13, 1),
    "month 0": lambda: date(2000, 0, 1),
    "day 0": lambda: date(2000, 1, 0),
    "day -1": lambda: date(2000, 1, -1),
    "february": lambda: (date(2000, 2, 29), date(2024, 2, 29)),
    "february 1900": lambda: date(1900, 2, 29),
    "june": lambda: date(2023, 6, 31),
    "only year": lambda: date(2023),
    "no day": lambda: datetime(2023, 1),
    "text": lambda: date("a"),
    "text month": lambda: date(2023, "a"),
    "float": lambda: date(2023, 1, 2.0),
    "none": lambda: datetime(2023, 1, 2, None),
    "large": lambda: date(2**40, 1, 1),
    "larger": lambda: date(2**80, 1, 1),
    "smaller": lambda: date(-(2**80), 1, 1),
    "index": lambda: (date(Number(2023), Number(2), True), datetime(2023, 1, 1, Number(4)), time(Number(3))),
    "hour": lambda: time(24),
    "minute": lambda: time(0, 60),
    "second": lambda: datetime(2000, 1, 1, 0, 0, 60),
    "microsecond": lambda: datetime(2000, 1, 1, 0, 0, 0, 1000000),
    "negative": lambda: time(-1),
    "date beyond": lambda: date.max + timedelta(1),
    "date before": lambda: date.min - timedelta(1),
    "date far": lambda: date(2000, 1, 1) + timedelta.max,
    "date part": lambda: (date.max + timedelta(hours=23), date.min - timedelta(hours=-5), date(2000, 1, 1) - timedelta(hours=5)),
    "moment beyond": lambda: datetime.max + timedelta.resolution,
    "moment before": lambda: datetime.min - timedelta.resolution,
    "moment far": lambda: datetime.max - timedelta.max,
    "edges": lambda: (datetime.max - datetime.min, date.max - date.min, datetime.min + (datetime.max - datetime.min)),
    "span beyond": lambda: timedelta.max + timedelta.resolution,
    "span before": lambda: timedelta.min - timedelta.resolution,
    "span negative": lambda: -timedelta.max,
    "span opposite": lambda: -timedelta.min,
    "span many days": lambda: timedelta(10**9),
    "span more days": lambda: timedelta(10**10),
    "span times": lambda: timedelta(1) * 10**9,
    "span large parts": lambda: timedelta(days=10**20, hours=-24 * 10**20, seconds=1),
    "span mixed": lambda: timedelta(True, 1.5, 2, minutes=-0.25, weeks=1),
    "span text": lambda: timedelta("1"),
    "span later text": lambda: timedelta(1, hours="1"),
    "date + int": lambda: date(2000, 1, 1) + 1,
    "date - datetime": lambda: date(2000, 1, 1) - datetime(2000, 1, 1),
    "datetime - date": lambda: datetime(2000, 1, 1) - date(2000, 1, 1),
    "date + date": lambda: date(2000, 1, 1) + date(2000, 1, 1),
    "delta - date": lambda: timedelta(1) - date(2000, 1, 1),
    "delta + date": lambda: (timedelta(1) + date(2000, 1, 1), timedelta(1) + datetime(2000, 1, 1)),
    "isocalendar": lambda: [tuple(d.isocalendar()) for d in (date(1, 1, 1), date(9999, 12, 31), date(2020, 12, 31), date(2021, 1, 3))],
    "replace": lambda: datetime(2000, 2, 29, 1, 2, 3, 4, timezone.utc, fold=1).replace(hour=5, microsecond=0),
    "replace zone": lambda: datetime(2000, 2, 29, tzinfo=timezone.utc).replace(tzinfo=None),
    "replace day": lambda: date(2000, 2, 29).replace(2001),
    "replace time": lambda: time(1, 2, tzinfo=timezone.utc, fold=1).replace(minute=0),
    "replace text": lambda: date(2000, 1, 1).replace(day="a"),
}.items():
    attempt(name, action)

# Comparisons of each with each: equality never fails, and order only within a kind.
values = [
    date(2000, 1, 1),
    Day(2000, 1, 1),
    date(2000, 1, 2),
    datetime(2000, 1, 1),
    Moment(2000, 1, 1),
    datetime(2000, 1, 1, 0, 0, 0, 1),
    datetime(2000, 1, 1, tzinfo=timezone.utc),
    datetime(2000, 1, 1, 1, tzinfo=timezone(timedelta(hours=1))),
    datetime(2000, 1, 1, 1, tzinfo=Summer()),
    time(0),
    time(1, tzinfo=timezone.utc),
    time(2, tzinfo=timezone(timedelta(hours=1))),
    timedelta(0),
    timedelta(microseconds=1),
    0,
]
for a in values:
    equal = "".join("01"[a == b] for b in values)
    unequal = "".join("01"[a != b] for b in values)
    hashes = "".join("01"[hash(a) == hash(b)] for b in values if a == b)
    print(repr(a), equal, unequal, hashes)
    for b in values:
        for sign in ("<", "<=", ">", ">="):
            try:
                print(int(eval(f"a {sign} b")), end=" ")
            except TypeError:
                print("unordered", end=" ")
                break
    print()

# In one zone the clocks count, also where the distance from UTC changes; in two zones, UTC does.
zone, other = Summer(), Summer()
before, after = datetime(2000, 6, 30, 23, 30, tzinfo=zone), datetime(2000, 7, 1, 0, 15, tzinfo=zone)
print(after - before, after > before, after - before.replace(tzinfo=other), after > before.replace(tzinfo=other), after.replace(tzinfo=other) == after)
print(before + timedelta(hours=1), (before + timedelta(hours=1)).utcoffset(), (after - timedelta(days=1)).tzinfo is zone)
print(after.astimezone(timezone.utc), before.astimezone(timezone.utc), after.timestamp() - before.timestamp())

# Objects of classes of the program's keep their class, and lose what their constructor was told.
for moment in (Day(2024, 2, 28), Moment(2024, 2, 28, 23, 59, fold=1), Named(2024, 2, 28, name="x", tzinfo=timezone.utc)):
    for moved in (moment + timedelta(1), moment - timedelta(1), timedelta(1) + moment, moment.replace(year=2020)):
        print(type(moved).__name__, moved, getattr(moved, "name", None), getattr(moved, "fold", None), moved == moment)
    print(type(moment.fromordinal(5)).__name__, type(moment - moment).__name__, type(copy.copy(moment)).__name__)
moment = datetime(2024, 2, 28, 23, 59, fold=1) + timedelta(1)
print(moment.fold, pickle.loads(pickle.dumps(moment)) == moment, copy.deepcopy(moment) - moment, len({moment, moment + timedelta(0)}))
span = timedelta(5, 6, 7)
print([pickle.loads(pickle.dumps(made)) == made for made in (span, -span, span * 2, span / 3, span // 3, abs(-span), span % timedelta(1))])
print(span + span, span - span * 2, -span, span * 1.5, span / span, span // timedelta(1), divmod(span, timedelta(hours=7)), span / 7, bool(span - span))
