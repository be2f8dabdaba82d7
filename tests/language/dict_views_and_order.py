"""Dict order, views as sets, live views, merging, every method, keys of many kinds, mutation errors."""
d = {"b": 2, "a": 1}
d["c"] = 3
d["b"] = 20
del d["a"]
d["a"] = 10
print(d, list(d), d.keys(), d.values(), d.items(), list(reversed(d)), list(reversed(d.values())), list(reversed(d.items())), len(d.keys()))
k = d.keys()
d["new"] = 0
print(k, "new" in k, k & {"a", "zz"} == {"a"}, sorted(k | {"q"}), sorted(k - {"a"}), sorted(k ^ {"a", "z"}), k == {"a", "b", "c", "new"}, k >= {"a"}, k > {"a"}, k.isdisjoint(["zz"]), {"a"} <= k, k == set(d))
print(sorted({1: 2}.items() & {(1, 2), (3, 4)}), sorted({1: 2}.items() | [(9, 9)]), ("b", 20) in d.items(), 20 in d.values(), d.items() == dict(d).items(), d.values() == d.values(), {1: 2}.keys() == {1: 3}.keys(), sorted({"x"} | {"y": 1}.keys()), sorted([1, 2] & {1: 0}.keys()))
print(d.get("zz"), d.get("zz", 5), d.pop("new"), d.pop("zz", None), d.popitem(), d.setdefault("s"), d.setdefault("b", 9), d)
d.update({"u": 1}, v=2)
d.update([("w", 3), "xy"])
d.update()
print(d, d | {"b": 0}, {"first": 1} | d, dict.fromkeys("ab"), dict.fromkeys([1, 2], []), dict([("a", 1)], b=2), dict(zip("ab", range(2))), dict({"x": 1}, y=2), dict(), {**{"a": 1}, "b": 2, **{"a": 3}})
d |= {"z": 26}
d |= [("q", 17)]
e = d.copy()
e.clear()
print(d, e, d == dict(reversed(d.items())), {1: "a", True: "b", 1.0: "c"}, {0: 1, False: 2}, {(1, 2): "t", "1": "s", None: "n", 1.5: "f", frozenset([1]): "fs", b"1": "b", int: "type", len: "fn"}[int])
for bad in (lambda: d["nope"], lambda: {}[1, 2], lambda: {[]: 1}, lambda: {{}: 1}, lambda: {}.popitem(), lambda: {}.pop("x"), lambda: dict([1]), lambda: dict(["abc"]), lambda: dict(5), lambda: d.update(5), lambda: {} < {}, lambda: {} + {}, lambda: d | [1], lambda: d | None, lambda: dict.fromkeys(5), lambda: d.keys()[0], lambda: d.get(), lambda: d.pop(), lambda: d.setdefault([]), lambda: {1: 2}.items() & 5, lambda: hash({}),
            lambda: d.get([]), lambda: [] in d, lambda: d.fromkeys([[]]), lambda: dict(a=1, **{"a": 2}), lambda: dict({}, {}), lambda: d.keys() + d.keys(), lambda: {}.update([(1, 2, 3)]), lambda: d.values() & {1}, lambda: d.items().add(1), lambda: dict.pop(), lambda: d.nope, lambda: d.__getitem__("nope"), lambda: set(d.values()) < 5):
    try:
        print(bad())
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        print(type(error).__name__, error)
m = {1: 1, 2: 2}
for action in (lambda: [m.pop(x) for x in m], lambda: [m.update({x + 10: 0}) for x in m], lambda: [m.__setitem__(x, x * 2) for x in m]):
    try:
        action()
        print("allowed", m)
    except RuntimeError as error:
        print(error, m)
print([x for x in list(m) if m.pop(x) is not None], m)


class Case(dict):
    def __missing__(self, key):
        return f"<{key}>"

    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)


c = Case(A=1)
c["B"] = 2
print(c, c["zz"], c.get("zz"), "b" in c, c | {"C": 3}, type(c | {}).__name__, type(c.copy()).__name__, dict(c), c == {"A": 1, "b": 2})


class Key:
    def __init__(self, v): self.v = v
    def __hash__(self): print("hash", self.v); return self.v % 2
    def __eq__(self, o): print("eq", self.v, o.v); return self.v == o.v


t = {Key(1): "one"}
print(t.get(Key(1)), t.get(Key(3)), t.get(Key(2)))
inverted = {}
for key, value in {"a": 1, "b": 2, "c": 1}.items():
    inverted.setdefault(value, []).append(key)
print(inverted, {v: k for k, v in {"a": 1, "b": 2}.items()}, {k: {**v, "n": i} for i, (k, v) in enumerate({"p": {}, "q": {"z": 0}}.items())})
nested = {"a": {"b": [1, {"c": 2}]}}
print(nested["a"]["b"][1]["c"], {**nested} is nested, nested.copy()["a"] is nested["a"], str(nested), repr({"self": ...}), len(nested), bool({}))


def flatten(d, prefix=""):
    for k, v in d.items():
        if isinstance(v, dict):
            yield from flatten(v, prefix + k + ".")
        else:
            yield prefix + k, v


print(dict(flatten({"a": 1, "b": {"c": 2, "d": {"e": 3}}})), max(d, key=len), sorted(d.items(), key=lambda kv: str(kv[1]))[:2], sum(v for v in d.values() if isinstance(v, int)), [*d][:2], {*d} == set(d), (lambda **k: k)(**d) == d, next(iter(d.items())))
loop = {}
loop["me"] = loop
print(loop, {"k": loop}["k"]["me"] is loop)
print(d.keys().mapping["b"], type(d.items()).__name__, type(iter(d)).__name__, type(iter(d.items())).__name__, type(reversed(d)).__name__)
