"""Regular expressions on a log: groups, names, substitution, split, flags."""
import re
from collections import Counter

log = """\
2024-01-15 08:30:12 INFO  [web] GET /index.html 200 12ms
2024-01-15 08:30:15 ERROR [db] timeout after 3000ms (retry=2)
2024-01-16 09:01:00 WARN  [web] GET /api/items?id=42&x=1 404 3ms
2024-01-16 23:59:59 INFO  [auth] user=ada@example.org login ok
"""
entry = re.compile(r"""
    ^(?P<date>\d{4}-\d\d-\d\d)\s+(?P<time>[\d:]+)\s+   # when
    (?P<level>[A-Z]+)\s+\[(?P<part>\w+)\]\s+           # what
    (?P<text>.*)$
""", re.VERBOSE | re.MULTILINE)
entries = [m.groupdict() for m in entry.finditer(log)]
print(entries[0])
print(Counter(e["level"] for e in entries), [e["part"] for e in entries])
print(re.findall(r"(\d+)ms", log), re.findall(r"(\w+)=(\w+)", log))
m = re.search(r"(?P<user>[\w.]+)@(?P<host>[\w.]+)", log)
print(m.group(), m.group("user", "host"), m.span("host"), m.start(), m.groups(), m["user"], m.lastgroup, m.re.pattern)
print(re.sub(r"(\d{4})-(\d\d)-(\d\d)", r"\3.\2.\1", log.splitlines()[0]))
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "a1 b22 c333"), re.subn("[aeiou]", "*", "education", count=3))
print(re.split(r"[,;]\s*", "a, b;c,d"), re.split(r"(-)", "1-2-3"), re.split(r"\s+", " lead and trail "))
print(re.fullmatch(r"[a-z]+", "abc") is not None, re.match(r"b", "abc"), re.search(r"B", "abc", re.I))
print(re.findall(r"\b\w{4}\b", "this is some text here"), re.findall(r"^\w", "a\nb\nc", re.M), re.findall(r"a.c", "a\nc abc", re.S))
print(re.escape("a.b*c[d]"), re.compile(r"x*").sub("-", "abxd"), re.findall(r"(?<=\$)\d+(?!\d|%)", "$10 $20% $305"))
print(re.findall(r"<(\w+)>.*?</\1>", "<b>bold</b><i>it</i><u>no</v>"), re.sub(r"(?i)HELLO", "bye", "Hello hello"))
print(repr(re.match(r"\d+", "123abc")), entry.groups, entry.groupindex)
try:
    re.compile(r"(unclosed")
except re.error as error:
    print(error)
text = "camelCaseStringHere"
print(re.sub(r"(?<!^)(?=[A-Z])", "_", text).lower(), re.sub(r"_(\w)", lambda m: m[1].upper(), "snake_case_name"))
