"""re-heavy text processing."""
import re
log = """127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /apache_pb.gif HTTP/1.0" 200 2326
10.0.0.5 - bob [11/Oct/2000:14:00:01 -0700] "POST /login HTTP/1.1" 302 -
bad line
192.168.1.1 - - [12/Oct/2000:00:00:00 -0700] "GET /a?x=1&y=2 HTTP/1.1" 404 512"""
pattern = re.compile(r'''
    (?P<ip>\d{1,3}(?:\.\d{1,3}){3})\s+-\s+(?P<user>\S+)\s+
    \[(?P<day>\d+)/(?P<month>\w+)/(?P<year>\d{4}):(?P<time>[\d:]+)\s[^\]]+\]\s+
    "(?P<method>[A-Z]+)\s(?P<path>[^\s"]+)[^"]*"\s(?P<status>\d{3})\s(?P<size>\d+|-)  # size
''', re.VERBOSE)
for line in log.splitlines():
    m = pattern.match(line)
    print(m and {k: v for k, v in m.groupdict().items() if k in ("ip", "path", "status", "size")}, m and m.span("path"), m and m.lastgroup)
print(pattern.groups, pattern.groupindex, pattern.flags, re.compile("a", re.I | re.M), re.compile(b"x"), re.compile("a").flags)
print(re.findall(r"\b(\w)(\w*)\b", "hello big world"), re.findall(r"\d+", "a1b22"), re.findall(r"(\d)(?=\d)", "1234"), re.findall("", "ab"), re.findall(r"(a)|(b)", "ab"))
print(re.split(r"[,;\s]+", "a, b;c  d"), re.split(r"(,)", "a,b,c"), re.split(",", "a,b,c", 1), re.split(r"x*", "axbc"), re.split(r"\b", "hi there"), re.split("(a)|b", "xaybz"))
print(re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world foo bar"), re.sub("a", "b", "aaaa", count=2), re.subn("a", "b", "aXa"), re.sub(r"(?P<n>\d+)", lambda m: str(int(m["n"]) * 2), "1 and 22"), re.sub(r"\s+", " ", "a \n\t b"), re.sub("", "-", "abc"), re.sub(r"x*", "-", "abxd"), re.sub(r"(a)(b)?", r"[\1\2]", "ab a"), re.sub(r"(?P<x>b)", r"<\g<x>\g<0>\g<1>>", "abc"), re.sub(".", r"\\", "ab"), re.sub("a", r"\n", "a"))
m = re.search(r"(?P<a>\d+)-(?P<b>\d+)?", "xx 12- yy")
print(m, m.group(), m.group(0, 1, "b"), m.groups(), m.groups("none"), m.start(), m.end("a"), m.span(2), m[1], m["a"], m.string, m.re.pattern, m.pos, m.endpos, m.lastindex, m.groupdict("D"), m.expand(r"\1!\g<a>"), m.regs, bool(m))
print([(x.group(), x.span()) for x in re.finditer(r"[aeiou]+", "queueing aisle")], re.fullmatch(r"\d+", "123a"), re.fullmatch(r"\d+", "123"), re.match("b", "abc"), re.search("^b", "a\nb", re.M), re.search("a.b", "a\nb"), re.search("a.b", "a\nb", re.S), re.findall("(?i)abc", "ABC abc"), re.match(r"(?s).*", "a\nb").group())
print(re.escape("a.b*c[d] (e) \\ -é_ #&~"), re.compile(r"(\d+)").search("ab12", 3), re.compile("b").match("ab", 1), re.compile("^b").match("ab", 1), re.compile("a").search("bca", 0, 2), re.purge())
print(re.findall(r"(?<=\$)\d+(?:\.\d\d)?", "cost $5 or $10.99 not 7"), re.findall(r"(?<!\w)cat(?!\w)", "cat concat cat's"), re.findall(r"(\w)\1", "aabbcd"), re.findall(r"(?P<q>['\"]).*?(?P=q)", "'a' \"b\""), re.sub(r"(?<=\d)(?=(\d{3})+$)", ",", "1234567"), re.findall(r"(?:a|b)++c|x", "abc x") if False else "-", re.findall(r"a{2,3}?", "aaaaa"), re.findall(r"[^\W\d_]+", "añb1_c"), re.findall(r"\w+", "naïve café", re.A), re.findall(r"(?x) a  b # c", "ab"))
tokens = [("NUMBER", r"\d+(\.\d*)?"), ("ID", r"[A-Za-z_]\w*"), ("ASSIGN", r":="), ("OP", r"[+\-*/()]"), ("NEWLINE", r"\n"), ("SKIP", r"[ \t]+"), ("MISMATCH", r".")]
tok = re.compile("|".join("(?P<%s>%s)" % pair for pair in tokens))
print([(m.lastgroup, m.group()) for m in tok.finditer("x := 3.14 * (y+2)\n$") if m.lastgroup != "SKIP"])
for bad in ("(", "a)", "[", "*a", "a**", "(?P<1>a)", "(?P<a>x)(?P<a>y)", r"\1", "(?P=x)", "(?z)", "a{2,1}", "[b-a]", "(?<=a*)b", r"\q", "(?P<a", "(?", "(?:", "[a", "x(?i)", r"\Z\x", "++", "(?<n>a)"):
    try:
        print(bad, re.compile(bad).pattern)
    except re.error as e:
        print(bad, "|", e, "|", e.msg, e.pos, e.pattern == bad)
for f in (lambda: re.match(5, "a"), lambda: re.match("a", 5), lambda: re.match("a", b"a"), lambda: re.match(b"a", "a"), lambda: m.group(9), lambda: m.group("zz"), lambda: m["q"], lambda: re.sub("(a)", r"\2", "a"), lambda: re.sub("a", r"\g<x>", "a"), lambda: re.split("a"), lambda: re.sub("a", r"\q", "a"), lambda: m.start("nope"), lambda: re.compile(re.compile("a"), re.I)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
camel = lambda s: re.sub(r"(?<!^)(?=[A-Z])", "_", s).lower()
snake = lambda s: re.sub(r"_(\w)", lambda m: m[1].upper(), s)
print(camel("someVariableNameHTTP"), snake("some_variable_name"), re.sub(r"(?i)\b(the|a)\b ", "", "The cat and a dog"))
emails = "ann@x.org, bob.smith@mail.example.com; bad@, @bad, c+d@e.co"
print(re.findall(r"[\w.+-]+@[\w-]+\.[\w.-]+", emails), re.findall(r"#(\w+)", "#tag1 and #tag2!"), dict(re.findall(r"(\w+)=(\w+)", "a=1 b=2")))
template = "Hello {{ name }}, you are {{age}} and {{ missing }}"
print(re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda m: str({"name": "Ann", "age": 5}.get(m[1], m[0])), template))
print(re.sub(r"<[^>]+>", "", "<p>Hi <b>you</b></p>"), re.findall(r"https?://[^\s,)]+", "see http://a.b/c?d=e, (https://x.y)"), re.match(r"^(?=.*\d)(?=.*[a-z]).{6,}$", "abc123") is not None)
md = "# Title\n\nSome *text* and **bold** `code` [link](http://x)\n- item"
html = md
for pat, rep in [(r"^# (.+)$", r"<h1>\1</h1>"), (r"\*\*(.+?)\*\*", r"<b>\1</b>"), (r"\*(.+?)\*", r"<i>\1</i>"), (r"`(.+?)`", r"<code>\1</code>"), (r"\[(.+?)\]\((.+?)\)", r'<a href="\2">\1</a>'), (r"^- (.+)$", r"<li>\1</li>")]:
    html = re.sub(pat, rep, html, flags=re.M)
print(html)
print(re.sub(rb"\d", b"#", b"a1b2"), re.findall(rb"[^\x00-\x7f]", "é".encode()), re.RegexFlag.I, re.I | re.S, int(re.M), re.ASCII, repr(re.IGNORECASE), re.I.name, re.compile("x").fullmatch("x"))
print(re.match(r"(a(b)?)+", "aba").groups(), re.match(r"(a)|b", "b").groups(), re.match("(?:(a)|(b)|c)*", "abc").groups(), re.search(r"(\d+)(?:px|em)(?=;)", "w: 10px; h: 2em").groups(), re.match(r"(?(1)a|b)", "b") if False else "", re.match(r"(<)?(\w+)(?(1)>)", "<tag>").groups())
