b = b"Hello, World"
print(b, b[0], b[1:4], len(b), b.upper(), b.lower(), b.find(b"o"), b.rfind(b"o"), b.count(b"l"), b.replace(b"l", b"L"), b.split(b", "), b"a b  c".split(), b.startswith(b"He"), b.endswith((b"x", b"ld")))
print(b.hex(), b.hex(" "), bytes.fromhex("48 65"), b.decode(), b"\xc3\xa9".decode(), b"\xff".decode("latin-1"), b"a\xff".decode("utf-8", "replace"), b"a\xff".decode("ascii", "ignore"), b"-".join([b"a", b"b"]))
print(bytes(3), bytes([1, 2, 255]), bytes("é", "utf-8"), bytes(b"x"), b"a" + b"b", b"ab" * 2, b"a" in b"abc", 97 in b"abc", b"abc" == b"abc", b"a" < b"b", list(b"abc"), hash(b"a") == hash(b"a"))
print(b.partition(b", "), b.rpartition(b"o"), b"  x ".strip(), b"xxaxx".strip(b"x"), b"a".center(5, b"*"), b"a".ljust(3) + b"|", b"7".zfill(3), b"abc".isalpha(), b"12".isdigit(), b"aB".swapcase(), b"hello world".title(), b"hELLO".capitalize(), b"a\nb\r\nc".splitlines(), b"a\tb".expandtabs(4))
print(b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"), b"pre_x".removeprefix(b"pre_"), b"%s" if False else b"", b"a,b,c".rsplit(b",", 1))
a = bytearray(b"abc"); a.append(100); a.extend(b"ef"); a[0] = 65; print(a, a.pop(), a.pop(0), a); a.insert(0, 90); a.remove(98); a.reverse(); print(a, a.copy(), bytes(a)); a += b"!"; print(a, a == b"edcZ!", len(a)); a.clear(); print(a)
for f in [lambda: bytes([300]), lambda: bytes("a"), lambda: bytearray().append(300), lambda: b"a".decode("nope"), lambda: b"\xff".decode(), lambda: b"\xe2\x82".decode(), lambda: b"a".index(b"z"), lambda: b"a".find("a"), lambda: bytes(-1), lambda: b"a".join(["x"]), lambda: bytes.fromhex("zz"), lambda: b"abc"[5], lambda: b"a".replace("a", b"b"), lambda: hash(bytearray())]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
