import json  # As CPython 3.13 has it, which tells of trailing commas.
from json import dumps, loads, JSONDecodeError
print(dumps({"a": [1, 2.5, None, True, "é\n\"\\"], "b": {}}), dumps([]), dumps("x"), dumps(1e100), dumps(float("nan")), dumps((1, 2)), dumps({1: 2, None: 3, True: 4, 2.5: 5}), dumps("é😀", ensure_ascii=False), dumps("é😀"))
print(dumps({"b": 1, "a": [1, {"c": 2}], "e": [], "f": {}}, indent=2, sort_keys=True)); print(dumps([1, 2], separators=(",", ":")), dumps({"a": 1}, indent="\t"), dumps(10**30), dumps("\x00\x1f\x7f"))
class P:
    def __init__(self): self.x = 1
print(dumps({"p": P()}, default=lambda o: o.__dict__), dumps([P()], default=lambda o: {"q": [1]}, indent=1), dumps({(1, 2): 3, "k": 1}, skipkeys=True))
class Enc(json.JSONEncoder):
    def default(self, o): return "P!" if isinstance(o, P) else super().default(o)
print(dumps([P()], cls=Enc))
print(loads('{"a": [1, 2.5, null, true, false, "x\\u00e9\\n\\ud83d\\ude00"], "b": {}}'), loads(" [1 , 2 ] "), loads("-0.5e3"), loads('"a"'), loads("NaN"), loads("123456789012345678901234567890"), loads(b'[1]'), loads("[]"), loads("1e5"), loads('{"a":1,"a":2}'))
print(loads('{"a": {"b": 1}}', object_hook=lambda d: sorted(d)), loads("[1.5]", parse_float=str), loads('{"b":1,"a":2}', object_pairs_hook=list), loads("[5]", parse_int=float))
for s in ['', '{', '[1,]', '{"a" 1}', '{"a": 1,}', 'nul', '"abc', '[1 2]', '{1: 2}', '1 2', '"\\x"', '"a\nb"', '[1', '{"a":', '01', '-', '\n\n  x']:
    try:
        print(loads(s))
    except JSONDecodeError as e:
        print(repr(s), e, e.pos, e.lineno, e.colno)
for f in [lambda: dumps(P()), lambda: dumps({(1,): 2}), lambda: dumps(float("inf"), allow_nan=False), lambda: loads(5), lambda: dumps({1, 2})]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
a = []; a.append(a)
try: dumps(a)
except ValueError as e: print(e)
import io
b = io.StringIO(); json.dump({"k": [1]}, b); b.seek(0); print(json.load(b))
