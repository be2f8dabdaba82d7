# fcntl: locks and flags of open files, and what devices are asked.

from _tensorcell.constants import fcntl as _numbers
from _tensorcell.control import _lockf, fcntl, ioctl
from _tensorcell.os import _flock

globals().update(_numbers)
FASYNC = 0o20000
DN_ACCESS, DN_MODIFY, DN_CREATE, DN_DELETE, DN_RENAME, DN_ATTRIB = [1 << bit for bit in range(6)]
DN_MULTISHOT = 1 << 31
F_SETSIG, F_GETSIG = 10, 11


def flock(fd, operation, /):
    """Lock or unlock a file."""
    _flock(fd, operation)


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """Lock or unlock a part of a file, for this process."""
    if cmd & LOCK_UN:
        kind = F_UNLCK
    elif cmd & LOCK_SH:
        kind = F_RDLCK
    elif cmd & LOCK_EX:
        kind = F_WRLCK
    else:
        raise ValueError("unrecognized lockf argument")
    _lockf(fd, kind, not cmd & LOCK_NB, start, len, whence)
