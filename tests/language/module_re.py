import re
m = re.match(r"(\w+) (?P<last>\w+)", "Isaac Newton, physicist"); print(m, m.group(), m.group(1), m.group("last"), m.group(1, 2), m.groups(), m.groupdict(), m.start(2), m.end(), m.span(1), m[0], m["last"], m.lastgroup, m.lastindex, m.string[:5], m.pos)
print(re.search(r"\d+", "abc123def").group(), re.match(r"\d", "a"), re.fullmatch(r"\w+", "abc").group(), re.fullmatch(r"\w", "abc"), re.findall(r"\d+", "1 22 333"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall(r"(a)?b", "ab b"), [x.span() for x in re.finditer("a", "banana")])
print(re.sub(r"\d", "#", "a1b2"), re.sub(r"(\w)(\d)", r"\2\1", "a1b2"), re.sub(r"(?P<x>\w)", r"<\g<x>>", "ab"), re.sub("a", lambda m: m.group().upper(), "banana"), re.sub("a", "b", "aaa", count=2), re.subn("a", "b", "banana"), re.sub("x*", "-", "abxd"), re.sub(r"(.)", r"\g<1>\n", "ab"))
print(re.split(r"[,;]\s*", "a, b;c"), re.split(r"(,)", "a,b"), re.split(r"\s+", " a b "), re.split(",", "a,b,c", maxsplit=1), re.split(r"x*", "axbc"))
p = re.compile(r"(?P<k>\w+)=(?P<v>\d+)", re.I); print(p.pattern, p.groups, p.groupindex, p.flags, p.findall("a=1 B=2"), p, p.sub(r"\g<v>", "q=5"), p.match("zz a=1", 3).group())
print(re.findall(r"^\w", "a\nb\nc", re.M), re.findall(r"a.b", "a\nb", re.S), re.findall("AB", "abAB", re.IGNORECASE), re.findall(r"a b # c", "ab", re.X), re.findall(r"\w+$", "x\nab\n"), re.findall(r"(?i)ab", "AB"), re.findall(r"(?<=\$)\d+", "$12 34"), re.findall(r"(\w)\1", "aabbc"), re.findall(r"a{2}", "aaaa"), re.findall(r"<.*?>", "<a><b>"), re.findall(r"(?:ab)+", "ababx"), re.findall(r"[^\d\s]+", "a1 b"), re.findall(r"\bfoo\b", "foo food"), re.findall(r"a|b", "cab"), re.findall(r"x(?!y)", "xyxz"))
print(re.escape("a.b*c[1]"), re.match("(a)|(b)", "b").groups(), re.match("(a)|(b)", "b").groups("-"), re.findall("é+", "aéé"), re.search("é", "aé").span(), re.findall("", "ab"), re.match(r"(\d+)(?:\.(\d+))?", "24").groups(0), re.search("b", "abc").expand(r"[\g<0>]"))
if m := re.search(r"(?P<year>\d{4})-(?P<month>\d\d)", "on 2024-05-01"): print(m["year"], m.groupdict())
for f in [lambda: re.compile("("), lambda: re.match("a", 5), lambda: re.match("a", "a").group(3), lambda: re.match("a", "a").group("q"), lambda: re.sub("a", 5, "a")]:
    try:
        f()
    except Exception as e:
        print(type(e).__name__, isinstance(e, (re.error, TypeError, IndexError)))
