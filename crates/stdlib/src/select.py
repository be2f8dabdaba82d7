# select: waiting for descriptors until they can be read or written.

from _tensorcell.constants import select as _numbers
from _tensorcell.epoll import control as _control
from _tensorcell.epoll import create as _create
from _tensorcell.epoll import wait as _wait
from _tensorcell.os import _poll

globals().update(_numbers)
POLLMSG = 0x400
error = OSError
PIPE_BUF = 4096


def _number(file):
    """The descriptor of a file object or number."""
    if isinstance(file, int):
        number = file
    elif hasattr(file, "fileno"):
        number = file.fileno()
        if not isinstance(number, int):
            raise TypeError("fileno() returned a non-integer")
    else:
        raise TypeError("argument must be an int, or have a fileno() method.")
    if number < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({number})")
    return number


def _seconds(timeout):
    if timeout is None:
        return None
    if not isinstance(timeout, (int, float)) and not hasattr(timeout, "__float__") and not hasattr(timeout, "__index__"):
        raise TypeError("timeout must be a float or None")
    return float(timeout)


def select(rlist, wlist, xlist, timeout=None, /):
    """The files that can be read, those that can be written, and those with exceptional conditions."""
    wanted = ((list(rlist), POLLIN), (list(wlist), POLLOUT), (list(xlist), POLLPRI))
    seconds = _seconds(timeout)
    if seconds is not None and seconds < 0:
        raise ValueError("timeout must be non-negative")
    events = {}
    for files, event in wanted:
        for file in files:
            number = _number(file)
            events[number] = events.get(number, 0) | event
    ready = dict(_poll(list(events.items()), seconds))
    if any(event & POLLNVAL for event in ready.values()):
        raise OSError(9, "Bad file descriptor")
    ends = {POLLIN: POLLIN | POLLHUP | POLLERR, POLLOUT: POLLOUT | POLLERR, POLLPRI: POLLPRI}
    return tuple([file for file in files if ready.get(_number(file), 0) & ends[event]] for files, event in wanted)


def poll():
    """An object that waits for descriptors."""
    made = object.__new__(_Poll)
    made._events = {}
    made._waits = False
    return made


def _mask(eventmask):
    if eventmask < 0:
        raise ValueError("value must be positive")
    if eventmask >= 1 << 16:
        raise OverflowError("Python int too large for C unsigned short")
    return eventmask


class _Poll:
    """Descriptors with the events that are waited for."""

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'select.poll' instances")

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        self._events[_number(fd)] = _mask(eventmask)

    def modify(self, fd, eventmask, /):
        if _number(fd) not in self._events:
            raise FileNotFoundError(2, "No such file or directory")
        self._events[_number(fd)] = _mask(eventmask)

    def unregister(self, fd, /):
        del self._events[_number(fd)]

    def poll(self, timeout=None, /):
        """The descriptors that are ready with their events. The timeout is in milliseconds."""
        if self._waits:
            raise RuntimeError("concurrent poll() invocation")
        if timeout is not None and not isinstance(timeout, (int, float)):
            raise TypeError("timeout must be an integer or None")
        if timeout is not None and timeout > 2**31 - 1:
            raise OverflowError("timeout is too large")
        seconds = None if timeout is None or timeout < 0 else timeout / 1000
        self._waits = True
        try:
            return _poll(list(self._events.items()), seconds)
        finally:
            self._waits = False


_Poll.__name__ = _Poll.__qualname__ = "poll"


class epoll:
    """Descriptors with the events that are waited for; closed like a file."""

    def __init__(self, sizehint=-1, flags=0):
        if sizehint != -1 and sizehint <= 0:
            raise ValueError("negative sizehint")
        if flags & ~EPOLL_CLOEXEC:
            raise OSError(22, "Invalid argument")
        self._fd = _create()

    @classmethod
    def fromfd(cls, fd, /):
        """The set that a descriptor stands for."""
        self = cls.__new__(cls)
        self._fd = _number(fd)
        return self

    @property
    def closed(self):
        """Whether it is closed."""
        return self._fd < 0

    def _check(self):
        if self._fd < 0:
            raise ValueError("I/O operation on closed epoll object")
        return self._fd

    def fileno(self):
        """The descriptor."""
        return self._check()

    def register(self, fd, eventmask=EPOLLIN | EPOLLPRI | EPOLLOUT):
        """Wait for a file, too."""
        _control(self._check(), 1, _number(fd), eventmask)

    def modify(self, fd, eventmask):
        """Wait for other events of a file."""
        _control(self._check(), 3, _number(fd), eventmask)

    def unregister(self, fd):
        """Wait for a file no more."""
        _control(self._check(), 2, _number(fd), 0)

    def poll(self, timeout=None, maxevents=-1):
        """The descriptors that are ready with their events. The timeout is in seconds."""
        fd = self._check()
        seconds = _seconds(timeout)
        if maxevents == -1:
            maxevents = 1023
        elif maxevents <= 0:
            raise ValueError(f"maxevents must be greater than 0, got {maxevents}")
        return _wait(fd, maxevents, None if seconds is None or seconds < 0 else seconds)

    def close(self):
        """Close the set."""
        import os

        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __del__(self):
        if getattr(self, "_fd", -1) >= 0:
            self.close()

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()
