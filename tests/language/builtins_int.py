print(int("42"), int(" -7 "), int("1_000"), int("ff", 16), int("0xff", 16), int("0b11", 0), int("z", 36), int(3.9), int(-3.9), int(True), int(), int(b"12"), int("٣"))
for a in ["a", "", "1__0", "0x", "12.5", " ", "0b2"]:
    try:
        print(int(a))
    except ValueError as e:
        print(e)
for f in [lambda: int([]), lambda: int("1", 99), lambda: int(1, 10), lambda: int(float("inf")), lambda: int(float("nan")), lambda: int("012", 0), lambda: int(None)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print((255).bit_length(), (0).bit_length(), (-1).bit_length(), (255).bit_count(), (10).conjugate(), (5).as_integer_ratio(), (7).real, (7).imag, (7).numerator, (7).denominator)
print((1000).to_bytes(2, "big"), (1000).to_bytes(4, "little"), (-5).to_bytes(2, "big", signed=True), int.from_bytes(b"\x03\xe8", "big"), int.from_bytes(b"\xff\xfe", "big", signed=True), (0).to_bytes(1, "big"))
for f in [lambda: (300).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(1, "x")]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(round(5), round(15, -1), round(25, -1), round(-15, -1), round(1234, -2), round(5, 2), round(123456789012345678901234567890, -5))
print(10**20 // 7, -10**20 // 7, 10**20 % 7, -(10**20) % 7, 2**100 >> 90, 1 << 70, (10**20) & (2**64 - 1), ~(10**20), 7 // -2, 7 % -2, -7 // 2, -7 % 2)
print(divmod(7, -2), divmod(-7, 2), divmod(7.5, 2), divmod(10**20, 3), pow(2, 10), pow(2, 10, 1000), pow(3, -1, 7), pow(2, -1), pow(10**20, 5, 97))
print(2**0.5, 2**-1, (-8) ** (1 / 3) if False else "", 0**0, 5 / 2, 10**25 / 10**24, 1 / 3)
print(abs(-5), abs(-(10**20)), abs(-2.5), abs(True), hex(255), oct(8), bin(5), hex(-255), bin(-5), hex(10**20))
for f in [lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 1.0 // 0, lambda: 2**-1 % 0, lambda: divmod(1, 0), lambda: pow(2, 3, 0), lambda: 1 << -1, lambda: pow(2, "a"), lambda: hex(1.0), lambda: abs("a"), lambda: 1 + "a", lambda: 1 & 1.5, lambda: -"a", lambda: pow(2, -1, 4), lambda: pow(1.5, 2, 3)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
