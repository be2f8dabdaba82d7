# glob and fnmatch: names by pattern.
import fnmatch
import glob
import os
import re
import tempfile

top = os.path.realpath(tempfile.mkdtemp())
for name in ("a.py", "b.py", "c.txt", ".hidden.py", "d[1].txt", "sub/e.py", "sub/deep/f.py", ".git/g.py", "empty/x"):
    os.makedirs(os.path.dirname(os.path.join(top, name)), exist_ok=True)
    open(os.path.join(top, name), "w").close()
os.remove(os.path.join(top, "empty/x"))
show = lambda paths: sorted(os.path.relpath(path, top) + ("/" if path.endswith("/") else "") for path in paths)
for pattern in ("*", "*.py", "?.py", "[ab].py", "[!a].py", "*/*.py", "**", "**/*.py", ".*", "*/", "none*", "a.py", "no.py", "sub/../*.txt", "[[]*", "d[[]1].txt"):
    print(pattern, show(glob.glob(os.path.join(top, pattern))))
for pattern in ("**", "**/*.py", "sub/**", "**/", "**/deep/**", "**/f.py"):
    print(pattern, show(glob.glob(os.path.join(top, pattern), recursive=True)))
print(show(glob.glob(os.path.join(top, "**/*.py"), recursive=True, include_hidden=True)))
print(sorted(glob.glob("*.py", root_dir=top)), sorted(glob.glob("sub/*", root_dir=top)), sorted(glob.glob("**", root_dir=top, recursive=True)))
print(sorted(glob.glob(os.fsencode(top) + b"/*.txt")) == [os.fsencode(top) + b"/c.txt", os.fsencode(top) + b"/d[1].txt"])
print(type(glob.iglob("x")).__name__, next(iter(glob.iglob(os.path.join(top, "a*")))) == os.path.join(top, "a.py"))
print(glob.escape("a[1]*?.txt"), glob.escape(b"[x]"), show(glob.glob(os.path.join(top, glob.escape("d[1].txt")))))
print(glob.has_magic("a*"), glob.has_magic("a"), glob.glob(""), glob.glob("/"))

for name, pattern in [
    ("abc", "abc"), ("abc", "a*"), ("abc", "*c"), ("abc", "?b?"), ("abc", "ab"), ("", "*"), ("a.b", "a.b"), ("axb", "a.b"),
    ("a1", "a[0-9]"), ("ax", "a[0-9]"), ("ax", "a[!0-9]"), ("a]", "a[]]"), ("a-", "a[-x]"), ("a[", "a["), ("a\nb", "a*b"),
    ("A", "a"), ("a*", "a[*]"), ("]", "[!]"), ("b", "[c-a]"), ("a^", "a[^x]"), ("aaa", "a**a"),
]:
    print(repr(name), pattern, fnmatch.fnmatch(name, pattern), fnmatch.fnmatchcase(name, pattern))
print(fnmatch.filter(["a.py", "b.txt", "c.py"], "*.py"), fnmatch.filter([b"a", b"b"], b"[a]"), fnmatch.fnmatch(b"ab", b"a?"))
for pattern in ("*.txt", "a?c", "[!a-c]x", "[", "a.b+c"):
    expression = re.compile(fnmatch.translate(pattern))
    print(pattern, [bool(expression.match(name)) for name in ("x.txt", "abc", "dx", "[", "a.b+c", "axb+c")])
import shutil

shutil.rmtree(top)
