"""What wrong subscripts, assignments and deletions say; unpacking that does not fit. Recorded from CPython 3.13."""
x = [1, 2, 3]
t, d, st, r = (1, 2), {"a": 1}, "text", range(3)
cases = [lambda: x[5], lambda: x[-4], lambda: x["a"], lambda: x[1.5], lambda: x[None], lambda: x[1, 2], lambda: t[9], lambda: t["a"], lambda: st[9], lambda: st["a"], lambda: d["zz"], lambda: d[[1]], lambda: d[{}], lambda: r[5], lambda: r["a"],
         lambda: b"ab"[9], lambda: b"ab"["a"], lambda: 5[0], lambda: None[0], lambda: print[0], lambda: {1}[0], lambda: x[::0], lambda: x["a":], lambda: st[1:"b"], lambda: (i for i in x)[0], lambda: 1.5[0], lambda: int[0], lambda: len[1], lambda: object()[0]]
for case in cases:
    try:
        print(case())
    except (IndexError, TypeError, KeyError, ValueError) as error:
        print(type(error).__name__, error)


def assign(target, key, value):
    target[key] = value


def delete(target, key):
    del target[key]


for action in (lambda: assign(x, 9, 1), lambda: assign(x, "a", 1), lambda: assign(t, 0, 1), lambda: assign(st, 0, "a"), lambda: assign(x, slice(0, 2), 5), lambda: assign(x, slice(None, None, 2), [1]), lambda: assign(d, [], 1), lambda: assign(5, 0, 1),
               lambda: assign(None, 0, 1), lambda: assign({1}, 0, 1), lambda: assign(r, 0, 1), lambda: assign(b"ab", 0, 1), lambda: assign(bytearray(b"ab"), 0, 300), lambda: assign(bytearray(b"ab"), 0, "a"), lambda: assign(bytearray(b"ab"), 9, 1),
               lambda: delete(x, 9), lambda: delete(x, "a"), lambda: delete(t, 0), lambda: delete(st, 0), lambda: delete(d, "zz"), lambda: delete({1}, 0), lambda: delete(5, 0), lambda: delete(r, 0), lambda: delete(b"a", 0), lambda: assign(x, slice(0, 1, 0), [1]), lambda: assign(len, 0, 1), lambda: delete(None, 0)):
    try:
        action()
        print("fine")
    except (IndexError, TypeError, KeyError, ValueError) as error:
        print(type(error).__name__, error)
print(x, d)
first, *middle, last = x
*init, end = "abc"
[p, [q, *w]] = [1, (2, 3, 4)]
print(first, middle, last, init, end, p, q, w)
for bad in ("a, b = 1, 2, 3", "a, b = [1]", "a, *b, c = [1]", "a, b = 5", "a, b = None", "(a, b), c = 1, 2", "a, b = {1: 2}", "a, b = 'xyz'", "[a] = []", "a, b = iter([1, 2, 3])"):
    kind = bad.split(" = ")[1]
    values = {"1, 2, 3": (1, 2, 3), "[1]": [1], "5": 5, "None": None, "1, 2": (1, 2), "{1: 2}": {1: 2}, "'xyz'": "xyz", "[]": [], "iter([1, 2, 3])": iter([1, 2, 3])}[kind]
    try:
        if bad.startswith("a, *b"):
            i, *j, k = values
        elif bad.startswith("(a"):
            (i, j), k = values
        elif bad.startswith("[a]"):
            [i] = values
        else:
            i, j = values
        print(i, j)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, error)
