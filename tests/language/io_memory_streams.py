"""io.StringIO and BytesIO."""
import io
s = io.StringIO("one\ntwo\nthree"); print(s.read(2), s.readline(), s.tell(), s.read(), s.read(), s.seek(0), list(s), s.getvalue())
s.seek(0); print(s.readlines(), s.seek(0), s.readlines(4), next(s)); s.seek(3); print(s.write("XYZ"), s.getvalue(), s.truncate(5), s.getvalue(), s.tell())
s = io.StringIO(); print(s.write("a"), s.writelines(["b\n", "c"]), s.getvalue(), print("p", 1, sep="-", file=s), repr(s.getvalue()), s.readable(), s.writable(), s.seekable(), s.isatty(), s.closed)
s.close(); print(s.closed)
for f in (lambda: s.read(), lambda: s.write("x"), lambda: s.getvalue(), lambda: io.StringIO().write(b"x"), lambda: io.BytesIO().write("x"), lambda: io.StringIO(5), lambda: io.BytesIO("x"), lambda: io.StringIO("a").seek(-1), lambda: io.StringIO("a").seek(1, 1), lambda: io.StringIO("abc").seek(0, 2), lambda: io.StringIO("a").seek(0, 9), lambda: io.StringIO().fileno(), lambda: io.StringIO("a").read("x"), lambda: io.BytesIO(b"a").readinto("x"), lambda: io.StringIO(None).getvalue(), lambda: io.StringIO("a\r\nb\rc\n").read(), lambda: io.StringIO("a\r\nb", newline=None).read(), lambda: next(io.StringIO("")), lambda: io.open):
    try: r = f(); print(repr(r) if not callable(r) else "callable")
    except Exception as e: print(type(e).__name__, e)
b = io.BytesIO(b"\x00\x01\x02abc\nline2\n"); print(b.read(3), b.readline(), b.readlines(), b.seek(-3, 2), b.read(), b.getvalue(), b.seek(1), b.read1(2), b.tell())
buf = bytearray(4); b.seek(0); print(b.readinto(buf), buf, b.getbuffer()[:2].tobytes(), len(b.getbuffer()))
b = io.BytesIO(); b.write(b"abc"); b.seek(5); b.write(b"z"); print(b.getvalue(), b.truncate(2), b.getvalue(), b.seek(0, 2))
with io.StringIO("x") as f: print(f.read())
print(f.closed, isinstance(f, io.IOBase), isinstance(f, io.TextIOBase), io.SEEK_SET, io.SEEK_END, io.DEFAULT_BUFFER_SIZE)
class Tee(io.StringIO):
    def write(self, x): super().write(x.upper()); return len(x)
t = Tee(); print("hi", file=t); print(t.getvalue())
import csv
out = io.StringIO(); w = csv.writer(out); w.writerow(["a", 'q"x', "c,d", 5, None]); w.writerows([[1, 2], ["x\ny", ""]]); print(repr(out.getvalue())); out.seek(0); print(list(csv.reader(out)))
out = io.StringIO(); w = csv.DictWriter(out, ["n", "v"], lineterminator="\n"); w.writeheader(); w.writerow({"n": 1, "v": 2}); print(out.getvalue(), list(csv.DictReader(io.StringIO(out.getvalue()))))
