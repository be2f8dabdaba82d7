"""Dict order; views live, as sets, reversed."""
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
print(d.keys().mapping["b"], type(d.items()).__name__, type(iter(d)).__name__, type(iter(d.items())).__name__, type(reversed(d)).__name__)
