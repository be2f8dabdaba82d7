# asyncio.queues: values from task to task.

import collections
import heapq
from asyncio import locks, mixins
from types import GenericAlias

__all__ = ("Queue", "PriorityQueue", "LifoQueue", "QueueFull", "QueueEmpty", "QueueShutDown")


class QueueEmpty(Exception):
    """Raised when Queue.get_nowait() is called on an empty Queue."""


class QueueFull(Exception):
    """Raised when the Queue.put_nowait() method is called on a full Queue."""


class QueueShutDown(Exception):
    """Raised when putting on to or getting from a shut-down Queue."""


def _give_turn(waiters):
    """Let the first that still waits go on; whether there was one."""
    while waiters:
        waiter = waiters.popleft()
        if not waiter.done():
            waiter.set_result(None)
            return True
    return False


class Queue(mixins._LoopBoundMixin):
    """First in, first out; with a maxsize above 0, put() waits while so many items are in it."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._is_shutdown = False
        # Futures of those that wait in get() and put().
        self._getters, self._putters = collections.deque(), collections.deque()
        # Set while no item is unfinished.
        self._finished = locks.Event()
        self._finished.set()
        self._unfinished_tasks = 0
        self._init(maxsize)

    # How the items are kept: for subclasses.
    def _init(self, maxsize):
        self._queue = collections.deque()

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.popleft()

    def _wakeup_next(self, waiters):
        _give_turn(waiters)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"

    __class_getitem__ = classmethod(GenericAlias)

    def _format(self):
        shown = f"maxsize={self._maxsize!r}"
        if getattr(self, "_queue", None):
            shown += f" _queue={list(self._queue)!r}"
        if self._getters:
            shown += f" _getters[{len(self._getters)}]"
        if self._putters:
            shown += f" _putters[{len(self._putters)}]"
        if self._unfinished_tasks:
            shown += f" tasks={self._unfinished_tasks}"
        return shown + (" shutdown" if self._is_shutdown else "")

    @property
    def maxsize(self):
        """Number of items allowed in the queue."""
        return self._maxsize

    def qsize(self):
        """Number of items in the queue."""
        return len(self._queue)

    def full(self):
        """Return True if there are maxsize items in the queue."""
        return 0 < self._maxsize <= self.qsize()

    def empty(self):
        """Return True if the queue is empty, False otherwise."""
        return not self._queue

    async def _wait_among(self, waiters, is_ready):
        """Wait for a turn; one that comes to nothing goes to the next."""
        waiter = self._get_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter
        except BaseException:
            waiter.cancel()
            try:
                waiters.remove(waiter)
            except ValueError:
                # It had its turn already.
                pass
            if is_ready() and not waiter.cancelled():
                self._wakeup_next(waiters)
            raise

    async def put(self, item):
        """Put an item into the queue; wait while it is full."""
        while self.full():
            if self._is_shutdown:
                raise QueueShutDown
            await self._wait_among(self._putters, lambda: not self.full())
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        if self._is_shutdown or self.full():
            raise QueueShutDown if self._is_shutdown else QueueFull
        self._put(item)
        self._finished.clear()
        self._unfinished_tasks += 1
        self._wakeup_next(self._getters)

    async def get(self):
        """Remove and return an item from the queue; wait while it is empty."""
        while self.empty():
            if self._is_shutdown:
                raise QueueShutDown
            await self._wait_among(self._getters, lambda: not self.empty())
        return self.get_nowait()

    def get_nowait(self):
        """Remove and return an item from the queue."""
        if self.empty():
            raise QueueShutDown if self._is_shutdown else QueueEmpty
        item = self._get()
        self._wakeup_next(self._putters)
        return item

    async def join(self):
        """Block until all items in the queue have been gotten and processed."""
        if self._unfinished_tasks > 0:
            await self._finished.wait()

    def task_done(self):
        """Indicate that a formerly enqueued task is complete."""
        if self._unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self._finish(1)

    def _finish(self, count):
        """Count items as finished; where all are, join() ends."""
        self._unfinished_tasks = max(0, self._unfinished_tasks - count)
        if not self._unfinished_tasks:
            self._finished.set()

    def shutdown(self, immediate=False):
        """Shut-down the queue: put() fails from now on, and get() once it is empty (at once with immediate)."""
        self._is_shutdown = True
        if immediate:
            self._drop_items()
        for waiters in (self._getters, self._putters):
            while _give_turn(waiters):
                pass

    def _drop_items(self):
        dropped = 0
        while not self.empty():
            self._get()
            dropped += 1
        self._finish(dropped)


class PriorityQueue(Queue):
    """The lowest item first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heapq.heappush(self._queue, item)

    def _get(self):
        return heapq.heappop(self._queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()
