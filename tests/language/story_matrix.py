# Matrices as lists of lists: products, transposes, determinants, Gauss, powers.
def product(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def transpose(a):
    return [list(row) for row in zip(*a)]


def identity(n):
    return [[int(i == j) for j in range(n)] for i in range(n)]


def power(a, n):
    result = identity(len(a))
    while n:
        if n & 1:
            result = product(result, a)
        a = product(a, a)
        n >>= 1
    return result


def determinant(a):
    if len(a) == 1:
        return a[0][0]
    return sum((-1) ** j * a[0][j] * determinant([row[:j] + row[j + 1:] for row in a[1:]]) for j in range(len(a)))


def solve(a, b):
    rows = [list(map(float, row)) + [float(v)] for row, v in zip(a, b)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        if rows[pivot][i] == 0:
            raise ZeroDivisionError("singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(i + 1, n):
            factor = rows[j][i] / rows[i][i]
            rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    result = [0.0] * n
    for i in reversed(range(n)):
        result[i] = (rows[i][n] - sum(rows[i][j] * result[j] for j in range(i + 1, n))) / rows[i][i]
    return result


a = [[2, 1], [5, 3]]
print(product(a, [[3, -1], [-5, 2]]), transpose([[1, 2, 3], [4, 5, 6]]), determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]))
print(power([[1, 1], [1, 0]], 90)[0][1], power([[1, 1], [1, 0]], 300)[0][1])
print([round(x, 10) for x in solve([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3])])
try:
    solve([[1, 2], [2, 4]], [1, 2])
except ZeroDivisionError as error:
    print("error:", error)
for row in product(a, a):
    print(" ".join(f"{x:>4}" for x in row))
print(sum(map(sum, a)), [max(row) for row in a], [*map(list, zip(*a[::-1]))])
grid = [[0] * 3 for _ in range(2)]
grid[0][1] = 7
shared = [[0] * 3] * 2
shared[0][1] = 7
print(grid, shared, [x for row in grid for x in row])
