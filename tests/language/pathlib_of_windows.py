# Paths of Windows, on any system: parts, joins, orders, errors.
import warnings
from pathlib import Path, PosixPath, PurePosixPath, PureWindowsPath, WindowsPath

warnings.simplefilter("ignore")
W = PureWindowsPath
TEXTS = [
    "", "c:", "c:/", "c:a", "C:\\a\\b.tar.gz", "\\\\srv\\share", "\\\\srv\\share\\x\\y.txt", "\\\\?\\UNC\\s\\h\\f", "\\\\.\\dev",
    "\\\\?\\C:\\x", "/abs/p", "rel/./x//y/", "..\\a", "./c:d", "nul.txt", "a ", "a.", "x:y", "\\\\srv", "//", "C:/A/../b",
    "a/b/.hid", "c:/con/x", "c:/x|y",
]


def failing(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for text in TEXTS:
    path = W(text)
    print(repr(text), path, repr(path), path.parts, path.drive, path.root, path.anchor, path.name, path.suffix)
    print(" ", path.suffixes, path.stem, path.parent, [str(above) for above in path.parents], path.is_absolute(), path.is_reserved())
    print(" ", failing(path.as_uri), failing(path.with_name, "n.py"), failing(path.with_suffix, ".z"), failing(path.with_stem, "s"))
    print(" ", failing(path.relative_to, "C:/a"), failing(path.relative_to, "c:\\A\\x", walk_up=True))
    print(" ", failing(path.with_name, "a\\b"), failing(path.with_suffix, "z"))
    print(" ", *[W(text, other) for other in TEXTS], sep=" | ")
    print(" ", *[path / other for other in TEXTS], sep=" | ")
    print(" ", *[(path == W(other), path < W(other), path >= W(other)) for other in TEXTS])
    print(" ", path == W(text.upper()), hash(path) == hash(W(text.upper())))
for path, pattern in [("C:/A/b.TXT", "*.txt"), ("c:/a/b", "C:/*/B"), ("a/b/c.py", "B/*.PY"), ("a", "/a"), ("c:/a/b", "c:*")]:
    print(W(path).match(pattern), W(path).match(pattern, case_sensitive=True), W(path).full_match(pattern))
print(W("a") == PurePosixPath("a"), PurePosixPath(W("a\\b")), W(PurePosixPath("a\\b/c")), W("c:/a").is_relative_to("C:/"))
print(failing(lambda: W("a") < PurePosixPath("a")), failing(WindowsPath, "a"), failing(W, 1), failing(PurePosixPath, b"x"))
print(PosixPath("a").match("A"), Path("a") == PurePosixPath("a"), sorted([W("b"), W("A"), W("a/c")]))
print(failing(PurePosixPath("a/b").relative_to, "c"), failing(PurePosixPath("/a").relative_to, "c", walk_up=True))
print(failing(PurePosixPath("a").relative_to, "../c", walk_up=True), failing(PurePosixPath("/").with_suffix, ".a"))
