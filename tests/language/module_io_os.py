import io, os, os.path, sys
s = io.StringIO(); s.write("a\n"); print("b", 1, file=s); print(repr(s.getvalue()), s.tell(), s.seek(0), s.readline(), s.read(), s.read() == "")
s = io.StringIO("x\ny\nz"); print(list(s), s.closed); s.close()
try: s.read()
except ValueError as e: print(e)
b = io.BytesIO(b"abc"); print(b.read(2), b.read(), b.getvalue()); b.seek(1); b.write(b"ZZZ"); print(b.getvalue())
with io.StringIO("q") as f: print(f.read())
print(os.path.join("a", "b", "c.txt"), os.path.join("a", "/b"), os.path.join("a/", "b"), os.path.basename("/x/y.txt"), os.path.dirname("/x/y.txt"), os.path.splitext("a.tar.gz"), os.path.splitext(".bashrc"), os.path.split("/a/b/"), os.path.normpath("a/./b/../c"), os.path.isabs("/a"), os.path.commonprefix(["abc", "abd"]), os.path.relpath("/a/b/c", "/a/d"))
d = "test_dir_of_os"
os.makedirs(d + "/sub", exist_ok=True); open(d + "/f.txt", "w").close(); print(sorted(os.listdir(d)), os.path.isdir(d), os.path.isfile(d + "/f.txt"), os.path.exists(d + "/none"), [(os.path.basename(r), sorted(ds), sorted(fs)) for r, ds, fs in os.walk(d)])
os.rename(d + "/f.txt", d + "/g.txt"); print(os.path.exists(d + "/g.txt")); os.remove(d + "/g.txt"); os.rmdir(d + "/sub"); os.rmdir(d); print(os.path.exists(d), os.getcwd() == os.path.abspath("."), os.sep, os.environ.get("NO_SUCH_VARIABLE", "none"), os.getenv("NO_SUCH_VARIABLE"), "PATH" in os.environ, os.name)
for f in [lambda: os.listdir("nope_dir"), lambda: os.mkdir("/work_is_elsewhere/x") if False else os.rmdir("nope_dir"), lambda: os.makedirs("."), lambda: os.remove("nope.txt")]:
    try: f()
    except OSError as e: print(type(e).__name__, e)
from pathlib import Path
p = Path("a") / "b" / "c.tar.gz"; print(p, p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.with_suffix(".x"), p.with_name("z"), Path("/a") / "b", p.is_absolute(), p == Path("a/b/c.tar.gz"), Path("a").joinpath("b", "c"), Path("a/b/c").relative_to("a"), str(Path("a//b/./c")), Path(".").exists(), repr(Path("x")))
t = Path("test_path_file.txt"); print(t.write_text("hello\nworld"), t.read_text(), t.exists(), t.is_file(), t.stat().st_size, [q.name for q in sorted(Path(".").glob("test_path_*.txt"))]); t.unlink(); print(t.exists())
print(sys.maxsize, sys.byteorder, sys.version_info >= (3, 8), sys.version_info[0], len(sys.argv) >= 0)
try: sys.exit(3)
except SystemExit as e: print("exit", e.code)
sys.stdout.write("written\n")
