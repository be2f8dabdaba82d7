# shutil: files and folders, whole. Everything stays inside the notebook's folder.

import os


class Error(OSError):
    """Several failures of one operation."""


class SameFileError(Error):
    """Source and destination are one file."""


def _target(src, dst):
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else os.fspath(dst)


def copyfileobj(fsrc, fdst, length=65536):
    """The rest of one open file to another."""
    while block := fsrc.read(length):
        fdst.write(block)


def copyfile(src, dst, *, follow_symlinks=True):
    """The contents of a file to a path."""
    if os.path.abspath(src) == os.path.abspath(dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    with open(src, "rb") as source, open(dst, "wb") as target:
        copyfileobj(source, target)
    return dst


def copy(src, dst, *, follow_symlinks=True):
    """A file to a path or into a folder."""
    return copyfile(src, _target(src, dst))


copy2 = copy


def ignore_patterns(*patterns):
    """For copytree: leaves out names that match."""
    from glob import _pattern

    compiled = [_pattern(pattern) for pattern in patterns]
    return lambda folder, names: {name for name in names if any(p.fullmatch(name) for p in compiled)}


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, dirs_exist_ok=False):
    """A folder with all in it."""
    names = os.listdir(src)
    left_out = ignore(src, names) if ignore else set()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in left_out:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(source):
            copytree(source, target, symlinks, ignore, copy_function, dirs_exist_ok)
        else:
            copy_function(source, target)
    return dst


def rmtree(path, ignore_errors=False, onerror=None):
    """Removes a folder with all in it."""
    try:
        for name in os.listdir(path):
            inner = os.path.join(path, name)
            if os.path.isdir(inner):
                rmtree(inner, ignore_errors)
            else:
                os.remove(inner)
        os.rmdir(path)
    except OSError:
        if not ignore_errors:
            raise


def move(src, dst, copy_function=copy2):
    """A file or folder to another path."""
    target = _target(src, dst)
    os.rename(src, target)
    return target


def get_terminal_size(fallback=(80, 24)):
    """The columns and lines of the terminal: what the environment says, else the fallback."""
    sizes = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    return os.terminal_size([int(size) if size.isdigit() and int(size) else other for size, other in zip(sizes, fallback)])


def which(cmd, mode=1, path=None):
    """None: no programs are run from here."""
    return None
