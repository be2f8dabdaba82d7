"""bytes, bytearray and memory of characters."""

b = b"hello world"
print(
    b,
    b[0],
    b[1:4],
    b[::-1],
    len(b),
    list(b[:3]),
    b.upper(),
    b.title(),
    b.split(),
    b.find(b"wor"),
    b.replace(b"o", b"0"),
    b.startswith(b"he"),
    b.count(b"l"),
    b + b"!",
    b * 2,
    104 in b,
    b"ell" in b,
    b.hex(),
    b.hex(" "),
    bytes.fromhex("68 65"),
    b.decode(),
    b.center(15, b"*"),
    b.strip(b"hd"),
    b.partition(b" "),
    b.isalpha(),
    b.islower(),
    b.index(b"o"),
    b.zfill(13),
)
print(
    bytes(3),
    bytes([65, 66]),
    bytes("é", "utf-8"),
    bytes(range(5)),
    b"\x00\xff\n\t'\"\\",
    b'"',
    b"'",
    bytes(b"copy"),
    b"a" < b"b",
    b"" == bytes(),
    hash(b"a") == hash(b"a"),
    b"%d-%s" % (5, b"x"),
    b"x".join([b"1", b"2"]),
    b"a,b".split(b","),
    ord(b"a"),
    [hex(c) for c in b"az"],
    b"abc".translate(bytes.maketrans(b"ab", b"xy")),
    str(b"x"),
    str(b"x", "ascii"),
    b"line\nb".splitlines(),
    rb"\n",
    b"\101",
)
a = bytearray(b"abc")
a[0] = 90
a.append(33)
a.extend(b"xy")
a += b"z"
a[1:3] = b"__"
print(a, a.pop(), len(a), bytes(a), a.decode(), a == b"Z__!xy", a.upper(), a.find(b"!"))
a.insert(0, 65)
a.remove(33)
a.reverse()
del a[0]
print(a, a.copy() is a)
a.clear()
print(a, bytearray(2), bytearray("x", "utf8"))
for bad in (
    lambda: b + "s",
    lambda: b[99],
    lambda: bytes([256]),
    lambda: bytes(-1),
    lambda: b"a".index(b"z"),
    lambda: b.split("o"),
    lambda: bytes("x"),
    lambda: b"\xff".decode(),
    lambda: bytearray(b"a").append(300),
    lambda: b.__setitem__(0, 1),
    lambda: bytes.fromhex("zz"),
    lambda: "a" in b,
    lambda: b < "a",
    lambda: b"a" % 1,
    lambda: int(b"x"),
    lambda: b"".join(["a"]),
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(
    int(b"42"),
    float(b"1.5"),
    b"abc" == "abc",
    b"".join([]),
    b"a".isdigit(),
    bytes(reversed(b"abc")),
    sorted(b"cab"),
    max(b"abc"),
    b"tEst".swapcase(),
    b"a\tb".expandtabs(4),
    b"xay".strip(b"xy"),
    b"abc".removeprefix(b"a"),
    b"aaa".rfind(b"a"),
    b"1,2,3".rsplit(b",", 1),
    int.from_bytes(b"\xff", "big", signed=True),
    (1000).to_bytes(4, "little"),
    (-1).to_bytes(2, "big", signed=True),
)
