# _zipfile_path: what lies in an archive, as paths: part of zipfile.

import io
import posixpath

__name__ = "zipfile"


class Path:
    """A file or folder of an archive, with the methods of pathlib.Path that reading needs."""

    def __init__(self, root, at=""):
        from zipfile import ZipFile

        self.root = root if isinstance(root, ZipFile) else ZipFile(root)
        self.at = at

    def _names(self):
        """The names in the archive, with those of folders that have no entry of their own."""
        names = dict.fromkeys(self.root.namelist())
        for name in list(names):
            above = posixpath.dirname(name.rstrip("/"))
            while above and above + "/" not in names:
                names[above + "/"] = None
                above = posixpath.dirname(above)
        return names

    def __eq__(self, other):
        if self.__class__ is not other.__class__:
            return NotImplemented
        return (self.root, self.at) == (other.root, other.at)

    def __hash__(self):
        return hash((self.root, self.at))

    def open(self, mode="r", *args, pwd=None, **kwargs):
        """Open the file: as text, or as bytes with "b" in its mode."""
        if self.is_dir():
            raise IsADirectoryError(self)
        kind = mode[0]
        if not self.exists() and kind == "r":
            raise FileNotFoundError(self)
        stream = self.root.open(self.at, kind, pwd=pwd)
        if "b" in mode:
            if args or kwargs:
                raise ValueError("encoding args invalid for binary operation")
            return stream
        return io.TextIOWrapper(stream, *args, **kwargs)

    def _outer(self):
        import pathlib

        return pathlib.PurePosixPath(str(self.root.filename), self.at)

    @property
    def name(self):
        return posixpath.basename(self.at.rstrip("/")) or self._outer().name

    @property
    def stem(self):
        return self._outer().stem

    @property
    def suffix(self):
        return self._outer().suffix

    @property
    def suffixes(self):
        return self._outer().suffixes

    @property
    def filename(self):
        import pathlib

        return pathlib.Path(self.root.filename).joinpath(self.at)

    @property
    def parent(self):
        import pathlib

        if not self.at:
            return pathlib.Path(self.root.filename).parent
        above = posixpath.dirname(self.at.rstrip("/"))
        return self._next(above + "/" if above else "")

    def read_text(self, *args, **kwargs):
        with self.open("r", *args, **kwargs) as file:
            return file.read()

    def read_bytes(self):
        with self.open("rb") as file:
            return file.read()

    def _next(self, at):
        return self.__class__(self.root, at)

    def is_dir(self):
        return not self.at or self.at.endswith("/")

    def is_file(self):
        return self.exists() and not self.is_dir()

    def exists(self):
        return not self.at or self.at in self._names()

    def is_symlink(self):
        return False

    def iterdir(self):
        if not self.is_dir():
            raise ValueError("Can't listdir a file")
        inside = [name for name in self._names() if posixpath.dirname(name.rstrip("/")) == self.at.rstrip("/")]
        return iter([self._next(name) for name in inside])

    def match(self, pattern):
        return self._outer().match(pattern)

    def glob(self, pattern):
        """The files and folders below whose paths match."""
        import re

        if not pattern:
            raise ValueError(f"Unacceptable pattern: {pattern!r}")
        matches = re.compile(re.escape(self.at) + _expression(pattern)).fullmatch
        return (self._next(name) for name in self._names() if matches(name.rstrip("/")))

    def rglob(self, pattern):
        return self.glob(f"**/{pattern}")

    def relative_to(self, other, *extra):
        return posixpath.relpath(str(self), str(other.joinpath(*extra)))

    def joinpath(self, *other):
        at = posixpath.join(self.at, *other)
        return self._next(at + "/" if at and at + "/" in self._names() else at)

    __truediv__ = joinpath

    def __str__(self):
        return posixpath.join(self.root.filename, self.at)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.root.filename!r}, {self.at!r})"


def _expression(pattern):
    """A pattern of paths as a regular expression; `**` is any number of folders."""
    import re

    def of_part(part):
        return "".join([{"*": "[^/]*", "?": "[^/]"}.get(char, re.escape(char)) for char in part])

    *folders, last = pattern.split("/")
    above = "".join(["(?:[^/]+/)*" if part == "**" else of_part(part) + "/" for part in folders])
    return above + (".*" if last == "**" else of_part(last))
