a = [3, 1, 2]
a.append(4); a.extend([5, 6]); a.extend("xy"); print(a)
a.insert(0, 0); a.insert(100, 9); a.insert(-1, 8); print(a)
print(a.pop(), a.pop(0), a.pop(-2), a)
a.remove("x"); print(a, a.index(2), a.count(1), a.index(6, 2))
a.reverse(); print(a); b = a.copy(); b.clear(); print(a, b)
c = [5, 2, 9, 1]; c.sort(); print(c); c.sort(reverse=True); print(c); c.sort(key=lambda x: -x); print(c)
words = ["banana", "Apple", "cherry", "date"]; print(sorted(words), sorted(words, key=str.lower), sorted(words, key=len), sorted(words, key=len, reverse=True))
print(sorted([(1, "b"), (1, "a"), (0, "c")]), sorted([2.5, 1, 3]), sorted("hello"), sorted({3: 1, 1: 2}), sorted([True, False, 2]))
x = [1, 2, 3, 4, 5]
x[1:3] = [20, 30, 40]; print(x); x[::2] = [0, 0, 0]; print(x); del x[1]; print(x); del x[1:3]; print(x); x[5:] = [7]; print(x); x[:0] = [-1]; print(x)
print([1, 2] + [3], [1, 2] * 2, 2 * [0], [1, 2] == [1, 2], [1, 2] < [1, 3], [1] < [1, 0], 2 in [1, 2], [1, [2]] == [1, [2]])
y = [1]; y += (2, 3); y *= 2; print(y, y[-1], y[1:-1], y[::-1], y[::2], len(y))
def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
for f in [lambda: [].pop(), lambda: [1].pop(5), lambda: [1].remove(2), lambda: [1].index(2), lambda: [1][3], lambda: [1]["a"], lambda: [1] + (2,), lambda: [1] * "a", lambda: [3, "a"].sort(), lambda: [1].extend(5), lambda: [].insert("a", 1), lambda: [1] < 5, lambda: list(5), lambda: [].foo, lambda: [1, 2][1:2:0], lambda: [0] * 10**15]:
    err(f)
def bad():
    z = [1, 2, 3]
    z[::2] = [1]
err(bad)
def setbad():
    z = [1]
    z[4] = 1
err(setbad)
print(list("abc"), list(range(3)), list({1: 2}), list((1, 2)), list(), [*range(3), *"ab"])
class Even:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n % 3 < o.n % 3
    def __repr__(self): return f"E{self.n}"
print(sorted([Even(i) for i in range(10)]), max([Even(1), Even(2)], key=lambda e: e.n), min(Even(4), Even(3), key=lambda e: e.n))
n = [[1, 2], [3]]; m = n[:]; m[0].append(5); print(n, m is n)
