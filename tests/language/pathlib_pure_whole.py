# pathlib: paths without files.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import pathlib
from pathlib import Path, PurePath, PurePosixPath

for text in ("a/b/c.txt", "/", "//a", "///a", ".", "", "a//b/./c/", "/a/../b", "..", ".hidden", "a.tar.gz", "a.", "/x.y/z"):
    p = PurePosixPath(text)
    print(repr(text), p, repr(p), p.parts, p.drive, p.root, p.anchor, p.name, p.stem, p.suffix, p.suffixes, p.parent, p.is_absolute())
p = PurePath("/a/b/c/d.txt")
print(list(p.parents), len(p.parents), p.parents[0], p.parents[-1], p.parents[1:3], p.parents)
print(p.with_name("x"), p.with_stem("x"), p.with_suffix(".py"), p.with_suffix(""), p.joinpath("e", "f"), p / "/g")
print("root" / PurePath("x"), PurePath("a", "b", PurePath("c")), PurePath("a") / "b" / PurePath("c"), PurePath())
print(p.relative_to("/a"), p.relative_to("/a/b/c/d.txt"), p.is_relative_to("/a/b"), p.is_relative_to("/x"), p.is_relative_to("a"))
print(p.match("*.txt"), p.match("c/*.txt"), p.match("/a/*/c/*"), p.match("x/*"), p.match("/d.txt"), PurePath("a.py").match("*.PY"))
print(p.as_posix(), p.as_uri(), PurePath("/a b/ü%").as_uri(), bytes(PurePath("é")), hash(PurePath("a")) == hash(PurePath("a/")))
print(PurePath("a") == PurePath("a/"), PurePath("a") == "a", PurePath("a") != PurePath("b"), PurePath("a/b") in {PurePath("a//b")})
print(sorted([PurePath("b"), PurePath("a/c"), PurePath("a"), PurePath("a-b")]), PurePath("a") < PurePath("a/b"), max(PurePath("a"), PurePath("B")))
print(PurePath("a").is_reserved(), str(PurePath("a/b")), f"{PurePath('a/b')}", "%s" % PurePath("x/y"), PurePath("a/b").__fspath__())


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: PurePath(1))
tried(lambda: PurePath("a", None))
tried(lambda: PurePath("a") / 1)
tried(lambda: 1 / PurePath("a"))
tried(lambda: PurePath("/").with_name("x"))
tried(lambda: PurePath("a").with_name("x/y"))
tried(lambda: PurePath("a").with_name(""))
tried(lambda: PurePath("a").with_suffix("x"))
tried(lambda: PurePath("a").with_suffix(".x/y"))
tried(lambda: PurePath("/").with_suffix(".x"))
tried(lambda: PurePath("a").as_uri())
tried(lambda: PurePath("a") < "b")
tried(lambda: PurePath("a").match(""))
tried(lambda: PurePath("a").parents[5])
tried(lambda: PurePath("a").no_such)
print(type(PurePath("a")).__name__, type(Path("a")).__name__, issubclass(Path, PurePath), issubclass(pathlib.PosixPath, PurePosixPath))


class Own(PurePosixPath):
    def shout(self):
        return str(self).upper()


o = Own("a") / "b"
print(type(o).__name__, o.shout(), type(o.parent).__name__, type(o.with_suffix(".x")).__name__, o == PurePosixPath("a/b"))
d = {PurePath("k"): 1}
print(d[PurePath("./k")], PurePath("a", "..", "b"), PurePath("a\\b").parts)
