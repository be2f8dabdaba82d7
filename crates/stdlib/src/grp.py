# grp: the groups of the system.

from os import _record

from _tensorcell.os import _group

struct_group = _record("grp.struct_group", ("gr_name", "gr_passwd", "gr_gid", "gr_mem"))


def getgrall():
    """All groups."""
    rows = [line.split(":") for line in _group().splitlines()]
    return [
        struct_group((row[0], row[1], int(row[2]), [name for name in row[3].split(",") if name]))
        for row in rows
        if len(row) == 4
    ]


def getgrnam(name):
    """The group of a name."""
    for group in getgrall():
        if group.gr_name == name:
            return group
    raise KeyError(f"getgrnam(): name not found: {name!r}")


def getgrgid(id):
    """The group of a number."""
    for group in getgrall():
        if group.gr_gid == id:
            return group
    raise KeyError(f"getgrgid(): gid not found: {id}")
