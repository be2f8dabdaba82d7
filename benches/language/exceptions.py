"""Exceptions raised, caught, passed through frames, and try that raises nothing."""


class Odd(Exception):
    pass


def check(n):
    if n % 2:
        raise Odd(n)
    return n


def outer(n):
    try:
        return check(n)
    finally:
        n += 1


def main():
    total = 0
    table = {}
    for i in range(20_000):
        try:
            total += outer(i)
        except Odd as error:
            total -= error.args[0]
        try:
            total += 1
        except ValueError:
            total = 0
        try:
            table[i]
        except KeyError:
            total += 2
    return total
