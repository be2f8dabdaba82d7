"""Wrong calls of a user's function, method, class and lambda: CPython's words."""


def f(a, b, c=3, /, d=4, *, e, g=7, **rest): return a, b, c, d, e, g, rest
def none(): pass
def one(x): pass
def two(x, y): pass
def many(p, q, r, s=1): pass
def kw(*, k, m=2): pass
def rest(x, *args): return args
def both(x, *, y): pass
def posonly(x, y, /): pass


class C:
    def m(self, a): pass
    def noself(): pass
    @classmethod
    def cm(cls, a): pass
    @staticmethod
    def sm(a, b=1): pass
    def __init__(self, p, q=2): pass


class Empty: pass


calls = [lambda: f(), lambda: f(1), lambda: f(1, 2), lambda: f(1, 2, e=5), lambda: f(1, 2, 3, 4, 5, e=1), lambda: f(1, 2, c=9, e=5), lambda: f(a=1, b=2, e=5), lambda: f(1, 2, 3, 4, d=5, e=6), lambda: f(1, 2, e=5, z=1, y=2),
         lambda: none(1), lambda: none(1, 2), lambda: none(a=1), lambda: one(), lambda: one(1, 2), lambda: one(y=1), lambda: one(1, x=2), lambda: one(1, y=2), lambda: two(), lambda: two(1), lambda: two(y=1), lambda: two(1, 2, 3), lambda: many(), lambda: many(1), lambda: many(1, 2, 3, 4, 5), lambda: many(q=1), lambda: kw(), lambda: kw(1), lambda: kw(1, k=2), lambda: kw(1, 2), lambda: kw(k=1, z=2),
         lambda: rest(), lambda: rest(y=1), lambda: both(1), lambda: both(1, 2), lambda: both(1, 2, y=3), lambda: both(), lambda: posonly(1), lambda: posonly(x=1, y=2), lambda: posonly(1, y=2), lambda: posonly(1, 2, 3), lambda: (lambda v: v)(), lambda: (lambda: 0)(1),
         lambda: C(), lambda: C(1, 2, 3), lambda: C(z=1), lambda: C(1).m(), lambda: C(1).m(1, 2), lambda: C.m(), lambda: C.m(C(1)), lambda: C(1).noself(), lambda: C.cm(), lambda: C.cm(1, 2), lambda: C.sm(), lambda: C.sm(1, 2, 3), lambda: Empty(1), lambda: Empty(a=1), lambda: Empty()(), lambda: 5(), lambda: None(), lambda: "s"(), lambda: [](), lambda: C(1).m(b=1), lambda: C(1).zz()]
for i, call in enumerate(calls):
    try:
        print(i, call())
    except Exception as error:
        print(i, type(error).__name__, error)
for args, kwargs in (((1, 2), {"e": 5}), ((1,), {"e": 5}), ((), {}), ((1, 2, 3, 4), {"e": 0, "extra": 1}), ((1, 2), {"e": 1, "a": 10})):
    try:
        print(f(*args, **kwargs))
    except TypeError as error:
        print(error)
for call in (lambda: one(*[1, 2]), lambda: one(**{"x": 1, "y": 2}), lambda: two(*"ab", **{"x": 1}), lambda: two(1, **{"x": 1}), lambda: f(1, 2, e=3, **{"e": 4}), lambda: one(**{3: 1}), lambda: one(*None), lambda: one(**None), lambda: one(**[1]), lambda: one(*1), lambda: f(1, 2, **{"e": 1}, **{"e": 2}), lambda: print(**{"sep": "", "end": "\n"}), lambda: dict(**{"a": 1}, **{"a": 2})):
    try:
        print(call())
    except TypeError as error:
        print(str(error).replace("__main__.", ""))
print(f(1, 2, e=5), f(1, 2, 3, 4, e=5, g=6, a="kw a"), rest(1, 2, 3), (lambda a, *b, c=1, **d: (a, b, c, d))(1, 2, c=3, e=4))
