"""Changes while iterating, __missing__, hashes and equality of keys, nesting, flattening, a dict within itself."""
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


loop = {}
loop["me"] = loop
print(loop, {"k": loop}["k"]["me"] is loop)
