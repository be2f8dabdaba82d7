# The bytes of pickles, protocol by protocol.
import pickle
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple


class Plain:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__


class Slotted:
    __slots__ = ("a", "b")


class List(list):
    pass


class Dict(dict):
    pass


class Int(int):
    pass


class Str(str):
    pass


class Tuple(tuple):
    pass


class Set(set):
    pass


class Error(ValueError):
    pass


Point = namedtuple("Point", "x y")


def function():
    pass


class Outer:
    class Inner:
        pass


slotted = Slotted()
slotted.a = 1
listed = List([1, 2])
listed.name = "n"
shared = [1]
recursive = []
recursive.append(recursive)
looped = {}
looped["self"] = looped
pair = ([],)
pair[0].append(pair)
OBJECTS = [
    None, True, False, 0, 1, -1, 255, 256, 65535, 65536, -32768, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 2**63, -(2**63),
    2**64, 10**30, -(10**30), 2**2040, 127, 128, -128, -129, -(2**39), 1.5, -0.0, 1e300, float("inf"), 0.1,
    "", "text", "héllo", "日本", "\U0001f600", "line\nbreak \\ \x00 \x1a", "x" * 255, "x" * 256,
    b"", b"bytes", b"\x00\xff", b"y" * 256, bytearray(), bytearray(b"array"),
    (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, 2], {}, {"a": 1}, {"a": 1, "b": [2]},
    set(), {5}, frozenset(), frozenset([7]), [shared, shared], recursive, looped, pair, ["same", "same"],
    range(1, 10, 2), slice(1, None, 2), ..., NotImplemented, type(None), type(...), int, list, Plain, Outer.Inner,
    function, len, str.join, [].append, Plain(), Plain(a=1), Plain(a=1, b=[Plain()]), slotted, listed, Dict(a=1), Int(5), Str("s"),
    Tuple([1, 2]), Set([1]), Point(1, 2), Error("message", 2), KeyError("k"), OSError(2, "no", "file"), StopIteration(5),
    OrderedDict(a=1), defaultdict(list, {"k": [1]}), Counter("aab"),
    deque([1, 2]), deque([1], maxlen=3), (1, (2, (3, (4,)))), [[[[]]]], [None] * 3, list(range(5)),
    {(1, 2): "tuple key", 1.5: None}, [Plain(x=1), Plain(x=2)], "a.b c", ["key", {"key": "key"}],
]
for at, thing in enumerate(OBJECTS):
    for protocol in range(6):
        try:
            data = pickle.dumps(thing, protocol)
        except Exception as error:
            print(at, protocol, type(error).__name__)
            continue
        print(at, protocol, data if len(data) < 120 else (len(data), data[:60], data[-20:]))
        made = pickle.loads(data)
        if type(made) is not type(thing):
            print("  another type", type(made))
        elif not any(thing is cycle for cycle in (recursive, looped, pair)) and type(thing) not in (Slotted, Error, KeyError, OSError, StopIteration, ExceptionGroup):
            print("  ", made == thing)
