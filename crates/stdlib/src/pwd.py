# pwd: the users of the system.

from os import _record

from _tensorcell.os import _passwd

struct_passwd = _record("pwd.struct_passwd", ("pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell"))


def getpwall():
    """All users."""
    rows = [line.split(":") for line in _passwd().splitlines()]
    return [struct_passwd((*row[:2], int(row[2]), int(row[3]), *row[4:7])) for row in rows if len(row) == 7]


def getpwnam(name, /):
    """The user of a name."""
    for user in getpwall():
        if user.pw_name == name:
            return user
    raise KeyError(f"getpwnam(): name not found: {name!r}")


def getpwuid(uid, /):
    """The user of a number."""
    for user in getpwall():
        if user.pw_uid == uid:
            return user
    raise KeyError(f"getpwuid(): uid not found: {uid}")
