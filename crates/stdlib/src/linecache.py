# linecache: lines of files, kept.

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

    cache.pop(filename, None)
    if not filename or filename.startswith("<") and filename.endswith(">"):
        return []
    try:
        with tokenize.open(filename) as file:
            lines = file.readlines()
        known = os.stat(filename)
        size, moment = known.st_size, known.st_mtime
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError):
        return []
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    cache[filename] = size, moment, lines, filename
    return lines


def lazycache(filename, module_globals):
    """Accepted: what a loader would give is not read."""
    return False
