# resource: limits of processes, and what they have used.

import os

from _tensorcell.constants import resource as _numbers
from _tensorcell.os import _limits, _usage

globals().update(_numbers)
RLIM_INFINITY = -1
RLIMIT_OFILE = _numbers["RLIMIT_NOFILE"]
error = OSError

struct_rusage = os._record(
    "resource.struct_rusage",
    (
        "ru_utime",
        "ru_stime",
        "ru_maxrss",
        "ru_ixrss",
        "ru_idrss",
        "ru_isrss",
        "ru_minflt",
        "ru_majflt",
        "ru_nswap",
        "ru_inblock",
        "ru_oublock",
        "ru_msgsnd",
        "ru_msgrcv",
        "ru_nsignals",
        "ru_nvcsw",
        "ru_nivcsw",
    ),
)
struct_rusage.__module__ = "resource"


def getrusage(who, /):
    """What a process, its children or a thread has used."""
    return struct_rusage(_usage(who))


def getrlimit(resource, /):
    """The limits of a resource: (soft, hard)."""
    return _limits(0, resource, None)


def setrlimit(resource, limits, /):
    """Set the limits of a resource: (soft, hard)."""
    _limits(0, resource, limits)


def prlimit(pid, resource, limits=None, /):
    """The limits of a process's resource; sets new ones."""
    return _limits(pid, resource, limits)


def getpagesize():
    """The bytes of a page of memory."""
    return os.sysconf("SC_PAGE_SIZE")
