"""Division, remainders and powers of negatives and floats, shifts, and the errors of arithmetic."""
print(divmod(7, -2), divmod(-7, 2), divmod(-7, -2), -7 // 2, -7 % 2, 7 % -2, 7.5 // 2, -7.5 % 2, 7.5 % -2, divmod(5.5, 2), divmod(-1e-20, 3), 0.0 % -2, -0.0 % 2, 10**20 // -3, 10**20 % -3, divmod(-(10**20), 10**19 + 1))
print(2**-1, (-2)**3, (-8) ** 3, 0**0, 0.0**0, 2**0.5, pow(3, 200, 7), pow(3, -1, 7), pow(2, 10, -7), (-2)**-2, 10**-3, 1e200 ** 1, (-1.0) ** 3)
for bad in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: divmod(1, 0), lambda: divmod(1.0, 0), lambda: 0 ** -1, lambda: 0.0 ** -1, lambda: 1e308 ** 2, lambda: pow(2, 3, 0), lambda: pow(2, -1, 4), lambda: pow(2.0, 3, 4), lambda: 1 << -1, lambda: 1 >> -1, lambda: 1.5 << 1, lambda: ~1.5, lambda: -"a", lambda: pow("a", 2), lambda: divmod("a", 1)):
    try:
        print(bad())
    except (ZeroDivisionError, OverflowError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(1 << 100 >> 98, -1 >> 5, -5 >> 1, ~0, ~-1, 6 & 3, 6 | 3, 6 ^ 3, -6 & 0xFF, True & 1, True | False, True ^ True, True + True, (2**64 - 1) & (2**65), -(2**70) >> 3, -(2**70) | 1)
