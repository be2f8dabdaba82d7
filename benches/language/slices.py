"""Sorting, sieving and comparing by slices of lists."""


def qsort(xs):
    if len(xs) < 2:
        return xs
    p = xs[len(xs) // 2]
    return qsort([x for x in xs if x < p]) + [x for x in xs if x == p] + qsort([x for x in xs if x > p])


def msort(xs):
    if len(xs) <= 1:
        return xs
    m = len(xs) // 2
    a, b = msort(xs[:m]), msort(xs[m:])
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    return out + a[i:] + b[j:]


def sieve(n):
    s = [True] * n
    s[0:2] = [False, False]
    for i in range(2, int(n**0.5) + 1):
        if s[i]:
            s[i * i :: i] = [False] * len(s[i * i :: i])
    return [i for i, p in enumerate(s) if p]


def lcs(a, b):
    prev = [0] * (len(b) + 1)
    for x in a:
        cur = [0]
        for j, y in enumerate(b, 1):
            cur.append(prev[j - 1] + 1 if x == y else max(prev[j], cur[-1]))
        prev = cur
    return prev[-1]


def main():
    xs = [(i * 7919 + 13) % 1009 for i in range(1000)]
    bub = xs[:70]
    for i in range(len(bub)):
        for j in range(len(bub) - 1 - i):
            if bub[j] > bub[j + 1]:
                bub[j], bub[j + 1] = bub[j + 1], bub[j]
    rot = xs[:]
    for _ in range(60):
        rot = rot[3:] + rot[:3]
    m = [[(i * j) % 7 for j in range(20)] for i in range(20)]
    t = [list(r) for r in zip(*m)]
    return (
        qsort(xs)[:3],
        msort(xs)[-1],
        len(sieve(8000)),
        lcs("the quick brown fox" * 3, "lazy dog quick fox" * 3),
        bub[5],
        rot[0],
        sum(map(sum, t)),
    )
