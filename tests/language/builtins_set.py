a, b = {1, 2, 3}, {2, 3, 4}
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a <= b, {2} < a, a >= {1}, a == {3, 2, 1}, a != b, 2 in a)
print(sorted(a.union([9], (8,))), sorted(a.intersection([1, 2], {2})), sorted(a.difference([1])), sorted(a.symmetric_difference(b)), a.isdisjoint({7}), {1}.issubset(a), a.issuperset([1]))
a.add(5); a.discard(1); a.discard(99); a.remove(2); print(sorted(a)); a.update([7], "x"); print(len(a)); a.clear(); print(a, bool(a))
c = {1, 2}; c |= {3}; c &= {2, 3}; c -= {2}; c ^= {4}; print(sorted(c)); d = c.copy(); d.add(0); print(len(c), len(d))
c.intersection_update([3]); print(c); c.difference_update([3]); print(c); c.symmetric_difference_update([5]); print(c)
f = frozenset([1, 2]); print(f | {3} == frozenset([1, 2, 3]), type(f | {3}).__name__, type({3} | f).__name__, hash(f) == hash(frozenset([2, 1])), {f: 1}[frozenset([2, 1])])
print({x % 3 for x in range(10)} == {0, 1, 2}, set("aab") == {"a", "b"}, len({1, 1.0, True}), {1} == frozenset([1]))
for g in [lambda: set().pop(), lambda: {1}.remove(2), lambda: {[]}, lambda: {1} | [2], lambda: {1}.union(5), lambda: set(5), lambda: hash({1}), lambda: {1} + {2}, lambda: {1}[0], lambda: frozenset([1]).add(2), lambda: {1} < 5]:
    try:
        print(g())
    except Exception as e:
        print(type(e).__name__, e)
