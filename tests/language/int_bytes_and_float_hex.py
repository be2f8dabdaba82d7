"""int.to_bytes and from_bytes, bit counting, float.hex and fromhex, as_integer_ratio, is_integer, conversions and their errors."""
print((1024).to_bytes(2, "big"), (1024).to_bytes(4, "little"), (-1).to_bytes(2, "big", signed=True), (255).to_bytes(), (0).to_bytes(1, "little"), (10**20).to_bytes(9, "big").hex())
print(int.from_bytes(b"\x04\x00", "big"), int.from_bytes(b"\xff\xff", "little", signed=True), int.from_bytes([1, 2, 3]), int.from_bytes(b"", "big"), int.from_bytes(b"\x80", "big", signed=True), int.from_bytes(bytearray(b"\x01\x02"), byteorder="little"))
for bad in (lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(1, "middle"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (1).to_bytes(-1, "big"), lambda: int.from_bytes(3, "big"), lambda: int.from_bytes("a", "big")):
    try:
        print(bad())
    except (OverflowError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
for f in (1.0, -0.5, 0.1, 3.14, 1e-310, 5e-324, 0.0, -0.0, 1e308, float("inf"), float("nan")):
    h = f.hex()
    print(f, h, float.fromhex(h), f.is_integer(), end=" ")
    try:
        print(f.as_integer_ratio())
    except (OverflowError, ValueError) as error:
        print(type(error).__name__, error)
print(float.fromhex("0x1.8p3"), float.fromhex("1.8"), float.fromhex("-0x.8p0"), float.fromhex("  inf "), float.fromhex("0x10"), float.fromhex("abc"))
for bad in ("0x", "zz", "", "0x1p99999", "1p"):
    try:
        print(float.fromhex(bad))
    except (ValueError, OverflowError) as error:
        print(type(error).__name__, error)
print((10).bit_length(), (0).bit_length(), (-8).bit_length(), (255).bit_count(), (-7).bit_count(), (2**100).bit_length(), (3).as_integer_ratio(), (5).numerator, (5).denominator, (5).real, (5).imag, (5).conjugate(), True.bit_length())
print(int("0x1f", 16), int("0b101", 2), int("0o17", 0), int("1_000"), int("  42\n"), int("-0"), int("z", 36), int("٣"), int(b"12"), int(3.99), int(-3.99), int("0x_f", 0), int(True), int("  -0b11", 0), int("1e3".replace("e3", "000")))
for bad in (lambda: int("12a"), lambda: int(""), lambda: int("1__0"), lambda: int("5", 1), lambda: int("09", 0), lambda: int(None), lambda: int("2", 2), lambda: int(3, 2), lambda: int([]), lambda: int("1.5"), lambda: int(float("nan")), lambda: int(float("inf")), lambda: int("1", base="a"), lambda: int(b"\xff"), lambda: int("a" * 3), lambda: int(base=3), lambda: int("5", 40)):
    try:
        print(bad())
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
print(float("1e3"), float(" -inf "), float("NaN"), float("1_0.5"), float(".5"), float("5."), float("1e-400"), float("1e400"), float(10**22), float(True), float(b"2.5"), float("infinity"), float("٣.٥"))
for bad in (lambda: float("x"), lambda: float(""), lambda: float(None), lambda: float("1e"), lambda: float([]), lambda: float(10**400), lambda: float("1 2"), lambda: float("0x1")):
    try:
        print(bad())
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
print(bin(10), bin(-10), oct(64), hex(-255), hex(2**70), chr(8364), ord("€"), ascii("é\n😀"), chr(0x10FFFF) == "\U0010ffff", bin(True))
for bad in (lambda: bin(1.5), lambda: chr(-1), lambda: chr(0x110000), lambda: ord("ab"), lambda: ord(5), lambda: hex("a"), lambda: oct(None), lambda: chr("a"), lambda: ord("")):
    try:
        print(bad())
    except (ValueError, TypeError, OverflowError) as error:
        print(type(error).__name__, error)
print(divmod(7, -2), divmod(-7, 2), divmod(-7, -2), -7 // 2, -7 % 2, 7 % -2, 7.5 // 2, -7.5 % 2, 7.5 % -2, divmod(5.5, 2), divmod(-1e-20, 3), 0.0 % -2, -0.0 % 2, 10**20 // -3, 10**20 % -3, divmod(-(10**20), 10**19 + 1))
print(2**-1, (-2)**3, (-8) ** 3, 0**0, 0.0**0, 2**0.5, pow(3, 200, 7), pow(3, -1, 7), pow(2, 10, -7), (-2)**-2, 10**-3, 1e200 ** 1, (-1.0) ** 3)
for bad in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: divmod(1, 0), lambda: divmod(1.0, 0), lambda: 0 ** -1, lambda: 0.0 ** -1, lambda: 1e308 ** 2, lambda: pow(2, 3, 0), lambda: pow(2, -1, 4), lambda: pow(2.0, 3, 4), lambda: 1 << -1, lambda: 1 >> -1, lambda: 1.5 << 1, lambda: ~1.5, lambda: -"a", lambda: pow("a", 2), lambda: divmod("a", 1)):
    try:
        print(bad())
    except (ZeroDivisionError, OverflowError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
print(1 << 100 >> 98, -1 >> 5, -5 >> 1, ~0, ~-1, 6 & 3, 6 | 3, 6 ^ 3, -6 & 0xFF, True & 1, True | False, True ^ True, True + True, (2**64 - 1) & (2**65), -(2**70) >> 3, -(2**70) | 1)
print(0.1 + 0.2, 1e16, 1e15, 123456789012345678.0, 1e-5, 0.0001, 1.0, 1e22, 1e23, 5e-324, 2**53 + 1.0, 1/3, 100 * 1.1, float(2**63), -1e-7, 1.5e300 * 1e10)
print(3 == 3.0, 2**53 == float(2**53), 2**53 + 1 == float(2**53 + 1), 10**400 > 1e308, 1 < 1.5 < 2, float("nan") == float("nan"), hash(2**61 - 1), hash(1.5), hash(-1), hash(3.0) == hash(3), hash(2**61), hash(0.1), hash(float("inf")), hash(True))
