"""Comprehensions within comprehensions, of every kind."""


def main():
    m = [[i * j % 11 for j in range(30)] for i in range(30)]
    flat = [x for row in m for x in row if x % 2]
    tri = [
        (a, b, c) for a in range(1, 40) for b in range(a, 40) for c in (int((a * a + b * b) ** 0.5),) if c * c == a * a + b * b
    ]
    d = {k: [v for v in range(k) if v % 3 == 0] for k in range(60)}
    s = {len(v) for v in d.values()}
    t = [[row[i] for row in m] for i in range(30)]
    g = sum(x * y for r in m for x, y in zip(r, r[1:]))
    nested = [[y for y in (x * 2 for x in row) if y > 3] for row in m]
    names = [w.title() for w in "alpha beta gamma delta".split() for _ in range(50)]
    small = [[j for j in range(3)] for i in range(1000)]
    return len(flat), len(tri), len(s), t[3][4], g, len(nested[5]), len(names), len(small)
