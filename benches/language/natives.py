"""Calls of built-in functions and of methods of built-in types."""

import math


def main():
    total = 0
    text, items = "tensor", [3, 1, 2]
    for i in range(30_000):
        total += len(items) + abs(-i)
        total += max(i, 5) - min(3, i)
        total += items.index(1) + text.find("s")
        total += isinstance(i, int) + int(math.sqrt(i))
    return total
