"""Primes, factors, gcd and lcm, modular arithmetic, RSA, Miller-Rabin, perfect numbers, bases, continued fractions, big numbers."""
import math
from itertools import count, islice, takewhile


def sieve(n):
    marks = bytearray([1]) * (n + 1)
    marks[:2] = b"\0\0"
    for p in range(2, math.isqrt(n) + 1):
        if marks[p]:
            marks[p * p::p] = bytes(len(range(p * p, n + 1, p)))
    return [i for i, m in enumerate(marks) if m]


def endless_primes():
    found = {}
    for n in count(2):
        if n not in found:
            yield n
            found[n * n] = [n]
        else:
            for p in found.pop(n):
                found.setdefault(n + p, []).append(p)


def factor(n):
    out, p = {}, 2
    while p * p <= n:
        while n % p == 0:
            out[p] = out.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        out[n] = 1
    return out


def bezout(a, b):
    x0, x1, y0, y1 = 1, 0, 0, 1
    while b:
        q, a, b = a // b, b, a % b
        x0, x1, y0, y1 = x1, x0 - q * x1, y1, y0 - q * y1
    return a, x0, y0


def is_prime(n):
    if n < 2 or any(n % p == 0 and n != p for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
        return False
    if n < 38 * 38:
        return True
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def base(n, b, digits="0123456789abcdefghijklmnopqrstuvwxyz"):
    return "-" + base(-n, b) if n < 0 else (base(n // b, b) if n >= b else "") + digits[n % b]


def fraction(x, terms=8):
    out = []
    for _ in range(terms):
        whole = math.floor(x)
        out.append(whole)
        if abs(x - whole) < 1e-9:
            break
        x = 1 / (x - whole)
    return out


print(sieve(60), list(islice(endless_primes(), 12)), list(takewhile(lambda p: p < 20, endless_primes())))
print(factor(360), factor(97), factor(2**4 * 10007), bezout(240, 46), math.gcd(48, 180, 12), math.lcm(4, 6, 10), math.gcd(), math.gcd(0, 5), math.gcd(-4, 6))
print([n for n in range(2, 9000) if sum(d for d in range(1, n // 2 + 1) if n % d == 0) == n] if False else [n for n in (6, 28, 496, 8128) if sum(d for d in range(1, n) if n % d == 0) == n])
print([n for n in range(10**9, 10**9 + 100) if is_prime(n)], is_prime(2**61 - 1), is_prime(2**67 - 1), is_prime(561))
p, q, e = 61, 53, 17
n, phi = p * q, (p - 1) * (q - 1)
d = pow(e, -1, phi)
secret = [pow(ord(c), e, n) for c in "Hi!"]
print(d, secret, "".join(chr(pow(c, d, n)) for c in secret))
print(base(255, 2), base(255, 16), base(-1000, 7), base(10**12, 36), int(base(10**12, 36), 36), [base(n, 3) for n in range(5)])
print(fraction(math.pi, 5), fraction(2.5), fraction(math.sqrt(2), 6), math.factorial(25), math.perm(10, 3), math.comb(52, 5), math.isqrt(10**20 + 1))
print(sum(int(c) for c in str(2**1000)), len(str(3**500)), str(math.factorial(100))[:10], sum(1 / n for n in range(1, 101)), 7**222 % 1000, 2**200 // 3**100, (1 << 200).bit_length())
fibs = [0, 1]
while len(fibs) < 15:
    fibs.append(fibs[-1] + fibs[-2])
print(fibs, [f for f in fibs if f % 2 == 0], fibs[-1] / fibs[-2])


def digits_of_pi(n):
    q, r, t, k, m, x, out = 1, 0, 1, 1, 3, 3, []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), 10 * (3 * q + r) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return "".join(map(str, out))


print(digits_of_pi(40), [n for n in range(100, 1000) if n == sum(int(c) ** 3 for c in str(n))], [n for n in range(1, 60) if n % sum(map(int, str(n))) == 0][:12])
