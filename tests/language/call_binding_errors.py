"""Every wrong call of a user's function, method, class and lambda, and of natives: CPython's words."""


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
         lambda: C(), lambda: C(1, 2, 3), lambda: C(z=1), lambda: C(1).m(), lambda: C(1).m(1, 2), lambda: C.m(), lambda: C.m(C(1)), lambda: C(1).noself(), lambda: C.cm(), lambda: C.cm(1, 2), lambda: C.sm(), lambda: C.sm(1, 2, 3), lambda: Empty(1), lambda: Empty(a=1), lambda: Empty()(), lambda: 5(), lambda: None(), lambda: "s"(), lambda: [](), lambda: C(1).m(b=1), lambda: C(1).zz(),
         lambda: len(), lambda: len(1, 2), lambda: len(5), lambda: len(x=1), lambda: abs(), lambda: abs("a"), lambda: isinstance(1), lambda: isinstance(1, 2), lambda: isinstance(1, (int, "a")), lambda: issubclass(1, int), lambda: issubclass(int, 3), lambda: print(1, foo=2), lambda: print(1, sep=3), lambda: int(1, 2, 3), lambda: int(x=1), lambda: str(1, 2), lambda: str(b"a", 5), lambda: list(1, 2), lambda: list(x=1), lambda: tuple(x=1), lambda: dict(1, 2), lambda: set(x=1), lambda: float(1, 2), lambda: bool(1, 2), lambda: bool(x=1),
         lambda: [].append(), lambda: [].append(1, 2), lambda: [].append(x=1), lambda: [].insert(1), lambda: [].pop("a"), lambda: [].pop(), lambda: [1].pop(5), lambda: [].remove(1), lambda: [].index(1), lambda: [].extend(5), lambda: [].sort(1), lambda: [].insert("a", 1), lambda: [].count(), lambda: {}.get(), lambda: {}.get(1, 2, 3), lambda: "".join(), lambda: "".split(1), lambda: "".split(sep=1), lambda: "".split(foo=1), lambda: "a".replace("a"), lambda: "a".replace("a", "b", "c"), lambda: "".upper(1), lambda: "a".center(), lambda: "a".find(), lambda: (1,).index(), lambda: (1,).index(5),
         lambda: sum(), lambda: sum(1), lambda: sum([1], [2]), lambda: round(), lambda: round("a"), lambda: round(1.5, "a"), lambda: round(1.5, 1, 2), lambda: pow(1), lambda: pow(1, "a"), lambda: divmod(1), lambda: ord(), lambda: chr(), lambda: hash(), lambda: id(), lambda: type(), lambda: type(1, 2), lambda: getattr(1), lambda: getattr(1, "x"), lambda: setattr(1, "x"), lambda: callable(), lambda: iter(), lambda: next(5), lambda: enumerate([], "a"), lambda: zip(5, 6), lambda: sorted(1), lambda: reversed(), lambda: range(1, 2, 3, 4), lambda: slice(), lambda: object(1), lambda: super(1, 2, 3), lambda: input(1, 2), lambda: open(), lambda: repr(), lambda: vars(1), lambda: dir(1, 2), lambda: format(), lambda: format(1, 2), lambda: bytes(1, 2, 3, 4), lambda: min(1, key=5), lambda: map(), lambda: filter(1), lambda: property(1, 2, 3, 4, 5), lambda: classmethod(), lambda: all(), lambda: bin(), lambda: ascii(), lambda: frozenset(1, 2)]
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
