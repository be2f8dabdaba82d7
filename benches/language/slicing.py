"""Slices of lists, strings and tuples, with and without a step."""


def main():
    items = list(range(100))
    text = "abcdefghij" * 10
    pair = tuple(range(50))
    total = 0
    for i in range(15_000):
        at = i % 50
        total += len(items[at : at + 10]) + len(items[::7])
        total += len(text[at:]) + len(pair[1:-1])
        items[at : at + 2] = [i, i]
    return total + sum(items)
