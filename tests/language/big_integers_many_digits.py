"""Integers of tens of thousands of digits: texts, quotients, roots, divisors and decimals, which are computed in steps."""

import math
import sys
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, setcontext

sys.set_int_max_str_digits(0)
x, y, z = 7**70_001, 3**50_003, 11**20_001
for number in (x, -x, x * y, 10**40_000, 10**40_000 - 1, 1 << 200_000):
    text = str(number)
    print(
        len(text), text[:12], text[-12:], sum(map(ord, text)), int(text) == number, f"{number}" == repr(number) == "%d" % number
    )
for base in (3, 7, 8, 36):
    text = "1" * 30_011
    print(base, int(text, base) % 1_000_000_007, int("-" + text, base) == -int(text, base))
for a, b in ((x * y, y), (x * y + 1, y), (-x * y, z), (x * y, -z), (-x, -y), (x, x), (x * x * x, z), (y, x)):
    quotient, rest = divmod(a, b)
    print(
        quotient * b + rest == a, abs(rest) < abs(b), rest == 0 or (rest < 0) == (b < 0), quotient % 1_000_003, rest % 1_000_003
    )
    print(a // b == quotient, a % b == rest)
for number in (x, x * y, z * z, z * z - 1, z * z + 1):
    root = math.isqrt(number)
    print(root * root <= number < (root + 1) ** 2, root % 1_000_003)
u, v, w = 7**7_001, 3**7_003, 11**7_001
print(math.gcd(u * v, v * w) == v, math.gcd(u * v, -u * w) == u, math.gcd(x, 0) == x, math.gcd(0, -y) == y, math.gcd(x, 49))
print(math.lcm(u, v) == u * v, math.lcm(u * v, v * w) == u * v * w, math.lcm(u, 0))
print(pow(x, 257, y) % 1_000_003, pow(x, 5, -y) % 1_000_003)
setcontext(Context(prec=20_000, Emax=MAX_EMAX, Emin=MIN_EMIN))
d, e = Decimal("7" * 20_000), Decimal("3" * 19_999 + "1")
for made in (d * e, d / e, d // e, d % e, d.sqrt(), d + e):
    text = str(made)
    print(len(text), text[:12], text[-12:], sum(map(ord, text)))
