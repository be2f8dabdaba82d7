"""str methods: searching, splitting, padding, stripping, replacing, translating."""
s = "The quick brown fox"
print(s.find("q"), s.find("z"), s.find("o", 13), s.rfind("o"), s.index("b"), s.count("o"), s.count(""), s.startswith(("x", "The")), s.endswith("fox", 3), s.startswith("quick", 4), s.endswith(()), "".find(""), s.find("", 50))
print(s.partition(" "), s.rpartition(" "), s.partition("zz"), s.rpartition("zz"), s.split(), s.split(" ", 1), s.rsplit(None, 1), s.split("o"), "a,,b,".split(","), "".split(), "".split(","), " a  b ".split(" "), "a\tb\nc".split(None, 1))
print("a\nb\r\nc\x0bd\x1ce\u2028f\n".splitlines(), "a\nb\n".splitlines(True), "".splitlines(), "\n".splitlines(), "x\n\ny".splitlines())
print("abc".center(10, "*"), "abc".center(6), "abc".ljust(5, ".") + "|", "abc".rjust(5, ".") + "|", "abc".center(2), "-42".zfill(6), "+5".zfill(4), "x".zfill(3), "".zfill(2), "ab".center(5, "xy"[0]), "abcd".center(7, "-"))
print("xxabcxx".strip("x"), "xyabyx".lstrip("xy"), "abc...".rstrip("."), "prefix-body".removeprefix("prefix-"), "body.txt".removesuffix(".txt"), "abc".removesuffix(""), "  a b ".strip() + "|")
print("a-b-c".replace("-", "+"), "aaa".replace("a", "b", 2), "abc".replace("", "-"), "abc".replace("", "-", 2), "aaa".replace("aa", "b"), "x".replace("x", ""), "tab\tx".expandtabs(4), "a\tbc\tdef\t|".expandtabs(), "1\t2".expandtabs(0))
print("hello".translate({ord("l"): "L", ord("h"): None, 101: 69}), "abc".translate(str.maketrans("ab", "xy", "c")), str.maketrans({"a": 1, "b": None}), "abc".translate(str.maketrans({"a": "long", "b": ""})))
print("-".join(["a"]), "".join([]), ", ".join("abc"), "".join(x for x in "xyz"), "ab" * 3, "ab" * 0, "ab" * -1, 2 * "z", "b" in "abc", "" in "", "abc" < "abd", "Z" < "a", "é" > "z", max("hello"), sorted("bca"), "abc" "def")
