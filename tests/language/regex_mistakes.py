# Patterns that are no regular expressions: what re.error says, and where.
import re

for pattern in (
    "(", "((a)", "(a(b", "a)", "[a", "[", "[]a", "a**", "*a", "a|*b", "(*a)", "a{2,1}", "{2}", "(?z)", "(?<=a+)b", "[z-a]", "[a-\\d]",
    "\\q", "[\\q]", "a\\", "\\1", "(a)\\2", "(?P<n>a)(?P<n>b)", "(?P<1>a)", "(?P<n", "(?P<>a)", "(?P=x)", "(?P=n", "(?Px)",
    "a{2}{3}", "a+*", "a???", "a{1}*", "(?:", "(?P", "(?", "^*", "one\n(two", "(?<x)", "(ab|c)+)",
):
    try:
        re.compile(pattern)
        print(repr(pattern), "is fine")
    except re.error as error:
        print(repr(pattern), error, "|", error.msg, error.pos, error.lineno, error.colno, error.pattern == pattern)

for pattern in ("(?P<y>\\d{4})-(?P<m>\\d\\d)", "[]a]+", "a{2,}?b", "(a)(b)\\2", "[^]]", "x{,3}", "[a-z-]", "(?i:a)b", "(a)?(?(1)b|c)", "a(?#b*)*", "(?x) a # (\n b", "[\\w.-]+@[\\w.]+", "x*+", "(a|)*", "\\Aab\\Z", "a{x}"):
    print(repr(pattern), re.compile(pattern).groups)
