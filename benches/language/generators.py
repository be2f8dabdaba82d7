"""Generators, generator expressions and yield from."""


def numbers(n):
    for i in range(n):
        yield i


def both(n):
    yield from numbers(n)
    yield from numbers(n)


def main():
    total = 0
    for i in numbers(40_000):
        total += i
    for i in both(15_000):
        total += i
    total += sum(x * x for x in range(40_000))
    return total
