"""Linear algebra by hand: LU, Gauss-Jordan inverse, determinant, Gram-Schmidt, power iteration, least squares."""
from math import sqrt


def matmul(a, b): return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]
def transpose(m): return [list(row) for row in zip(*m)]
def identity(n): return [[float(i == j) for j in range(n)] for i in range(n)]
def show(m): return "\n".join(" ".join(f"{v:8.3f}" for v in row) for row in m)


def lu(a):
    n, a, sign = len(a), [row[:] for row in a], 1
    order = list(range(n))
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        if not a[pivot][k]:
            raise ZeroDivisionError("singular")
        if pivot != k:
            a[k], a[pivot], sign = a[pivot], a[k], -sign
            order[k], order[pivot] = order[pivot], order[k]
        for i in range(k + 1, n):
            a[i][k] /= a[k][k]
            for j in range(k + 1, n):
                a[i][j] -= a[i][k] * a[k][j]
    return a, order, sign


def solve(a, b):
    f, order, _ = lu(a)
    y = []
    for i, row in enumerate(f):
        y.append(b[order[i]] - sum(row[j] * y[j] for j in range(i)))
    x = [0.0] * len(b)
    for i in reversed(range(len(b))):
        x[i] = (y[i] - sum(f[i][j] * x[j] for j in range(i + 1, len(b)))) / f[i][i]
    return x


def det(a):
    f, _, sign = lu(a)
    for i in range(len(f)):
        sign *= f[i][i]
    return sign


def inverse(a):
    n = len(a)
    return transpose([solve(a, [float(i == j) for i in range(n)]) for j in range(n)])


def gram_schmidt(vectors):
    basis = []
    for v in vectors:
        for u in basis:
            p = sum(a * b for a, b in zip(v, u))
            v = [a - p * b for a, b in zip(v, u)]
        norm = sqrt(sum(a * a for a in v))
        basis.append([a / norm for a in v])
    return basis


def power(a, steps=60):
    v = [1.0] * len(a)
    for _ in range(steps):
        w = [sum(x * y for x, y in zip(row, v)) for row in a]
        size = max(w, key=abs)
        v = [x / size for x in w]
    return size, v


A = [[2.0, 1.0, -1.0], [-3.0, -1.0, 2.0], [-2.0, 1.0, 2.0]]
print([round(v, 9) for v in solve(A, [8.0, -11.0, -3.0])], round(det(A), 9), show(inverse(A)), show(matmul(A, inverse(A))).replace("-0.000", " 0.000"), sep="\n")
try:
    lu([[1.0, 2.0], [2.0, 4.0]])
except ZeroDivisionError as error:
    print(error)
Q = gram_schmidt([[3.0, 1.0], [2.0, 2.0]])
print(show(Q), round(sum(a * b for a, b in zip(*Q)), 12))
value, vector = power([[2.0, 1.0], [1.0, 3.0]])
print(f"{value:.6f}", [f"{v:.6f}" for v in vector])
xs, ys = [0, 1, 2, 3, 4], [1.1, 2.9, 5.2, 7.1, 8.8]
X = [[1.0, x] for x in xs]
XT = transpose(X)
coefficients = solve(matmul(XT, X), [sum(a * b for a, b in zip(row, ys)) for row in XT])
print([f"{c:.4f}" for c in coefficients], f"{sum((y - coefficients[0] - coefficients[1] * x) ** 2 for x, y in zip(xs, ys)):.5f}")
magic = [[8, 1, 6], [3, 5, 7], [4, 9, 2]]
print({sum(r) for r in magic} | {sum(c) for c in zip(*magic)} | {sum(magic[i][i] for i in range(3)), sum(magic[i][2 - i] for i in range(3))})
spiral, m = [], [list(range(r * 4, r * 4 + 4)) for r in range(3)]
while m:
    spiral += m.pop(0)
    m = [list(r) for r in zip(*m)][::-1]
print(spiral)
