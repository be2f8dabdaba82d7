"""Comprehensions of lists, dicts and sets, nested and with conditions."""


def main():
    total = 0
    for _ in range(20):
        squares = [i * i for i in range(3_000)]
        even = [x for x in squares if x % 2 == 0]
        table = {x: i for i, x in enumerate(even)}
        grid = [[i * j for j in range(20)] for i in range(20)]
        rest = {x % 17 for x in even}
        total += len(table) + len(rest) + grid[3][4]
    return total
