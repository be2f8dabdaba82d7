# Text for pages, bytes as text, and short forms of long values.
import html, base64, reprlib
print(html.escape("<a href='x'>\"&\"</a>"), html.escape("'", quote=False), html.unescape("&lt;p&gt; &amp;amp; &#39;&#x27; &eacute;&nbsp;&copy 2020 &notit; &bogus; &hellip; &#128;&#0; & a&b &euro;"))
for n in range(8):
    d = bytes(range(250, 250 + min(n, 6))) + b"x" * max(0, n - 6)
    print(base64.b64encode(d), base64.b32encode(d), base64.b16encode(d), base64.urlsafe_b64encode(d),
      base64.b64decode(base64.b64encode(d)) == d, base64.b32decode(base64.b32encode(d)) == d, base64.b16decode(base64.b16encode(d)) == d, base64.urlsafe_b64decode(base64.urlsafe_b64encode(d)) == d)
for bad in (lambda: base64.b64decode("abc"), lambda: base64.b64decode("a"), lambda: base64.b64encode("text"), lambda: base64.b64decode("ab!c", validate=True), lambda: base64.b64decode("é"), lambda: base64.b64decode("YW Jj\n!"), lambda: base64.b64decode("YQ==YQ==")):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(base64.encodebytes(b"a"*60))
print(reprlib.repr(list(range(100))), reprlib.repr("x"*100), reprlib.repr({i: i*i for i in range(10)}), reprlib.repr(set(range(20))), reprlib.repr(10**100), reprlib.repr((1,)), reprlib.repr([[[[[[[[1]]]]]]]]))
r = reprlib.Repr(); r.maxlist = 2; r.maxstring = 10
print(r.repr([1,2,3]), r.repr("hello world again"))
class N:
    def __init__(self): self.items = [self, 1]
    @reprlib.recursive_repr()
    def __repr__(self): return f"N({self.items!r})"
print(N())
from functools import partial
p = partial(int, base=2); print(p("101"), p, p.func, p.args, p.keywords)
for bad in (lambda: partial(), lambda: partial(3)):
    try: print(bad())
    except TypeError as e: print(e)
