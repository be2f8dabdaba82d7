s = "Hello, World"
print(s.upper(), s.lower(), s.swapcase(), s.title(), s.capitalize(), s.casefold(), "straße".upper(), "ß".casefold(), "they're bill's".title())
print(s.center(20, "*"), s.ljust(15, "-"), s.rjust(15), "42".zfill(5), "-42".zfill(5), "+1".zfill(4), "a".center(4), "ab".center(5))
print(s.find("o"), s.find("o", 5), s.rfind("o"), s.find("z"), s.index("W"), s.rindex("l"), s.count("l"), s.count(""), "aaa".count("aa"), "abc".find("", 3), "abc".find("", 4))
print(s.startswith("Hell"), s.startswith(("x", "H")), s.endswith("ld"), s.startswith("W", 7), s.endswith("lo", 0, 5), "".startswith(""))
print(s.replace("l", "L"), s.replace("l", "L", 1), "abc".replace("", "-"), "aaa".replace("aa", "b"))
print(s.partition(", "), s.rpartition("o"), s.partition("x"), s.rpartition("x"))
print("  a b  c ".split(), "a,b,,c".split(","), "a,b,c".split(",", 1), "a,b,c".rsplit(",", 1), "  a b  c ".split(None, 1), "  a b  c ".rsplit(None, 1), "".split(), "".split(","))
print("a\nb\r\nc\rd".splitlines(), "a\nb\n".splitlines(True), "-".join(["a", "b"]), "".join([]), "x".join("abc"))
print("  x ".strip() + "|", "  x ".lstrip() + "|", "  x ".rstrip() + "|", "xxaxx".strip("x"), "abcba".strip("ab"), "www.a.com".lstrip("w."))
print("prefix_a".removeprefix("prefix_"), "a.txt".removesuffix(".txt"), "a\tb".expandtabs(4), "a\tb\tc".expandtabs())
print([m("abc1") for m in (str.isalpha, str.isalnum, str.isdigit, str.islower, str.isupper)], "abc".isalpha(), "12".isdigit(), "²".isdigit(), "²".isdecimal(), "½".isnumeric(), " \t".isspace(), "Ab Cd".istitle(), "a b".isidentifier(), "_a1".isidentifier(), "é".isascii(), "a\n".isprintable(), "".isalpha())
t = str.maketrans("abc", "xyz", "d")
print("aabbccdd".translate(t), "abc".translate({97: None, 98: "BB"}), str.maketrans({"a": 1}))
print("a" * 3, 2 * "ab", "a" * 0, "a" * -1, "b" in "abc", "abc"[1], "abc"[-1], "abc"[::-1], "abcdef"[1:5:2], "héllo"[1], len("héllo😀"))
print("abc" < "abd", "a" < "B", "é".encode(), "é".encode("latin-1"), "aé".encode("ascii", "replace"), "aé".encode("ascii", "ignore"), "aé".encode("ascii", "backslashreplace"))
for f in [lambda: "a".index("z"), lambda: "a".join([1]), lambda: "a".join(5), lambda: "x".replace(1, "a"), lambda: "x".find(1), lambda: "x".partition(""), lambda: "x".split(""), lambda: "x".split(1), lambda: "x".strip(1), lambda: "x".center(5, "ab"), lambda: "é".encode("ascii"), lambda: "a".encode("nope"), lambda: "abc".startswith(1), lambda: "a" + 1, lambda: "a"[5], lambda: "a"["b"], lambda: "a".foo, lambda: "a" < 1, lambda: "a" * 2.0]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
