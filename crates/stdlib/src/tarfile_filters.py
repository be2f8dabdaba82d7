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


class AbsolutePathError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"member {tarinfo.name!r} has an absolute path")


class OutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} would be extracted to {path!r}, which is outside the destination")


class SpecialFileError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} is a special file")


class AbsoluteLinkError(FilterError):
    def __init__(self, tarinfo):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} is a link to an absolute path")


class LinkOutsideDestinationError(FilterError):
    def __init__(self, tarinfo, path):
        self.tarinfo = tarinfo
        super().__init__(f"{tarinfo.name!r} would link to {path!r}, which is outside the destination")


# --- filters
def fully_trusted_filter(member, dest_path):
    return member


def tar_filter(member, dest_path):
    """The file with safe permissions; FilterError for one outside the folder."""
    changed = {}
    name = member.name.lstrip("/" + os.sep)
    if name != member.name:
        changed["name"] = name
    base = os.path.realpath(dest_path)
    target = os.path.realpath(os.path.join(base, name))
    if os.path.commonpath([target, base]) != base:
        raise OutsideDestinationError(member, target)
    if member.mode is not None and member.mode & ~0o755 & 0o7777:
        changed["mode"] = member.mode & 0o755
    return member.replace(**changed) if changed else member


def data_filter(member, dest_path):
    """As tar_filter, for data: no devices, no links outside, no owners."""
    changed = {"uid": None, "gid": None, "uname": None, "gname": None}
    filtered = tar_filter(member, dest_path)
    mode = filtered.mode
    if member.isreg():
        mode = (mode | 0o600) if mode & 0o100 else (mode | 0o600) & ~0o111
    elif member.isdir() or member.issym() or member.islnk():
        mode = None
    else:
        raise SpecialFileError(member)
    changed["mode"] = mode
    if member.issym() or member.islnk():
        if os.path.isabs(member.linkname):
            raise AbsoluteLinkError(member)
        base = os.path.realpath(dest_path)
        start = os.path.dirname(filtered.name) if member.issym() else ""
        target = os.path.realpath(os.path.join(base, start, member.linkname))
        if os.path.commonpath([target, base]) != base:
            raise LinkOutsideDestinationError(member, target)
    return filtered.replace(**changed)


_CLASSES = [value for value in globals().values() if isinstance(value, type)]
for _one in (*_CLASSES, fully_trusted_filter, tar_filter, data_filter):
    _one.__module__ = "tarfile"
