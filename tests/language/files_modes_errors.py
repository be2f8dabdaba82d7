# open: modes, and what goes wrong.
import io
import os
import pathlib
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "file")


def tried(act):
    try:
        print("no error", act())
    except OSError as e:
        print(type(e).__name__, e.errno, e.strerror or e)
    except Exception as e:
        print(type(e).__name__, e)


for mode in ("", "z", "rw", "wr", "rr", "r++", "bt", "+", "b", "rbt", "U", "x+w"):
    tried(lambda: open(path, mode))
tried(lambda: open(path))
tried(lambda: open(path, "r+"))
tried(lambda: open(folder))
tried(lambda: open(folder, "w"))
tried(lambda: open(os.path.join(path, "x"), "w"))
tried(lambda: open("/no/such/folder/x", "w"))
tried(lambda: open(None))
tried(lambda: open(1.5))
tried(lambda: open("a\0b"))
tried(lambda: open("/dev/null", "w", buffering=0))
tried(lambda: open(path, closefd=False))
tried(lambda: open(99999))
tried(lambda: open(-3))
tried(lambda: open(path, opener=lambda name, flags: -1))
with open(path, "x") as f:
    print(f.mode, f.name == path, f.write("made"))
tried(lambda: open(path, "x"))
with open(path, "a") as f:
    print(f.tell(), f.write(" more"), f.tell())
with open(path, "w") as f:
    for act in (f.read, f.readline, f.readlines, lambda: next(f), lambda: f.write(b"x"), lambda: f.write(1)):
        tried(act)
    print(f.readable(), f.writable(), f.seekable())
with open(path) as f:
    for act in (lambda: f.write("x"), lambda: f.writelines(["x"]), lambda: f.truncate(), lambda: f.seek(-1)):
        tried(act)
    tried(lambda: f.seek(1, 1))
    tried(lambda: f.seek(0, 5))
    tried(lambda: f.read("x"))
with open(path, "wb") as f:
    for act in (f.read, f.readline, lambda: f.write("text"), lambda: f.seek(-1), lambda: f.read(3)):
        tried(act)
with open(path, "rb") as f:
    for act in (lambda: f.write(b"x"), lambda: f.truncate(0), lambda: f.readinto(b"fixed")):
        tried(act)
with open(path, "rb", 0) as f:
    tried(lambda: f.write(b"x"))
f = open(path)
f.close()
f.close()
for act in (f.read, f.readline, lambda: f.write("x"), f.flush, f.tell, lambda: f.seek(0), f.fileno, f.isatty, lambda: next(f)):
    tried(act)
tried(f.__enter__)
print(f.closed, f.name == path, f.mode)
with open(pathlib.Path(path), "w") as f:
    print(type(f.name).__name__)
with open(os.fsencode(path)) as f:
    print(type(f.name).__name__)
with open(path, "w+") as f:
    f.writelines(str(n) + "\n" for n in range(3))
    f.seek(0)
    print(f.read(), f.tell(), f.seek(2), f.readline(), f.truncate(3), f.seek(0), f.read())
with open(path, "w") as f:
    f.seek(5)
    f.write("x")
print(open(path, "rb").read())
print([line.strip() for line in open(path)], sum(1 for _ in open(path, "rb")))
with open(path) as f, open(path) as g:
    print(f.read(1) == g.read(1), f is not g)
os.remove(path)
os.rmdir(folder)
