print(float("1.5"), float(" -2e3 "), float("inf"), float("-Infinity"), float("1_0.5"), float(3), float(True), float(), float("nan"), float(b"2.5"), float(10**20))
for a in ["a", "", "1__0", "--1", "1e", "0x1", "1_", "e5", "infx"]:
    try:
        print(float(a))
    except ValueError as e:
        print(e)
for f in [lambda: float([]), lambda: float(None), lambda: float(10**400), lambda: 1e308 * 10, lambda: 10.0**400, lambda: 0.0**-1]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print((2.5).is_integer(), (2.0).is_integer(), (0.75).as_integer_ratio(), (0.1).as_integer_ratio(), (1e300).as_integer_ratio()[1], (0.1).hex(), (-6.25).hex(), (0.0).hex(), float.fromhex("0x1.8p1"), float.fromhex("-0x1p-3"), (1.5).real, (1.5).imag, (1.5).conjugate())
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, -2), round(1e16), round(0.5), round(1.15, 1), round(25.0, -1), round(35.0, -1), round(2.5, 0), round(1e300, 2), round(float("inf"), 2))
for f in [lambda: round(float("nan")), lambda: round(float("inf")), lambda: round("a"), lambda: round(1.5, "a"), lambda: float("inf").as_integer_ratio()]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(7.5 // 2, -7.5 // 2, 7.5 % 2, -7.5 % 2, 7.5 % -2, 1e308 + 1e308, -1e308 * 10, 0.1 + 0.2, 1e16 + 1, 5.0 == 5, hash(5.0) == hash(5), 3.0 < 4, float("nan") == float("nan"), float("nan") < 1)
print(1.0.__floor__() if hasattr(1.0, "__floor__") else 1, (3.7).__trunc__(), (-3.2).__ceil__())
print(sum([0.1] * 10), sum([1, 2.5, 3]), max(1, 2.5), min(0.5, 0), float(2**53 + 1), 1e22, 123456789.123456789)
