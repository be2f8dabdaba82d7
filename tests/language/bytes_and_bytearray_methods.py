"""bytes and bytearray: literals, every method family, mutation, hex, decoding, formatting, errors."""
b = b"Hello, World"
print(b, b[0], b[-1:], len(b), list(b[:3]), b == bytearray(b), b < b"I", 72 in b, b"World" in b, b + b"!", b * 2, hash(b) == hash(bytes(b)))
print(b.upper(), b.lower(), b.title(), b.swapcase(), b.capitalize(), b.find(b"o"), b.find(111), b.rfind(b"o"), b.count(b"l"), b.index(b"W"), b.startswith((b"x", b"He")), b.endswith(b"d"))
print(b.split(), b.split(b","), b.partition(b", "), b.rpartition(b"o"), b.replace(b"l", b"L", 2), b.strip(b"Hd"), b"  a ".strip(), b"a\nb\r\n".splitlines(), b"a\tb".expandtabs(4), b"-".join([b"a", bytearray(b"b")]))
print(b"abc".center(7, b"*"), b"42".zfill(5), b"x".ljust(3) + b"|", b"x".rjust(3), b"prefix-a".removeprefix(b"prefix-"), b"a.py".removesuffix(b".py"), b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"))
print(b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"A".isupper(), b"a".islower(), b"Ab Cd".istitle(), b"\xff".isascii())
print(b.hex(), b.hex(" "), b.hex("-", 4), b.hex(":", -5), bytes.fromhex("48 65 6c6C"), bytes(3), bytes([1, 2, 255]), bytes("é", "utf-8"), bytes(range(5)), bytes(b"x"), bytes(), bytes(bytearray(b"q")))
print(repr(b"\x00\x7f\x80\n\t\\'"), repr(b"it's"), repr(b'"\''), b"\101\x41", rb"\n", b"a" b"b", str(b"x"), str(b"x", "ascii"), b"%s is %d %x %r" % (b"n", 5, 255, "q"), b"%b|%5s|%c|%%|%a" % (b"x", b"y", 65, "é"))
a = bytearray(b"abc")
a[0] = 65
a.append(100)
a.extend(b"ef")
a.extend([103])
a += b"h"
a.insert(1, 0)
print(a, a.pop(), a.pop(0), a.remove(0), a, a.index(b"c"))
a[1:3] = b"XYZ"
del a[0]
a.reverse()
print(a, a.copy() is a, bytes(a), a * 2, a[::2], a.find(b"Z"), a == bytes(a), a.upper(), bytearray(2), bytearray("é", "latin-1"), bytearray([1]) + b"\x02")
a.clear()
print(a, bool(a), bytearray(b"x").hex(), type(b"a" + bytearray(b"b")), type(bytearray(b"b") + b"a"), bytearray(b"z").decode(), sorted(bytearray(b"cab")))
for bad in (lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes("a"), lambda: bytes(-1), lambda: bytes(1.5), lambda: b"a" + "b", lambda: "b" + b"a", lambda: b"a".index(b"z"), lambda: bytes.fromhex("4"), lambda: bytes.fromhex("zz"), lambda: b"a"[5], lambda: b"a" < "a", lambda: b"a".join(["x"]),
            lambda: b"a".split("a"), lambda: bytearray(b"a").append(256), lambda: bytearray(b"a").append("a"), lambda: bytearray(b"").pop(), lambda: bytearray(b"a").remove(9), lambda: b"a".decode("nope"), lambda: b"\xff".decode(), lambda: b"\xe2\x82".decode(), lambda: b"ab\xc3(".decode("utf-8"), lambda: hash(bytearray()), lambda: "a" in b"a", lambda: 300 in b"a",
            lambda: b"%d" % "x", lambda: b"%s" % "x", lambda: b"a".replace("a", "b"), lambda: bytes("a", 5), lambda: b"a".startswith("a"), lambda: bytes([None]), lambda: bytes("x", "ascii", "strict", 4), lambda: b"\x80".decode("ascii"), lambda: bytes({"a": 1}), lambda: b"a".center(3, b"ab"), lambda: bytes.maketrans(b"a", b"bc"), lambda: b"abc".find("a")):
    try:
        print(bad())
    except (ValueError, TypeError, IndexError, LookupError) as error:
        print(type(error).__name__, error)
print({b"k": 1}[b"k"], b"k" == "k", [x for x in b"ab"], max(b"abc"), sum(b"\x01\x02"), min(b"ab"), bytes(reversed(b"abc")), b"abc"[::-1], b"".join(bytes([x ^ 0x20]) for x in b"aBc"), iter(b"a").__next__(), any(b"\0"), b"a" <= b"a")


class Packet:
    def __init__(self, kind, payload):
        self.kind, self.payload = kind, payload

    def __bytes__(self):
        return bytes([self.kind]) + len(self.payload).to_bytes(2, "big") + self.payload

    @classmethod
    def parse(cls, raw):
        size = int.from_bytes(raw[1:3], "big")
        return cls(raw[0], raw[3:3 + size]), raw[3 + size:]


wire = bytes(Packet(1, b"hi")) + bytes(Packet(2, b""))
while wire:
    packet, wire = Packet.parse(wire)
    print(packet.kind, packet.payload)


def crc8(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


print(crc8(b"123456789"), sum(b"checksum") % 256, bytes(x ^ k for x, k in zip(b"secret", b"\x2a" * 6)))
