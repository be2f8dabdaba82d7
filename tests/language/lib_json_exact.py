# json: exact texts, options, errors, custom encoders and decoders. As CPython 3.13 has it, which tells of trailing commas.
import json
from collections import OrderedDict
from dataclasses import asdict, dataclass
from datetime import date

data = {"name": "Ünï \"q\" \\ \n\t\x01", "n": [1, 2.5, -0.0, 1e100, True, None], "nested": {"a": {}, "b": [], "c": ()}, 5: "int key", None: "none", True: "t", 1.5: "f"}
print(json.dumps(data))
print(json.dumps(data, ensure_ascii=False, indent=2))
print(json.dumps([1, {"b": 1, "a": 2}], sort_keys=True, indent="--", separators=(",", ":")))
print(json.dumps({"a": [1, 2]}, separators=(", ", " = ")), json.dumps("é😀"), json.dumps([]), json.dumps({}), json.dumps([[], {}], indent=1))
print(json.dumps(float("nan")), json.dumps([float("inf"), -float("inf")]), json.dumps(10**30), json.dumps(1e16), json.dumps(0.1))
print(json.loads('{"a": [1, 2.0, "x\\u00e9\\n", null, true, false, -1e3], "b": {}}'), json.loads(" 5 "), json.loads('"\\ud83d\\ude00"'), json.loads("NaN"), json.loads("[-Infinity]"))
print(json.loads('{"a": 1, "a": 2}'), json.loads('{"x": 1.50}', parse_float=str), json.loads("[1, 2]", parse_int=float), json.loads('{"b": 1}', object_pairs_hook=lambda pairs: list(OrderedDict(pairs).items())), json.loads('{"r": 1, "i": 2}', object_hook=lambda d: sorted(d)))
for text in ['{"a": }', "[1, 2", "", "nul", '{"a" 1}', "[1,]", '{"a": 1,}', "'a'", '"abc', "[1] x", '{1: 2}', '"\\x"', "01", "1.", "-", '"a\nb"', "[1 2]", "{", "tru"]:
    try:
        print(json.loads(text))
    except json.JSONDecodeError as error:
        print(repr(text), "|", error, "|", error.pos, error.lineno, error.colno, error.msg)
for value in [{1, 2}, object, {(1, 2): 3}, b"x", set()]:
    try:
        json.dumps(value)
    except TypeError as error:
        print(error)
print(json.dumps({(1, 2): 3, "a": 1}, skipkeys=True))
try:
    json.dumps(float("nan"), allow_nan=False)
except ValueError as error:
    print(error)
loop = []
loop.append(loop)
try:
    json.dumps(loop)
except ValueError as error:
    print(error)


@dataclass
class Point:
    x: int
    y: int


class Encoder(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, Point):
            return asdict(o)
        if isinstance(o, date):
            return o.isoformat()
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


print(json.dumps({"p": Point(1, 2), "d": date(2024, 1, 2), "s": {3, 1}}, cls=Encoder), json.dumps([Point(3, 4)], default=lambda o: o.__dict__))
try:
    json.dumps(object(), cls=Encoder)
except TypeError as error:
    print(str(error)[:40])
print(json.dumps((1, 2)), json.dumps({"k": OrderedDict(z=1, a=2)}), json.dumps("\u2028</script>"), json.loads(json.dumps(data))["name"] == data["name"], json.loads(b'[1]'))
import io

buffer = io.StringIO()
json.dump({"a": [1, 2]}, buffer, indent=4)
print(buffer.getvalue())
buffer.seek(0)
print(json.load(buffer))
