a, b = 2 ** 200, 3 ** 100
print(a, a + b, a - b, a * b, a // b, a % b, -a // b, -a % b, a / b, divmod(a, b))
print(a > b, a == 2 ** 200, a != b, a >> 190, 1 << 70, (1 << 70) & (2 ** 69 - 1), a | 1, ~a, a ^ a, -a, abs(-a))
print(int("123456789012345678901234567890"), str(10 ** 25), 0xffffffffffffffffffff, 1_000_000_000_000_000_000_000)
print(2 ** 63, -2 ** 63, 2 ** 63 - 1, 2 ** 62 * 2, (2 ** 63) - (2 ** 63), 9223372036854775807 * 9223372036854775807)
print(10 ** 20 / 10 ** 19, 1e20 == 10 ** 20, 10 ** 20 + 0.5, 10 ** 17 + 1 == float(10 ** 17 + 1), 2 ** 53 + 1 == float(2 ** 53 + 1))
def fact(n):
    r = 1
    for i in range(2, n + 1): r *= i
    return r
print(fact(50), len(str(fact(200))))
print(hash(2 ** 61 - 1), hash(2 ** 61), hash(-(2 ** 61)), hash(2 ** 100) == hash(float(2 ** 100)), {2 ** 100: 1}[2 ** 100])
print(bool(2 ** 100), float(2 ** 70), int(1e25), int(-2.9), round(2.5), round(3.5), round(-2.567, 2), pow(3, 100, 7), pow(2, -1))
try: float(10 ** 400)
except OverflowError as e: print(e)
try: 10 ** 400 * 1.0
except OverflowError as e: print(e)
print(f"{10 ** 20:,} {2 ** 70:x} {255:08b} {10 ** 18:e}", "%d" % 10 ** 3, -7 // 2, -7 % 2, 7 // -2, 7 % -2)
x = 0
for i in range(100): x = x * 31 + i
print(x)
print(3 ** 0, 0 ** 0, (-2) ** 3, (-2) ** 63, (-3) ** 41, 2 ** 0.5)
print(6 / 3, 7 / 2, 1 / 3, 2 / 3, 1e300 * 1e10, (2 ** 64 + 1) / 2 ** 64, 123456789 ** 5 / 987654321 ** 4)
