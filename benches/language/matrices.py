"""A matrix product on nested lists, and a sieve: index-heavy work."""


def product(a, b):
    n = len(a)
    out = [[0.0] * n for _ in range(n)]
    for i in range(n):
        row = a[i]
        for j in range(n):
            total = 0.0
            for k in range(n):
                total += row[k] * b[k][j]
            out[i][j] = total
    return out


def sieve(n):
    prime = [True] * n
    for i in range(2, n):
        if prime[i]:
            for j in range(i * i, n, i):
                prime[j] = False
    return sum(prime)


def main():
    n = 32
    a = [[float(i + j) for j in range(n)] for i in range(n)]
    return product(a, a)[3][5] + sieve(60_000)
