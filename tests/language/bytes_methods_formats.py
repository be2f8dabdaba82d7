"""bytes: literals, every method family, hex, formatting."""
b = b"Hello, World"
print(b, b[0], b[-1:], len(b), list(b[:3]), b == bytearray(b), b < b"I", 72 in b, b"World" in b, b + b"!", b * 2, hash(b) == hash(bytes(b)))
print(b.upper(), b.lower(), b.title(), b.swapcase(), b.capitalize(), b.find(b"o"), b.find(111), b.rfind(b"o"), b.count(b"l"), b.index(b"W"), b.startswith((b"x", b"He")), b.endswith(b"d"))
print(b.split(), b.split(b","), b.partition(b", "), b.rpartition(b"o"), b.replace(b"l", b"L", 2), b.strip(b"Hd"), b"  a ".strip(), b"a\nb\r\n".splitlines(), b"a\tb".expandtabs(4), b"-".join([b"a", bytearray(b"b")]))
print(b"abc".center(7, b"*"), b"42".zfill(5), b"x".ljust(3) + b"|", b"x".rjust(3), b"prefix-a".removeprefix(b"prefix-"), b"a.py".removesuffix(b".py"), b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"))
print(b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"A".isupper(), b"a".islower(), b"Ab Cd".istitle(), b"\xff".isascii())
print(b.hex(), b.hex(" "), b.hex("-", 4), b.hex(":", -5), bytes.fromhex("48 65 6c6C"), bytes(3), bytes([1, 2, 255]), bytes("é", "utf-8"), bytes(range(5)), bytes(b"x"), bytes(), bytes(bytearray(b"q")))
print(repr(b"\x00\x7f\x80\n\t\\'"), repr(b"it's"), repr(b'"\''), b"\101\x41", rb"\n", b"a" b"b", str(b"x"), str(b"x", "ascii"), b"%s is %d %x %r" % (b"n", 5, 255, "q"), b"%b|%5s|%c|%%|%a" % (b"x", b"y", 65, "é"))
