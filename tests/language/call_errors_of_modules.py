"""What functions of the standard modules say to wrong arguments, where CPython writes them in C."""

import bisect
import collections
import datetime
import functools
import heapq
import operator
import time
import types

day, moment, clock = datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2), datetime.time(1)
cached = functools.lru_cache(None)(len)
calls = [
    lambda: operator.add(),
    lambda: operator.add(1),
    lambda: operator.add(1, 2, 3),
    lambda: operator.add(a=1, b=2),
    lambda: operator.neg(),
    lambda: operator.invert(1, 2),
    lambda: operator.setitem([1], 0),
    lambda: operator.length_hint(),
    lambda: operator.length_hint([], 1, 2),
    lambda: operator.itemgetter(zork=1),
    lambda: heapq.heappush(),
    lambda: heapq.heappush([1]),
    lambda: heapq.heappush(1, 2),
    lambda: heapq.heappop(),
    lambda: heapq.heappop(None),
    lambda: heapq.heappop([]),
    lambda: heapq.heapify("ab"),
    lambda: heapq.heapreplace([], 1),
    lambda: heapq.nlargest(),
    lambda: bisect.bisect_left(),
    lambda: bisect.bisect_left([1]),
    lambda: bisect.bisect_left([1], 1, zork=2),
    lambda: bisect.insort([1]),
    lambda: functools.reduce(),
    lambda: functools.reduce(1, 2, 3, 4),
    lambda: functools.cmp_to_key(),
    lambda: functools.cmp_to_key(1, 2),
    lambda: functools.cache(),
    lambda: cached.cache_clear(1),
    lambda: cached.cache_info(1),
    lambda: time.gmtime(1, 2),
    lambda: time.mktime(),
    lambda: time.mktime(5),
    lambda: time.strftime(),
    lambda: time.strftime(5),
    lambda: time.asctime(5),
    lambda: datetime.date(),
    lambda: datetime.date(2020),
    lambda: datetime.date("2020"),
    lambda: datetime.date(2020, 1, 2, 3),
    lambda: datetime.date(None, 1, 1),
    lambda: datetime.datetime(),
    lambda: datetime.datetime(2020, "a", 1),
    lambda: datetime.timezone(),
    lambda: datetime.date.today(1),
    lambda: datetime.date.fromordinal(),
    lambda: datetime.date.fromisoformat(),
    lambda: datetime.date.fromtimestamp(),
    lambda: datetime.datetime.strptime("a"),
    lambda: datetime.datetime.strptime("a", 5),
    lambda: datetime.datetime.now(5),
    lambda: datetime.datetime.combine(),
    lambda: day.isoformat(1),
    lambda: day.strftime(),
    lambda: day.strftime(5),
    lambda: day.replace(year=0),
    lambda: day.replace(None),
    lambda: day.replace(2021, zork=1),
    lambda: moment.date(1),
    lambda: moment.isoformat("ab"),
    lambda: moment.isoformat(5),
    lambda: moment.replace("a"),
    lambda: moment.astimezone(5),
    lambda: clock.isoformat(5),
    lambda: clock.replace(30),
    lambda: datetime.timezone.utc.utcoffset(),
    lambda: datetime.timezone.utc.tzname(5),
    lambda: collections.OrderedDict().move_to_end(),
    lambda: collections.OrderedDict().popitem(1, 1),
    lambda: collections.defaultdict().copy(1),
    lambda: object().__eq__(),
    lambda: object().__setattr__("a"),
    lambda: object().__setattr__(1, 2),
    lambda: object().__getattribute__(1),
    lambda: [].__format__("x"),
    lambda: [].__format__(5),
    lambda: bytes.fromhex(5),
    lambda: bytes.capitalize(zork=1),
    lambda: bytes.capitalize(1, zork=1),
    lambda: list.append(zork=1),
]
for number, call in enumerate(calls):
    try:
        print(number, call())
    except Exception as error:
        print(number, type(error).__name__, error)
print(day.replace(2021), day.replace(day=5), moment.replace(2021, 2).isoformat(" "), moment.replace(hour=5, fold=1).fold)
print(clock.replace(5, 6), clock.replace(tzinfo=datetime.timezone.utc), time.strftime("%Y", time.gmtime(0)))
heap = []
for item in (5, 1, 4):
    heapq.heappush(heap, item)
print(heapq.heapreplace(heap, 0), heapq.heappushpop(heap, 9), heapq.heappop(heap), heap)
