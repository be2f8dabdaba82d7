# genericpath: facts of files, which os.path has on every system.

from _tensorcell.os_path import exists, isdir, isfile, islink, lexists

__all__ = [
    "commonprefix",
    "exists",
    "getatime",
    "getctime",
    "getmtime",
    "getsize",
    "isdevdrive",
    "isdir",
    "isfile",
    "isjunction",
    "islink",
    "lexists",
    "samefile",
    "sameopenfile",
    "samestat",
]


def _text(path):
    """The text or the bytes of a path."""
    if isinstance(path, (str, bytes)):
        return path
    if hasattr(type(path), "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def _of_bytes(name, function, *paths):
    """What a function makes of paths of bytes."""
    paths = [_text(path) for path in paths]
    if not all(isinstance(path, bytes) for path in paths):
        raise TypeError("Can't mix strings and bytes in path components")
    made = function(*[path.decode() for path in paths])
    return tuple([part.encode() for part in made]) if isinstance(made, tuple) else made.encode()


def _splitext(p, sep, altsep, extsep):
    """A path in root and extension, which begins at the last dot of the last component; leading dots begin none."""
    start = p.rfind(sep) + 1
    if altsep:
        start = max(start, p.rfind(altsep) + 1)
    dot = p.rfind(extsep)
    if dot < start or p[start:dot] == extsep * (dot - start):
        return p, p[:0]
    return p[:dot], p[dot:]


def _check_arg_types(funcname, *args):
    """Raises where paths are neither text nor bytes, or both."""
    for one in args:
        if not isinstance(one, (str, bytes)):
            found = type(one).__name__
            raise TypeError(f"{funcname}() argument must be str, bytes, or os.PathLike object, not {found!r}") from None
    if any(isinstance(one, str) for one in args) and any(isinstance(one, bytes) for one in args):
        raise TypeError("Can't mix strings and bytes in path components") from None


def isjunction(path):
    _text(path)
    return False


isdevdrive = isjunction


def getsize(filename):
    """The size of a file in bytes."""
    import os

    return os.stat(filename).st_size


def getmtime(filename):
    """When a file was last changed."""
    import os

    return os.stat(filename).st_mtime


def getatime(filename):
    """When a file was last read."""
    import os

    return os.stat(filename).st_atime


def getctime(filename):
    """When a file's facts were last changed."""
    import os

    return os.stat(filename).st_ctime


def samestat(s1, s2):
    """Whether facts are of one file."""
    return s1.st_ino == s2.st_ino and s1.st_dev == s2.st_dev


def samefile(f1, f2):
    """Whether two paths are one file."""
    import os

    return samestat(os.stat(f1), os.stat(f2))


def sameopenfile(fp1, fp2):
    """Whether two descriptors are one file."""
    import os

    return samestat(os.fstat(fp1), os.fstat(fp2))


def commonprefix(m):
    """The longest text that all begin with."""
    if not m:
        return ""
    if not isinstance(m[0], (list, tuple)):
        m = [_text(one) for one in m]
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low
