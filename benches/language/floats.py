"""Floating-point arithmetic in local variables."""


def main():
    x, y, total = 0.5, 1.5, 0.0
    for i in range(150_000):
        x = x * 1.0000001 + y / 3.0
        y = (y - x) * 0.5
        total += x * y - i * 0.25
    return round(total, 3)
