class V:
    def __init__(self, x): self.x = x
    def __repr__(self): return f"V({self.x})"
    def __add__(self, o):
        return V(self.x + (o.x if isinstance(o, V) else o))
    def __radd__(self, o): return V(o + self.x)
    def __iadd__(self, o):
        self.x += 100
        return self
    def __mul__(self, o): return NotImplemented
    def __neg__(self): return V(-self.x)
    def __matmul__(self, o): return "mat"
    def __lt__(self, o): return self.x < o.x
    def __getitem__(self, k): return ("item", k)
    def __setitem__(self, k, v): print("set", k, v)
    def __delitem__(self, k): print("del", k)
    def __len__(self): return self.x
    def __contains__(self, k): return k == self.x
    def __bool__(self): return self.x > 0
    def __int__(self): return self.x
    def __index__(self): return self.x
    def __float__(self): return float(self.x)
    def __abs__(self): return V(abs(self.x))
    def __format__(self, spec): return f"[{spec}]{self.x}"
    def __str__(self): return f"str{self.x}"
    def __round__(self, n=None): return ("round", n)
    def __divmod__(self, o): return "dm"
    def __pow__(self, o): return "pow"
    def __floordiv__(self, o): return "fd"
    def __mod__(self, o): return "mod"
    def __and__(self, o): return "and"
    def __rshift__(self, o): return "rs"
    def __invert__(self): return "inv"
    def __reversed__(self): return iter([3, 2])
v = V(3)
print(v + 1, 1 + v, v + V(2), -v, v @ v, v < V(4), V(5) > v, v[1], v[1:2], v[1, ::2], len(v), 3 in v, 4 in v)
w = v
w += 5
print(v, w is v)
try:
    v * 2
except TypeError as e:
    print(e)
v[0] = 1
del v[0]
print(bool(V(0)), int(v), float(v), abs(V(-2)), f"{v:>3} {v} {v!r}", str(v), [1, 2, 3, 4][V(1)], round(v), round(v, 2))
print(divmod(v, 1), v ** 2, v // 1, v % 1, v & 1, v >> 1, ~v, list(reversed(v)))
for bad in ("1 + 'a'", ):
    pass
tests = [lambda: 1 + "a", lambda: "a" + 1, lambda: [1] + (2,), lambda: (1,) + [2], lambda: {} + {}, lambda: "a" * "b", lambda: [1] * 1.5,
         lambda: -"a", lambda: ~1.5, lambda: 1 < "a", lambda: [1] < [None, 2] and [1] < ["a"], lambda: None + 1, lambda: 1 @ 2, lambda: 1 << -1,
         lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 5.0 % 0, lambda: 0 ** -1, lambda: [1][5], lambda: (1,)[5],
         lambda: "abc"[10], lambda: {}["k"], lambda: [1]["a"], lambda: 5[0], lambda: len(5), lambda: iter(5), lambda: next([]), lambda: 5(), lambda: [1, 2].foo]
for t in tests:
    try:
        print(t())
    except Exception as e:
        print(type(e).__name__, e)
def iop(x):
    x += "a"
try:
    iop(1)
except TypeError as e:
    print(e)
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0, "a" < "b", [1, 2] < [1, 3], (1, 2) == (1, 2.0), None is None, 1 is not None)
print(3 if [] else 4, [] or "x", 0 and 1, not 0, 1 and 2 and 3, None or 0 or "")
def t(x):
    print("eval", x, end="; ")
    return x
print(t(1) < t(5) < t(3) < t(9))
print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 2 ** 10, 2 ** -1, 10 / 4, 1e3, 0.1 + 0.2, 1 << 10, 255 >> 3, 6 & 3, 6 | 3, 6 ^ 3, ~5)
print(2 ** 100, -2 ** 63, 2 ** 63 - 1, (2 ** 64) // 3, (2 ** 64) % 1000, 2 ** 64 / 3, 10 ** 30 == 10 ** 30, -(2 ** 70) // 7, 9223372036854775807 + 1, -9223372036854775808 - 1, 3037000500 ** 2)
print(True + True, True * 3, 1 + True, sum([True, False, True]), 5 == 5.0, hash(5) == hash(5.0), {1: "a", 1.0: "b", True: "c"})
print(1e308 * 10, -1e308 * 10, float("nan") == float("nan"), float("inf") > 10 ** 400, 10 ** 400 > 1.5)
print("%d %s %05.2f %x %r" % (1, "a", 3.14159, 255, "q"), "%(a)s" % {"a": 1}, "ab" * 3, 3 * [0], (1, 2) * 2)
