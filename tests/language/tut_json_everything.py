"""json in depth. As CPython 3.13 has it, which names the value that is not compliant."""
import json
import io
import math
from collections import OrderedDict, namedtuple
from datetime import date, datetime
from enum import Enum, IntEnum

data = {"name": "Ünï", "list": [1, 2.5, None, True, False], "nested": {"a": {"b": []}}, "t": (1, 2), 3: "int key", None: 0, True: 1, 1.5: "f"}
print(json.dumps(data))
print(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
print(json.dumps({"b": 1, "a": [1, {"z": 0, "y": 1}]}, indent=4, sort_keys=True))
print(json.dumps([], indent=2), json.dumps({}, indent=2), json.dumps([[]], indent=2), json.dumps([1, [2, {}]], indent="--"))
print(json.dumps("tab\t\"quote\" \\ \u2028 \x00 \x1f é 😀 / </script>"))
print(json.dumps([1e100, 1e-7, 0.1 + 0.2, 1e16, 123456789012345678901234567890, -0.0, float("inf"), float("nan")]))
for bad in (object(), {1, 2}, b"x", range(2), {(1, 2): 3}, datetime(2020, 1, 1)):
    try:
        print(json.dumps(bad))
    except TypeError as e:
        print(e)
print(json.dumps({(1, 2): 3, "ok": 1}, skipkeys=True))
try:
    json.dumps(float("nan"), allow_nan=False)
except ValueError as e:
    print(e)
loop = []
loop.append(loop)
try:
    json.dumps(loop)
except ValueError as e:
    print(e)
d = {}
d["me"] = {"d": d}
try:
    json.dumps(d, indent=1)
except ValueError as e:
    print(e)


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, (date, datetime)):
            return o.isoformat()
        if isinstance(o, set):
            return sorted(o)
        if isinstance(o, bytes):
            return o.decode()
        return super().default(o)


print(json.dumps({"d": date(2024, 2, 29), "s": {3, 1}, "b": b"hi"}, cls=Encoder))
try:
    json.dumps(object(), cls=Encoder)
except TypeError as e:
    print(e)
print(json.dumps([object], default=lambda o: f"<{o.__name__}>"), Encoder(indent=1).encode([1]), "".join(Encoder().iterencode([1, {"a": 2}])))


class Color(Enum):
    RED = 1


class Level(IntEnum):
    LOW = 1


print(json.dumps([Level.LOW, {"l": Level.LOW, Level.LOW: 2}]))
try:
    json.dumps(Color.RED)
except TypeError as e:
    print(e)
P = namedtuple("P", "x y")
print(json.dumps(P(1, 2)), json.dumps(OrderedDict(b=1, a=2)))


class MyInt(int):
    def __repr__(self): return "MyInt!"


class MyStr(str): pass


class MyFloat(float):
    def __repr__(self): return "MyFloat!"


class MyDict(dict): pass


print(json.dumps([MyInt(5), MyStr("s"), MyFloat(2.5), MyDict(a=1)]))
text = '{"a": [1, 2.0, -3e2, "\\u00e9\\ud83d\\ude00", true, false, null], "b": {"c": ""}, "a2": 1E5}'
print(json.loads(text), json.loads(b'[1]'), json.loads(bytearray(b'"x"')), json.loads(" \n[ ]\t"))
print(json.loads("[NaN, Infinity, -Infinity]"), json.loads("123456789012345678901234567890"), json.loads("-0"), json.loads("-0.0"), json.loads("1e400"))
print(json.loads(text, parse_float=lambda s: f"F{s}", parse_int=lambda s: f"I{s}"), json.loads("[NaN]", parse_constant=lambda s: f"C{s}"))
print(json.loads('{"x": {"y": 1}}', object_hook=lambda o: ("hook", sorted(o))), json.loads('{"k": 1, "k": 2}'), json.loads('{"k": 1, "k": 2}', object_pairs_hook=list))
for bad in ("", "{", "[1,]", "{'a': 1}", '{"a" 1}', '{"a": 1,}', "[1 2]", "tru", "01", "1.", ".5", "+1", '"abc', '"\\x"', '"\t"', "[1]]", "nul", '{"a":}', "\ufeff[]", '"\\u12"', "[", '{"a"', "-", "--1", "\n\n  x", '{1: 2}', "NaNx", "'a'"):
    try:
        print(repr(bad), json.loads(bad))
    except json.JSONDecodeError as e:
        print(repr(bad), e, e.msg, e.pos, e.lineno, e.colno, e.doc == bad)
print(json.loads('"\t"', strict=False) == "\t")
for bad in (5, None, [1]):
    try:
        json.loads(bad)
    except TypeError as e:
        print(e)
f = io.StringIO()
json.dump({"a": [1, 2]}, f, indent=1)
f.seek(0)
print(f.getvalue(), json.load(f))
decoder = json.JSONDecoder()
print(decoder.raw_decode('{"a": 1} rest'), decoder.decode("  [1] "))
print([json.loads(line)["i"] for line in '{"i": 1}\n{"i": 2}'.splitlines()])
roundtrip = [0.1, 1 / 3, 1e22, 5e-324, 2 ** 70, math.pi]
print(json.loads(json.dumps(roundtrip)) == roundtrip)
try:
    json.loads("[" * 100000)
except RecursionError as e:
    print("RecursionError")
print(json.dumps({"a": 1, "b": [1, 2, {"c": None}]}, indent=0))
print(json.dumps([1, 2], indent=2, separators=(";", "=")), json.dumps({"a": 1}, indent=None), json.dumps("é", ensure_ascii=True))
print(json.dumps({1: "a", "1": "b"}), json.dumps({"z": 1, "a": 2}, sort_keys=True))
try:
    json.dumps({1: 1, "a": 2}, sort_keys=True)
except TypeError as e:
    print(e)
