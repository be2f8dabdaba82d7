"""float() of text and numbers, bin, oct, hex, chr, ord, and their errors."""
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
