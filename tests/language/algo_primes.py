"""Number theory: sieve, factors, gcd, modular power, perfect numbers, bases."""
import math
from itertools import count, islice, takewhile


def sieve(limit):
    flags = bytearray([1]) * (limit + 1)
    flags[0:2] = b"\0\0"
    for i in range(2, math.isqrt(limit) + 1):
        if flags[i]:
            flags[i * i::i] = bytes(len(flags[i * i::i]))
    return [i for i, flag in enumerate(flags) if flag]


def primes():
    found = []
    for n in count(2):
        if all(n % p for p in takewhile(lambda p: p * p <= n, found)):
            found.append(n)
            yield n


def factors(n):
    result = {}
    divisor = 2
    while n > 1:
        while n % divisor == 0:
            result[divisor] = result.get(divisor, 0) + 1
            n //= divisor
        divisor += 1 if divisor == 2 else 2
        if divisor * divisor > n > 1:
            result[n] = 1
            break
    return result


def egcd(a, b):
    return (a, 1, 0) if b == 0 else (lambda g, x, y: (g, y, x - a // b * y))(*egcd(b, a % b))


def to_base(n, base):
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    sign, n = ("-", -n) if n < 0 else ("", n)
    out = ""
    while True:
        n, r = divmod(n, base)
        out = digits[r] + out
        if not n:
            return sign + out


print(sieve(60), len(sieve(10000)))
print(list(islice(primes(), 15)))
for n in (97, 360, 2 ** 10 * 3 ** 5, 600851475143):
    print(n, factors(n), math.prod(p ** k for p, k in factors(n).items()) == n)
print(egcd(240, 46), math.gcd(240, 46, 12), math.lcm(4, 6, 10))
print(pow(7, 10 ** 18, 1_000_000_007), pow(3, -1, 11))
print([n for n in range(2, 1000) if sum(d for d in range(1, n) if n % d == 0) == n])
print([to_base(n, b) for n, b in ((255, 16), (-10, 2), (0, 7), (123456789, 36))], int("21i3v9", 36))
print(2 ** 127 - 1, (2 ** 127 - 1) % 1_000_003, (1 << 200).bit_length(), hex(10 ** 20))
