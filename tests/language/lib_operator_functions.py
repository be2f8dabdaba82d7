"""operator: every function, itemgetter, attrgetter, methodcaller, in-place forms, and errors."""
import operator as op
from functools import reduce
from types import SimpleNamespace

for name, args in [("add", (2, 3)), ("sub", (2, 3)), ("mul", (2, 3)), ("truediv", (3, 2)), ("floordiv", (7, 2)), ("mod", (7, 3)), ("pow", (2, 5)), ("neg", (3,)), ("pos", (-3,)), ("abs", (-3,)), ("invert", (5,)), ("inv", (5,)), ("lshift", (1, 4)), ("rshift", (16, 2)), ("and_", (6, 3)), ("or_", (6, 3)), ("xor", (6, 3)),
                   ("lt", (1, 2)), ("le", (2, 2)), ("eq", (1, 1)), ("ne", (1, 2)), ("ge", (1, 2)), ("gt", (1, 2)), ("not_", (0,)), ("truth", ([],)), ("is_", (None, None)), ("is_not", (1, None)), ("contains", ([1, 2], 2)), ("countOf", ([1, 2, 1], 1)), ("indexOf", ([4, 5], 5)), ("getitem", ([1, 2, 3], slice(1, 3))), ("concat", ([1], [2])), ("index", (True,)), ("length_hint", ([1, 2],))]:
    print(name, getattr(op, name)(*args), end="; ")
print()
d, l = {"a": 1}, [1, 2, 3, 4]
op.setitem(d, "b", 2)
op.delitem(d, "a")
op.setitem(l, slice(0, 2), [9])
op.delitem(l, -1)
print(d, l, op.iadd([1], [2]), op.imul([1], 2), op.ior({1}, {2}), op.isub(5, 3), op.ixor(6, 3), op.iconcat("a", "b") if False else op.iconcat([1], (2,)), op.ipow(2, 3), op.imod(7, 4), op.ifloordiv(7, 2), op.itruediv(7, 2), op.iand(6, 3), op.ilshift(1, 3), op.irshift(8, 1))
rows = [{"n": "b", "v": 2}, {"n": "a", "v": 2}, {"n": "c", "v": 1}]
print([r["n"] for r in sorted(rows, key=op.itemgetter("v", "n"))], op.itemgetter(1)("abc"), op.itemgetter(0, -1)([1, 2, 3]), op.itemgetter(slice(1, None))("abcd"), repr(op.itemgetter(1, "x")))
ns = SimpleNamespace(a=SimpleNamespace(b=5), c="text")
print(op.attrgetter("a.b")(ns), op.attrgetter("c", "a.b")(ns), op.methodcaller("upper")("abc"), op.methodcaller("split", ",", maxsplit=1)("a,b,c"), repr(op.attrgetter("a.b")), repr(op.methodcaller("split", ",", maxsplit=1)))
print(reduce(op.mul, range(1, 8)), list(map(op.add, [1, 2], [10, 20])), sum(map(op.mul, [1, 2, 3], [4, 5, 6])), max(rows, key=op.itemgetter("n"))["n"], list(map(op.methodcaller("strip"), [" a", "b "])), op.add("a", "b"), op.mul("ab", 2), op.mod("%s!", "x"), op.matmul(type("M", (), {"__matmul__": lambda s, o: "mm"})(), 1), op.call(len, "abc") if hasattr(op, "call") else 3)
for bad in (lambda: op.add(1, "a"), lambda: op.itemgetter(), lambda: op.attrgetter("x")(5), lambda: op.itemgetter(9)([1]), lambda: op.indexOf([1], 5), lambda: op.index(1.5), lambda: op.attrgetter(5), lambda: op.methodcaller(), lambda: op.methodcaller("nope")("a"), lambda: op.truediv(1, 0), lambda: op.lt(1, "a"), lambda: op.neg("a"), lambda: op.delitem({}, "x")):
    try:
        print(bad())
    except (TypeError, AttributeError, IndexError, ValueError, ZeroDivisionError, KeyError) as error:
        print(type(error).__name__, error)


class Money:
    def __init__(self, v): self.v = v
    def __add__(self, o): return Money(self.v + o.v)
    def __iadd__(self, o): self.v += o.v; return self
    def __getitem__(self, k): return k * self.v
    def __contains__(self, k): return k == self.v
    def __index__(self): return self.v


m = Money(3)
print(op.add(m, Money(4)).v, op.iadd(m, Money(1)) is m, m.v, op.getitem(m, 5), op.contains(m, 4), op.index(m), [10, 20, 30, 40, 50][m], op.not_(m), op.truth(m), op.__add__(1, 2), op.is_(m, m))
