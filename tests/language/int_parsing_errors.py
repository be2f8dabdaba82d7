"""Bits of integers; int() of text in every base, and its errors."""
print((10).bit_length(), (0).bit_length(), (-8).bit_length(), (255).bit_count(), (-7).bit_count(), (2**100).bit_length(), (3).as_integer_ratio(), (5).numerator, (5).denominator, (5).real, (5).imag, (5).conjugate(), True.bit_length())
print(int("0x1f", 16), int("0b101", 2), int("0o17", 0), int("1_000"), int("  42\n"), int("-0"), int("z", 36), int("٣"), int(b"12"), int(3.99), int(-3.99), int("0x_f", 0), int(True), int("  -0b11", 0), int("1e3".replace("e3", "000")))
print(int(" -1_000 ", 10), int("0x_ff", 16), int("ff", 16), int("0b101", 0))
for bad in (lambda: int("012", 0), lambda: int("12a"), lambda: int(""), lambda: int("1__0"), lambda: int("5", 1), lambda: int("09", 0), lambda: int(None), lambda: int("2", 2), lambda: int(3, 2), lambda: int([]), lambda: int("1.5"), lambda: int(float("nan")), lambda: int(float("inf")), lambda: int("1", base="a"), lambda: int(b"\xff"), lambda: int("a" * 3), lambda: int(base=3), lambda: int("5", 40)):
    try:
        print(bad())
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
