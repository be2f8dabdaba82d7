t = (1, 2, 3, 2)
print(t.count(2), t.index(2), t.index(2, 2), t + (4,), t * 2, t[1:3], t[-1], (1, 2) < (1, 3), (1,) == (1,), 2 in t, hash((1, 2)) == hash((1, 2)), tuple("ab"), tuple(), len(t))
r = range(2, 20, 3)
print(r, list(r), len(r), r[1], r[-1], r[1:3], r[::-1], 5 in r, 6 in r, r.index(8), r.count(5), r.count(6), r.start, r.stop, r.step, list(reversed(r)), range(0) == range(5, 5), range(3) == range(0, 3, 1), bool(range(0)))
print(list(range(5, 0, -2)), range(10)[2:8:2], 3.0 in range(5), 3.5 in range(5), "a" in range(5), max(range(10)), sum(range(101)), len(range(0, 10**18)), (10**17) in range(0, 10**18, 10))
s = slice(1, 10, 2); print(s, s.start, s.stop, s.step, s.indices(5), slice(None, None, -1).indices(5), slice(-3, None).indices(10), slice(5) == slice(None, 5, None))
a, *b, c = range(5); print(a, b, c); (x, y), z = (1, 2), 3; print(x, y, z)
for f in [lambda: (1,).index(2), lambda: range(3).index(9), lambda: range(1.0), lambda: range(1, 2, 0), lambda: (1,)[3], lambda: range(3)[5], lambda: (1,) + [2], lambda: tuple(5), lambda: slice(1, 2, 0).indices(3), lambda: (1, 2) < 3, lambda: range("a"), lambda: (1,).append]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
