"""Every dict method, views, ordering, merging, deletion while iterating."""

d = {"b": 1, "a": 2}
d["c"] = 3
d.update({"a": 20}, z=26)
d.update([("q", 1)])
print(
    d,
    len(d),
    list(d),
    d.get("x"),
    d.get("x", 0),
    d.pop("q"),
    d.pop("x", None),
    d.setdefault("n", []),
    d.setdefault("a", 5),
)
d["n"].append(1)
print(
    d.items(), d.keys(), d.values(), list(reversed(d)), d.popitem(), "a" in d, 26 in d.values(), ("a", 20) in d.items()
)
k = d.keys()
d["new"] = 0
print(
    k,
    k & {"a", "zz"},
    k | {"y"} >= {"y"},
    k - {"a"} == {"b", "c", "z", "new"},
    k ^ k,
    k.isdisjoint(["q"]),
    d.items() & {("b", 1)},
    k.mapping["b"],
)
print(
    dict(a=1),
    dict([("x", 1)]),
    dict(zip("ab", [1, 2])),
    dict({"a": 1}, b=2),
    {**d, "b": 9},
    {1: "int", 1.0: "float", True: "bool"},
    {(1, 2): 3}[1, 2],
    dict.fromkeys([1, 2]),
    dict.fromkeys("ab", []),
)
print(
    {"a": 1, "b": 2} == {"b": 2, "a": 1},
    {"a": 1} | {"b": 2},
    {} == {},
    {"a": {"b": 1}}["a"]["b"],
    {k: v for k, v in sorted({"b": 1, "a": 2}.items())},
    max({"a": 3, "b": 1}, key={"a": 3, "b": 1}.get),
    sum({1: 2, 3: 4}),
    sorted({"b": 1, "a": 2}.items(), key=lambda i: i[1]),
)
for bad in (
    lambda: d["missing"],
    lambda: {}.popitem(),
    lambda: d.pop("nope"),
    lambda: {[1]: 2},
    lambda: {{}: 1},
    lambda: dict([1, 2]),
    lambda: dict([(1, 2, 3)]),
    lambda: d.update(5),
    lambda: d + {},
    lambda: {} < {"a": 1},
    lambda: d.a,
    lambda: dict(**{1: 2}),
    lambda: hash({}),
    lambda: {}[float("nan")],
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
e = d.copy()
e["only"] = 1
print("only" in d, e is d, e.clear(), e, bool(e))
n = {}
n.setdefault("list", []).append(1)
n["self"] = n
print(n)
try:
    for key in d:
        d[key + "!"] = 1
except RuntimeError as err:
    print(err)
try:
    for key in d:
        d.pop("b", None)
except RuntimeError as err:
    print(err)
del d["a"]
d["a"] = "again"
print(list(d)[-1], next(iter(d)), list(d.items())[0])


class K:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 1

    def __eq__(self, o):
        return self.v == o.v

    def __repr__(self):
        return f"K{self.v}"


m = {K(1): "a", K(2): "b"}
m[K(1)] = "c"
print(m, m[K(2)], K(3) in m, len(m))
