"""StringIO and BytesIO: reading, writing, seeking, truncating, iterating, closing; print to a stream; errors."""
import io
import sys

s = io.StringIO("one\ntwo\nthree")
print(s.read(2), s.tell(), s.readline(), s.readlines(), s.read(), s.seek(4), s.readline(), s.getvalue())
s.seek(0)
print([line.strip() for line in s], list(s), next(s, "end"))
s.seek(0, 2)
print(s.write("!\n"), s.writelines(["a", "b"]), s.getvalue())
s.seek(3)
print(s.truncate(), repr(s.getvalue()), s.tell(), s.readable(), s.writable(), s.seekable(), s.closed)
s.seek(5)
s.write("x")
print(repr(s.getvalue()))
with io.StringIO() as t:
    print("a", 1, None, sep="-", end="|", file=t)
    t.write("more")
    print(t.getvalue())
try:
    t.read()
except ValueError as error:
    print(error, t.closed)
b = io.BytesIO(b"\x00\x01abc\ndef")
print(b.read(2), b.readline(), b.read(), b.seek(-3, 2), b.read(1), b.tell(), b.getvalue(), len(b.getbuffer()) if hasattr(b, "getbuffer") else 9)
b.seek(1)
b.write(b"ZZ")
print(b.getvalue(), b.readable(), b.seek(0), b.readlines(), list(io.BytesIO(b"a\nb\n")))
for bad in (lambda: io.StringIO(5), lambda: io.StringIO().write(b"x"), lambda: io.BytesIO("x"), lambda: io.BytesIO().write("x"), lambda: io.StringIO().seek(-1), lambda: io.StringIO().seek(1, 1), lambda: io.StringIO("abc").read("x"), lambda: print("x", file=5), lambda: io.BytesIO().seek(0, 9)):
    try:
        print(bad())
    except (TypeError, ValueError, AttributeError, OSError) as error:
        print(type(error).__name__, error)
out, sys.stdout = sys.stdout, io.StringIO()
print("captured")
text, sys.stdout = sys.stdout.getvalue(), out
print(repr(text), sys.stdout is out)


class Tee:
    def __init__(self, *streams): self.streams = streams
    def write(self, text):
        for stream in self.streams:
            stream.write(text)
        return len(text)
    def flush(self):
        pass


a, c = io.StringIO(), io.StringIO()
print("both", 1, file=Tee(a, c), flush=True)
print(a.getvalue() == c.getvalue() == "both 1\n", io.StringIO("a\r\nb").read(), repr(io.StringIO("a\r\nb", newline=None).read()), repr(io.StringIO("x\n", newline="\r\n").getvalue()) if False else "")
print(*range(3), sep=", ", end=".\n")
print()
print("", "a", "", sep="|")
print("no newline", end="")
print(" ...continued", [1, 2], {"k": "v"}, (1,), None, True, 1.0, "\ttab", sep="  ")
print(*[], sep="x")
print(*"abc", *[1, 2], sep="")
for bad in (lambda: print("a", sep=1), lambda: print("a", end=b""), lambda: print("a", foo=1)):
    try:
        bad()
    except TypeError as error:
        print(error)
rows = [("id", "value"), (1, "x"), (20, "yy")]
widths = [max(len(str(r[i])) for r in rows) for i in range(2)]
for row in rows:
    print("| " + " | ".join(str(cell).ljust(w) for cell, w in zip(row, widths)) + " |")
lines = io.StringIO("# comment\nkey = value\n\n[section]\nother=2\n")
config, section = {}, "top"
for line in map(str.strip, lines):
    match line[:1]:
        case "" | "#":
            continue
        case "[":
            section = line.strip("[]")
        case _:
            k, _, v = line.partition("=")
            config.setdefault(section, {})[k.strip()] = v.strip()
print(config)
