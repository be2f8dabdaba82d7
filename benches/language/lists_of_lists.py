"""Matrix products and elimination in lists of lists."""


def matmul(a, b):
    n, k, m = len(a), len(b), len(b[0])
    c = [[0.0] * m for _ in range(n)]
    for i in range(n):
        for j in range(m):
            s = 0.0
            for t in range(k):
                s += a[i][t] * b[t][j]
            c[i][j] = s
    return c


def zipmul(a, b):
    bt = list(zip(*b))
    return [[sum(x * y for x, y in zip(r, c)) for c in bt] for r in a]


def lu(a):
    n = len(a)
    a = [r[:] for r in a]
    for k in range(n):
        for i in range(k + 1, n):
            a[i][k] /= a[k][k]
            for j in range(k + 1, n):
                a[i][j] -= a[i][k] * a[k][j]
    return a


def main():
    n = 24
    a = [[1.0 / (i + j + 1) + (i == j) for j in range(n)] for i in range(n)]
    b = [[float(i - j) for j in range(n)] for i in range(n)]
    c = matmul(a, b)
    d = zipmul(a, b)
    e = lu(a)
    return round(sum(map(sum, c)), 6), round(sum(map(sum, d)), 6), round(e[5][5], 8)
