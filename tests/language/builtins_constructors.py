print(bool(), bool([]), bool([0]), bool(""), bool("a"), bool(0.0), bool(None), str(), str(5), str([1]), str(b"a", "utf-8"), str(None), repr(str(b"a")))
print(list(), tuple([1]), dict(), set([1]), frozenset([1]), bytes(), complex if False else "", type(5), type("a"), type([]), type(None), type(print) is type(len))
print(int is type(5), str.__name__, isinstance(int, type), type(type), object() is not None, type(range(3)), type(slice(1)), type(...), type(lambda: 1).__name__)
class C:
    def __int__(self): return 7
    def __float__(self): return 2.5
    def __index__(self): return 3
    def __bool__(self): return False
    def __len__(self): return 4
    def __str__(self): return "C!"
    def __repr__(self): return "C()"
    def __hash__(self): return 11
    def __abs__(self): return "abs"
    def __round__(self, n=None): return ("round", n)
    def __bytes__(self): return b"bb"
    def __contains__(self, x): return x == 1
    def __reversed__(self): return iter([3, 2, 1])
    def __format__(self, s): return "F" + s
    def __divmod__(self, o): return "dm"
    def __pow__(self, o, m=None): return "pw"
c = C()
print(int(c), float(c), bool(c), len(c), str(c), repr(c), hash(c), abs(c), round(c), round(c, 2), bytes(c), 1 in c, 2 in c, list(reversed(c)), format(c, "x"), f"{c:y}", [0, 1, 2, 3][c], hex(c), range(c), [c], "%d" % c, "%.1f" % c, "%s" % c, divmod(c, 2), pow(c, 2), chr(c) == "\x03")
class D: pass
for f in [lambda: int(D()), lambda: float(D()), lambda: len(D()), lambda: abs(D()), lambda: [1][D()], lambda: D() + 1, lambda: iter(D()), lambda: D()[0], lambda: 1 in D(), lambda: round(D()), lambda: D() < D(), lambda: -D(), lambda: range(D()), lambda: str("a", "utf-8"), lambda: NoneType]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
