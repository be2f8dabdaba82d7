# pathlib: Path with files and folders behind it.
import os
import pathlib
import stat
import tempfile
from pathlib import Path

top = Path(tempfile.mkdtemp()).resolve()
rel = lambda path: str(path.relative_to(top))
p = top / "a" / "b"
p.mkdir(parents=True)
p.mkdir(parents=True, exist_ok=True)
f = p / "file.txt"
print(f.write_text("größe\nzwei\n", encoding="utf-8"), f.read_text(encoding="utf-8"), f.read_bytes())
print(f.write_bytes(b"\x00\x01"), f.read_bytes(), f.stat().st_size)
print(f.write_text("a\nb", newline="\r\n"), f.read_bytes())
with f.open("w") as out:
    out.write("opened")
print(f.open().read(), f.exists(), f.is_file(), f.is_dir(), p.is_dir(), (p / "no").exists(), (p / "no").is_file())
(top / "touched").touch()
(top / "touched").touch()
print((top / "touched").stat().st_size, oct(stat.S_IMODE((top / "touched").stat().st_mode)))
f.chmod(0o600)
print(oct(f.stat().st_mode), f.owner() == Path("/").owner() or True, f.group() != "")
(top / "link").symlink_to(f)
(top / "broken").symlink_to("nowhere")
(top / "hard").hardlink_to(f)
print((top / "link").is_symlink(), (top / "link").readlink() == f, (top / "link").resolve() == f, f.is_symlink())
print((top / "broken").exists(), (top / "broken").is_symlink(), (top / "hard").samefile(f), f.samefile(top / "link"))
print((top / "link").lstat().st_mode != (top / "link").stat().st_mode, f.stat().st_nlink)
print(Path("/").is_mount(), f.is_mount(), f.is_fifo(), f.is_socket(), Path("/dev/null").is_char_device(), f.is_block_device())

for name in ("x.py", "y.py", "z.txt", ".hidden", "sub/w.py", "sub/deep/v.py"):
    (top / "g" / name).parent.mkdir(parents=True, exist_ok=True)
    (top / "g" / name).touch()
g = top / "g"
print(sorted(rel(x) for x in g.iterdir()))
for pattern in ("*", "*.py", "**/*.py", "sub/*", "*/*.py", "**", "?.py", "[xz].*", "[!x].py", "sub/deep/v.py", "none/*", ".*", "**/deep"):
    print(pattern, sorted(rel(x) for x in g.glob(pattern)))
print(sorted(rel(x) for x in g.rglob("*.py")), sorted(rel(x) for x in g.rglob("deep")))
try:
    list(g.glob(""))
except ValueError as e:
    print(e)
try:
    list(g.glob("/abs"))
except NotImplementedError as e:
    print(e)
moved = f.rename(top / "renamed.txt")
print(rel(moved), f.exists(), moved.read_text())
other = top / "other"
other.write_text("other")
print(rel(moved.replace(other)), other.read_text(), moved.exists())
other.unlink()
other.unlink(missing_ok=True)


def tried(act):
    try:
        print("no error", act())
    except OSError as e:
        print(type(e).__name__, e.errno, rel(Path(e.filename)) if e.filename else e)
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: other.unlink())
tried(lambda: other.read_text())
tried(lambda: other.stat())
tried(lambda: p.mkdir())
tried(lambda: (top / "n/o").mkdir())
tried(lambda: (top / "touched").mkdir(exist_ok=True))
tried(lambda: top.rmdir())
tried(lambda: list(other.iterdir()))
tried(lambda: (top / "touched").touch(exist_ok=False))
tried(lambda: other.rename(top / "x"))
tried(lambda: other.resolve(strict=True))
tried(lambda: f.write_text(b"bytes"))
tried(lambda: other.write_bytes("text"))
tried(lambda: (top / "touched").readlink())
print(Path.cwd() == Path(os.getcwd()), Path.home() == Path(os.path.expanduser("~")), Path("~/x").expanduser() == Path.home() / "x")
print(Path("a/../b").absolute() == Path.cwd() / "a/../b", Path("a/../b").resolve() == Path.cwd() / "b", Path("/a/./b/..").resolve())
print(os.fspath(f) == str(f), open(top / "touched").read() == "", os.path.join(top, "x") == str(top / "x"))
print(isinstance(f, pathlib.PosixPath), isinstance(f, pathlib.PurePath), isinstance(f, os.PathLike), type(Path("a") / "b").__name__)
import shutil

shutil.rmtree(top)
print(top.exists())
