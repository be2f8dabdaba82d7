# tempfile: every kind of file and folder that goes away.
import os
import stat
import tempfile

folder = tempfile.gettempdir()
print(os.path.isdir(folder), tempfile.gettempprefix(), tempfile.gettempdirb() == folder.encode(), tempfile.gettempprefixb())
fd, path = tempfile.mkstemp()
print(os.path.dirname(path) == folder, os.path.basename(path).startswith("tmp"), len(os.path.basename(path)))
print(oct(stat.S_IMODE(os.stat(path).st_mode)), os.write(fd, b"x"), os.get_inheritable(fd))
os.close(fd)
os.remove(path)
fd, path = tempfile.mkstemp(suffix=".txt", prefix="my_", dir=folder)
print(os.path.basename(path)[:3], path[-4:], os.path.isabs(path))
os.close(fd)
os.remove(path)
fd, path = tempfile.mkstemp(suffix=b".b")
print(type(path).__name__, path[-2:])
os.close(fd)
os.remove(path)
made = tempfile.mkdtemp(prefix="d_")
print(os.path.isdir(made), oct(stat.S_IMODE(os.stat(made).st_mode)), os.path.basename(made)[:2])
inner = tempfile.mkdtemp(dir=made)
print(os.path.dirname(inner) == made)
name = tempfile.mktemp(dir=made, suffix=".x")
print(os.path.exists(name), name.endswith(".x"))
os.rmdir(inner)
os.rmdir(made)

with tempfile.TemporaryDirectory() as d:
    with open(os.path.join(d, "file"), "w") as f:
        f.write("x")
    os.mkdir(os.path.join(d, "sub"))
    print(os.path.isdir(d), sorted(os.listdir(d)))
print(os.path.exists(d))
t = tempfile.TemporaryDirectory(prefix="p_", suffix="_s")
print(os.path.basename(t.name)[:2], t.name[-2:], repr(t).startswith("<TemporaryDirectory '/"))
t.cleanup()
print(os.path.exists(t.name))

with tempfile.NamedTemporaryFile() as f:
    print(f.write(b"abc"), f.seek(0), f.read(), os.path.exists(f.name), f.mode, f.closed)
print(os.path.exists(f.name), f.closed)
with tempfile.NamedTemporaryFile("w+", suffix=".txt", encoding="utf-8", delete=False) as f:
    f.write("größe\n")
    print(f.name[-4:], f.encoding)
print(open(f.name, encoding="utf-8").read(), os.remove(f.name))
f = tempfile.NamedTemporaryFile(mode="w")
f.write("line\nline\n")
f.flush()
print(os.path.getsize(f.name), [line for line in open(f.name)])
f.close()
print(os.path.exists(f.name))

with tempfile.TemporaryFile() as f:
    print(f.write(b"hidden"), f.tell(), f.seek(0), f.read(), isinstance(f.name, int), type(f).__name__)
with tempfile.TemporaryFile("w+", newline="\r\n") as f:
    f.write("a\nb\n")
    f.seek(0)
    print(f.buffer.read())

s = tempfile.SpooledTemporaryFile(max_size=10)
print(s.write(b"12345"), s._rolled, s.name, s.mode)
print(s.write(b"67890abc"), s._rolled, s.tell(), s.seek(0), s.read())
s.close()
with tempfile.SpooledTemporaryFile(mode="w+", encoding="utf-8") as s:
    s.writelines(["one\n", "two\n"])
    s.seek(0)
    print(s.readline(), list(s), s._rolled)
    s.rollover()
    s.seek(0)
    print(s._rolled, s.read(), s.fileno() > 2)
print(s.closed)


def tried(function, *args, **kwargs):
    try:
        print("no error", function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, getattr(e, "errno", e))


tried(tempfile.mkstemp, suffix=b"x", prefix="y")
tried(tempfile.mkdtemp, dir="/no/such/folder")
tried(tempfile.NamedTemporaryFile, dir="/no/such/folder")
tried(tempfile.mkstemp, prefix="a/b/c")
names = {tempfile.mktemp() for _ in range(100)}
print(len(names), tempfile.TMP_MAX, tempfile.tempdir == folder)
