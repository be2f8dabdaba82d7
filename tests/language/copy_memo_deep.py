"""copy and deepcopy: memo, hooks, cycles, slots, subclasses."""
import copy
class P:
    def __init__(self, v, kids=()): self.v, self.kids = v, list(kids)
    def __repr__(self): return f"P({self.v}, {self.kids})"
a = P(1, [P(2), P(3)]); b = copy.copy(a); c = copy.deepcopy(a)
a.kids.append("new"); a.kids[0].v = 99
print(a, b, c, b.kids is a.kids, c.kids[0] is a.kids[0])
loop = [1]; loop.append(loop); l2 = copy.deepcopy(loop); print(l2[1] is l2, l2 is not loop, loop)
d = {}; d["self"] = d; e = copy.deepcopy(d); print(e["self"] is e)
shared = [1]; pair = [shared, shared]; q = copy.deepcopy(pair); print(q[0] is q[1], q[0] is shared)
class Hook:
    def __init__(self, x): self.x = x
    def __copy__(self): return Hook(("copied", self.x))
    def __deepcopy__(self, memo):
        print("deepcopy", len(memo) >= 0, id(self) in memo)
        new = Hook(None); memo[id(self)] = new; new.x = copy.deepcopy(self.x, memo); return new
h = Hook([1]); h.x.append(h); k = copy.deepcopy(h); print(k.x[1] is k, copy.copy(Hook(5)).x)
class S:
    __slots__ = ("a", "b")
s = S(); s.a = [1]; t = copy.deepcopy(s); print(t.a, t.a is s.a, hasattr(t, "b"), copy.copy(s).a is s.a)
class MyList(list): pass
m = MyList([1, [2]]); m.tag = "t"; n = copy.deepcopy(m); print(n, type(n).__name__, n.tag, n[1] is m[1], copy.copy(m).tag)
class MyDict(dict): pass
m = MyDict(a=[1]); m.x = 5; n = copy.copy(m); print(n, n.x, n["a"] is m["a"], copy.deepcopy(m)["a"] is m["a"])
for v in (1, "s", None, (1, 2), ([1],), frozenset({1}), range(3), len, P, 2.5, b"x", True, ..., type, lambda: 0, NotImplemented):
    print(type(v).__name__, copy.copy(v) is v, copy.deepcopy(v) is v)
class R:
    def __init__(self, v): self.v = v
    def __reduce__(self): return (R, (self.v + 1,))
print(copy.copy(R(1)).v, copy.deepcopy(R(5)).v)
class G:
    def __init__(self): self.data, self.cache = [1], "big"
    def __getstate__(self): return {"data": self.data}
    def __setstate__(self, s): self.__dict__.update(s); self.cache = "rebuilt"
g = copy.deepcopy(G()); print(g.data, g.cache)
from collections import OrderedDict, defaultdict, Counter, deque, namedtuple, ChainMap
N = namedtuple("N", "a b")
for v in (OrderedDict(a=[1]), defaultdict(list, a=[1]), Counter("aab"), deque([1, [2]], maxlen=3), N([1], 2), ChainMap({"a": [1]})):
    c = copy.deepcopy(v); print(c, c == v, type(c).__name__, copy.copy(v) == v)
print(copy.deepcopy(defaultdict(list))["x"], copy.deepcopy(deque(maxlen=2)).maxlen)
class Exc(ValueError):
    def __init__(self, a, b): super().__init__(a, b); self.b = b
e = copy.copy(Exc(1, [2])); print(repr(e), e.b)
memo = {}; x = [1]; y = copy.deepcopy(x, memo); print(copy.deepcopy(x, memo) is y)
import datetime, enum, re
class C(enum.Enum): A = 1
print(copy.deepcopy(C.A) is C.A, copy.deepcopy(datetime.date(2024, 1, 1)), copy.deepcopy(re.compile("a")).pattern)
deep = cur = []
for _ in range(5000): nxt = []; cur.append(nxt); cur = nxt
try: copy.deepcopy(deep); print("fine")
except RecursionError: print("RecursionError")
def gen(): yield 1
try: copy.deepcopy(gen())
except TypeError as e: print(e)
import dataclasses
@dataclasses.dataclass
class DC:
    a: list; b: dict = dataclasses.field(default_factory=dict)
o = DC([1]); print(copy.deepcopy(o) == o, copy.copy(o).a is o.a)
class Node:
    def __init__(self, n): self.n, self.next, self.prev = n, None, None
a, b = Node(1), Node(2); a.next, b.prev = b, a; c = copy.deepcopy(a); print(c.next.prev is c, c.next.n)
