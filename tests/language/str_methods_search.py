"""str: searching, testing, splitting, joining."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.

s = "Hello, World! hello, world!"
print(
    s.find("o"),
    s.find("o", 5),
    s.find("zz"),
    s.rfind("hello"),
    s.index("W"),
    s.rindex("l"),
    s.count("l"),
    s.count("l", 5, 15),
    s.count(""),
    s.startswith(("He", "x")),
    s.endswith("world!"),
    s.startswith("World", 7),
    "" in s,
)
print(
    s.split(", "),
    s.split(maxsplit=1),
    s.rsplit("o", 2),
    s.partition("!"),
    s.rpartition("!"),
    s.partition("zz"),
    s.rpartition("zz"),
    "a  b".split(" "),
    "".split(),
    "".split(","),
    " a b ".split(None, 1),
    "a\nb\r\nc\rd".splitlines(),
    "x,y,z".rsplit(",", 1),
)
print(
    s.replace("l", "L", 2),
    s.replace("", "-", 3),
    s.lower(),
    s.upper(),
    s.swapcase(),
    s.title(),
    s.capitalize(),
    s.casefold(),
    s.strip("!Hd"),
    "  x ".strip(),
    "xxabxx".lstrip("x"),
    "xxabxx".rstrip("bx"),
    s.removeprefix("Hello"),
    s.removesuffix("?"),
)
print(
    "-".join(["a", "b"]),
    "".join([]),
    "ab".join("xyz"),
    "a".center(5),
    "a".center(4, "*"),
    "abc".ljust(2),
    "42".zfill(5),
    "+42".zfill(5),
    "x".rjust(3, "."),
    "a\tbc\td".expandtabs(4),
    "ab" * 3,
    "a" + "b",
    "abc"[1],
    "abc"[-2:],
    "abc"[::-1],
    "abc"[5:],
    len("abc"),
)
for word in ("abc", "ABC", "Abc", "abc1", "123", "12.3", " ", "", "a b", "_x", "class", "\n", "é", "½"):
    print(
        repr(word),
        *(
            int(getattr(word, f"is{k}")())
            for k in "alnum alpha ascii decimal digit identifier lower numeric printable space title upper".split()
        ),
    )
print(
    "aXbXc".translate(str.maketrans("abc", "xyz", "X")),
    "abc".translate({97: None, 98: "BB"}),
    str.maketrans({"a": 1}),
    str.maketrans("a", "b"),
    "%s %r %5.2f %-5d| %05d %x %e %%" % ("a", "b", 3.14159, 42, 42, 255, 12345.6),
    "%(k)s=%(v)03d" % {"k": "x", "v": 7},
)
print(
    "{:>5}|{:<5}|{:^5}|{:05d}|{:+}|{:,}|{!r}|{:.2%}|{:#b}".format("a", "b", "c", 42, 5, 1234567, "q", 0.256, 5),
    "{a[0]} {b.real} {0}".format(1, a=[9], b=2),
    "{:{w}.{p}f}".format(3.14159, w=8, p=2),
    "{}{{}}".format(1),
)
for bad in (
    lambda: s.index("zz"),
    lambda: s.split(""),
    lambda: ",".join([1]),
    lambda: "a" + 1,
    lambda: "a" * "b",
    lambda: "abc"[9],
    lambda: "abc"["x"],
    lambda: "{}".format(),
    lambda: "{x}".format(1),
    lambda: "%d" % "a",
    lambda: "%s %s" % 1,
    lambda: "%q" % 1,
    lambda: "{:d}".format("a"),
    lambda: "{:d}".format(1.5),
    lambda: "a".center(),
    lambda: "a".center(5, "ab"),
    lambda: "a".replace("a"),
    lambda: "{".format(),
    lambda: "abc".__setitem__(0, "x"),
    lambda: s.startswith(1),
    lambda: "x".encode("nope"),
    lambda: f"{5:s}",
    lambda: "a" < 1,
    lambda: "%c" % "ab",
    lambda: "1" % 2,
):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
