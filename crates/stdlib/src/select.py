# select: waiting for descriptors until they can be read or written.

from _tensorcell.constants import select as _numbers
from _tensorcell.os import _poll

globals().update(_numbers)
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


class poll:
    """Descriptors with the events that are waited for."""

    def __init__(self):
        self._events = {}

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT, /):
        self._events[_number(fd)] = eventmask

    def modify(self, fd, eventmask, /):
        if _number(fd) not in self._events:
            raise FileNotFoundError(2, "No such file or directory")
        self._events[_number(fd)] = eventmask

    def unregister(self, fd, /):
        del self._events[_number(fd)]

    def poll(self, timeout=None, /):
        """The descriptors that are ready with their events. The timeout is in milliseconds."""
        seconds = None if timeout is None or timeout < 0 else timeout / 1000
        return _poll(list(self._events.items()), seconds)


class epoll:
    """Descriptors with the events that are waited for; closed like a file."""

    def __init__(self, sizehint=-1, flags=0):
        self._poll = poll()
        self.closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed epoll object")

    def register(self, fd, eventmask=EPOLLIN | EPOLLPRI | EPOLLOUT):
        self._check()
        if _number(fd) in self._poll._events:
            raise FileExistsError(17, "File exists")
        self._poll.register(fd, eventmask)

    def modify(self, fd, eventmask):
        self._check()
        self._poll.modify(fd, eventmask)

    def unregister(self, fd):
        self._check()
        if _number(fd) not in self._poll._events:
            raise FileNotFoundError(2, "No such file or directory")
        self._poll.unregister(fd)

    def poll(self, timeout=None, maxevents=-1):
        """The descriptors that are ready with their events. The timeout is in seconds."""
        self._check()
        seconds = None if timeout is None or timeout < 0 else timeout
        ready = _poll(list(self._poll._events.items()), seconds)
        return ready if maxevents < 0 else ready[:maxevents]

    def close(self):
        self.closed = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()
