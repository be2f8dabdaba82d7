# linecache: lines of files, kept.

import functools

from _tensorcell.traceback import _cell_text

__all__ = ["getline", "clearcache", "checkcache", "lazycache"]
cache = {}


def clearcache():
    """Forget all files."""
    cache.clear()


def getline(filename, lineno, module_globals=None):
    """A line, from 1; '' where there is none."""
    lines = getlines(filename, module_globals)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ""


def getlines(filename, module_globals=None):
    """All lines; an empty list where the file cannot be read."""
    if filename in cache and len(cache[filename]) != 1:
        return cache[filename][2]
    try:
        return updatecache(filename, module_globals)
    except MemoryError:
        clearcache()
        return []


def checkcache(filename=None):
    """Forget files that have changed."""
    import os

    for name in [filename] if filename is not None else list(cache):
        entry = cache.get(name)
        if entry is None or len(entry) == 1 or entry[1] is None:
            continue
        try:
            now = os.stat(entry[3])
        except (OSError, ValueError):
            cache.pop(name, None)
            continue
        if (entry[0], entry[1]) != (now.st_size, now.st_mtime):
            cache.pop(name, None)


def updatecache(filename, module_globals=None):
    """Read a file anew."""
    import os
    import tokenize

    if len(cache.get(filename, ())) != 1:
        cache.pop(filename, None)
    if not filename or filename.startswith("<") and filename.endswith(">"):
        return []
    try:
        known = os.stat(filename)
        with tokenize.open(filename) as file:
            lines = file.readlines()
        entry = known.st_size, known.st_mtime
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError):
        text = _loaded(filename, module_globals)
        if text is None:
            return []
        lines, entry = text.splitlines(True), (len(text), None)
    if not lines:
        lines = ["\n"]
    elif not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    cache[filename] = *entry, lines, filename
    return lines


def _loaded(filename, module_globals):
    """The text that a loader gives, or that of a cell; None where there is none."""
    if lazycache(filename, module_globals):
        try:
            return cache.pop(filename)[0]()
        except (ImportError, OSError):
            return None
    return _cell_text(filename)


def lazycache(filename, module_globals):
    """Notes where the text comes from, if a loader has it; whether it is known."""
    if filename in cache:
        return len(cache[filename]) == 1
    if not filename or filename.startswith("<") and filename.endswith(">") or not module_globals:
        return False
    spec = module_globals.get("__spec__")
    name = getattr(spec, "name", None) or module_globals.get("__name__")
    loader = getattr(spec, "loader", None) or module_globals.get("__loader__")
    get_source = getattr(loader, "get_source", None)
    if not name or not get_source:
        return False
    cache[filename] = (functools.partial(get_source, name),)
    return True
