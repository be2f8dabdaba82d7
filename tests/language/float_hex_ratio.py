"""float.hex, fromhex, is_integer, as_integer_ratio."""
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
