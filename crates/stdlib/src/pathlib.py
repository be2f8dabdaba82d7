# pathlib: paths as objects.

import fnmatch
import io
import os
import stat as _modes
from os import path as _path

# ruff: noqa: F822 - those of Windows come when somebody asks for them.
__all__ = ["UnsupportedOperation", "PurePath", "PurePosixPath", "Path", "PosixPath"] + ["PureWindowsPath", "WindowsPath"]


class UnsupportedOperation(NotImplementedError):
    """Raised for an operation that the system does not have."""


class PurePath:
    """A path, joined with /."""

    parser = _path
    # Whether names are the same in upper and lower case.
    _folds = False

    def __new__(cls, *parts, **options):
        if cls is Path:
            cls = PosixPath
        elif cls is PurePath:
            cls = PurePosixPath
        return object.__new__(cls)

    def __init__(self, *parts):
        if len(parts) == 1:
            text = self._text_of(parts[0])
        else:
            text = _path.join("", *[self._text_of(part) for part in parts]) if parts else ""
        if text and text[0] != "." and text[-1] != "/" and "//" not in text and "/." not in text:
            # Its form is plain already: it is taken apart when somebody asks for the parts.
            self._root = "/" if text[0] == "/" else ""
            self._pieces = None
            self._text = text
            return
        lead = "//" if text.startswith("//") and not text.startswith("///") else "/" if text.startswith("/") else ""
        pieces = [piece for piece in text.split("/") if piece and piece != "."]
        self._root = lead
        self._pieces = pieces
        self._text = (lead + "/".join(pieces)) or "."

    @property
    def _tail(self):
        pieces = self._pieces
        if pieces is None:
            pieces = self._pieces = self._text[len(self._root) :].split("/")
        return pieces

    def _text_of(self, part):
        if type(part) is str:
            return part
        if isinstance(part, PurePath):
            return part._text if part._folds == self._folds else part.as_posix()
        text = os.fspath(part) if hasattr(type(part), "__fspath__") else part
        if not isinstance(text, str):
            kinds = "a str or an os.PathLike object where __fspath__ returns a str"
            raise TypeError(f"argument should be {kinds}, not {type(text).__name__!r}")
        return text

    def with_segments(self, *segments):
        """A path of the same class."""
        return type(self)(*segments)

    def __reduce__(self):
        return self.__class__, self.parts

    def __truediv__(self, key):
        try:
            return self.with_segments(self, key)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, key):
        try:
            return self.with_segments(key, self)
        except TypeError:
            return NotImplemented

    def __bytes__(self):
        return os.fsencode(self._text)

    def __fspath__(self):
        return self._text

    def __str__(self):
        return self._text

    def __repr__(self):
        return f"{type(self).__name__}({self._text!r})"

    def _is_like(self, other):
        """Whether another path is of the same system."""
        return isinstance(other, PurePath) and self._folds == other._folds

    def _ordered(self):
        return self.parts

    def __eq__(self, other):
        return self._text == other._text if self._is_like(other) else NotImplemented

    def __lt__(self, other):
        return self._ordered() < other._ordered() if self._is_like(other) else NotImplemented

    def __le__(self, other):
        return self._ordered() <= other._ordered() if self._is_like(other) else NotImplemented

    def __gt__(self, other):
        return self._ordered() > other._ordered() if self._is_like(other) else NotImplemented

    def __ge__(self, other):
        return self._ordered() >= other._ordered() if self._is_like(other) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    def __class_getitem__(cls, item):
        return cls

    # --- parts
    @property
    def parts(self):
        return (self._root, *self._tail) if self._root else tuple(self._tail)

    @property
    def drive(self):
        return ""

    @property
    def root(self):
        return self._root

    @property
    def anchor(self):
        return self._root

    @property
    def name(self):
        if self._pieces is None:
            return self._text[self._text.rfind("/") + 1 :]
        return self._tail[-1] if self._tail else ""

    @property
    def suffix(self):
        name = self.name
        at = name.rfind(".")
        return name[at:] if 0 < at < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        return [] if name.endswith(".") else ["." + piece for piece in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        name = self.name
        at = name.rfind(".")
        return name[:at] if 0 < at < len(name) - 1 else name

    @property
    def parent(self):
        return self._of(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        return _Parents(self)

    def _of(self, tail):
        return self.with_segments(self._root + "/".join(tail))

    def as_posix(self):
        return self._text

    def as_uri(self):
        """The path as a file: address."""
        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~/"
        return "file://" + "".join([chr(b) if chr(b) in safe else f"%{b:02X}" for b in bytes(self)])

    def is_reserved(self):
        return False

    def is_absolute(self):
        return bool(self._root)

    def joinpath(self, *pathsegments):
        """The path with others below it."""
        return self.with_segments(self, *pathsegments)

    # --- changed
    def with_name(self, name):
        """The path with another last component."""
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        return self._of([*self._tail[:-1], name])

    def with_stem(self, stem):
        """The path with another name before its suffix."""
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        """The path with another suffix."""
        stem = self.stem
        if not stem:
            raise ValueError(f"{self!r} has an empty name")
        if suffix and (suffix[0] != "." or suffix == "."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(stem + suffix)

    def relative_to(self, other, /, *_deprecated, walk_up=False):
        """The path as seen from another that is above it; with walk_up from any."""
        base = self._base("positional argument to pathlib.PurePath.relative_to()", other, _deprecated)
        up, above = 0, base
        while not self._is_below(above):
            if not walk_up:
                raise ValueError(f"{str(self)!r} is not in the subpath of {str(base)!r}")
            if above.name == "..":
                raise ValueError(f"'..' segment in {str(base)!r} cannot be walked")
            if above.parent == above:
                raise ValueError(f"{str(self)!r} and {str(base)!r} have different anchors")
            up += 1
            above = above.parent
        return self._relative([".."] * up + self._tail[len(above._tail) :])

    def _base(self, call, other, more):
        """The path that another one and those below it name."""
        if more:
            import warnings

            warnings.warn(
                f"support for supplying more than one {call} is deprecated and scheduled for removal in Python 3.14",
                DeprecationWarning,
                stacklevel=3,
            )
        return self.with_segments(other, *more)

    def _relative(self, tail):
        return self.with_segments("/".join(tail))

    def _is_below(self, other):
        return self._root == other._root and self._tail[: len(other._tail)] == other._tail

    def is_relative_to(self, other, /, *_deprecated):
        """Whether another path is above it."""
        return self._is_below(self._base("argument to pathlib.PurePath.is_relative_to()", other, _deprecated))

    # --- patterns
    def match(self, path_pattern, *, case_sensitive=None):
        """Whether the end of the path matches a pattern; all of it matches an absolute one."""
        pattern = self.with_segments(path_pattern)
        pieces, own = pattern.parts, self.parts
        if not pieces:
            raise ValueError("empty pattern")
        if len(pieces) > len(own) or (pattern.anchor and len(pieces) != len(own)):
            return False
        case_sensitive = not self._folds if case_sensitive is None else case_sensitive
        return all(_fits(name, piece, case_sensitive) for name, piece in zip(reversed(own), reversed(pieces)))

    def full_match(self, pattern, *, case_sensitive=None):
        """Whether the whole path matches a pattern, in which ** stands for any folders."""
        pattern = self.with_segments(pattern)
        case_sensitive = not self._folds if case_sensitive is None else case_sensitive
        return _match_all(list(self.parts), list(pattern.parts), case_sensitive)


def _fits(name, pattern, case_sensitive=None):
    if case_sensitive is False:
        name, pattern = name.lower(), pattern.lower()
    return fnmatch.fnmatchcase(name, pattern)


def _match_all(names, pieces, case_sensitive):
    if not pieces:
        return not names
    if pieces[0] == "**":
        return any(_match_all(names[at:], pieces[1:], case_sensitive) for at in range(len(names) + 1))
    return bool(names) and _fits(names[0], pieces[0], case_sensitive) and _match_all(names[1:], pieces[1:], case_sensitive)


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


class Path(PurePath):
    """A path to files and folders."""

    def __init__(self, *parts, **options):
        super().__init__(*parts)

    @classmethod
    def cwd(cls):
        """The current folder."""
        return cls(os.getcwd())

    @classmethod
    def home(cls):
        """The home folder."""
        return cls("~").expanduser()

    @classmethod
    def from_uri(cls, uri):
        """The path of a file: address."""
        from urllib.parse import unquote_to_bytes

        if not uri.startswith("file:"):
            raise ValueError(f"URI does not start with 'file:': {uri!r}")
        path = uri[5:]
        if path.startswith("///"):
            path = path[2:]
        elif path.startswith("//localhost/"):
            path = path[11:]
        path = cls(os.fsdecode(unquote_to_bytes(path)))
        if not path.is_absolute():
            raise ValueError(f"URI is not absolute: {uri!r}")
        return path

    # --- questions
    def stat(self, *, follow_symlinks=True):
        """The facts of the file."""
        return os.stat(self._text, follow_symlinks=follow_symlinks)

    def lstat(self):
        """The facts of the file or of the link itself."""
        return os.lstat(self._text)

    def exists(self, *, follow_symlinks=True):
        """Whether there is such a path."""
        return _path.exists(self._text) if follow_symlinks else _path.lexists(self._text)

    def is_file(self, *, follow_symlinks=True):
        return self._is(_modes.S_ISREG, follow_symlinks)

    def is_dir(self, *, follow_symlinks=True):
        return self._is(_modes.S_ISDIR, follow_symlinks)

    def is_symlink(self):
        return self._is(_modes.S_ISLNK, False)

    def is_junction(self):
        return False

    def is_mount(self):
        return _path.ismount(self._text)

    def is_block_device(self):
        return self._is(_modes.S_ISBLK)

    def is_char_device(self):
        return self._is(_modes.S_ISCHR)

    def is_fifo(self):
        return self._is(_modes.S_ISFIFO)

    def is_socket(self):
        return self._is(_modes.S_ISSOCK)

    def _is(self, test, follow_symlinks=True):
        try:
            return test(os.stat(self._text, follow_symlinks=follow_symlinks).st_mode)
        except (OSError, ValueError):
            return False

    def samefile(self, other_path):
        """Whether another path is the same file."""
        return _path.samestat(self.stat(), os.stat(other_path))

    def owner(self, *, follow_symlinks=True):
        """The name of the file's user."""
        import pwd

        return pwd.getpwuid(self.stat(follow_symlinks=follow_symlinks).st_uid).pw_name

    def group(self, *, follow_symlinks=True):
        """The name of the file's group."""
        import grp

        return grp.getgrgid(self.stat(follow_symlinks=follow_symlinks).st_gid).gr_name

    # --- other forms
    def absolute(self):
        """The path from the root; links and .. stay."""
        return self if self.is_absolute() else self.with_segments(os.getcwd(), self)

    def resolve(self, strict=False):
        """The path from the root, without links and .. ."""
        try:
            return self.with_segments(_path.realpath(self._text, strict=strict))
        except OSError as failed:
            if failed.errno == 40:
                raise RuntimeError("Symlink loop from %r" % failed.filename) from None
            raise

    def readlink(self):
        """The path that the link points to."""
        return self.with_segments(os.readlink(self._text))

    def expanduser(self):
        """The path with ~ replaced by the home folder."""
        if self._root or not self._tail or not self._tail[0].startswith("~"):
            return self
        home = _path.expanduser(self._tail[0])
        if home.startswith("~"):
            raise RuntimeError("Could not determine home directory.")
        return self.with_segments(home, *self._tail[1:])

    # --- contents
    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        """Opens the file."""
        return io.open(self._text, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None, newline=None):
        """All of the file as text."""
        with self.open("r", -1, encoding, errors, newline) as f:
            return f.read()

    def read_bytes(self):
        """All of the file."""
        with self.open("rb") as f:
            return f.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        """Writes text as all of the file."""
        if not isinstance(data, str):
            raise TypeError("data must be str, not %s" % type(data).__name__)
        with self.open("w", -1, encoding, errors, newline) as f:
            return f.write(data)

    def write_bytes(self, data):
        """Writes bytes as all of the file."""
        view = memoryview(data)
        with self.open("wb") as f:
            return f.write(view)

    # --- changes
    def touch(self, mode=0o666, exist_ok=True):
        """Makes the file, or sets its time to now."""
        if exist_ok:
            try:
                os.utime(self._text)
                return
            except OSError:
                # It is made below, or opened: a confined session sets no times.
                pass
        flags = os.O_CREAT | os.O_WRONLY | (0 if exist_ok else os.O_EXCL)
        os.close(os.open(self._text, flags, mode))

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        """Makes the folder; with parents those above it."""
        try:
            os.mkdir(self._text, mode)
        except FileNotFoundError:
            if not parents or self.parent == self:
                raise
            self.parent.mkdir(parents=True, exist_ok=True)
            self.mkdir(mode, parents=False, exist_ok=exist_ok)
        except OSError:
            if not exist_ok or not self.is_dir():
                raise

    def chmod(self, mode, *, follow_symlinks=True):
        """Changes the permissions."""
        os.chmod(self._text, mode, follow_symlinks=follow_symlinks)

    def lchmod(self, mode):
        self.chmod(mode, follow_symlinks=False)

    def unlink(self, missing_ok=False):
        """Removes the file."""
        try:
            os.unlink(self._text)
        except FileNotFoundError:
            if not missing_ok:
                raise

    def rmdir(self):
        """Removes the empty folder."""
        os.rmdir(self._text)

    def rename(self, target):
        """Renames the file; its new path."""
        os.rename(self._text, target)
        return self.with_segments(target)

    def replace(self, target):
        """Renames the file, in place of one that is there; its new path."""
        os.replace(self._text, target)
        return self.with_segments(target)

    def symlink_to(self, target, target_is_directory=False):
        """Makes the path a link to another."""
        os.symlink(target, self._text, target_is_directory)

    def hardlink_to(self, target):
        """Makes the path another name of a file."""
        os.link(target, self._text)

    # --- folders
    def iterdir(self):
        """The paths in the folder."""
        for name in os.listdir(self._text):
            yield self._below(name)

    def _below(self, name):
        text = self._text
        if text == ".":
            return self.with_segments(name)
        return self.with_segments(text + name if text[-1] == "/" else text + "/" + name)

    def walk(self, top_down=True, on_error=None, follow_symlinks=False):
        """Triples of a folder, the folders in it and the files in it, for the folder and all below."""
        for folder, folders, files in os.walk(self._text, top_down, on_error, follow_symlinks):
            yield self.with_segments(folder), folders, files

    def glob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """Paths below that match: * within a name, ** for any folders."""
        wanted = PurePosixPath(pattern)
        if not str(pattern) or not wanted._tail:
            raise ValueError(f"Unacceptable pattern: {str(pattern)!r}")
        if wanted._root:
            raise NotImplementedError("Non-relative patterns are unsupported")
        only_folders = str(pattern).endswith("/")
        if "**" not in wanted._tail and not only_folders:
            yield from self._glob(wanted._tail, case_sensitive, recurse_symlinks)
            return
        seen = set()
        for path in self._glob(wanted._tail, case_sensitive, recurse_symlinks):
            if path._text not in seen and (not only_folders or path.is_dir()):
                seen.add(path._text)
                yield path

    def rglob(self, pattern, *, case_sensitive=None, recurse_symlinks=False):
        """Paths anywhere below that match."""
        if PurePosixPath(pattern)._root:
            raise NotImplementedError("Non-relative patterns are unsupported")
        yield from self.glob("**/" + os.fspath(pattern), case_sensitive=case_sensitive, recurse_symlinks=recurse_symlinks)

    def _glob(self, pieces, case_sensitive, links):
        if not pieces:
            yield self
            return
        first, rest = pieces[0], pieces[1:]
        if first == "**":
            yield from self._glob_below(rest, case_sensitive, links)
        elif first == "..":
            yield from self._below("..")._glob(rest, case_sensitive, links)
        elif any(c in first for c in "*?[") or case_sensitive is False:
            for name, _ in self._entries():
                if not _fits(name, first, case_sensitive):
                    continue
                inner = self._below(name)
                if not rest:
                    yield inner
                elif inner.is_dir():
                    yield from inner._glob(rest, case_sensitive, links)
        else:
            inner = self._below(first)
            if inner.exists(follow_symlinks=False):
                yield from inner._glob(rest, case_sensitive, links)

    def _glob_below(self, rest, case_sensitive, links):
        """For **: the folder and all folders below."""
        yield from self._glob(rest, case_sensitive, links)
        for name, is_folder in self._entries():
            inner = self._below(name)
            if is_folder or (links and inner.is_dir()):
                yield from inner._glob_below(rest, case_sensitive, links)

    def _entries(self):
        """The names in the folder, and whether they are folders themselves."""
        try:
            with os.scandir(self._text) as scan:
                return [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in scan]
        except OSError:
            return []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        pass


class PurePosixPath(PurePath):
    """A path of POSIX systems, without a file system behind it."""


class PosixPath(Path, PurePosixPath):
    """A path to files and folders: what Path makes."""


def __getattr__(name):
    if name in ("PureWindowsPath", "WindowsPath"):
        import _pathlib_windows

        return getattr(_pathlib_windows, name)
    raise AttributeError(f"module 'pathlib' has no attribute {name!r}")
