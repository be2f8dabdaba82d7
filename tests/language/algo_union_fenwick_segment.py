"""Disjoint sets and a spanning tree, a Fenwick tree, a segment tree."""
class Sets:
    def __init__(self, n):
        self.parent, self.rank = list(range(n)), [0] * n

    def find(self, x):
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        if a == b:
            return False
        if self.rank[a] < self.rank[b]:
            a, b = b, a
        self.parent[b] = a
        self.rank[a] += self.rank[a] == self.rank[b]
        return True


edges = sorted([(7, 0, 1), (5, 1, 2), (8, 0, 3), (9, 1, 3), (7, 1, 4), (5, 2, 4), (15, 3, 4), (6, 3, 5), (8, 4, 5)])
s = Sets(6)
tree = [(w, a, b) for w, a, b in edges if s.join(a, b)]
print(tree, sum(w for w, *_ in tree), len({s.find(i) for i in range(6)}))


class Fenwick:
    def __init__(self, values):
        self.tree = [0] * (len(values) + 1)
        for i, v in enumerate(values):
            self.add(i, v)

    def add(self, i, delta):
        i += 1
        while i < len(self.tree):
            self.tree[i] += delta
            i += i & -i

    def prefix(self, i):
        total = 0
        while i:
            total += self.tree[i]
            i &= i - 1
        return total

    def __getitem__(self, span):
        start, stop, _ = span.indices(len(self.tree) - 1)
        return self.prefix(stop) - self.prefix(start)


f = Fenwick([3, 1, 4, 1, 5, 9, 2, 6])
f.add(2, 10)
print(f[:], f[2:5], f[-3:], f[4:4])


class Segment:
    def __init__(self, values, combine=min, empty=float("inf")):
        self.n, self.combine, self.empty = len(values), combine, empty
        self.tree = [empty] * self.n + list(values)
        for i in range(self.n - 1, 0, -1):
            self.tree[i] = combine(self.tree[2 * i], self.tree[2 * i + 1])

    def update(self, i, value):
        i += self.n
        self.tree[i] = value
        while i := i // 2:
            self.tree[i] = self.combine(self.tree[2 * i], self.tree[2 * i + 1])

    def query(self, lo, hi):
        result, lo, hi = self.empty, lo + self.n, hi + self.n
        while lo < hi:
            if lo & 1:
                result, lo = self.combine(result, self.tree[lo]), lo + 1
            if hi & 1:
                hi -= 1
                result = self.combine(result, self.tree[hi])
            lo, hi = lo >> 1, hi >> 1
        return result


t = Segment([5, 2, 8, 6, 3])
t.update(1, 9)
print(t.query(0, 5), t.query(0, 3), t.query(2, 2), Segment([1, 2, 3], lambda a, b: a + b, 0).query(1, 3))
