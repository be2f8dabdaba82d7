# Pickles and copies of the library's objects.
import copy
import datetime
import functools
import pickle
import types
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque

zone = datetime.timezone(datetime.timedelta(hours=2), "CEST")
THINGS = [
    datetime.date(2024, 5, 17),
    datetime.time(1, 2, 3, 4),
    datetime.time(23, 59, fold=1),
    datetime.datetime(2024, 5, 17, 12, 30, 15, 123456),
    datetime.datetime(1, 1, 1, fold=1),
    datetime.datetime(2024, 5, 17, tzinfo=zone),
    datetime.timedelta(days=-1, seconds=5),
    datetime.timedelta(0),
    zone,
    datetime.timezone.utc,
    OrderedDict(b=1, a=2),
    defaultdict(int, {"x": 1}),
    Counter("hello"),
    deque([1, [2]], maxlen=4),
    UserDict(a=1),
    UserList([1, 2]),
    types.SimpleNamespace(a=1, b=[2]),
]
for thing in THINGS:
    for protocol in range(6):
        data = pickle.dumps(thing, protocol)
        made = pickle.loads(data)
        print(type(thing).__name__, protocol, data if len(data) < 150 else len(data), made == thing, type(made) is type(thing))
    deep, shallow = copy.deepcopy(thing), copy.copy(thing)
    print(deep == thing, shallow == thing, deep)
chain = pickle.loads(pickle.dumps(ChainMap({"a": 1}, {"b": 2})))
print(chain)


def add(a, b):
    return a + b


partial = pickle.loads(pickle.dumps(functools.partial(add, 1, b=2)))
print(partial(), partial.args, partial.keywords)


class Base(Exception):
    def __init__(self, text, code):
        super().__init__(text, code)
        self.code = code


error = pickle.loads(pickle.dumps(Base("text", 5)))
print(repr(error), error.code, error.args)
error = KeyError("k")
error.extra = [1]
error.add_note("noted")
again = pickle.loads(pickle.dumps(error))
print(repr(again), again.extra, again.__notes__, again.__traceback__)
missing = pickle.loads(pickle.dumps(FileNotFoundError(2, "No such file", "name.txt")))
print(missing, missing.errno, missing.filename, missing.args)
group = pickle.loads(pickle.dumps(ExceptionGroup("g", [ValueError(1), TypeError("t")])))
print(repr(group), group.exceptions)


class Mixed(dict):
    __slots__ = ("slot", "__dict__")


mixed = Mixed(a=1)
mixed.slot, mixed.other = "s", "o"
again = copy.deepcopy(mixed)
print(again, again.slot, again.other, pickle.loads(pickle.dumps(mixed)).slot)
method = pickle.loads(pickle.dumps(UserList([3]).append))
method(4)
print(method.__self__)
