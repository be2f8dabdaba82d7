"""json.dumps with every option, encoders, enums, defaults."""
import io
import json
from collections import OrderedDict
from enum import IntEnum

data = {"name": "Zoë", "n": [1, 2.5, -0.0, 1e100, True, False, None], "nested": {"b": [], "a": {}, "t": (1, 2)}, "quote": 'a"b\\c\n\t\x01/'}
print(json.dumps(data))
print(json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
print(json.dumps(data, indent=2))
print(json.dumps([1, [2, {"a": []}]], indent="\t"), json.dumps([], indent=4), json.dumps({}, indent=4), json.dumps([[]], indent=0))
print(json.dumps({1: "a", None: "b", True: "c", 2.5: "d"}), json.dumps("😀"), json.dumps("😀", ensure_ascii=False), json.dumps([float("inf"), float("nan")]))
print(json.dumps({(1, 2): 3, "ok": 1}, skipkeys=True), json.dumps({"b": 1, "a": 2}, indent=None, sort_keys=True), json.dumps([1, 2], separators=(" , ", " : ")))


class Level(IntEnum):
    HIGH = 3


class Point:
    def __init__(self, x):
        self.x = x


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, (set, frozenset)):
            return sorted(o)
        if isinstance(o, Point):
            return {"__point__": o.x}
        return super().default(o)


print(json.dumps({"l": Level.HIGH, "s": {3, 1}, "p": Point(5)}, cls=Encoder), json.dumps(Point(1), default=vars), Encoder(indent=1).encode({1: {2}}))
class D(dict):
    pass


print(json.dumps(D(a=1)), json.dumps((1, (2,))), json.dumps(["\u2028", "\x7f", "</script>"]), isinstance(json.JSONDecodeError("m", "d", 0), ValueError))
