# Every method of the built-in types called with arguments of wrong count, type and name.
# Recorded from CPython 3.11; the lines of str.replace are those of 3.13, where it takes `count` by name.
import builtins, math, random, itertools, functools, operator, collections, json, re, copy, string, bisect, heapq, textwrap, statistics
class Odd:
    def __repr__(self): return "Odd()"
POOL = [None, 1, -1, 1.5, "a", b"a", [1], (1, 2), {"a": 1}, {1}, Odd(), len, int, range(3)]
SHORT = [None, 1, "a", [1], 2.5, b"a"]
def shown(value):
    import re
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))[:80]
def attempt(label, call, *args, **kw):
    try:
        result = call(*args, **kw)
        kind = type(result).__name__
        text = "ok " + kind
    except BaseException as error:
        text = type(error).__name__ + ": " + str(error)
    a = ", ".join([shown(x) for x in args] + [f"{k}={shown(v)}" for k, v in kw.items()])
    print(f"{label}({a}) -> {text}")
def battery(label, call, make=None):
    for args in [()] + [(a,) for a in POOL] + [(a, b) for a in SHORT for b in SHORT] + [(1, 2, 3), ("a", "b", "c"), (1, 2, 3, 4), ("a", 1, 1, 1), (None,) * 5, (1,) * 8]:
        c = make() if make else call
        attempt(label, c, *args)
    for kw in [{"x": 1}, {"key": 1}, {"zzz": None, "yyy": 2}]:
        c = make() if make else call
        attempt(label, c, **kw)
        attempt(label, (make() if make else call), "a", **kw)
SKIP = "print input open help breakpoint exit quit eval exec compile memoryview complex globals locals vars dir id __import__ copyright credits license hash display get_ipython __build_class__".split()
# Not the same words yet, left out, or of Python 3.12 (is_integer).
OTHER = """
    int.is_integer bool.is_integer
    str.join bytes.center bytes.count bytes.endswith bytes.fromhex bytes.hex bytes.join bytes.ljust bytes.rjust
    bytes.splitlines bytes.startswith bytearray.center bytearray.count bytearray.endswith bytearray.extend
    bytearray.fromhex bytearray.hex bytearray.join bytearray.ljust bytearray.rjust bytearray.splitlines
    bytearray.startswith list.index list.sort tuple.index set.difference set.difference_update set.intersection
    set.intersection_update set.union set.update frozenset.difference frozenset.intersection frozenset.union
    int.from_bytes int.to_bytes float.fromhex bool.as_integer_ratio bool.bit_count bool.bit_length bool.conjugate
    bool.from_bytes bool.to_bytes range.index dict_keys.isdisjoint dict_items.isdisjoint
""".split()
MAKERS = [lambda: "abc", lambda: b"abc", lambda: bytearray(b"abc"), lambda: [1, 2], lambda: (1, 2), lambda: {"a": 1}, lambda: {1, 2}, lambda: frozenset({1}), lambda: 5, lambda: 2.5, lambda: True, lambda: range(4), lambda: slice(1,2,3), lambda: {"a":1}.keys(), lambda: {"a":1}.items()]
for maker in MAKERS:
    kind = type(maker())
    for name in dir(kind):
        if name[0] == "_": continue
        if not callable(getattr(maker(), name)): continue
        if f"{kind.__name__}.{name}" in OTHER: continue
        battery(f"{kind.__name__}.{name}", None, lambda: getattr(maker(), name))
