# os.path: text, bytes and path objects, and what is at the edges.
import os
import os.path as p
import pathlib

for path in ("", "/", "//", "///", "a", "a/", "/a", "a/b", "a//b", "//a", ".", "..", "a/..", "./a", "a/./b", "../a"):
    print(repr(path), p.split(path), p.normpath(path), p.isabs(path), p.basename(path), p.dirname(path))
for name in ("a.txt", ".bashrc", "a.tar.gz", "a.", "..a", "...", "a.b/c", ".a.b", ""):
    print(name, p.splitext(name))
print(p.join("a", "b", "c"), p.join("a", "/b"), p.join("", "a"), p.join("a", ""), p.join("a/", "b"), p.join("/"))
print(p.join(b"a", b"b"), p.split(b"/x/y"), p.splitext(b"a.b"), p.normpath(b"a/../b"), p.basename(b"/q/r"))
print(p.join(pathlib.Path("x"), "y"), p.basename(pathlib.Path("u/v")), p.isabs(pathlib.Path("/t")))
print(p.splitdrive("/a"), p.commonprefix(["/usr/lib", "/usr/local"]), p.commonprefix([]), p.commonprefix(["a", ""]))
print(p.commonpath(["/usr/lib", "/usr/local/lib"]), p.commonpath(["a/b/c", "a/b"]), p.commonpath([b"/x/y", b"/x/z"]))
print(p.relpath("/a/b/c", "/a/d"), p.relpath("/a", "/a"), p.relpath("a/b", "a"), p.relpath(b"/x/y", b"/x"))
print(p.abspath("/a/../b/./c"), p.abspath("x") == p.join(os.getcwd(), "x"), p.abspath(b"/q/.."))
print(p.exists("/"), p.isdir("/"), p.isfile("/"), p.ismount("/"), p.exists("/no/such"), p.exists(b"/"))
print(p.exists("a\0b"), p.isdir("a\0b"), p.isfile("a\0b"), p.exists(0) in (True, False))
print(p.normcase("AbC"), p.realpath("/a/b/../c"), p.realpath("/no/such/./x"))
print(p.sep, p.curdir, p.pardir, p.extsep, p.altsep, p.pathsep, p.defpath, p.devnull)


def tried(function, *args):
    try:
        print("no error", function(*args))
    except Exception as e:
        print(type(e).__name__, e)


tried(p.join, "a", b"b")
tried(p.join, b"a", "b")
tried(p.join, 1, "b")
tried(p.split, None)
tried(p.commonpath, [])
tried(p.commonpath, ["/a", "b"])
tried(p.relpath, "")
tried(p.getsize, "/no/such")
tried(p.getmtime, "/no/such")
tried(p.exists, 1.5)
tried(p.samefile, "/no/such", "/")
print(os.fspath("a"), os.fspath(b"a"), os.fspath(pathlib.PurePath("a/b")))
tried(os.fspath, 1)


class Odd:
    def __fspath__(self):
        return 5


tried(os.fspath, Odd())
print(isinstance(Odd(), os.PathLike), isinstance("a", os.PathLike), issubclass(pathlib.PurePath, os.PathLike))
print(os.fsencode("é"), os.fsdecode(b"\xc3\xa9"), os.fsencode(pathlib.Path("a")), os.fsdecode("a"))
print(os.sep, os.linesep == "\n", os.name, os.curdir, os.devnull, os.path is p)
