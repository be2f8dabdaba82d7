"""Calls of functions with positional arguments, and recursion."""


def add(a, b):
    return a + b


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def main():
    total = 0
    for i in range(60_000):
        total = add(total, i)
    return total + fib(20)
