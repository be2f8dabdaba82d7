# open: ends of lines and encodings, read and written.
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file.txt")
with open(path, "w", newline="") as f:
    f.write("one\r\ntwo\rthree\nfour")
for newline in (None, "", "\n", "\r", "\r\n"):
    with open(path, newline=newline) as f:
        print(repr(newline), f.readlines(), repr(f.newlines))
    with open(path, newline=newline) as f:
        print(repr(f.read(4)), repr(f.read(4)), repr(f.read()))
    with open(path, newline=newline) as f:
        print(repr(f.readline(2)), repr(f.readline(100)), repr(f.readline()))
for newline in (None, "", "\n", "\r", "\r\n"):
    with open(path, "w", newline=newline) as f:
        print(f.write("a\nb\r\n"))
    print(repr(newline), open(path, "rb").read())
for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "ascii"):
    text = "plain\nonly\n" if encoding == "ascii" else "größe\nédité\n"
    with open(path, "w", encoding=encoding) as f:
        for line in text.splitlines(True):
            f.write(line)
    with open(path, "rb") as f:
        print(encoding, f.read())
    with open(path, encoding=encoding) as f:
        print(f.encoding, repr(f.read(3)), repr(f.readline()), list(f))


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


with open(path, "wb") as f:
    f.write(b"good\nbad \xff byte\nrest\n")
tried(lambda: open(path, encoding="utf-8").read())
for errors in ("replace", "ignore", "backslashreplace"):
    with open(path, errors=errors, encoding="utf-8") as f:
        print(errors, f.errors, f.read())
with open(path, encoding="utf-8") as f:
    tried(f.readlines)
tried(lambda: open(path, "w", encoding="ascii").write("é"))
tried(lambda: open(path, encoding="no-such-codec"))
tried(lambda: open(path, newline="x"))
tried(lambda: open(path, "rb", encoding="utf-8"))
tried(lambda: open(path, "rb", errors="strict"))
tried(lambda: open(path, "rb", newline=""))
with open(path, "w", encoding="ascii", errors="xmlcharrefreplace") as f:
    f.write("é–x")
print(open(path).read())
with open(path, "w", encoding="ascii", errors="backslashreplace") as f:
    print(f.write("é"))
print(open(path, encoding="utf-8").read())
with open(path, "w", encoding="utf-8") as f:
    f.write("äöü\nß\n")
    print(f.tell())
with open(path, encoding="utf-8") as f:
    print(f.read(2), f.read(1), repr(f.read(1)), f.tell(), f.seek(2), f.read(1), f.seek(0, 2), repr(f.read()))
with open(path, "r+", encoding="utf-8") as f:
    f.read(1)
    f.seek(0)
    f.write("AB")
    f.seek(0)
    print(f.read())
with open(path, "a+", encoding="utf-8") as f:
    f.write("end\n")
    f.seek(0)
    print(f.readlines())
os.remove(path)
os.rmdir(folder)
