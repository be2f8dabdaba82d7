# Paths of Windows: part of pathlib.

import os
from pathlib import Path, PurePath, UnsupportedOperation

_RESERVED_CHARACTERS = frozenset([chr(number) for number in range(32)] + list('"*:<>?|/\\'))
_RESERVED_NAMES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    + [f"{name}{number}" for name in ("COM", "LPT") for number in "123456789\xb9\xb2\xb3"]
)


def _split_root(path):
    """(drive, root, rest) of a path, as it is written."""
    plain = path.replace("/", "\\")
    if plain.startswith("\\\\"):
        # Of \\server\share the share ends the drive, of \\?\UNC\server\share too.
        start = 8 if plain[:8].upper() == "\\\\?\\UNC\\" else 2
        server = plain.find("\\", start)
        share = plain.find("\\", server + 1) if server >= 0 else -1
        return (path, "", "") if share < 0 else (path[:share], path[share], path[share + 1 :])
    drive = 2 if plain[1:2] == ":" else 0
    root = drive + plain.startswith("\\", drive)
    return path[:drive], path[drive:root], path[root:]


def _joined(first, *others):
    """Paths joined: one with a root or another drive drops those before it."""
    drive, root, rest = _split_root(first)
    for other in others:
        next_drive, next_root, next_rest = _split_root(other)
        if next_root:
            drive, root, rest = next_drive or drive, next_root, next_rest
        elif next_drive and next_drive.lower() != drive.lower():
            drive, root, rest = next_drive, next_root, next_rest
        else:
            drive = next_drive or drive
            rest += ("\\" if rest and rest[-1] not in "\\/" else "") + next_rest
    if rest and not root and drive and drive[-1] not in ":\\/":
        return drive + "\\" + rest
    return drive + root + rest


def _implied_root(drive, root):
    """The root of a share, which is not written where nothing is below it."""
    if root or not drive.startswith("\\") or drive.endswith("\\"):
        return root
    parts = drive.split("\\")
    return "\\" if len(parts) == 6 or len(parts) == 4 and parts[2] not in "?." else ""


def _is_reserved_name(name):
    if name[-1:] in (".", " "):
        return name not in (".", "..")
    return bool(_RESERVED_CHARACTERS.intersection(name)) or name.partition(".")[0].rstrip(" ").upper() in _RESERVED_NAMES


class _Parser:
    """The module of functions on such paths, imported when somebody asks for it."""

    def __get__(self, instance, owner):
        import ntpath

        return ntpath


class PureWindowsPath(PurePath):
    """A path of Windows, without a file system behind it."""

    parser = _Parser()
    _folds = True

    def __init__(self, *parts):
        text = _joined(*[self._text_of(part) for part in parts]) if parts else ""
        drive, root, rest = _split_root(text.replace("/", "\\"))
        self._set(drive, _implied_root(drive, root), [piece for piece in rest.split("\\") if piece and piece != "."])

    def _set(self, drive, root, pieces):
        self._drive, self._root, self._pieces = drive, root, pieces
        # A name that looks as if it began with a drive.
        lead = [".", *pieces] if not drive and not root and pieces and _split_root(pieces[0])[0] else pieces
        self._text = (drive + root + "\\".join(lead)) or "."

    def _made(self, drive, root, pieces):
        path = self.with_segments()
        path._set(drive, root, pieces)
        return path

    def _of(self, tail):
        return self._made(self._drive, self._root, tail)

    def _relative(self, tail):
        return self._made("", "", tail)

    def _ordered(self):
        return self._text.lower().split("\\")

    def __eq__(self, other):
        return self._text.lower() == other._text.lower() if self._is_like(other) else NotImplemented

    def __hash__(self):
        return hash(self._text.lower())

    def __repr__(self):
        return f"{type(self).__name__}({self.as_posix()!r})"

    # --- parts
    @property
    def parts(self):
        anchor = self.anchor
        return (anchor, *self._pieces) if anchor else tuple(self._pieces)

    @property
    def drive(self):
        return self._drive

    @property
    def anchor(self):
        return self._drive + self._root

    @property
    def name(self):
        return self._pieces[-1] if self._pieces else ""

    def as_posix(self):
        """The path with slashes."""
        return self._text.replace("\\", "/")

    def as_uri(self):
        """The path as a file: address."""
        from urllib.parse import quote_from_bytes

        if not self.is_absolute():
            raise ValueError("relative path can't be expressed as a file URI")
        text = self.as_posix()
        lead, text = (f"file:///{text[:2]}", text[2:]) if self._drive[1:] == ":" else ("file:", text)
        return lead + quote_from_bytes(os.fsencode(text))

    def is_absolute(self):
        return self._text[1:3] == ":\\" or self._text.startswith("\\\\")

    def is_reserved(self):
        """Whether Windows gives one of the names a meaning of its own."""
        import warnings

        warnings.warn(
            "pathlib.PurePath.is_reserved() is deprecated and scheduled for removal in Python 3.15. "
            "Use os.path.isreserved() to detect reserved paths on Windows.",
            DeprecationWarning,
            stacklevel=2,
        )
        return any(_is_reserved_name(name) for name in self._pieces)

    def with_name(self, name):
        """The path with another last component."""
        if "\\" in name:
            raise ValueError(f"Invalid name {name!r}")
        return super().with_name(name)

    def _is_below(self, other):
        if self.anchor.lower() != other.anchor.lower():
            return False
        own, above = [[piece.lower() for piece in path._pieces] for path in (self, other)]
        return own[: len(above)] == above


class WindowsPath(Path, PureWindowsPath):
    """A path to files and folders of Windows, which this system does not have."""

    def __new__(cls, *parts, **options):
        raise UnsupportedOperation(f"cannot instantiate {cls.__name__!r} on your system")


for _class in (PureWindowsPath, WindowsPath):
    _class.__module__ = "pathlib"
