"""Generators that feed each other, trees by yield from, send and next."""


def primes(n):
    yield 2
    found = [2]
    for i in range(3, n, 2):
        for p in found:
            if p * p > i:
                found.append(i)
                yield i
                break
            if i % p == 0:
                break


class Tree:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.v
        if self.right:
            yield from self.right


def build(lo, hi):
    if lo >= hi:
        return None
    m = (lo + hi) // 2
    return Tree(m, build(lo, m), build(m + 1, hi))


def windows(it, n):
    buf = []
    for x in it:
        buf.append(x)
        if len(buf) == n:
            yield tuple(buf)
            buf.pop(0)


def counter():
    total = 0
    while True:
        x = yield total
        total += x


def main():
    a = sum(p for p in primes(3000))
    t = build(0, 1500)
    b = sum(x * i for i, x in enumerate(t))
    c = sum(max(w) for w in windows((x * x % 101 for x in range(3000)), 4))
    g = counter()
    next(g)
    for i in range(3000):
        d = g.send(i)
    e = list(map(lambda x: x + 1, filter(lambda x: x % 3, range(3000))))
    return a, b, c, d, len(e), any(x > 2998 for x in e)
