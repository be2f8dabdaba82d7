# Filters of what is extracted, and the errors of archives: part of tarfile.

import os


class TarError(Exception):
    pass


class ExtractError(TarError):
    pass


class ReadError(TarError):
    pass


class CompressionError(TarError):
    pass


class StreamError(TarError):
    pass


class HeaderError(TarError):
    """A header that does not describe a file."""


class EmptyHeaderError(HeaderError):
    pass


class TruncatedHeaderError(HeaderError):
    pass


class EOFHeaderError(HeaderError):
    pass


class InvalidHeaderError(HeaderError):
    pass


class SubsequentHeaderError(HeaderError):
    """An invalid header after one that describes it."""


class FilterError(TarError):
    """A file that a filter refuses."""

    def _say(self, tarinfo, about):
        self.tarinfo = tarinfo
        super().__init__(about)


class AbsolutePathError(FilterError):
    def __init__(self, tarinfo):
        self._say(tarinfo, f"member {tarinfo.name!r} has an absolute path")


class OutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self._say(tarinfo, f"{tarinfo.name!r} would be extracted to {path!r}, which is outside the destination")


class SpecialFileError(FilterError):
    def __init__(self, tarinfo):
        self._say(tarinfo, f"{tarinfo.name!r} is a special file")


class AbsoluteLinkError(FilterError):
    def __init__(self, tarinfo):
        self._say(tarinfo, f"{tarinfo.name!r} is a link to an absolute path")


class LinkOutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self._say(tarinfo, f"{tarinfo.name!r} would link to {path!r}, which is outside the destination")


# --- filters
def fully_trusted_filter(member, dest_path):
    return member


def tar_filter(member, dest_path):
    """The file with safe permissions; FilterError for one outside the folder."""
    changed = _relative(member, dest_path)
    mode = _without_writers(member.mode)
    if mode != member.mode:
        changed["mode"] = mode
    return member.replace(**changed) if changed else member


def data_filter(member, dest_path):
    """As tar_filter, for data: no devices, no links outside, no owners."""
    changed = _relative(member, dest_path)
    changed.update(dict.fromkeys(("uid", "gid", "uname", "gname")), mode=_mode_of_data(member))
    if member.issym() or member.islnk():
        _check_link(member, changed.get("name", member.name), dest_path)
    return member.replace(**changed)


def _relative(member, folder):
    """The name without slashes before it, if it had some; the file must stay in the folder."""
    name = member.name.lstrip("/" + os.sep)
    place, is_inside = _place(folder, name)
    if not is_inside:
        raise OutsideDestinationError(member, place)
    return {} if name == member.name else {"name": name}


def _place(folder, *parts):
    """(real path of a place from a folder on, whether it is in the folder)."""
    top = os.path.realpath(folder)
    place = os.path.realpath(os.path.join(top, *parts))
    return place, os.path.commonpath([place, top]) == top


def _without_writers(mode):
    """Permissions without writing for others, and without special bits."""
    return None if mode is None else mode & 0o755


def _mode_of_data(member):
    """Permissions of a file: its owner reads and writes it, all run it or none. None lets the system choose."""
    mode = _without_writers(member.mode)
    if member.isdir() or member.issym() or mode is None:
        return None
    if not (member.isreg() or member.islnk()):
        raise SpecialFileError(tarinfo=member)
    return (mode if mode & 0o100 else mode & ~0o111) | 0o600


def _check_link(member, name, folder):
    target = member.linkname
    if os.path.isabs(target):
        raise AbsoluteLinkError(tarinfo=member)
    # A symbolic link starts at its own folder, another one at the archive's top.
    start = os.path.dirname(name) if member.issym() else ""
    place, is_inside = _place(folder, start, target)
    if not is_inside:
        raise LinkOutsideDestinationError(member, place)


_CLASSES = [value for value in globals().values() if isinstance(value, type)]
for _one in (*_CLASSES, fully_trusted_filter, tar_filter, data_filter):
    _one.__module__ = "tarfile"
