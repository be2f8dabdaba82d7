"""pathlib and files in a folder of our own."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import os
import shutil
from pathlib import Path, PurePath, PurePosixPath
p = Path("data") / "raw" / "train.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents), p.parts, p.anchor, p.root, p.is_absolute())
print(p.with_suffix(".zip"), p.with_name("x"), p.with_stem("y"), p.relative_to("data"), p.as_posix(), str(p / ".." / "x"), p.joinpath("a", "b"))
print(PurePath("/a/b/../c"), PurePath("a//b/./c/"), PurePath(""), PurePath("."), PurePath("/"), Path("~"), PurePath("a", "/b", "c"))
print(Path("a.txt") == Path("a.txt"), Path("a") < Path("b"), hash(Path("a")) == hash(Path("a")), Path("a") == "a", {Path("x"): 1}[Path("x")])
print(p.match("*.gz"), p.match("raw/*.gz"), p.match("*.txt"), Path("a/b/c.py").match("b/*.py"), PurePath("/x/y").is_relative_to("/x"))
for f in (lambda: p.relative_to("other"), lambda: p.with_name(""), lambda: p.with_suffix("gz"), lambda: Path("/").with_name("x"), lambda: Path("a") / 5, lambda: Path(5), lambda: p.parents[9]):
    try:
        print(f())
    except (ValueError, TypeError, IndexError) as e:
        print(type(e).__name__, e)
root = Path("tut_pathlib_tmp")
shutil.rmtree(root, ignore_errors=True)
root.mkdir()
try:
    root.mkdir()
except FileExistsError as e:
    print(e)
root.mkdir(exist_ok=True)
try:
    (root / "x" / "y").mkdir()
except FileNotFoundError as e:
    print(e)
(root / "x" / "y").mkdir(parents=True)
f = root / "a.txt"
print(f.exists(), f.write_text("line one\nline two\nüber\n"), f.exists(), f.is_file(), f.is_dir(), root.is_dir(), f.stat().st_size)
print(repr(f.read_text()), f.read_bytes()[-4:], f.read_text().splitlines())
with f.open() as h:
    print(h.readline(), h.read(4), h.tell(), h.readlines(), h.name, h.mode, h.closed, h.encoding)
print(h.closed)
try:
    h.read()
except ValueError as e:
    print(e)
with f.open("a") as h:
    print(h.write("more\n"), file=h) if False else h.write("more\n")
with open(f) as h:
    for i, line in enumerate(h, 1):
        print(i, line.rstrip())
with open(f, "r+") as h:
    h.seek(5)
    h.write("ONE!")
    h.seek(0)
    print(h.readline())
with open(root / "b.bin", "wb") as h:
    print(h.write(bytes(range(10))), h.tell())
with open(root / "b.bin", "rb") as h:
    h.seek(-3, 2)
    print(h.read(), h.read(), h.seek(2), h.read(2))
    h.seek(0)
    buf = bytearray(4)
    print(h.readinto(buf), buf)
for args in (("missing.txt",), (root,), (f, "x"), (f, "q"), (f, "rw"), (f, "rb", -1, "utf-8")):
    try:
        open(*args)
    except (OSError, ValueError) as e:
        print(type(e).__name__, e)
(root / "x" / "y" / "deep.py").write_text("pass")
(root / "x" / "mid.py").touch()
print(sorted(str(q) for q in root.glob("*")), sorted(q.as_posix() for q in root.rglob("*.py")), sorted(map(str, root.glob("**/*.py"))), sorted(q.name for q in root.iterdir()))
print(sorted(os.listdir(root)), os.path.exists(f), os.path.join("a", "b", "/c", "d"), os.path.splitext("x/y.tar.gz"), os.path.basename("a/b/"), os.path.dirname("a/b/c"), os.path.normpath("a/./b/../c"), os.path.split("a/b"))
for dirpath, dirs, files in sorted(os.walk(root)):
    print(dirpath, sorted(dirs), sorted(files))
g = f.rename(root / "renamed.txt")
print(g, f.exists(), g.exists())
(root / "renamed.txt").replace(root / "again.txt")
shutil.copy(root / "again.txt", root / "copy.txt")
print((root / "copy.txt").read_text() == (root / "again.txt").read_text(), os.path.getsize(root / "copy.txt"))
(root / "copy.txt").unlink()
try:
    (root / "copy.txt").unlink()
except FileNotFoundError as e:
    print(e, e.errno, e.filename, e.strerror)
(root / "copy.txt").unlink(missing_ok=True)
try:
    root.rmdir()
except OSError as e:
    print(type(e).__name__, e.strerror)
try:
    (root / "nope").read_text()
except FileNotFoundError as e:
    print(e)
print(Path("a/b").resolve().is_absolute(), Path.cwd() == Path().resolve(), os.fspath(Path("x")), Path("x").expanduser(), f"{Path('q')!s:>5}|")
with open(root / "lines", "w", newline="") as h:
    h.writelines(["a\r\n", "b\n", "c"])
print((root / "lines").read_bytes(), (root / "lines").read_text().split("\n"))
with open(root / "enc", "w", encoding="latin-1") as h:
    h.write("é")
try:
    (root / "enc").read_text(encoding="utf-8")
except UnicodeDecodeError as e:
    print(e)
print((root / "enc").read_text(encoding="utf-8", errors="replace"), (root / "enc").read_text("latin-1"))
try:
    open(root / "enc2", "w", encoding="ascii").write("é")
except UnicodeEncodeError as e:
    print(e)
try:
    with open(root / "lines") as h:
        h.write("x")
except OSError as e:
    print(type(e).__name__, e)
try:
    with open(root / "lines", "w") as h:
        h.write(b"x")
except TypeError as e:
    print(e)
try:
    with open(root / "lines", "wb") as h:
        h.write("x")
except TypeError as e:
    print(e)
shutil.rmtree(root)
print(root.exists())
