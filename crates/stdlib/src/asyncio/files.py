# asyncio.files: the files that an event loop watches, and the wait for them.

import os
import selectors

_EVENTS = {"reader": selectors.EVENT_READ, "writer": selectors.EVENT_WRITE}


class Files:
    """Callbacks for files that can be read or written."""

    def __init__(self, loop, selector=None):
        self._loop = loop
        self._selector = selectors.DefaultSelector() if selector is None else selector
        # Other threads end the wait by a byte.
        self._awakened, self._awakens = os.pipe()
        for fd in (self._awakened, self._awakens):
            os.set_blocking(fd, False)
        self._selector.register(self._awakened, selectors.EVENT_READ, None)

    def close(self):
        self._selector.close()
        os.close(self._awakened)
        os.close(self._awakens)

    def are_watched(self):
        """Whether there are files to wait for, beside the loop's own."""
        return len(self._selector.get_map()) > 1

    def wake_up(self):
        """End the wait, or the next one."""
        try:
            os.write(self._awakens, b"\0")
        except BlockingIOError:
            # It is full, so the wait ends anyhow.
            pass

    def _handles(self, fd):
        try:
            return self._selector.get_key(fd).data
        except KeyError:
            return {}

    def sides(self, fd):
        return tuple(self._handles(fd))

    def add(self, fd, side, handle):
        """Watch one side of a file; a handle before this one is cancelled."""
        handles = self._handles(fd)
        if side in handles:
            handles[side].cancel()
        self._register(fd, {**handles, side: handle})

    def remove(self, fd, side):
        """Watch a side no longer; whether it was watched."""
        handles = dict(self._handles(fd))
        handle = handles.pop(side, None)
        if handle is None:
            return False
        self._register(fd, handles)
        handle.cancel()
        return True

    def _register(self, fd, handles):
        events = 0
        for side in handles:
            events |= _EVENTS[side]
        known = bool(self._handles(fd))
        if not events:
            self._selector.unregister(fd)
        elif known:
            self._selector.modify(fd, events, handles)
        else:
            self._selector.register(fd, events, handles)

    def wait(self, seconds):
        """Wait so long, without end for None; what can be done then is ready."""
        for key, events in self._selector.select(seconds):
            if key.data is None:
                self._drain()
                continue
            for side, bit in _EVENTS.items():
                handle = key.data.get(side)
                if events & bit and handle is not None and not handle._cancelled:
                    self._loop._ready.append(handle)

    def _drain(self):
        try:
            while os.read(self._awakened, 4096):
                pass
        except BlockingIOError:
            pass
