# multiprocessing.heap: blocks of memory that processes share.

import mmap
import os
import threading
from multiprocessing import reduction

__all__ = ["BufferWrapper"]


class Arena:
    """A file in memory that is mapped; others are sent its descriptor."""

    def __init__(self, size, fd=None):
        self.size = size
        if fd is None:
            fd = os.memfd_create("multiprocessing")
            os.ftruncate(fd, size)
        self.fd = fd
        self.buffer = mmap.mmap(fd, size, trackfd=False)

    def __del__(self):
        if hasattr(self, "fd"):
            os.close(self.fd)

    def __reduce__(self):
        return _rebuild_arena, (self.size, reduction.DupFd(self.fd))


def _rebuild_arena(size, df):
    return Arena(size, df.detach())


class Heap:
    """Gives out blocks of arenas. A block has a power of two as its size, and is given out again when it is free."""

    _LEAST = 16
    _ARENA = 1 << 16

    def __init__(self):
        self._lastpid = os.getpid()
        self._lock = threading.Lock()
        self._free = {}
        self._arena = None
        self._used = 0

    def malloc(self, size):
        """A block for at least so many bytes: (arena, start, stop)."""
        if self._lastpid != os.getpid():
            # What is free in the parent is for the parent to give out.
            self.__init__()
        whole = max(self._LEAST, 1 << (size - 1).bit_length() if size else 0)
        with self._lock:
            if self._free.get(whole):
                return self._free[whole].pop()
            if self._arena is None or self._used + whole > self._arena.size:
                self._arena, self._used = Arena(max(self._ARENA, whole)), 0
            start = self._used
            self._used += whole
            return self._arena, start, start + whole

    def free(self, block):
        """The block may be given out again."""
        if self._lastpid == os.getpid():
            arena, start, stop = block
            self._free.setdefault(stop - start, []).append(block)


class BufferWrapper:
    """A block as an object: it is free when the process that made it does not refer to it any more."""

    _heap = Heap()

    def __init__(self, size):
        if size < 0:
            raise ValueError("Size {0:n} out of range".format(size))
        self._state = BufferWrapper._heap.malloc(size), size
        self._owner = os.getpid()

    def __getstate__(self):
        return self._state, None

    def __setstate__(self, state):
        self._state, self._owner = state

    def __del__(self):
        if getattr(self, "_owner", None) == os.getpid():
            BufferWrapper._heap.free(self._state[0])

    def create_memoryview(self):
        """The memory."""
        (arena, start, _), size = self._state
        return memoryview(arena.buffer)[start : start + size]
