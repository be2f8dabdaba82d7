"""str methods on letters beyond ASCII, odd whitespace, edges of every argument, and their error texts."""
words = ["straße", "ÉCOLE", "ﬁn", "İstanbul", "ǅ", "ß", "ΑΣ", "naïve", "日本語", "٣", "½", "Ⅷ", "a\u0301", "😀", "", " ", "\u3000x\xa0", "1e5", "_id", "Title Case", "don't stop"]
for w in words:
    print(ascii(w), ascii(w.upper()), ascii(w.lower()), ascii(w.title()), ascii(w.capitalize()), ascii(w.swapcase()), ascii(w.casefold()), len(w), ascii(w.strip()))
    print("  ", w.isalpha(), w.isdigit(), w.isdecimal(), w.isnumeric(), w.isalnum(), w.isspace(), w.isupper(), w.islower(), w.istitle(), w.isidentifier(), w.isprintable(), w.isascii())
s = "The quick brown fox"
print(s.find("q"), s.find("z"), s.find("o", 13), s.rfind("o"), s.index("b"), s.count("o"), s.count(""), s.startswith(("x", "The")), s.endswith("fox", 3), s.startswith("quick", 4), s.endswith(()), "".find(""), s.find("", 50))
print(s.partition(" "), s.rpartition(" "), s.partition("zz"), s.rpartition("zz"), s.split(), s.split(" ", 1), s.rsplit(None, 1), s.split("o"), "a,,b,".split(","), "".split(), "".split(","), " a  b ".split(" "), "a\tb\nc".split(None, 1))
print("a\nb\r\nc\x0bd\x1ce\u2028f\n".splitlines(), "a\nb\n".splitlines(True), "".splitlines(), "\n".splitlines(), "x\n\ny".splitlines())
print("abc".center(10, "*"), "abc".center(6), "abc".ljust(5, ".") + "|", "abc".rjust(5, ".") + "|", "abc".center(2), "-42".zfill(6), "+5".zfill(4), "x".zfill(3), "".zfill(2), "ab".center(5, "xy"[0]), "abcd".center(7, "-"))
print("xxabcxx".strip("x"), "xyabyx".lstrip("xy"), "abc...".rstrip("."), "prefix-body".removeprefix("prefix-"), "body.txt".removesuffix(".txt"), "abc".removesuffix(""), "  a b ".strip() + "|")
print("a-b-c".replace("-", "+"), "aaa".replace("a", "b", 2), "abc".replace("", "-"), "abc".replace("", "-", 2), "aaa".replace("aa", "b"), "x".replace("x", ""), "tab\tx".expandtabs(4), "a\tbc\tdef\t|".expandtabs(), "1\t2".expandtabs(0))
print("hello".translate({ord("l"): "L", ord("h"): None, 101: 69}), "abc".translate(str.maketrans("ab", "xy", "c")), str.maketrans({"a": 1, "b": None}), "abc".translate(str.maketrans({"a": "long", "b": ""})))
print("-".join(["a"]), "".join([]), ", ".join("abc"), "".join(x for x in "xyz"), "ab" * 3, "ab" * 0, "ab" * -1, 2 * "z", "b" in "abc", "" in "", "abc" < "abd", "Z" < "a", "é" > "z", max("hello"), sorted("bca"), "abc" "def")
for bad in (lambda: "a".index("z"), lambda: "a".rindex("z"), lambda: "a".join([1]), lambda: "a".join(5), lambda: "a".split(""), lambda: "a".center(3, "ab"), lambda: "a" + 1, lambda: 1 + "a", lambda: "a" * "b", lambda: "a" * 1.5, lambda: "a".replace("a"), lambda: "a".startswith(1), lambda: "a".find(1),
            lambda: "a".partition(""), lambda: str.maketrans("ab", "c"), lambda: str.maketrans("a"), lambda: "a".encode("nope"), lambda: "é".encode("ascii"), lambda: "a" < 1, lambda: 1 in "a", lambda: "a".zfill(), lambda: "a".upper(1), lambda: str.upper(), lambda: str.upper(3), lambda: "a".nope(), lambda: "abc".strip(1),
            lambda: "a".splitlines(1, 2), lambda: ["a"] + "b", lambda: "a" - "b", lambda: "a".ljust("x"), lambda: "a".count(), lambda: "%d" % "x", lambda: "a".removeprefix(1), lambda: "a".expandtabs("x"), lambda: "a".translate(), lambda: "a".maketrans(1, 2), lambda: "".join(["a", None]), lambda: "a" + None, lambda: "a".endswith(["a"]), lambda: "a".format_map()):
    try:
        print(bad())
    except (ValueError, TypeError, LookupError, UnicodeError, AttributeError) as error:
        print(type(error).__name__, error)
print("é".encode(), "é".encode("latin-1"), "é😀".encode("utf-16-le"), "é".encode("ascii", "ignore"), "é".encode("ascii", "replace"), "é😀".encode("ascii", "xmlcharrefreplace"), "é".encode("ascii", "backslashreplace"), b"\xc3\xa9".decode(), b"\xff".decode("latin-1"), b"a\xff".decode("utf-8", "replace"), b"a\xffb".decode(errors="ignore"), b"\xff".decode("utf-8", "backslashreplace"))
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), repr("\\n\t\r\x00\x7f\x85\xad\u200b\ue000\U0001f600"), "\u00e9" == "e\u0301", "a\
b", "\101\x42\u0043\N{LATIN SMALL LETTER D}", r"\n" "\n".strip())
