# pathlib: paths as objects.

import os
from os import path as _path


class PurePath:
    """A path, joined with /."""

    def __new__(cls, *parts):
        return object.__new__({PurePath: PurePosixPath, Path: PosixPath}.get(cls, cls))

    def __init__(self, *parts):
        text = _path.join("", *[os.fspath(part) for part in parts]) if parts else ""
        lead = "/" if text.startswith("/") else ""
        pieces = [piece for piece in text.split("/") if piece and piece != "."]
        self._text = (lead + "/".join(pieces)) or "."

    def __truediv__(self, other):
        return type(self)(self, other) if isinstance(other, str) or hasattr(other, "__fspath__") else NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self) if isinstance(other, str) or hasattr(other, "__fspath__") else NotImplemented

    def __bytes__(self):
        return self._text.encode()

    def __fspath__(self):
        return self._text

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"{type(self).__name__}({self._text!r})"

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, PurePath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePath) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    @property
    def parts(self):
        pieces = [piece for piece in self._text.split("/") if piece and piece != "."]
        return ("/", *pieces) if self._text.startswith("/") else tuple(pieces)

    @property
    def name(self):
        parts = self.parts
        return parts[-1] if parts and parts[-1] != "/" else ""

    @property
    def suffix(self):
        return _path.splitext(self.name)[1]

    @property
    def suffixes(self):
        return ["." + piece for piece in self.name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        return _path.splitext(self.name)[0]

    @property
    def parent(self):
        parts = self.parts
        return self if not parts or parts == ("/",) else type(self)(*parts[:-1])

    @property
    def parents(self):
        return _Parents(self)

    @property
    def anchor(self):
        return "/" if self._text.startswith("/") else ""

    root = anchor
    drive = ""

    def as_uri(self):
        """The path as a file: address."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/"
        return "file://" + "".join([chr(b) if chr(b) in safe else f"%{b:02X}" for b in self._text.encode()])

    def is_reserved(self):
        return False

    def as_posix(self):
        return self._text

    def is_absolute(self):
        return self._text.startswith("/")

    def joinpath(self, *others):
        return type(self)(self, *others)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self.parent / name

    def with_suffix(self, suffix):
        if suffix and not suffix.startswith("."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def relative_to(self, other):
        other = type(self)(other)
        own, base = self.parts, other.parts
        if own[: len(base)] != base:
            raise ValueError(
                f"{str(self)!r} is not in the subpath of {str(other)!r} OR one path is relative and the other is absolute."
            )
        return type(self)(*own[len(base) :])

    def is_relative_to(self, other):
        base = type(self)(other).parts
        return self.parts[: len(base)] == base

    def match(self, pattern):
        pieces = [piece for piece in pattern.split("/") if piece]
        own = self.parts[-len(pieces) :]
        return len(own) == len(pieces) and all(_fits(name, piece) for name, piece in zip(own, pieces))


class _Parents:
    """The folders above a path, the nearest first."""

    def __init__(self, path):
        self._kind = type(path)
        self._above = []
        while path.parent != path:
            path = path.parent
            self._above.append(path)

    def __len__(self):
        return len(self._above)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return tuple(self._above[index])
        if not -len(self._above) <= index < len(self._above):
            raise IndexError(index)
        return self._above[index]

    def __repr__(self):
        return f"<{self._kind.__name__}.parents>"


def _fits(name, pattern):
    import re

    out = ""
    for c in pattern:
        out += ".*" if c == "*" else "." if c == "?" else re.escape(c) if c not in "[]!" else c.replace("!", "^")
    return re.fullmatch(out, name) is not None


class Path(PurePath):
    """A path to files and folders inside the current folder."""

    @classmethod
    def cwd(cls):
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        return cls(_path.expanduser("~"))

    def exists(self):
        return _path.exists(self._text)

    def is_file(self):
        return _path.isfile(self._text)

    def is_dir(self):
        return _path.isdir(self._text)

    def absolute(self):
        return self if self.is_absolute() else type(self)(os.getcwd(), self)

    def resolve(self, strict=False):
        return type(self)(_path.abspath(self._text))

    def expanduser(self):
        return type(self)(_path.expanduser(self._text))

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self._text, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with self.open("r", encoding=encoding, errors=errors) as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with self.open("w", encoding=encoding, errors=errors) as f:
            return f.write(data)

    def read_bytes(self):
        with self.open("rb") as f:
            return f.read()

    def write_bytes(self, data):
        with self.open("wb") as f:
            return f.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents:
            os.makedirs(self._text, exist_ok=exist_ok)
        elif not (exist_ok and self.is_dir()):
            os.mkdir(self._text)

    def rmdir(self):
        os.rmdir(self._text)

    def unlink(self, missing_ok=False):
        if not missing_ok or self.exists():
            os.remove(self._text)

    def rename(self, target):
        os.rename(self._text, os.fspath(target))
        return type(self)(target)

    replace = rename

    def touch(self, mode=0o666, exist_ok=True):
        if self.exists() and not exist_ok:
            raise FileExistsError(17, "File exists", self._text)
        self.open("a").close()

    def iterdir(self):
        for name in os.listdir(self._text):
            yield self / name

    def glob(self, pattern):
        """Paths below that match: * within a name, ** for any folders."""
        yield from self._glob([piece for piece in pattern.split("/") if piece])

    def rglob(self, pattern):
        """Paths anywhere below that match."""
        yield from self.glob("**/" + pattern)

    def _glob(self, pieces):
        if not pieces:
            yield self
            return
        first, rest = pieces[0], pieces[1:]
        names = sorted(os.listdir(self._text)) if self.is_dir() else []
        if first == "**":
            yield from self._glob(rest) if rest else iter([self])
            for name in names:
                if (self / name).is_dir():
                    yield from (self / name)._glob(pieces)
            return
        for name in names:
            if _fits(name, first):
                yield from (self / name)._glob(rest)

    def stat(self):
        from types import SimpleNamespace

        return SimpleNamespace(st_size=_path.getsize(self._text), st_mtime=_path.getmtime(self._text))

    def samefile(self, other):
        return _path.abspath(self._text) == _path.abspath(os.fspath(other))


class PurePosixPath(PurePath):
    """A path of POSIX systems, without a file system behind it."""


class PosixPath(Path, PurePosixPath):
    """A path to files and folders: what Path makes."""
