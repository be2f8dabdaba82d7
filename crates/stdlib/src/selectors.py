# selectors: waiting for many files, each with data of its own.

import select
from abc import ABCMeta, abstractmethod
from collections import namedtuple
from collections.abc import Mapping

EVENT_READ = 1
EVENT_WRITE = 2

SelectorKey = namedtuple("SelectorKey", ["fileobj", "fd", "events", "data"])


def _number(fileobj):
    if isinstance(fileobj, int):
        number = fileobj
    else:
        try:
            number = int(fileobj.fileno())
        except (AttributeError, TypeError, ValueError):
            raise ValueError(f"Invalid file object: {fileobj!r}") from None
    if number < 0:
        raise ValueError(f"Invalid file descriptor: {number}")
    return number


class _Map(Mapping):
    """The keys of a selector by their files."""

    def __init__(self, selector):
        self._selector = selector

    def __len__(self):
        return len(self._selector._keys)

    def get(self, fileobj, default=None):
        return self._selector._keys.get(self._selector._find(fileobj), default)

    def __getitem__(self, fileobj):
        key = self._selector._keys.get(self._selector._find(fileobj))
        if key is None:
            raise KeyError(f"{fileobj!r} is not registered")
        return key

    def __iter__(self):
        return iter(self._selector._keys)


class BaseSelector(metaclass=ABCMeta):
    """What selectors share."""

    @abstractmethod
    def register(self, fileobj, events, data=None):
        raise NotImplementedError

    @abstractmethod
    def unregister(self, fileobj):
        raise NotImplementedError

    def modify(self, fileobj, events, data=None):
        self.unregister(fileobj)
        return self.register(fileobj, events, data)

    @abstractmethod
    def select(self, timeout=None):
        raise NotImplementedError

    def close(self):
        pass

    def get_key(self, fileobj):
        mapping = self.get_map()
        if mapping is None:
            raise RuntimeError("Selector is closed")
        try:
            return mapping[fileobj]
        except KeyError:
            raise KeyError(f"{fileobj!r} is not registered") from None

    @abstractmethod
    def get_map(self):
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()


class SelectSelector(BaseSelector):
    """Waits for files."""

    def __init__(self):
        self._keys = {}
        self._map = _Map(self)

    def _find(self, fileobj):
        try:
            return _number(fileobj)
        except ValueError:
            for key in self._keys.values():
                if key.fileobj is fileobj:
                    return key.fd
            raise

    def register(self, fileobj, events, data=None):
        if not events or events & ~(EVENT_READ | EVENT_WRITE):
            raise ValueError(f"Invalid events: {events!r}")
        key = SelectorKey(fileobj, self._find(fileobj), events, data)
        if key.fd in self._keys:
            raise KeyError(f"{fileobj!r} (FD {key.fd}) is already registered")
        self._keys[key.fd] = key
        return key

    def unregister(self, fileobj):
        try:
            return self._keys.pop(self._find(fileobj))
        except KeyError:
            raise KeyError(f"{fileobj!r} is not registered") from None

    def modify(self, fileobj, events, data=None):
        try:
            key = self._keys[self._find(fileobj)]
        except KeyError:
            raise KeyError(f"{fileobj!r} is not registered") from None
        if events != key.events:
            self.unregister(fileobj)
            return self.register(fileobj, events, data)
        if data != key.data:
            key = key._replace(data=data)
            self._keys[key.fd] = key
        return key

    def select(self, timeout=None):
        """(key, events) of the files that are ready."""
        events = {}
        waiting = select.poll()
        for fd, key in self._keys.items():
            read = select.POLLIN if key.events & EVENT_READ else 0
            waiting.register(fd, read | (select.POLLOUT if key.events & EVENT_WRITE else 0))
        milliseconds = None if timeout is None else max(timeout, 0) * 1000
        for fd, event in waiting.poll(milliseconds):
            key = self._keys[fd]
            found = EVENT_WRITE if event & ~(select.POLLIN | select.POLLHUP) else 0
            found |= EVENT_READ if event & ~select.POLLOUT else 0
            if found & key.events:
                events[fd] = (key, found & key.events)
        return list(events.values())

    def close(self):
        self._keys.clear()
        self._map = None

    def get_map(self):
        return self._map


class PollSelector(SelectSelector):
    """Waits for files."""


class EpollSelector(SelectSelector):
    """Waits for files."""


DefaultSelector = EpollSelector
