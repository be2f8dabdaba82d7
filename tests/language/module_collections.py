from collections import OrderedDict, defaultdict, Counter, deque, namedtuple, ChainMap
d = defaultdict(list); d["a"].append(1); d["b"]; print(d, d["a"], len(d), "z" in d, d.get("z"), dict(d), defaultdict(int, {"x": 1}), isinstance(d, dict))
n = defaultdict(int)
for c in "hello": n[c] += 1
print(dict(n), sorted(n.items()), defaultdict(lambda: 5)["q"])
c = Counter("abracadabra"); print(c, c["a"], c["z"], c.most_common(2), sorted(c.elements())[:6], c.total(), Counter(a=1) + Counter(a=2, b=1), Counter(a=3) - Counter(a=1, b=5), Counter(a=3, b=1) & Counter(a=1, b=4), Counter(a=3) | Counter(a=1, b=4))
c.update("aaa"); c.subtract({"b": 5}); print(c["a"], c["b"], +c == Counter({k: v for k, v in c.items() if v > 0}), Counter([1, 2, 1]) == {1: 2, 2: 1}, Counter())
o = OrderedDict([("a", 1), ("b", 2)]); o["c"] = 3; o.move_to_end("a"); print(o, list(o), o.popitem(last=False), o.popitem(), o, OrderedDict(a=1) == OrderedDict(a=1), OrderedDict([(1, 1), (2, 2)]) == OrderedDict([(2, 2), (1, 1)]), OrderedDict(), list(reversed(o)))
q = deque([1, 2, 3], maxlen=4); q.append(4); q.append(5); q.appendleft(0); print(q, q.pop(), q.popleft(), q, len(q), q[0], q[-1], q.maxlen, 3 in q, list(q), bool(deque()))
q.rotate(1); print(q); q.extend([8, 9]); q.extendleft([7]); print(q, q.count(8), q.index(8)); q.reverse(); q.remove(8); q.insert(1, "x"); print(q); q.clear(); print(q, deque([1]) == deque([1]), deque([1]) + deque([2]), deque("ab") * 2, deque("abc").copy(), list(reversed(deque([1, 2]))))
P = namedtuple("P", "x y z", defaults=[9]); p = P(1, y=2); print(p, p.x, p[1], p.z, p._asdict(), p._replace(x=5), P._fields, P._make([1, 2, 3]), p == (1, 2, 9), len(p), isinstance(p, tuple), P._field_defaults, P.__name__); a, b, z = p; print(a, b, z, *p, hash(p) == hash((1, 2, 9)))
E = namedtuple("E", ["a", "b"]); print(E(a=1, b=2), sorted([E(2, 1), E(1, 2)]), E(1, 2) < E(1, 3))
m = ChainMap({"a": 1}, {"a": 2, "b": 3}); m["c"] = 4; print(m["a"], m["b"], m.maps, len(m), sorted(m), "b" in m, m.get("q", 0), m.new_child({"a": 0})["a"], m.parents["a"])
for f in [lambda: deque().pop(), lambda: deque().popleft(), lambda: deque([1])[5], lambda: P(1), lambda: P(1, 2, 3, 4), lambda: P(1, 2, q=3), lambda: namedtuple("Q", "a a"), lambda: namedtuple("Q", "class"), lambda: namedtuple("Q", "_a"), lambda: defaultdict(5), lambda: defaultdict()["a"], lambda: m["zzz"], lambda: p._replace(q=1), lambda: deque([1], maxlen=-1), lambda: OrderedDict().popitem(), lambda: deque([1]).remove(5), lambda: deque([1]).index(5)]:
    try:
        print(f())
    except Exception as e:
        # _replace raises TypeError since 3.13.
        kind = "TypeError" if "unexpected field names" in str(e) else type(e).__name__
        print(kind, e)
try:
    for x in (z := deque([1, 2])): z.append(3)
except RuntimeError as e:
    print(e)
