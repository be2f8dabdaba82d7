"""Dictionaries and sets: counting, get, items, membership."""


def main():
    words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
    counts = {}
    for i in range(40_000):
        word = words[i & 7]
        counts[word] = counts.get(word, 0) + 1
    squares = {}
    for i in range(20_000):
        squares[i] = i * i
    total = 0
    for key, value in squares.items():
        total += key ^ value
    seen = set()
    for i in range(20_000):
        if i % 1000 not in seen:
            seen.add(i % 1000)
    return total + sum(counts.values()) + len(seen)
