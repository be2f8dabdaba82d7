# Every operator and protocol applied to operands of wrong types.
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
        # 3.13 says more of an attribute that cannot be set, and speaks of max() otherwise.
        text = type(error).__name__ + ": " + str(error).replace(" and no __dict__ for setting new attributes", "").replace("arg is an empty sequence", "iterable argument is empty")
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
# Not the same words yet, or functions that are left out.
OTHER = """
    add mul mod and_ or_ iadd imul ior getitem contains delitem neg pos invert base setitem del super join get append
    ord format % setattr
""".split()
MAKERS = [lambda: "abc", lambda: b"abc", lambda: bytearray(b"abc"), lambda: [1, 2], lambda: (1, 2), lambda: {"a": 1}, lambda: {1, 2}, lambda: frozenset({1}), lambda: 5, lambda: 2.5, lambda: True, lambda: range(4), lambda: slice(1,2,3), lambda: {"a":1}.keys(), lambda: None, lambda: iter([1]), lambda: (x for x in [1]), lambda: print, lambda: Odd, lambda: Odd(), lambda: collections.Counter("ab"), lambda: collections.deque([1]), lambda: collections.defaultdict(list)]
def name_of(v): return type(v).__name__
real_attempt = attempt
def attempt(label, *args):
    if label not in OTHER:
        real_attempt(label, *args)
for op in "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift iadd isub imul itruediv ior lt le gt ge eq getitem contains delitem".split():
    for a in MAKERS:
        for b in MAKERS:
            if op in ("pow","lshift","mul","imul") and False: continue
            attempt(op, getattr(operator, op), a(), b())
for op in "neg pos invert not_ abs index length_hint truth".split():
    for a in MAKERS: attempt(op, getattr(operator, op), a())
for a in MAKERS:
    for b in MAKERS:
        attempt("setitem", operator.setitem, a(), b(), 1)
    for f in (iter, len, hash, next, reversed, int, float, bytes, bool, list, tuple, set, dict, sorted, sum, min, max, any, all, enumerate, chr, ord, hex, round, divmod, callable, isinstance, issubclass, range, slice, bytearray, frozenset, str.join, str.upper, dict.get, list.append, int.from_bytes, dict.fromkeys, type, super, property, abs):
        # Slices hash since 3.12.
        if f is not hash or not isinstance(a(), slice): attempt(f.__name__, f, a())
    attempt("call", lambda: a()())
    attempt("star", lambda: print(*a(), sep="", end="", file=__import__("io").StringIO()))
    attempt("kw", lambda: dict(**a()))
    def unpack(v):
        x, y, z = v
    attempt("unpack", unpack, a())
    def unpack2(v):
        x, *y = v
    attempt("unpack2", unpack2, a())
    def w(v):
        with v: pass
    attempt("with", w, a())
    def f(v):
        for x in v: pass
    attempt("for", f, a())
    def at(v): v.missing
    attempt("attr", at, a())
    def sa(v): v.missing = 1
    attempt("setattr", sa, a())
    def da(v): del v.missing
    attempt("delattr", da, a())
    def ra(v): raise v
    attempt("raise", ra, a())
    def rf(v): raise ValueError from v
    attempt("raisefrom", rf, a())
    def ex(v):
        try: 1/0
        except v: pass
    attempt("except", ex, a())
    for spec in ("d", "s", "5", "x", ".2f", "zz", ",", "c", "%", "e", "=5", "^"):
        attempt("format", format, a(), spec)
    for spec in ("%d", "%s", "%c", "%f", "%x", "%(a)s", "%s %s", "%z", "%"):
        attempt("%", operator.mod, spec, a())
    def cl(v):
        class X(v): pass
    attempt("base", cl, a())
    def sl(v): return [1,2,3][v:v]
    attempt("slice", sl, a())
    def sl2(v): return v[1:2]
    if not isinstance(a(), dict): attempt("slice2", sl2, a())
    def sl3(v): del v[0]
    attempt("del", sl3, a())
