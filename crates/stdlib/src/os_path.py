# os.path: operations on path names.

from _tensorcell.os_path import _home, exists, getmtime, getsize, isdir, isfile

sep = "/"
curdir = "."
pardir = ".."


def _text(path):
    if isinstance(path, str):
        return path
    if hasattr(type(path), "__fspath__"):
        return path.__fspath__()
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(path).__name__}")


def join(a, *p):
    """Join path components; an absolute one drops those before it."""
    path = _text(a)
    for part in p:
        part = _text(part)
        if part.startswith("/"):
            path = part
        elif not path or path.endswith("/"):
            path += part
        else:
            path += "/" + part
    return path


def split(p):
    """(head, tail): tail is everything after the last slash."""
    p = _text(p)
    i = p.rfind("/") + 1
    head, tail = p[:i], p[i:]
    if head and head != "/" * len(head):
        head = head.rstrip("/")
    return head, tail


def basename(p):
    """The last component."""
    return split(p)[1]


def dirname(p):
    """All but the last component."""
    return split(p)[0]


def splitext(p):
    """(root, extension): the extension is empty or starts with the last dot."""
    p = _text(p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    if dot > start and p[start:dot].strip("."):
        return p[:dot], p[dot:]
    return p, ""


def splitdrive(p):
    return "", _text(p)


def isabs(s):
    """Whether the path is absolute."""
    return _text(s).startswith("/")


def normpath(path):
    """The path without doubled slashes, '.' and '..'."""
    path = _text(path)
    if not path:
        return "."
    lead = "/" if path.startswith("/") else ""
    if path.startswith("//") and not path.startswith("///"):
        lead = "//"
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != ".." or (not lead and not parts) or (parts and parts[-1] == ".."):
            parts.append(part)
        elif parts:
            parts.pop()
    return (lead + "/".join(parts)) or "."


def abspath(path):
    """The absolute form of the path."""
    import os

    path = _text(path)
    return normpath(path if isabs(path) else join(os.getcwd(), path))


realpath = abspath


def relpath(path, start=None):
    """The path as seen from another, the current folder by default."""
    import os

    here = [part for part in abspath(start or os.getcwd()).split("/") if part]
    there = [part for part in abspath(path).split("/") if part]
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    parts = [".."] * (len(here) - shared) + there[shared:]
    return "/".join(parts) or "."


def commonprefix(m):
    """The longest text that all begin with."""
    if not m:
        return ""
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def commonpath(paths):
    """The longest path that all lie below."""
    split_paths = [[part for part in _text(p).split("/") if part and part != "."] for p in paths]
    common = commonprefix(split_paths)
    return ("/" if _text(paths[0]).startswith("/") else "") + "/".join(common)


def expanduser(path):
    """The path with ~ replaced by the home folder."""
    path = _text(path)
    if path == "~" or path.startswith("~/"):
        return _home().rstrip("/") + path[1:]
    return path


def expandvars(path):
    """The path with $NAME and ${NAME} replaced from the environment."""
    import os
    import re

    return re.sub(r"\$(\w+|\{[^}]*\})", lambda m: os.environ.get(m.group(1).strip("{}"), m.group(0)), _text(path))


def lexists(path):
    return exists(path)


def islink(path):
    return False


def samefile(f1, f2):
    return abspath(f1) == abspath(f2)


altsep = None
extsep = "."
pathsep = ":"
defpath = "/bin:/usr/bin"
devnull = "/dev/null"
supports_unicode_filenames = False


def normcase(s):
    """The path itself: names differ by case here."""
    return s


def ismount(path):
    return path == "/"
