"""defaultdict: factories, nesting, counting, trees, copies, errors."""
from collections import ChainMap, OrderedDict, UserDict, UserList, UserString, defaultdict

dd = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    dd[k].append(v)
print(dd, dd["zz"], len(dd), dd.default_factory, dd.get("q"), "q" in dd, dict(dd))
nested = defaultdict(lambda: defaultdict(int))
nested["x"]["y"] += 5
print(nested["x"], nested["n"]["m"], {k: dict(v) for k, v in nested.items()})
dd.default_factory = None
try:
    dd["gone"]
except KeyError as error:
    print("KeyError", error)
print(defaultdict(int, {"a": 1}) | {"b": 2}, defaultdict(int, a=1) == {"a": 1}, defaultdict(int).copy(), defaultdict(None, [(1, 2)]))
try:
    defaultdict(3)
except TypeError as error:
    print(error)
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
print(dict(t["a"]["b"]))
counts = defaultdict(int, zip("ab", (1, 2)))
counts["c"] += 1
print(sorted(counts.items()), type(counts).__mro__[1].__name__, isinstance(counts, dict))
