# Scheduling, timers and signals to open processes: part of os.

import os

from _tensorcell.os import (
    _sched_getparam,
    _sched_setparam,
    _sched_setscheduler,
    _timerfd_settime,
    timerfd_gettime_ns,
)

__all__ = [
    "ctermid", "sched_getparam", "sched_param", "sched_setparam", "sched_setscheduler", "timerfd_gettime",
    "timerfd_settime", "timerfd_settime_ns",
]  # fmt: skip


# --- scheduling
class sched_param(os._record("posix.sched_param", ("sched_priority",))):
    """The parameters of a scheduling policy: a priority."""

    __module__ = "posix"

    def __new__(cls, sched_priority):
        return super().__new__(cls, (sched_priority,))

    def __reduce__(self):
        return sched_param, tuple(self)


def _priority(param):
    """The priority of parameters."""
    if type(param) is not sched_param:
        raise TypeError("must have a sched_param object")
    priority = param.sched_priority
    if not isinstance(priority, int):
        raise TypeError(f"an integer is required (got type {type(priority).__name__})")
    if not -(1 << 31) <= priority < 1 << 31:
        raise OverflowError("sched_priority out of range")
    return priority


def sched_getparam(pid, /):
    """Returns scheduling parameters for the process identified by pid."""
    return sched_param(_sched_getparam(pid))


def sched_setparam(pid, param, /):
    """Set scheduling parameters for the process identified by pid."""
    _sched_setparam(pid, _priority(param))


def sched_setscheduler(pid, policy, param, /):
    """Set the scheduling policy for the process identified by pid."""
    _sched_setscheduler(pid, policy, _priority(param))


# --- timers
def _nanoseconds(seconds):
    """Nanoseconds of seconds, rounded down."""
    if not isinstance(seconds, (int, float)):
        raise TypeError(f"must be real number, not {type(seconds).__name__}")
    if seconds != seconds:
        raise ValueError("Invalid value NaN (not a number)")
    return int(seconds * 10**9 // 1)


def _seconds(pair):
    return pair[0] / 10**9, pair[1] / 10**9


def timerfd_settime(fd, /, *, flags=0, initial=0.0, interval=0.0):
    """Alter a timer file descriptor's internal timer in seconds: (next expiration, interval) of before."""
    return _seconds(_timerfd_settime(fd, flags, _nanoseconds(initial), _nanoseconds(interval)))


def timerfd_settime_ns(fd, /, *, flags=0, initial=0, interval=0):
    """Alter a timer file descriptor's internal timer in nanoseconds: (next expiration, interval) of before."""
    return _timerfd_settime(fd, flags, initial, interval)


def timerfd_gettime(fd, /):
    """Return a tuple of a timer file descriptor's (next expiration, interval) in float seconds."""
    return _seconds(timerfd_gettime_ns(fd))


# --- the terminal
def ctermid():
    """Return the name of the controlling terminal for this process."""
    return "/dev/tty"
