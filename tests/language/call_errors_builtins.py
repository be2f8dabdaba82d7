# Every built-in function called with arguments of wrong count, type and name.
import builtins, math, random, itertools, functools, operator, collections, json, re, copy, string, bisect, heapq, textwrap, statistics
class Odd:
    def __repr__(self): return "Odd()"
POOL = [None, 1, -1, 1.5, "a", b"a", [1], (1, 2), {"a": 1}, {1}, Odd(), len, int, range(3), slice(1)]
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
    # 3.13 says more of an attribute that cannot be set than 3.11, and speaks of max() otherwise.
    text = text.replace(" and no __dict__ for setting new attributes", "").replace("arg is an empty sequence", "iterable argument is empty")
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
# Not the same words yet, or functions that are left out.
OTHER = """
    abs aiter anext bytearray bytes enumerate max min object pow round sum super type zip get_ipython display
""".split()
for name in sorted(dir(builtins)):
    thing = getattr(builtins, name)
    if name in SKIP or name[0] == "_" or name[0].isupper() or name in OTHER: continue
    battery(name, thing)
