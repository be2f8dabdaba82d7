# glob: files of the notebook's folder by pattern.

import os
import re


def _pattern(text):
    """A pattern of one path component as a regular expression."""
    result, at = "", 0
    while at < len(text):
        c = text[at]
        at += 1
        end = text.find("]", at + 1)
        if c == "*":
            result += ".*"
        elif c == "?":
            result += "."
        elif c == "[" and end > 0:
            inside = text[at:end].replace("\\", "\\\\")
            result += "[" + ("^" + inside[1:] if inside[0] == "!" else inside) + "]"
            at = end + 1
        else:
            result += re.escape(c)
    return re.compile(result)


def _has_magic(text):
    return any(c in text for c in "*?[")


def _matches(folder, parts, recursive, hidden):
    if not parts:
        yield folder
        return
    part, rest = parts[0], parts[1:]
    if part == "**" and recursive:
        yield from _matches(folder, rest, recursive, hidden)
        for name in _names(folder):
            inner = os.path.join(folder, name) if folder else name
            if (hidden or not name.startswith(".")) and (not rest or os.path.isdir(inner)):
                yield from _matches(inner, parts if os.path.isdir(inner) else rest, recursive, hidden)
    elif _has_magic(part):
        pattern = _pattern(part)
        for name in _names(folder):
            if pattern.fullmatch(name) and (hidden or part.startswith(".") or not name.startswith(".")):
                inner = os.path.join(folder, name) if folder else name
                if not rest or os.path.isdir(inner):
                    yield from _matches(inner, rest, recursive, hidden)
    else:
        inner = os.path.join(folder, part) if folder else part
        if os.path.exists(inner):
            yield from _matches(inner, rest, recursive, hidden)


def _names(folder):
    try:
        return os.listdir(folder or ".")
    except OSError:
        return []


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Like glob, one path after the other."""
    root = "/" if pathname.startswith("/") else ""
    start = root_dir or root
    for path in _matches(start, [part for part in pathname.split("/") if part], recursive, include_hidden):
        yield os.path.relpath(path, root_dir) if root_dir else path


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern: * ? [ab] within a name, ** over folders with recursive=True."""
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def escape(pathname):
    """The path with its special characters in brackets."""
    return re.sub(r"([*?[])", r"[\1]", pathname)
