"""Lists: append, index, pop, insert, unpacking, membership."""


def main():
    items = []
    for i in range(40_000):
        items.append(i)
    total = 0
    for i in range(len(items)):
        items[i] = items[i] * 2
        total += items[i]
    while len(items) > 100:
        total += items.pop()
    pairs = [(i, i + 1) for i in range(20_000)]
    for a, b in pairs:
        total += a - b
    for i, item in enumerate(items):
        total += i * item
    for a, b in zip(items, items[1:]):
        total += b - a
    return total + (9_999 in items)
