# urllib.parse: addresses, taken apart, joined and quoted.
from urllib.parse import *
from urllib.parse import urlsplit, urlparse
import urllib.parse

for url in (
    "http://user:pa%20ss@www.Example.com:8080/a/b;p?q=1&r=2#frag", "https://example.com", "//host/path", "/path/only?x",
    "mailto:me@x.org", "file:///etc/passwd", "http://[::1]:80/x", "http://[fe80::1%25eth0]/", "", "a b", "http://h:/p",
    "ftp://f/x;type=a", "x:y", "1:2", "HTTP://UP/Case", "http://a?q#f", "http://a#f?q", "svn+ssh://h/p", "?q", "#f", "a/b;c;d/e;f",
):
    s, p = urlsplit(url), urlparse(url)
    print(repr(url), tuple(s), tuple(p)[2:4], s.geturl(), p.geturl() == s.geturl())
    print("  ", s.username, s.password, s.hostname, p.port if "::1]:" in url or "8080" in url else s.port)
print(urlsplit("http://a/b"), urlparse("http://a/b"), urldefrag("http://a/b#c"), urldefrag("x"))
print(urlsplit(b"http://h:1/p?q"), urlsplit(b"http://h:1/p").port, urlsplit(b"http://u@H/").hostname, urlparse(b"a;b").params)
print(urlsplit("//x", scheme="https").geturl(), urlsplit("http://a#b", allow_fragments=False).path, urlsplit("a").encode(), urlsplit(b"a").decode())
print(urlsplit("http://a/b")._replace(path="/new", query="x=1").geturl(), urlunsplit(("http", "h", "p", "q", "f")))
print(urlunparse(("http", "h", "/p", "par", "q", "f")), urlunparse(["", "", "a", "", "", ""]))

base = "http://a/b/c/d;p?q"
for url in (
    "g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", ";x", "g;x", "", ".", "./", "..", "../", "../g", "../..",
    "../../", "../../g", "../../../g", "/./g", "/../g", "g.", ".g", "g..", "./../g", "./g/.", "g/./h", "g/../h", "http:g", "http://x/y",
):
    print(url, urljoin(base, url), end="; ")
print()
print(urljoin("", "a"), urljoin("a", ""), urljoin("http://a", "b"), urljoin("http://a/b/", "c"), urljoin("mailto:x", "y"), urljoin(b"http://a/b", b"c"))

for text in ("plain", "a b/c?d=e&f", "größe", "100%", "~-_.", "", "a+b", "\n", "日本"):
    print(repr(text), quote(text), quote_plus(text), quote(text, safe=""), unquote(quote(text)) == text, unquote_plus(quote_plus(text)) == text)
print(quote(b"\xff a"), quote("ü", encoding="latin-1"), quote("a/b@c", safe="@"), quote_from_bytes(b"x y"), quote("é", errors="strict"))
print(unquote("%C3%BC%zz%4"), unquote("%FF"), unquote("%FF", errors="strict", encoding="latin-1"), unquote("a+b"), unquote_plus("a+b%2B"))
print(unquote_to_bytes("a%20b%ff"), unquote_to_bytes(b"%41"), unquote(b"%41b"), unquote("ü%C3%BC"))

print(parse_qs("a=1&b=2&a=3&c=&d"), parse_qs("a=1&c=&d", keep_blank_values=True), parse_qsl("x=%20+y&z=ü"), parse_qs(""))
print(parse_qs(b"a=1&b=%41"), parse_qsl("a=1;b=2", separator=";"), parse_qsl("a=b=c&=x"), parse_qs("a=1&a=2")["a"])
print(urlencode({"a": 1, "b": "x y", "c": "ü&"}), urlencode([("a", 1), ("a", 2)]), urlencode({"a": [1, 2]}), urlencode({"a": [1, "b c"], "d": "e"}, doseq=True))
print(urlencode({"q": "a b"}, quote_via=quote), urlencode({b"k": b"v \xff"}), urlencode({"a": "/"}, safe="/"), urlencode({}), urlencode({"n": None, "t": True}))


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: urlsplit("http://h:99999/").port)
tried(lambda: urlsplit("http://h:x/").port)
tried(lambda: urlsplit("http://[::1/"))
tried(lambda: urljoin("a", b"b"))
tried(lambda: quote(b"a", encoding="utf-8"))
tried(lambda: quote_from_bytes("a"))
tried(lambda: parse_qs("a", strict_parsing=True))
tried(lambda: parse_qsl("a=1&b=2", max_num_fields=1))
tried(lambda: urlencode([1, 2]))
tried(lambda: urlencode(5))
tried(lambda: parse_qs("a=1", separator=""))
print(urllib.parse.unwrap("<URL:http://a>"), urllib.parse.uses_netloc[:3], "http" in urllib.parse.uses_relative)
