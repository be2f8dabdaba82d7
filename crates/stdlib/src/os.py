# os.

from os import path

from _tensorcell.os import (
    _environment,
    _makedirs,
    chdir,
    cpu_count,
    getcwd,
    getpid,
    listdir,
    mkdir,
    remove,
    rename,
    replace,
    rmdir,
    unlink,
    urandom,
)

name = "posix"
sep = "/"
altsep = None
pathsep = ":"
linesep = "\n"
curdir = "."
pardir = ".."
extsep = "."
devnull = "/dev/null"


class _Environ(dict):
    """The environment. Changes are seen by this session only."""

    def __repr__(self):
        return f"environ({dict.__repr__(self)})"


environ = _Environ(_environment)


def getenv(key, default=None):
    """An environment variable, or the default."""
    return environ.get(key, default)


def putenv(key, value):
    environ[key] = value


class terminal_size(tuple):
    """Columns and lines."""

    columns = property(lambda self: self[0])
    lines = property(lambda self: self[1])

    def __repr__(self):
        return f"os.terminal_size(columns={self[0]}, lines={self[1]})"


def get_terminal_size(fd=1):
    """The columns and lines of the terminal."""
    return terminal_size((80, 24))


def makedirs(name, mode=0o777, exist_ok=False):
    """Create a folder and those above it; an existing one is an error unless exist_ok."""
    import os.path

    name = fspath(name)
    if os.path.exists(name):
        if not exist_ok or not os.path.isdir(name):
            raise FileExistsError(17, "File exists", name)
        return
    _makedirs(name)


class PathLike:
    """Objects with __fspath__."""


def fspath(path):
    """The text of a path."""
    if isinstance(path, (str, bytes)):
        return path
    if hasattr(type(path), "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def walk(top, topdown=True):
    """Triples of a folder, the folders in it and the files in it, for a folder and all below."""
    import os.path

    top = fspath(top)
    folders, files = [], []
    for entry in sorted(listdir(top)):
        (folders if os.path.isdir(os.path.join(top, entry)) else files).append(entry)
    if topdown:
        yield top, folders, files
    for folder in folders:
        yield from walk(os.path.join(top, folder), topdown)
    if not topdown:
        yield top, folders, files


def system(command):
    raise PermissionError(13, "programs cannot be started from a notebook", command)
