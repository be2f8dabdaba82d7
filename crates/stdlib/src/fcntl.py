# fcntl: locks and flags of open files.

from _tensorcell.constants import fcntl as _numbers
from _tensorcell.os import _flock, get_inheritable, set_inheritable

globals().update(_numbers)


def _descriptor(fd):
    return fd if isinstance(fd, int) else fd.fileno()


def flock(fd, operation, /):
    """Locks or unlocks a file."""
    _flock(fd, operation)


def lockf(fd, cmd, len=0, start=0, whence=0, /):
    """Locks or unlocks a file."""
    _flock(fd, cmd)


def fcntl(fd, cmd, arg=0, /):
    """Reads or sets a descriptor's flags."""
    import os

    fd = _descriptor(fd)
    if cmd == F_GETFD:
        return 0 if get_inheritable(fd) else FD_CLOEXEC
    if cmd == F_SETFD:
        set_inheritable(fd, not arg & FD_CLOEXEC)
        return 0
    if cmd == F_GETFL:
        return os._get_flags(fd)
    if cmd == F_SETFL:
        os.set_blocking(fd, not arg & os.O_NONBLOCK)
        return 0
    if cmd in (F_DUPFD, F_DUPFD_CLOEXEC):
        return os.dup(fd)
    raise OSError(22, "Invalid argument")
