"""Root finding, integration, differential equations, elimination, in plain floats."""
import math


def newton(f, df, x, tolerance=1e-12, limit=50):
    for step in range(limit):
        dx = f(x) / df(x)
        x -= dx
        if abs(dx) < tolerance:
            return x, step + 1
    raise ArithmeticError("no convergence")


def bisect(f, low, high):
    assert f(low) * f(high) < 0, "no sign change"
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (low, middle) if f(low) * f(middle) <= 0 else (middle, high)
    return (low + high) / 2


def simpson(f, a, b, n=100):
    h = (b - a) / n
    inner = sum((4 if i % 2 else 2) * f(a + i * h) for i in range(1, n))
    return h / 3 * (f(a) + inner + f(b))


def runge_kutta(f, y, t, h):
    k1 = f(t, y)
    k2 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k1)])
    k3 = f(t + h / 2, [a + h / 2 * b for a, b in zip(y, k2)])
    k4 = f(t + h, [a + h * b for a, b in zip(y, k3)])
    return [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]


def solve(matrix, right):
    n = len(right)
    rows = [list(map(float, row)) + [float(value)] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        if rows[pivot][i] == 0:
            raise ZeroDivisionError("singular matrix")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i])]
    solution = [0.0] * n
    for i in reversed(range(n)):
        solution[i] = (rows[i][-1] - sum(rows[i][j] * solution[j] for j in range(i + 1, n))) / rows[i][i]
    return solution


print(newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0))
print(f"{bisect(math.cos, 0, 3):.9f} {math.pi / 2:.9f}")
print(f"{simpson(math.sin, 0, math.pi):.8f}")
y, t = [1.0, 0.0], 0.0
while t < 1 - 1e-9:
    y = runge_kutta(lambda t, y: [y[1], -y[0]], y, t, 0.1)
    t += 0.1
print([round(v, 6) for v in y], round(math.cos(1), 6))
print([round(v, 10) for v in solve([[2, 1, -1], [-3, -1, 2], [-2, 1, 2]], [8, -11, -3])])
for bad in (lambda: solve([[1, 2], [2, 4]], [1, 2]), lambda: bisect(lambda x: x * x + 1, -1, 1),
            lambda: newton(lambda x: x * x + 1, lambda x: 2 * x, 0.5)):
    try:
        bad()
    except (ArithmeticError, AssertionError) as error:
        print(type(error).__name__, "-", error)
