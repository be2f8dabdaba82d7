d = {"a": 1, "b": 2}
print(d.get("a"), d.get("z"), d.get("z", 0), d.setdefault("c", 3), d.setdefault("a", 9), d)
print(d.pop("a"), d.pop("zz", None), d.popitem(), d, len(d), "b" in d, "q" not in d)
d.update({"x": 1}, y=2); d.update([("z", 3)]); print(d, list(d), list(d.values()), list(d.items()))
print(d.keys(), d.values(), d.items(), dict.fromkeys("ab"), dict.fromkeys([1, 2], 0), dict(a=1), dict([(1, 2)]), dict({"k": 1}, j=2), dict(zip("ab", range(2))))
print({"a": 1} | {"b": 2}, {"a": 1, "b": 2} == {"b": 2, "a": 1}, {1: "a", 1.0: "b", True: "c"}, {**{"a": 1}, "b": 2})
e = {"a": 1}; e |= {"b": 5}; print(e); del e["a"]; print(e); e.clear(); print(e, bool(e))
k = {"a": 1, "b": 2}.keys(); print(k & {"a"}, sorted(k | {"c"}), k - {"a"}, "a" in k, k == {"a", "b"}, len(k), k.isdisjoint({"z"}), ("a", 1) in {"a": 1}.items(), 1 in {"a": 1}.values())
print(list(reversed({"a": 1, "b": 2})), {k: v for v, k in enumerate("abc")}, sorted({"b": 1, "a": 2}.items()), max({"a": 1, "b": 5}, key={"a": 1, "b": 5}.get))
for f in [lambda: {}["a"], lambda: {}[1], lambda: {}.pop("q"), lambda: {}.popitem(), lambda: {[]: 1}, lambda: {}.get([]), lambda: dict([1]), lambda: dict([(1, 2, 3)]), lambda: dict(5), lambda: {} + {}, lambda: {}.foo, lambda: {} < {}, lambda: dict.fromkeys(5), lambda: {1: 2}.update(5), lambda: {(1, [2]): 1}, lambda: dict([("a",)])]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
try:
    g = {1: 1}
    for x in g:
        g[x + 1] = 1
except RuntimeError as e:
    print(e)
class Key:
    def __init__(self, v): self.v = v
    def __hash__(self): return 1
    def __eq__(self, o): return isinstance(o, Key) and self.v == o.v
m = {Key(1): "one", Key(2): "two"}; print(m[Key(1)], m[Key(2)], Key(3) in m, len(m))
it = iter({"a": 1, "b": 2}); print(next(it), next(it), next(it, "end"))
