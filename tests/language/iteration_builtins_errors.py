"""zip, map, filter, enumerate, reversed, iter, range: kinds, results, errors."""
z = zip([1, 2, 3], (n for n in range(2)))
print(list(z), list(zip()), list(zip("a")), list(zip("ab", "c", strict=False)))
for bad in (lambda: list(zip("ab", "c", strict=True)), lambda: list(zip("a", "bc", strict=True)), lambda: list(zip("a", "b", "cd", strict=True)), lambda: iter(5), lambda: next([1]), lambda: list(5), lambda: iter(3, 4), lambda: reversed({1}), lambda: reversed((x for x in [])), lambda: enumerate(5), lambda: zip(1), lambda: map(len), lambda: list(map(len, 5)), lambda: list(map(len, [1])), lambda: filter(None), lambda: next(), lambda: sum(["a"]), lambda: sum("ab"), lambda: sum([[1]]), lambda: sum([[1]], []), lambda: [*5], lambda: (lambda *a: a)(*5), lambda: print(*5), lambda: dict(**5), lambda: (lambda **k: k)(**{1: 2}), lambda: "".join(5), lambda: list(iter(lambda: 1 / 0, 1)), lambda: enumerate(), lambda: sum(["a"], ""), lambda: range(1, 2, 0), lambda: range("a"), lambda: range(), lambda: range(1.5), lambda: list(map(lambda a: a, [1], [2])), lambda: any(5), lambda: all(None), lambda: for_none(None), lambda: min(5), lambda: tuple(1), lambda: set(None), lambda: reversed(5)):
    try:
        print(bad())
    except (TypeError, ValueError, ZeroDivisionError, NameError) as error:
        print(type(error).__name__, error)
print(list(enumerate("ab", 5)), list(map(lambda a, b: a * b, [1, 2, 3], [4, 5])), list(filter(None, [0, 1, "", "a", [], None])), list(filter(str.isdigit, "a1b2")), list(reversed([1, 2])), list(reversed("ab")), list(reversed(range(3))), list(reversed({"a": 1})), any([]), all([]), any(x > 2 for x in [1, 3]), all(map(bool, [1, 0])))
for thing in (iter([]), iter(()), iter(""), iter(b""), iter(range(0)), iter({}), iter(set()), reversed([]), enumerate([]), zip(), map(len, []), filter(None, []), (x for x in []), iter(int, 1), iter({}.items()), iter({}.values()), reversed(range(0)), reversed(()), iter("é")):
    print(type(thing).__name__, iter(thing) is thing, hasattr(thing, "__next__"), end="; ")
print()
r = range(10, 0, -3)
print(r, list(r), len(r), r[1], r[-1], r[1:], 7 in r, 8 in r, r.index(4), r.count(1), r.start, r.stop, r.step, range(3) == range(0, 3), range(0) == range(5, 5), hash(range(3)) == hash(range(0, 3, 1)), range(0, 5, 2) == range(0, 6, 2), bool(range(0)), range(True, 4), 2.0 in range(3), "a" in range(3), r[::-1], range(5)[1:10:2], min(r), sum(r))
