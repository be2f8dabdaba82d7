"""What wrong calls of str methods say."""
# Recorded from CPython 3.11; the lines of str.replace are those of 3.13, where it takes `count` by name.
for bad in (lambda: "a".index("z"), lambda: "a".rindex("z"), lambda: "a".join([1]), lambda: "a".join(5), lambda: "a".split(""), lambda: "a".center(3, "ab"), lambda: "a" + 1, lambda: 1 + "a", lambda: "a" * "b", lambda: "a" * 1.5, lambda: "a".replace("a"), lambda: "a".startswith(1), lambda: "a".find(1),
            lambda: "a".partition(""), lambda: str.maketrans("ab", "c"), lambda: str.maketrans("a"), lambda: "a".encode("nope"), lambda: "é".encode("ascii"), lambda: "a" < 1, lambda: 1 in "a", lambda: "a".zfill(), lambda: "a".upper(1), lambda: str.upper(), lambda: str.upper(3), lambda: "a".nope(), lambda: "abc".strip(1),
            lambda: "a".splitlines(1, 2), lambda: ["a"] + "b", lambda: "a" - "b", lambda: "a".ljust("x"), lambda: "a".count(), lambda: "%d" % "x", lambda: "a".removeprefix(1), lambda: "a".expandtabs("x"), lambda: "a".translate(), lambda: "a".maketrans(1, 2), lambda: "".join(["a", None]), lambda: "a" + None, lambda: "a".endswith(["a"]), lambda: "a".format_map()):
    try:
        print(bad())
    except (ValueError, TypeError, LookupError, UnicodeError, AttributeError) as error:
        print(type(error).__name__, error)
