"""What wrong uses of bytes and bytearray say; bytes as keys and in loops."""
for bad in (lambda: bytes([256]), lambda: bytes([-1]), lambda: bytes("a"), lambda: bytes(-1), lambda: bytes(1.5), lambda: b"a" + "b", lambda: "b" + b"a", lambda: b"a".index(b"z"), lambda: bytes.fromhex("4"), lambda: bytes.fromhex("zz"), lambda: b"a"[5], lambda: b"a" < "a", lambda: b"a".join(["x"]),
            lambda: b"a".split("a"), lambda: bytearray(b"a").append(256), lambda: bytearray(b"a").append("a"), lambda: bytearray(b"").pop(), lambda: bytearray(b"a").remove(9), lambda: b"a".decode("nope"), lambda: b"\xff".decode(), lambda: b"\xe2\x82".decode(), lambda: b"ab\xc3(".decode("utf-8"), lambda: hash(bytearray()), lambda: "a" in b"a", lambda: 300 in b"a",
            lambda: b"%d" % "x", lambda: b"%s" % "x", lambda: b"a".replace("a", "b"), lambda: bytes("a", 5), lambda: b"a".startswith("a"), lambda: bytes([None]), lambda: bytes("x", "ascii", "strict", 4), lambda: b"\x80".decode("ascii"), lambda: bytes({"a": 1}), lambda: b"a".center(3, b"ab"), lambda: bytes.maketrans(b"a", b"bc"), lambda: b"abc".find("a")):
    try:
        print(bad())
    except (ValueError, TypeError, IndexError, LookupError) as error:
        print(type(error).__name__, error)
print({b"k": 1}[b"k"], b"k" == "k", [x for x in b"ab"], max(b"abc"), sum(b"\x01\x02"), min(b"ab"), bytes(reversed(b"abc")), b"abc"[::-1], b"".join(bytes([x ^ 0x20]) for x in b"aBc"), iter(b"a").__next__(), any(b"\0"), b"a" <= b"a")
