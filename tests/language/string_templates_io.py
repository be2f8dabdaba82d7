"""string.Template, Formatter, StringIO, print targets, textwrap, reprs of long things."""

import io, string, sys, textwrap, pprint, reprlib

t = string.Template("$who owes ${amount}$$ to $$who")
print(t.substitute(who="Ann", amount=5), t.safe_substitute(who="Bob"), t.template)
for bad in (
    lambda: t.substitute(who=1),
    lambda: string.Template("$1").substitute(),
    lambda: string.Template("a $ b").substitute(),
):
    try:
        print(bad())
    except (KeyError, ValueError) as e:
        print(type(e).__name__, e)
print(
    string.ascii_letters,
    string.digits,
    string.octdigits,
    repr(string.whitespace),
    string.capwords("the qUICK fox", None),
    string.Formatter().format("{0} {x:>4}", 1, x=2),
)
b = io.StringIO("one\ntwo\nthree")
print(b.readline(), b.read(2), b.tell(), list(b), b.seek(0), b.readlines(), b.getvalue().count("\n"))
b = io.StringIO()
print("a", 1, file=b, sep="-", end="!")
b.write("more")
b.truncate(5)
print(repr(b.getvalue()), b.closed)
b.close()
try:
    b.read()
except ValueError as e:
    print(e)
with io.StringIO("x\ny\n") as f:
    print([line.strip() for line in f])
raw = io.BytesIO(b"\x00\x01abc")
print(raw.read(2), raw.read(), raw.seek(1), raw.getvalue(), raw.tell(), raw.readable(), raw.writable())
print("no newline", end="")
print()
print("a", "b", sep="")
print(*"xyz", sep="\n")
print(end="end\n")
print(1, None, [..., "s"], sep=", ", flush=True)
sys.stdout.write("direct\n")
print("x", file=sys.stdout)
print(sep="-")
print("é", "日")
text = "Python is an easy to learn, powerful programming language. It has efficient high-level data structures."
print(
    textwrap.fill(text, 30),
    textwrap.wrap(text, 40)[0],
    textwrap.shorten(text, 40),
    textwrap.shorten(text, 25, placeholder="…"),
    textwrap.indent("a\n\nb", "| "),
    textwrap.dedent("   x\n     y\n"),
    textwrap.fill("longwordthatdoesnotfit here", 10),
    textwrap.fill(text, 30, initial_indent="- ", subsequent_indent="  ", max_lines=2),
    sep="\n--\n",
)
data = {"name": "x" * 30, "list": list(range(25)), "nested": {"b": [1, {"c": (1, 2)}], "a": "y" * 40}, 3: None}
pprint.pprint(data)
pprint.pprint(list(range(40)), compact=True)
pprint.pprint({"b": 1, "a": 2}, sort_dicts=False)
pprint.pprint([["deep", ["er"]]], depth=1)
print(pprint.pformat([1, 2], indent=4), pprint.pformat({"k" * 30: "v" * 60}, width=40))
print(reprlib.repr(list(range(100))), reprlib.repr("x" * 100))
