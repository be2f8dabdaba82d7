"""While and for loops with integer arithmetic."""


def main():
    total = 0
    for i in range(200_000):
        if i % 3 == 0:
            total += i
        elif i % 5 == 1:
            total -= 1
    n = 100_000
    while n > 1:
        total += n & 7
        n -= 1
    return total
