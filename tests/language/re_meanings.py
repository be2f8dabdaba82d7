# What patterns mean, where engines differ: braces, brackets, ends of lines, empty matches that follow each other.
import re

for pattern, flags, text in (
    (r"a{,2}b", 0, "aab b"),
    (r"x{y}", 0, "x{y}"),
    (r"[[\]a]+", 0, "[a]b"),
    (r"[]a]+", 0, "]ab"),
    (r"\w+$", 0, "ab\n"),
    (r"^\w", re.MULTILINE, "a\nb"),
    (r"(?i)AB", 0, "ab"),
    (r"a b # comment", re.VERBOSE, "ab"),
    (r"(\w)\1", 0, "aab"),
    (r"(?<=a)b\Z", 0, "ab"),
    (r"a*", 0, "baac"),
    (r"", 0, "ab"),
    (r"\b", 0, "a b"),
):
    print(pattern, [match.group() for match in re.compile(pattern, flags).finditer(text)])
