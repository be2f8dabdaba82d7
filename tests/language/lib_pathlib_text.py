# pathlib and os.path on names; files inside a folder of our own.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import os
import os.path
import shutil
import tempfile
from pathlib import Path, PurePath, PurePosixPath

p = Path("data") / "raw" / "file.tar.gz"
print(p, repr(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, list(p.parents), p.parts, p.with_name("x.txt"), p.with_suffix(".zip"), p.with_stem("new"), p.is_absolute(), p.as_posix(), p.anchor)
print(Path("/usr/lib") / "../bin", Path("a//b/./c"), Path("a/b/c").relative_to("a"), Path("a/b").joinpath("c", "d"), Path("x") == Path("x"), Path("a") < Path("b"), {Path("k"): 1}[Path("k")], Path("."), Path(""), str(Path("~")), Path("a/b").match("*/b"), PurePosixPath("/a").is_absolute(), Path("/a/b").parts, PurePath("a", "b"), Path("/etc") / "/abs", "pre" / Path("post"))
for call in [lambda: Path("a").relative_to("b"), lambda: Path("a").with_name(""), lambda: Path("a").with_suffix("x"), lambda: Path("/").with_name("a"), lambda: Path(3)]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error)[:60])
print(os.path.join("a", "b", "/c", "d"), os.path.basename("/a/b.txt"), os.path.dirname("/a/b.txt"), os.path.split("/a/b"), os.path.splitext("a.b.c"), os.path.splitext(".rc"), os.path.normpath("a/../b//c/."), os.path.isabs("/a"), os.path.commonpath(["/a/b", "/a/c"]), os.path.commonprefix(["abc", "abd"]), os.path.relpath("/a/b/c", "/a/d"), os.sep, os.linesep == "\n", os.path.expanduser("x"), os.pardir, os.curdir)
with tempfile.TemporaryDirectory(dir=".") as folder:
    root = Path(folder)
    (root / "sub" / "deep").mkdir(parents=True)
    (root / "a.txt").write_text("hello\nworld\n")
    (root / "sub" / "b.py").write_text("print(1)")
    (root / "sub" / "c.bin").write_bytes(b"\x00\x01")
    print(sorted(x.name for x in root.iterdir()), sorted(x.name for x in root.rglob("*")), sorted(x.name for x in root.glob("*/*.py")), (root / "a.txt").read_text().splitlines(), (root / "sub" / "c.bin").read_bytes(), (root / "a.txt").stat().st_size, (root / "a.txt").exists(), (root / "nope").exists(), root.is_dir(), (root / "a.txt").is_file())
    with (root / "a.txt").open("a") as f:
        f.write("more")
    print((root / "a.txt").read_text(), os.path.getsize(root / "a.txt"), sorted(os.listdir(folder)), os.path.isfile(root / "a.txt"))
    for base, folders, files in sorted(os.walk(folder)):
        print(os.path.relpath(base, folder), sorted(folders), sorted(files))
    (root / "a.txt").rename(root / "z.txt")
    shutil.copy(root / "z.txt", root / "copy.txt")
    print(sorted(x.name for x in root.iterdir()), (root / "copy.txt").read_text() == (root / "z.txt").read_text())
    (root / "z.txt").unlink()
    (root / "gone.txt").unlink(missing_ok=True)
    for call in [lambda: (root / "gone").unlink(), lambda: (root / "sub").rmdir(), lambda: (root / "sub").mkdir(), lambda: (root / "gone").read_text(), lambda: os.listdir(root / "none"), lambda: open(root / "sub")]:
        try:
            call()
        except OSError as error:
            print(type(error).__name__, error.errno, error.strerror)
    (root / "sub").mkdir(exist_ok=True)
    (root / "touched").touch()
    shutil.rmtree(root / "sub")
    print(sorted(x.name for x in root.iterdir()), (root / "touched").stat().st_size)
print(os.path.exists(folder))
