# signal: signals and their handlers. A handler runs at a safe point of the program.

import os as _os
from enum import IntEnum

from _tensorcell.constants import signal as _numbers
from _tensorcell.os import _send_to_process
from _tensorcell.signal import _block, _blocked, _count, _handle, _handler, _name, _pending, _sender, _take, _timer, _timer_left

Signals = IntEnum(
    "Signals",
    [item for item in _numbers.items() if not item[0].startswith("ITIMER")] + [("SIGRTMIN", 34), ("SIGRTMAX", 64)],
    module="signal",
)
globals().update(Signals.__members__)
SIGCLD, SIGPOLL = SIGCHLD, SIGIO
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2
SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK = 0, 1, 2
NSIG = 65


class Handlers(IntEnum):
    SIG_DFL = 0
    SIG_IGN = 1


class Sigmasks(IntEnum):
    SIG_BLOCK = 0
    SIG_UNBLOCK = 1
    SIG_SETMASK = 2


globals().update(Handlers.__members__)
globals().update(Sigmasks.__members__)


ItimerError = OSError


def default_int_handler(signalnum, frame, /):
    """Raises KeyboardInterrupt."""
    raise KeyboardInterrupt


def _shown(number, handler):
    if handler is None:
        return default_int_handler if number == SIGINT else None
    return Handlers(handler) if isinstance(handler, int) else handler


def _number(signalnum):
    if not hasattr(signalnum, "__index__"):
        raise TypeError(f"'{type(signalnum).__name__}' object cannot be interpreted as an integer")
    return int(signalnum)


def signal(signalnum, handler):
    """Sets the handler of a signal; the one before."""
    number = _number(signalnum)
    if not (callable(handler) or handler in (SIG_DFL, SIG_IGN)):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    return _shown(number, _handle(number, int(handler) if isinstance(handler, int) else handler))


def getsignal(signalnum):
    """The handler of a signal."""
    number = _number(signalnum)
    if not 1 <= number < NSIG:
        raise ValueError("signal number out of range")
    return _shown(number, _handler(number))


def raise_signal(signalnum, /):
    """Sends the signal to this process."""
    import os

    os.kill(os.getpid(), _number(signalnum))


def strsignal(signalnum, /):
    """The description of a signal."""
    return _name(_number(signalnum))


def valid_signals():
    """The signals that the system has."""
    return _members([number for number in range(1, NSIG) if number not in (32, 33)])


def alarm(seconds, /):
    """Has SIGALRM come after seconds; those that were left of the alarm before."""
    import math

    return math.ceil(_timer(_number(seconds), 0)[0])


def setitimer(which, seconds, interval=0.0, /):
    """Has SIGALRM come after seconds, and then again at each interval."""
    if which != ITIMER_REAL:
        raise OSError(22, "Invalid argument")
    return _timer(seconds, interval)


def getitimer(which, /):
    """Seconds until the alarm, and between alarms."""
    if which != ITIMER_REAL:
        raise OSError(22, "Invalid argument")
    return _timer_left()


def pause():
    """Waits until a handler has run."""
    import time

    before = _count()
    while _count() == before:
        time.sleep(0.01)


def _members(numbers):
    """A set of signals, those with a name as members of Signals."""
    named = {int(number): number for number in Signals}
    return {named.get(number, number) for number in numbers}


def pthread_sigmask(how, mask):
    """Changes which signals wait when they come; those that did before."""
    before, given = _blocked(), [_number(number) for number in mask]
    if how == SIG_BLOCK:
        _block(sorted({*before, *given}))
    elif how == SIG_UNBLOCK:
        _block([number for number in before if number not in given])
    elif how == SIG_SETMASK:
        _block(given)
    else:
        raise OSError(22, "Invalid argument")
    return _members(before)


def sigpending():
    """The signals that have come and wait."""
    return _members(_pending())


def sigwait(sigset):
    """Waits for one of the signals, which are blocked, and takes it."""
    import time

    wanted = [_number(number) for number in sigset]
    while (number := _take(wanted)) is None:
        time.sleep(0.005)
    return _members([number]).pop()


class struct_siginfo(_os._record("signal.struct_siginfo", (
    "si_signo", "si_code", "si_errno", "si_pid", "si_uid", "si_status", "si_band",
))):  # fmt: skip
    """What the system says of a signal that was waited for."""

    __module__ = "signal"


def sigwaitinfo(sigset, /):
    """Wait synchronously until one of the signals in sigset is delivered; what is known of it."""
    number = int(sigwait(sigset))
    return struct_siginfo((number, *_sender(number)))


def sigtimedwait(sigset, timeout, /):
    """Like sigwaitinfo(), but with a timeout in seconds; None when it has passed."""
    import time

    if not hasattr(timeout, "__float__") and not hasattr(timeout, "__index__"):
        raise TypeError(f"'{type(timeout).__name__}' object cannot be interpreted as an integer")
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    wanted = [_number(number) for number in sigset]
    end = time.monotonic() + timeout
    while (number := _take(wanted)) is None:
        if time.monotonic() >= end:
            return None
        time.sleep(0.005)
    return struct_siginfo((number, *_sender(number)))


def pidfd_send_signal(pidfd, signalnum, siginfo=None, flags=0, /):
    """Send a signal to a process referred to by a pid file descriptor."""
    if siginfo is not None:
        raise TypeError("siginfo must be None")
    _send_to_process(pidfd, _number(signalnum), flags)


def siginterrupt(signalnum, flag, /):
    """Calls that wait are always interrupted by handlers here."""
    if not 1 <= _number(signalnum) < NSIG:
        raise ValueError("signal number out of range")


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    """Not used: handlers run while the program waits."""
    return -1


def pthread_kill(thread_id, signalnum, /):
    raise_signal(signalnum)
