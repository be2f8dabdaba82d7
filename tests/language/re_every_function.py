"""re: match, fullmatch, search, findall, finditer, split, sub, subn, escape, groups by name, flags, positions."""
import re

m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)(-(\d\d))?", "2024-05-17T10")
print(m, m.group(), m.group(1, "month"), m["year"], m.groups(), m.groupdict(), m.span(), m.span("month"), m.start(3), m.end(), m.lastindex, m.lastgroup)
print(re.match(r"(a)|(b)", "b").groups("none"), re.match(r"(a)|(b)", "b").groupdict(), re.match("x", "y"), m.string[m.end():], m.re.pattern, m.pos, m.endpos)
print(re.fullmatch(r"\w+", "abc"), re.fullmatch(r"\w+", "abc d"), re.search(r"b+", "aabbb").group(), bool(re.search("^b", "ab")))
print(re.findall(r"\d+", "a1b22"), re.findall(r"(\w)(\d)", "a1b2"), re.findall(r"(\w)\d", "a1b2"), re.findall("", "ab"), re.findall(r"(?i)A", "aA"))
print([(x.group(), x.start()) for x in re.finditer(r"[aeiou]", "education")], re.split(r"[,;]\s*", "a, b;c"), re.split(r"(-)", "a-b-c"), re.split("x", "axbxc", 1))
print(re.split(r"\b", "hi there"), re.split(r"(?<=,)", "a,b"), re.split("", "abc"))
print(re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub("a", "b", "aaa", count=2), re.subn("a", "b", "aaa"), re.sub(r"(?P<n>\d)", r"<\g<n>>", "a1"), re.sub("x*", "-", "abxd"))
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "3 apples, 10 pears"), re.sub(r"(a)(b)?", lambda m: repr(m.groups()), "ab a"), re.sub("a", r"\n\\", "cat"))
print(re.sub(r"(.)", r"\g<1>0", "ab"), re.sub("(a)(x)?", r"[\2]", "ab"), re.escape("a.b*c[d] e-f_#"), re.sub(r"\s+", " ", " a \n b\t"))
p = re.compile(r"""
    (?P<sign>[+-])?      # a sign
    (?P<whole>\d+)       # whole part
    (?:\.(?P<frac>\d*))? # fraction
    """, re.VERBOSE)
print(p.match("-3.14").groupdict(), p.groups, p.groupindex, p.flags & re.VERBOSE == re.VERBOSE, p.match("x3", 1).group(), p.search("abc 42").span())
print(re.findall(r"^\w", "ab\ncd", re.M), re.findall(r".", "a\nb", re.S), re.findall(r"(?m)\w$", "ab\ncd"), re.match(r"A.b", "a\nB", re.I | re.S).group())
print(re.compile("a", re.I), re.compile("b", re.M | re.I), repr(re.I | re.M), re.I, re.compile("x") == re.compile("x"), re.compile(r"\d").findall("a1"))
print(re.findall(r"(?<=\$)\d+", "$5 €6 $7"), re.findall(r"\b(?!un)\w+\b", "undo redo unit fix"), re.findall(r"(\w)\1", "aabbcd"), re.findall(r"(?P<q>['\"]).*?(?P=q)", "'a' \"b\""))
print(re.findall(r"a{2,3}", "aaaaaaa"), re.findall(r"a{2,3}?", "aaaaaaa"), re.match(r"(?:ab)+", "ababx").group(), re.match(r"a|ab", "ab").group(), re.findall(r"[^\W\d_]+", "ab_1é"))
print(re.findall(r"(?a:\w+)", "aé"), re.findall(r"\w+", "naïve café", re.A), re.findall(r"[\u0400-\u04FF]+", "привет hi"), re.findall("\\x41|\\u0042|\\101", "ABA"))
print(re.match(r"(\d+)(?(1)a|b)", "12a").group(), re.findall(r"(?>a+)b", "aaab"), re.match(r"a++b", "aab").group(), re.match(r"((a)(b(c)))", "abc").groups())
for word in ("Jean-Luc", "x_1", "3d"):
    print(word, bool(re.fullmatch(r"[A-Za-z]+(-[A-Za-z]+)*", word)), bool(re.fullmatch(r"[^\d\W]\w*", word)))
for bad in (lambda: re.compile("("), lambda: re.compile("[a"), lambda: re.compile("*a"), lambda: re.compile(r"\1"), lambda: re.compile("(?P<1a>x)"), lambda: m.group(9),
            lambda: m["no"], lambda: re.sub("a", r"\9", "a"), lambda: re.match("a", b"a"), lambda: re.match(3, "a"), lambda: re.compile("a{3,1}"), lambda: re.compile("(?P<a>x)(?P<a>y)"),
            lambda: re.findall("a", None)):
    try:
        print(bad())
    except (re.error, IndexError, TypeError) as error:
        print(type(error).__name__, error)
print(m.expand(r"\2/\1 \g<month>"), m.__class__.__name__, p.__class__, m.regs if hasattr(m, "regs") else m.span(0))


def tokenize(code):
    spec = [("NUMBER", r"\d+(\.\d*)?"), ("ASSIGN", r":="), ("END", r";"), ("ID", r"[A-Za-z]+"), ("OP", r"[+\-*/]"), ("NEWLINE", r"\n"), ("SKIP", r"[ \t]+"), ("MISMATCH", r".")]
    line, start = 1, 0
    for mo in re.finditer("|".join(f"(?P<{n}>{r})" for n, r in spec), code):
        kind, value, column = mo.lastgroup, mo.group(), mo.start() - start
        if kind == "NEWLINE":
            line, start = line + 1, mo.end()
        elif kind == "MISMATCH":
            raise RuntimeError(f"{value!r} unexpected on line {line}")
        elif kind != "SKIP":
            yield kind, value, line, column


print(list(tokenize("x := 3.5 +\n y*2;")))
try:
    list(tokenize("a ? b"))
except RuntimeError as error:
    print(error)
