# glob: files by pattern.

import fnmatch
import os
import re


def has_magic(s):
    """Whether a path has a pattern in it."""
    return any(c in os.fsdecode(s) for c in "*?[")


def _hidden(name):
    return name.startswith(".")


class _Search:
    """Paths below a folder that match the parts of a pattern."""

    def __init__(self, recursive, hidden):
        self.recursive = recursive
        self.hidden = hidden

    def below(self, folder, parts):
        """The paths of a folder, named by the text that leads to it."""
        if not parts:
            yield folder
            return
        part, rest = parts[0], parts[1:]
        if part == "**" and self.recursive:
            yield from self._anywhere(folder, rest)
        elif has_magic(part):
            for name in fnmatch.filter(self._names(folder, _hidden(part)), part):
                if not rest or os.path.isdir(self.root + folder + name):
                    yield from self._inside(folder + name, rest)
        elif not part:
            if os.path.isdir(self.root + folder):
                yield folder
        elif os.path.lexists(self.root + folder + part):
            yield from self._inside(folder + part, rest)

    def _inside(self, path, rest):
        if rest:
            yield from self.below(path + "/", rest)
        else:
            yield path

    def _anywhere(self, folder, rest):
        if rest:
            yield from self.below(folder, rest)
        else:
            yield folder
        for name in self._names(folder, False):
            inner = folder + name
            if os.path.isdir(self.root + inner):
                yield from self._deeper(inner, rest)
            elif not rest:
                yield inner

    def _deeper(self, path, rest):
        if not rest:
            yield path
            for found in self._anywhere(path + "/", rest):
                if found != path + "/":
                    yield found
        else:
            yield from self._anywhere(path + "/", rest)

    def _names(self, folder, hidden):
        try:
            names = os.listdir((self.root + folder) or ".")
        except OSError:
            return []
        return names if hidden or self.hidden else [name for name in names if not _hidden(name)]


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """Like glob, one path after the other."""
    if isinstance(pathname, bytes):
        root = None if root_dir is None else os.fsdecode(root_dir)
        found = iglob(pathname.decode(), root_dir=root, recursive=recursive, include_hidden=include_hidden)
        yield from [os.fsencode(path) for path in found]
        return
    search = _Search(recursive, include_hidden)
    lead = pathname[: len(pathname) - len(pathname.lstrip("/"))]
    search.root = "" if root_dir is None or lead else os.path.join(os.fspath(root_dir), "")
    parts = pathname[len(lead) :].split("/")
    parts = [part for at, part in enumerate(parts) if part or at == len(parts) - 1]
    if parts == [""]:
        if lead:
            yield lead
        return
    for path in search.below(lead, parts):
        if path:
            yield path


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    """The paths that match a pattern: * ? [ab] within a name, ** over folders with recursive=True."""
    return list(iglob(pathname, root_dir=root_dir, dir_fd=dir_fd, recursive=recursive, include_hidden=include_hidden))


def translate(pat, *, recursive=False, include_hidden=False, seps=None):
    """Translate a pathname with shell wildcards to a regular expression.

    With recursive ** stands for any folders; seps are the characters that separate the parts of a path.
    """
    escaped = "".join([re.escape(sep) for sep in seps or os.path.sep])
    any_sep = f"[{escaped}]" if seps and len(seps) > 1 else escaped
    not_sep = f"[^{escaped}]"
    last = f"{not_sep}+" if include_hidden else f"[^{escaped}.]{not_sep}*"
    folders = f"(?:.+{any_sep})?" if include_hidden else f"(?:{last}{any_sep})*"
    rest = ".*" if include_hidden else f"{folders}(?:{last})?"
    *parts, final = re.split(any_sep, pat)
    expression = ""
    for part, following in zip(parts, [*parts[1:], final]):
        if recursive and part == "**":
            expression += folders if following != "**" else ""
        else:
            expression += (last if part == "*" else _part(part, not_sep, include_hidden)) + any_sep
    if recursive and final == "**":
        expression += rest
    else:
        expression += last if final == "*" else _part(final, not_sep, include_hidden)
    return rf"(?s:{expression})\Z"


def _part(part, not_sep, hidden):
    """The expression for one part of a path."""
    lead = "" if hidden or part[:1] not in ("*", "?") else r"(?!\.)"
    return lead + "".join(fnmatch._translate(part, f"{not_sep}*", not_sep))


def escape(pathname):
    """The path with its special characters in brackets."""
    special = b"*?[" if isinstance(pathname, bytes) else "*?["
    if isinstance(pathname, bytes):
        return b"".join([b"[%c]" % c if c in special else bytes([c]) for c in pathname])
    return "".join([f"[{c}]" if c in special else c for c in pathname])
