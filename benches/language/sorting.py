"""Sorting with and without a key, min and max with a key."""


def main():
    state, items = 12345, []
    for _ in range(20_000):
        state = (state * 1103515245 + 12345) % 2147483648
        items.append(state)
    plain = sorted(items)
    by_key = sorted(items, key=lambda x: x % 1000)
    pairs = sorted([(x % 10, x) for x in items], reverse=True)
    texts = sorted(str(x) for x in items)
    return plain[10] + by_key[20] % 1000 + pairs[5][1] + max(items, key=lambda x: -x) + len(texts[0])
