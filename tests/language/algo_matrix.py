"""Matrices as lists: product, transpose, determinant, spiral, rotation, Pascal."""


def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** j * m[0][j] * determinant([row[:j] + row[j + 1:] for row in m[1:]]) for j in range(len(m)))


def spiral(m):
    m = [list(row) for row in m]
    while m:
        yield from m.pop(0)
        m = [list(row) for row in zip(*m)][::-1]


def power(m, n):
    result = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n & 1:
            result = multiply(result, m)
        m, n = multiply(m, m), n >> 1
    return result


a = [[1, 2, 3], [4, 5, 6], [7, 8, 10]]
print(multiply(a, a), determinant(a), list(map(list, zip(*a))))
print(list(spiral(a)), list(spiral([[1, 2, 3, 4], [5, 6, 7, 8]])))
print([row[::-1] for row in zip(*a)], [list(r) for r in zip(*a[::-1])])
print(power([[1, 1], [1, 0]], 90)[0][1])
row = [1]
for _ in range(6):
    print(" ".join(f"{v:>2}" for v in row).center(30).rstrip())
    row = [1] + [x + y for x, y in zip(row, row[1:])] + [1]
identity = [[1 if i == j else 0 for j in range(3)] for i in range(3)]
assert multiply(a, identity) == a
flat = [x for row in a for x in row]
print(flat, sum(flat), max(map(max, a)), [sum(r) for r in a], [sum(c) for c in zip(*a)], sum(a[i][i] for i in range(3)))
a[0][:2], a[1][-1] = [0, 0], a[2].pop()
print(a)
