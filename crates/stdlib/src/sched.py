# sched: events in the order of their times.

import threading
import time
from collections import namedtuple
from heapq import heapify, heappop, heappush
from itertools import count

__all__ = ["scheduler"]

_Fields = namedtuple("Event", "time, priority, sequence, action, argument, kwargs")


class Event(_Fields):
    """One event. Two compare by time, priority and the order in which they came."""

    __slots__ = ()

    def _key(self):
        return self.time, self.priority, self.sequence

    def __eq__(self, other):
        return self._key() == other._key()

    def __ne__(self, other):
        return self._key() != other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __hash__(self):
        return hash(tuple(self))


class scheduler:
    """Runs events at their times; the clock and how to wait by it may be given."""

    def __init__(self, timefunc=time.monotonic, delayfunc=time.sleep):
        self._queue = []
        self._lock = threading.RLock()
        self.timefunc = timefunc
        self.delayfunc = delayfunc
        self._sequence_generator = count()

    def enterabs(self, time, priority, action, argument=(), kwargs=None):
        """Enter a new event in the queue at an absolute time."""
        kwargs = {} if kwargs is None else kwargs
        with self._lock:
            event = Event(time, priority, next(self._sequence_generator), action, argument, kwargs)
            heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=None):
        """A variant that specifies the time as a relative time."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Remove an event from the queue; ValueError where it is not in it."""
        with self._lock:
            self._queue.remove(event)
            heapify(self._queue)

    def empty(self):
        """Check whether the queue is empty."""
        with self._lock:
            return not self._queue

    def run(self, blocking=True):
        """Execute events until the queue is empty; without blocking those that are due, and gives the time to the next."""
        while True:
            with self._lock:
                if not self._queue:
                    return None
                event = self._queue[0]
                wait = event.time - self.timefunc()
                if wait <= 0:
                    heappop(self._queue)
            if wait > 0:
                if not blocking:
                    return wait
                self.delayfunc(wait)
            else:
                event.action(*event.argument, **event.kwargs)
                self.delayfunc(0)

    @property
    def queue(self):
        """An ordered list of upcoming events."""
        with self._lock:
            return sorted(self._queue)
