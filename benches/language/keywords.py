"""Calls with keywords and defaults, with *args and **kwargs."""


def scale(x, factor=2, *, offset=0):
    return x * factor + offset


def gather(*args, **kwargs):
    return len(args) + len(kwargs)


def main():
    total = 0
    for i in range(30_000):
        total += scale(i, offset=1)
        total += scale(i, factor=3)
        total += gather(i, 1, key=2)
    return total
