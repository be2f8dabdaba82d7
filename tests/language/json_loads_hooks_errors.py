"""json.loads with every hook; exact texts of errors; files; round trips. As CPython 3.13 has it, which tells of trailing commas."""
import io
import json
from collections import OrderedDict

data = {"name": "Zoë", "n": [1, 2.5, -0.0, 1e100, True, False, None], "nested": {"b": [], "a": {}, "t": (1, 2)}, "quote": 'a"b\\c\n\t\x01/'}
class Point:
    def __init__(self, x):
        self.x = x

print(json.loads('{"a": [1, 2.0, -3e2, true, null], "b": "\\u00e9\\ud83d\\ude00\\n"}'), json.loads(" [1 , 2 ] "), json.loads("3"), json.loads('"x"'), json.loads(b'{"k": 1}'))
print(json.loads('{"__point__": 7}', object_hook=lambda d: Point(d["__point__"]) if "__point__" in d else d).x, json.loads('{"b":1,"a":2,"b":3}', object_pairs_hook=list))
print(json.loads("[1.5, 10]", parse_float=str, parse_int=lambda s: int(s) * 10), json.loads("[NaN, -Infinity]", parse_constant=str), json.loads('{"z": 1}', object_pairs_hook=lambda pairs: list(OrderedDict(pairs).items())))
for text in ("", "{", "[1,]", '{"a" 1}', '{"a": }', "{'a': 1}", "[1 2]", '"abc', "nul", "01", "[1", '{"a": 1,}', '"\x01"', '"\\x"', "1 2", "-", '{"a":1 "b"}', '["a\nb"]', "[\n1,\n  x]"):
    try:
        print(json.loads(text))
    except json.JSONDecodeError as error:
        print(repr(text), "->", error, error.pos, error.lineno, error.colno, error.msg)
loop = []
loop.append(loop)
for bad in (lambda: json.dumps({1, 2}), lambda: json.dumps({(1,): 2}), lambda: json.dumps(loop), lambda: json.dumps(float("nan"), allow_nan=False), lambda: json.dumps(b"x"),
            lambda: json.loads(5), lambda: json.dumps({"a": object}), lambda: json.dumps([1, Point(1)]), lambda: json.dumps(range(3)), lambda: json.dumps({"b": 1, 1: 2}, sort_keys=True)):
    try:
        print(bad())
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
f = io.StringIO()
json.dump({"x": [1]}, f, indent=1)
f.seek(0)
print(f.getvalue(), json.load(f))
print("".join(json.JSONEncoder(indent=None).iterencode([1, {"a": 2}])), json.JSONDecoder().decode("[1]"), json.JSONDecoder().raw_decode("{} tail"))
print(json.loads(json.dumps(data, indent=3)) == json.loads(json.dumps(data)), json.dumps(10**30), json.loads("1" * 25) + 1, json.dumps(1.0), json.dumps(1e16), json.dumps(0.1 + 0.2))
print(json.dumps({"a": 1, "b": {"c": [1, {"d": None}]}}, indent=4, sort_keys=True, ensure_ascii=True))
