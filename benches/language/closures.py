"""Closures that read and write variables of the function around them."""


def counter(step):
    count = 0

    def advance(times):
        nonlocal count
        count += step * times
        return count

    return advance


def main():
    total = 0
    for k in range(30):
        advance = counter(k)
        for i in range(2_000):
            total += advance(i)
    return total
