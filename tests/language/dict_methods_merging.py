"""Every dict method and way of merging; errors and keys of many kinds."""
d = {"b": 2, "a": 1}
d["c"] = 3
d["b"] = 20
del d["a"]
d["a"] = 10
d["new"] = 0
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
