# queue: queues that threads hand things over with.

import threading
from collections import deque
from heapq import heappop, heappush
from time import monotonic as time
from types import GenericAlias

__all__ = [
    "Empty",
    "Full",
    "ShutDown",
    "Queue",
    "PriorityQueue",
    "LifoQueue",
    "SimpleQueue",
]


class Empty(Exception):
    "Exception raised by Queue.get(block=0)/get_nowait()."


Empty.__module__ = "_queue"


class Full(Exception):
    "Exception raised by Queue.put(block=0)/put_nowait()."


class ShutDown(Exception):
    """Raised when put/get with shut-down queue."""


def _wait(condition, blocked, block, timeout, error):
    """Waits on a condition while `blocked` says so; `error` where it would wait too long."""
    if not block:
        if blocked():
            raise error
    elif timeout is None:
        while blocked():
            condition.wait()
    elif timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    else:
        end = time() + timeout
        while blocked():
            left = end - time()
            if left <= 0.0:
                raise error
            condition.wait(left)


class Queue:
    """A queue of items, first in, first out. If maxsize is <= 0, the queue size is infinite."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = threading.Lock()
        self.not_empty = threading.Condition(self.mutex)
        self.not_full = threading.Condition(self.mutex)
        self.all_tasks_done = threading.Condition(self.mutex)
        self.unfinished_tasks = 0
        self.is_shutdown = False

    def task_done(self):
        """Indicate that a formerly enqueued task is complete."""
        with self.all_tasks_done:
            unfinished = self.unfinished_tasks - 1
            if unfinished < 0:
                raise ValueError("task_done() called too many times")
            if unfinished == 0:
                self.all_tasks_done.notify_all()
            self.unfinished_tasks = unfinished

    def join(self):
        """Blocks until all items in the Queue have been gotten and processed."""
        with self.all_tasks_done:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    def qsize(self):
        """Return the approximate size of the queue (not reliable!)."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Return True if the queue is empty, False otherwise (not reliable!)."""
        with self.mutex:
            return not self._qsize()

    def full(self):
        """Return True if the queue is full, False otherwise (not reliable!)."""
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Put an item into the queue; Full where there is no place for it in time."""
        with self.not_full:
            self._check_open()
            if self.maxsize > 0:
                _wait(self.not_full, self._refuses, block, timeout, Full)
                self._check_open()
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Remove and return an item from the queue; Empty where there is none in time."""
        with self.not_empty:
            self._check_filled()
            _wait(self.not_empty, self._starves, block, timeout, Empty)
            self._check_filled()
            item = self._get()
            self.not_full.notify()
            return item

    def put_nowait(self, item):
        """Put an item into the queue without blocking."""
        return self.put(item, block=False)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(block=False)

    def shutdown(self, immediate=False):
        """Shut-down the queue, making queue gets and puts raise ShutDown."""
        with self.mutex:
            self.is_shutdown = True
            if immediate:
                while self._qsize():
                    self._get()
                    if self.unfinished_tasks > 0:
                        self.unfinished_tasks -= 1
                self.all_tasks_done.notify_all()
            self.not_empty.notify_all()
            self.not_full.notify_all()

    def _refuses(self):
        return not self.is_shutdown and self._qsize() >= self.maxsize

    def _starves(self):
        return not self.is_shutdown and not self._qsize()

    def _check_open(self):
        if self.is_shutdown:
            raise ShutDown

    def _check_filled(self):
        if self.is_shutdown and not self._qsize():
            raise ShutDown

    # How items are kept: subclasses may do otherwise.

    def _init(self, maxsize):
        self.queue = deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()


class PriorityQueue(Queue):
    """Variant of Queue that retrieves open entries in priority order (lowest first)."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        heappush(self.queue, item)

    def _get(self):
        return heappop(self.queue)


class LifoQueue(Queue):
    """Variant of Queue that retrieves most recently added entries first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


class SimpleQueue:
    """Simple, unbounded FIFO queue."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._queue = deque()
        self._count = threading.Semaphore(0)

    def put(self, item, block=True, timeout=None):
        """Put the item on the queue; never blocks."""
        self._queue.append(item)
        self._count.release()

    def get(self, block=True, timeout=None):
        """Remove and return an item from the queue; Empty where there is none in time."""
        if timeout is not None and timeout < 0:
            raise ValueError("'timeout' must be a non-negative number")
        if not self._count.acquire(block, timeout if block else None):
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        """As put()."""
        self.put(item)

    def get_nowait(self):
        """Remove and return an item from the queue without blocking."""
        return self.get(block=False)

    def empty(self):
        """Return True if the queue is empty, False otherwise (not reliable!)."""
        return not self._queue

    def qsize(self):
        """Return the approximate size of the queue (not reliable!)."""
        return len(self._queue)


SimpleQueue.__module__ = "_queue"


# CPython has it in two kinds.
_PySimpleQueue = SimpleQueue
