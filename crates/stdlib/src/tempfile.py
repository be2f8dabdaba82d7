# tempfile: files and folders that go away.

import errno
import io as _io
import os as _os
import shutil as _shutil
import warnings as _warnings
from random import Random as _Random
from types import GenericAlias

TMP_MAX = _os.TMP_MAX
template = "tmp"
tempdir = None


class _Names:
    """Names that nobody can guess."""

    def __init__(self):
        self._random = _Random(int.from_bytes(_os.urandom(16), "little"))

    def __iter__(self):
        return self

    def __next__(self):
        return "".join(self._random.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))


_names = _Names()


def gettempprefix():
    """How names of temporary files begin."""
    return template


def gettempprefixb():
    return _os.fsencode(template)


def _usable(folder):
    return _os.path.isdir(folder) and _os.access(folder, _os.W_OK | _os.X_OK)


def gettempdir():
    """The folder of temporary files."""
    global tempdir
    if tempdir is None:
        named = [_os.environ[name] for name in ("TMPDIR", "TEMP", "TMP") if _os.environ.get(name)]
        folders = [*named, "/tmp", "/var/tmp", "/usr/tmp", _os.getcwd()]
        tempdir = next((_os.path.abspath(folder) for folder in folders if _usable(folder)), None)
        if tempdir is None:
            raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in %s" % folders)
    return _os.fsdecode(tempdir)


def gettempdirb():
    return _os.fsencode(gettempdir())


def _parts(suffix, prefix, dir):
    """The parts of a name, all text or all bytes."""
    given = [_os.fspath(part) for part in (suffix, prefix, dir) if part is not None]
    kinds = {bytes if isinstance(part, bytes) else str for part in given}
    if len(kinds) > 1:
        raise TypeError("Can't mix bytes and non-bytes in path components.")
    kind = kinds.pop() if kinds else str
    empty = kind()
    prefix = prefix if prefix is not None else template if kind is str else gettempprefixb()
    dir = dir if dir is not None else gettempdir() if kind is str else gettempdirb()
    return empty if suffix is None else suffix, prefix, _os.path.abspath(dir), kind


def _made(suffix, prefix, dir, make):
    """What a function makes of the first name that is free."""
    suffix, prefix, dir, kind = _parts(suffix, prefix, dir)
    for _ in range(TMP_MAX):
        name = next(_names)
        path = _os.path.join(dir, prefix + (name if kind is str else name.encode()) + suffix)
        try:
            return make(path), path
        except FileExistsError:
            continue
    raise FileExistsError(errno.EEXIST, "No usable temporary file name found")


def _create(path):
    return _os.open(path, _os.O_RDWR | _os.O_CREAT | _os.O_EXCL | _os.O_NOFOLLOW, 0o600)


def mkstemp(suffix=None, prefix=None, dir=None, text=False):
    """A new file: (descriptor, path)."""
    return _made(suffix, prefix, dir, _create)


def mkdtemp(suffix=None, prefix=None, dir=None):
    """A new folder; its path."""
    return _made(suffix, prefix, dir, lambda path: _os.mkdir(path, 0o700))[1]


def mktemp(suffix="", prefix=template, dir=None):
    """A name that was free when it was looked for."""
    dir = gettempdir() if dir is None else dir
    for _ in range(TMP_MAX):
        path = _os.path.abspath(_os.path.join(dir, prefix + next(_names) + suffix))
        if not _os.path.lexists(path):
            return path
    raise FileExistsError(errno.EEXIST, "No usable temporary filename found")


class _TemporaryFileWrapper:
    """An open file that is removed when it is closed."""

    def __init__(self, file, name, delete=True, delete_on_close=True):
        self.file = file
        self.name = name
        self.delete = delete
        self._on_close = delete_on_close
        self._there = delete

    def __getattr__(self, name):
        if name == "file":
            raise AttributeError(name)
        return getattr(self.file, name)

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, kind, value, traceback):
        self.file.close()
        self._remove()

    def close(self):
        self.file.close()
        if self._on_close:
            self._remove()

    def _remove(self):
        if self._there:
            self._there = False
            try:
                _os.unlink(self.name)
            except FileNotFoundError:
                pass

    def __iter__(self):
        for line in self.file:
            yield line

    def __repr__(self):
        return f"<tempfile._TemporaryFileWrapper object at {id(self):#x}>"

    def __del__(self):
        try:
            self.file.close()
        finally:
            self._remove()


def NamedTemporaryFile(
    mode="w+b",
    buffering=-1,
    encoding=None,
    newline=None,
    suffix=None,
    prefix=None,
    dir=None,
    delete=True,
    *,
    errors=None,
    delete_on_close=True,
):
    """An open file with a name that is removed when it is closed."""
    names = []

    def opener(path, flags):
        fd, name = mkstemp(suffix, prefix, dir)
        names.append(name)
        return fd

    folder = dir if dir is not None else gettempdir()
    try:
        file = _io.open(folder, mode, buffering=buffering, newline=newline, encoding=encoding, errors=errors, opener=opener)
    except:
        for name in names:
            _os.unlink(name)
        raise
    return _TemporaryFileWrapper(file, names[0], delete, delete_on_close)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    """An open file without a name."""
    fd, path = mkstemp(suffix, prefix, dir)
    _os.unlink(path)
    try:
        return _io.open(fd, mode, buffering, encoding, errors, newline)
    except:
        _os.close(fd)
        raise


class SpooledTemporaryFile:
    """A file in memory that goes to the disk when it grows."""

    __class_getitem__ = classmethod(GenericAlias)

    _rolled = False

    def __init__(
        self,
        max_size=0,
        mode="w+b",
        buffering=-1,
        encoding=None,
        newline=None,
        suffix=None,
        prefix=None,
        dir=None,
        *,
        errors=None,
    ):
        self._max_size = max_size
        self._options = dict(mode=mode, buffering=buffering, suffix=suffix, prefix=prefix, dir=dir)
        self._options.update(encoding=encoding, newline=newline, errors=errors)
        self._mode = mode
        memory = _io.BytesIO()
        if "b" not in mode:
            memory = _io.TextIOWrapper(memory, encoding=encoding, errors=errors, newline=newline)
        self._file = memory

    def rollover(self):
        """Goes to the disk now."""
        if self._rolled:
            return
        old = self._file
        new = self._file = TemporaryFile(**self._options)
        at = old.tell()
        if hasattr(old, "buffer"):
            old.flush()
            new.buffer.write(old.detach().getvalue())
        else:
            new.write(old.getvalue())
        new.seek(at, 0)
        self._rolled = True

    def _check(self):
        if not self._rolled and self._max_size and self._file.tell() > self._max_size:
            self.rollover()

    def write(self, s):
        count = self._file.write(s)
        self._check()
        return count

    def writelines(self, iterable):
        for line in iterable:
            self.write(line)

    def truncate(self, size=None):
        if size is None:
            return self._file.truncate()
        if size > self._max_size:
            self.rollover()
        return self._file.truncate(size)

    def fileno(self):
        self.rollover()
        return self._file.fileno()

    @property
    def mode(self):
        return self._file.mode if self._rolled else self._mode

    @property
    def name(self):
        return self._file.name if self._rolled else None

    def __getattr__(self, name):
        if name == "_file":
            raise AttributeError(name)
        return getattr(self._file, name)

    def __iter__(self):
        return iter(self._file)

    def __enter__(self):
        if self._file.closed:
            raise ValueError("Cannot enter context with closed file")
        return self

    def __exit__(self, kind, value, traceback):
        self._file.close()


class TemporaryDirectory:
    """A folder that is removed at the end of the with statement."""

    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._ignores = ignore_cleanup_errors
        self._delete = delete

    def __repr__(self):
        return f"<{type(self).__name__} {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, kind, value, traceback):
        if self._delete:
            self.cleanup()

    def cleanup(self):
        """Removes the folder now."""
        name = self.name
        if _os.path.lexists(name):
            _shutil.rmtree(name, ignore_errors=self._ignores)

    def __del__(self):
        if getattr(self, "_delete", False) and _os.path.lexists(self.name):
            _shutil.rmtree(self.name, ignore_errors=True)

    __class_getitem__ = classmethod(GenericAlias)
