# collections: all classes and their methods.
from collections import *

d = deque([1, 2, 3], maxlen=4)
d.append(4); d.append(5); d.appendleft(0)
print(d, d.maxlen, len(d), d[0], d[-1], 3 in d, list(reversed(d)))
d.rotate(1); print(d)
d.rotate(-2); print(d)
d.extend([7, 8]); d.extendleft([9]); print(d)
print(d.pop(), d.popleft(), d.count(7), d.index(4), d.copy(), d == deque(d), d + deque([1]), deque("ab") * 2)
d.remove(4); d.insert(1, "x"); d.reverse(); print(d); d[0] = "first"; del d[1]; print(d); d.clear(); print(d, bool(d))
for call in [lambda: deque().pop(), lambda: deque([1])[3], lambda: deque([1]).remove(2), lambda: deque([1], maxlen=-1), lambda: deque([1], 1).insert(0, 2), lambda: deque([1]).index(9)]:
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
o = OrderedDict(a=1, b=2, c=3)
o.move_to_end("a"); print(o, list(o)); o.move_to_end("c", last=False); print(list(o), o.popitem(last=False), o.popitem())
print(OrderedDict([("x", 1)]) == {"x": 1}, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), o | {"z": 1}, list(reversed(OrderedDict(a=1, b=2))))
dd = defaultdict(list, {"k": [0]})
dd["a"].append(1); print(dd, dd.default_factory, dd.get("nope"), "nope" in dd, dict(dd)); dd.default_factory = None
try:
    dd["zz"]
except KeyError as error:
    print("KeyError", error)
print(defaultdict(int), defaultdict(lambda: 5)["q"], defaultdict(list) | {1: 2}, defaultdict(int, a=1).copy())
c = Counter("abracadabra")
print(c, c.most_common(2), sorted(c.elements())[:4], c.total(), c["z"], list(c), c.keys() >= {"a"})
c.update("aab"); c.subtract({"a": 3, "z": 1}); print(c, -c, +c, c.most_common()[-1])
del c["z"]; del c["missing"]; print(c, Counter(a=1) <= Counter(a=2), Counter(a=1, b=0) == Counter(a=1), Counter([1, 1, 2]) ^ Counter([1]) if hasattr(Counter, "__xor__") else "no xor")
c = Counter(x=5); c += Counter(x=1, y=2); c -= Counter(x=4); c |= Counter(z=1); c &= Counter(x=9, y=9); print(c)
m = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(m, m["a"], m["b"], list(m), len(m), m.maps, dict(m), "b" in m, m.get("zz", 0), m.parents, m.new_child({"c": 5}))
m["b"] = 9; m.pop("a"); print(m, m["a"], m | {"q": 1})
try:
    m.pop("nothere")
except KeyError as error:
    print(error)
P = namedtuple("P", "x y", defaults=(5,)); print(P(1), P(1, 2)._replace(y=7), P._fields, P(3)._asdict(), P.__doc__, P._field_defaults, P(x=1, y=2) + (3,))
for call in [lambda: namedtuple("A", "x x"), lambda: namedtuple("A", "1x"), lambda: namedtuple("A", "class"), lambda: namedtuple("A", "_x"), lambda: P(), lambda: P(1, 2, 3), lambda: P(1)._replace(z=1), lambda: namedtuple("A b", "x")]:
    try:
        print(call())
    except (ValueError, TypeError) as error:
        # _replace raises TypeError since 3.13.
        kind = "TypeError" if "unexpected field names" in str(error) else type(error).__name__
        print(kind, error)
print(namedtuple("R", "a class a", rename=True)._fields, namedtuple("E", [])(), namedtuple("C", "a, b")(1, 2))


class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)


l = Lower(A=1); l["B"] = 2; l.update({"C": 3}); print(l, l.data, "a" in l, l.get("b"), len(l), dict(l), l.pop("c"))


class Unique(UserList):
    def append(self, item):
        if item not in self.data:
            super().append(item)


u = Unique([1, 2]); u.append(2); u.append(3); print(u, u[1:], u + [9], len(u), u.data, sorted(u, reverse=True), u == [1, 2, 3])
s = UserString("text"); print(s.upper(), s + "s", len(s), s[1:], s == "text", isinstance(s.upper(), UserString), "ex" in s, s.replace("t", "T"))
