# os.path: operations on path names.

import genericpath as _facts
from genericpath import *

curdir = "."
pardir = ".."
sep = "/"
altsep = None
extsep = "."
pathsep = ":"
defpath = "/bin:/usr/bin"
devnull = "/dev/null"
supports_unicode_filenames = False
_text = _facts._text
_of_bytes = _facts._of_bytes


def normcase(s):
    """The path itself: names differ by case here."""
    return _text(s)


def isabs(s):
    """Whether the path is absolute."""
    s = _text(s)
    return s.startswith("/" if isinstance(s, str) else b"/")


def join(a, *p):
    """Join path components; an absolute one drops those before it."""
    path = _text(a)
    if isinstance(path, bytes):
        return _of_bytes("join", join, path, *p)
    for part in p:
        part = _text(part)
        if not isinstance(part, str):
            raise TypeError("Can't mix strings and bytes in path components") from None
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
    if isinstance(p, bytes):
        return _of_bytes("split", split, p)
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
    if isinstance(p, bytes):
        return _of_bytes("splitext", splitext, p)
    start = p.rfind("/") + 1
    dot = p.rfind(".")
    if dot > start and p[start:dot].strip("."):
        return p[:dot], p[dot:]
    return p, ""


def splitdrive(p):
    p = _text(p)
    return p[:0], p


def splitroot(p):
    """(drive, root, rest)."""
    p = _text(p)
    if isinstance(p, bytes):
        return _of_bytes("splitroot", splitroot, p)
    if not p.startswith("/"):
        return "", "", p
    if not p.startswith("//") or p.startswith("///"):
        return "", "/", p[1:]
    return "", "//", p[2:]


def normpath(path):
    """The path without doubled slashes, '.' and '..'."""
    path = _text(path)
    if isinstance(path, bytes):
        return _of_bytes("normpath", normpath, path)
    if not path:
        return "."
    lead = splitroot(path)[1]
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
    if isinstance(path, bytes):
        return _of_bytes("abspath", abspath, path)
    return normpath(path if isabs(path) else join(os.getcwd(), path))


def realpath(filename, *, strict=False):
    """The absolute form of the path, without links."""
    import os

    filename = _text(filename)
    if isinstance(filename, bytes):
        return os.fsencode(realpath(os.fsdecode(filename), strict=strict))
    path = "/" if isabs(filename) else os.getcwd()
    rest = [part for part in filename.split("/") if part][::-1]
    followed = {}
    while rest:
        part = rest.pop()
        if part == ".":
            continue
        if part == "..":
            path = dirname(path)
            continue
        inner = join(path, part)
        if not islink(inner):
            if strict and not lexists(inner):
                os.lstat(inner)
            path = inner
        elif inner in followed:
            if strict:
                raise OSError(40, "Too many levels of symbolic links", inner)
            path = inner
        else:
            followed[inner] = None
            target = os.readlink(inner)
            rest.extend([part for part in target.split("/") if part][::-1])
            path = "/" if isabs(target) else path
    return normpath(path)


def relpath(path, start=None):
    """The path as seen from another, the current folder by default."""
    import os

    path = _text(path)
    if isinstance(path, bytes):
        return _of_bytes("relpath", relpath, path, start if start is not None else b".")
    if not path:
        raise ValueError("no path specified")
    here = [part for part in abspath(start if start is not None else os.getcwd()).split("/") if part]
    there = [part for part in abspath(path).split("/") if part]
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    parts = [".."] * (len(here) - shared) + there[shared:]
    return "/".join(parts) or "."


def commonpath(paths):
    """The longest path that all lie below."""
    paths = [_text(path) for path in paths]
    if not paths:
        raise ValueError("commonpath() arg is an empty sequence")
    if isinstance(paths[0], bytes):
        return commonpath([path.decode() for path in paths]).encode()
    if len({isabs(path) for path in paths}) > 1:
        raise ValueError("Can't mix absolute and relative paths")
    split_paths = [[part for part in path.split("/") if part and part != "."] for path in paths]
    common = commonprefix(split_paths)
    return ("/" if isabs(paths[0]) else "") + "/".join(common)


def expanduser(path):
    """The path with ~ or ~name replaced by the home folder."""
    path = _text(path)
    if isinstance(path, bytes):
        return _of_bytes("expanduser", expanduser, path)
    if not path.startswith("~"):
        return path
    user, slash, rest = path[1:].partition("/")
    home = _home(user)
    return path if home is None else (home.rstrip("/") + slash + rest) or "/"


def _home(user):
    import os
    import pwd

    if not user and "HOME" in os.environ:
        return os.environ["HOME"]
    try:
        return pwd.getpwnam(user).pw_dir if user else pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return None


def expandvars(path):
    """The path with $NAME and ${NAME} replaced from the environment."""
    import os
    import re

    path = _text(path)
    if isinstance(path, bytes):
        return _of_bytes("expandvars", expandvars, path)
    return re.sub(r"\$(\w+|\{[^}]*\})", lambda m: os.environ.get(m.group(1).strip("{}"), m.group(0)), path)


def ismount(path):
    """Whether another file system begins at the path."""
    import os

    try:
        facts = os.lstat(path)
        above = os.lstat(join(path, ".." if isinstance(_text(path), str) else b".."))
    except (OSError, ValueError):
        return False
    if islink(path):
        return False
    return facts.st_dev != above.st_dev or facts.st_ino == above.st_ino
