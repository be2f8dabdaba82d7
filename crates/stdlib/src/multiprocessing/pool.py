# multiprocessing.pool: workers that calls are spread over. Here: threads.

import itertools
import os
import queue
import threading
from collections import deque

__all__ = ["Pool", "ThreadPool"]

TimeoutError = type("TimeoutError", (Exception,), {"__module__": "multiprocessing.context"})

INIT = "INIT"
RUN = "RUN"
CLOSE = "CLOSE"
TERMINATE = "TERMINATE"


class ApplyResult:
    """What a call will have given."""

    def __init__(self, pool, callback=None, error_callback=None):
        self._event = threading.Event()
        self._pool = pool
        self._success = None
        self._value = None
        self._callback = callback
        self._error_callback = error_callback

    def ready(self):
        """Whether the call has completed."""
        return self._event.is_set()

    def successful(self):
        """Whether the call completed without raising an exception."""
        if not self.ready():
            raise ValueError(f"{self!r} not ready")
        return self._success

    def wait(self, timeout=None):
        """Waits until the call has completed."""
        self._event.wait(timeout)

    def get(self, timeout=None):
        """The call's result, or its exception; TimeoutError where it does not come in time."""
        self.wait(timeout)
        if not self.ready():
            raise TimeoutError
        if self._success:
            return self._value
        raise self._value

    def _finish(self, success, value):
        self._success, self._value = success, value
        callback = self._callback if success else self._error_callback
        if callback:
            callback(value)
        self._event.set()
        self._pool = None


AsyncResult = ApplyResult


class MapResult(ApplyResult):
    """What calls for many items will have given, in the items' order."""

    def __init__(self, pool, length, callback, error_callback):
        ApplyResult.__init__(self, pool, callback, error_callback)
        self._left = length
        self._parts = {}
        self._failed = None
        if not length:
            self._success, self._value = True, []
            self._event.set()

    def _part(self, number, success, value):
        self._left -= 1
        self._parts[number] = value
        if not success and self._failed is None:
            self._failed = value
        if self._left:
            return
        if self._failed is not None:
            self._finish(False, self._failed)
        else:
            self._finish(True, [item for number in sorted(self._parts) for item in self._parts[number]])


class IMapIterator:
    """Results one after the other, in the items' order or as they come."""

    def __init__(self, pool, ordered):
        self._cond = threading.Condition()
        self._pool = pool
        self._ordered = ordered
        self._ready = deque()
        self._early = {}
        self._index = 0
        self._length = None

    def __iter__(self):
        return self

    def next(self, timeout=None):
        """The next result; TimeoutError where it does not come in time."""
        with self._cond:
            if not self._cond.wait_for(lambda: self._ready or self._index == self._length, timeout):
                raise TimeoutError
            if not self._ready:
                self._pool = None
                raise StopIteration
            self._index += 1
            success, value = self._ready.popleft()
        if success:
            return value
        raise value

    __next__ = next

    def _part(self, number, success, value):
        with self._cond:
            if not self._ordered:
                self._ready.append((success, value))
            else:
                self._early[number] = success, value
                first = self._index + len(self._ready)
                while first in self._early:
                    self._ready.append(self._early.pop(first))
                    first += 1
            self._cond.notify()

    def _set_length(self, length):
        with self._cond:
            self._length = length
            self._cond.notify()


def _work(tasks, initializer, initargs, maxtasks):
    if initializer is not None:
        initializer(*initargs)
    for _ in range(maxtasks) if maxtasks else itertools.count():
        task = tasks.get()
        if task is None:
            return
        function, args, kwargs, done = task
        try:
            outcome = True, function(*args, **kwargs)
        except Exception as error:
            outcome = False, error
        done(*outcome)
        task = function = args = kwargs = done = outcome = None
    # Its time is over: another one takes its place.
    _start(tasks, initializer, initargs, maxtasks)


def _start(tasks, initializer, initargs, maxtasks):
    worker = DummyProcess(target=_work, args=(tasks, initializer, initargs, maxtasks))
    worker.daemon = True
    worker.start()
    return worker


class DummyProcess(threading.Thread):
    """A thread with the attributes of a process."""

    @property
    def exitcode(self):
        return 0 if self.ident is not None and not self.is_alive() else None


def _each(function, items):
    return [function(item) for item in items]


def _each_starred(function, items):
    return [function(*item) for item in items]


class ThreadPool:
    """Threads that calls are spread over."""

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None):
        if processes is None:
            processes = os.cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._processes = processes
        self._tasks = queue.SimpleQueue()
        self._state = RUN
        self._open = 0
        self._all_done = threading.Condition()
        self._pool = [_start(self._tasks, initializer, initargs, maxtasksperchild) for _ in range(processes)]

    def __repr__(self):
        cls = self.__class__
        return f"<{cls.__module__}.{cls.__qualname__} state={self._state} pool_size={len(self._pool)}>"

    def _submit(self, function, args, kwargs, done):
        if self._state != RUN:
            raise ValueError("Pool not running")

        def finished(success, value):
            try:
                done(success, value)
            finally:
                with self._all_done:
                    self._open -= 1
                    self._all_done.notify_all()

        with self._all_done:
            self._open += 1
        self._tasks.put((function, args, kwargs, finished))

    def _check_running(self):
        if self._state != RUN:
            raise ValueError("Pool not running")

    def apply(self, func, args=(), kwds={}):
        """func(*args, **kwds), in a worker."""
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        """As apply(), without waiting for the result."""
        self._check_running()
        result = ApplyResult(self, callback, error_callback)
        self._submit(func, args, kwds, result._finish)
        return result

    def _map_async(self, func, iterable, each, chunksize, callback=None, error_callback=None):
        self._check_running()
        items = list(iterable)
        if chunksize is None:
            chunksize, extra = divmod(len(items), len(self._pool) * 4)
            chunksize += bool(extra)
        if chunksize < 1 and items:
            raise ValueError(f"Chunksize must be 1+, not {chunksize:n}")
        starts = range(0, len(items), chunksize or 1)
        result = MapResult(self, len(starts), callback, error_callback)
        for number, start in enumerate(starts):
            chunk = items[start : start + chunksize]
            done = lambda success, value, number=number: result._part(number, success, value)
            self._submit(each, (func, chunk), {}, done)
        return result

    def map(self, func, iterable, chunksize=None):
        """The results of func for each item, in a list."""
        return self._map_async(func, iterable, _each, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """As map(), without waiting for the results."""
        return self._map_async(func, iterable, _each, chunksize, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        """As map(), of items that are the arguments of a call."""
        return self._map_async(func, iterable, _each_starred, chunksize).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """As starmap(), without waiting for the results."""
        return self._map_async(func, iterable, _each_starred, chunksize, callback, error_callback)

    def _imap(self, func, iterable, chunksize, ordered):
        self._check_running()
        if chunksize < 1:
            raise ValueError(f"Chunksize must be 1+, not {chunksize:n}")
        results = IMapIterator(self, ordered)
        length = 0
        for number, item in enumerate(iterable):
            done = lambda success, value, number=number: results._part(number, success, value)
            self._submit(func, (item,), {}, done)
            length += 1
        results._set_length(length)
        return results

    def imap(self, func, iterable, chunksize=1):
        """The results of func for each item, one after the other."""
        return self._imap(func, iterable, chunksize, True)

    def imap_unordered(self, func, iterable, chunksize=1):
        """As imap(), in the order in which they come."""
        return self._imap(func, iterable, chunksize, False)

    def close(self):
        """No more calls are taken."""
        if self._state == RUN:
            self._state = CLOSE

    def terminate(self):
        """What has not begun is forgotten; the workers end."""
        self._state = TERMINATE
        with self._all_done:
            while not self._tasks.empty():
                if self._tasks.get_nowait() is not None:
                    self._open -= 1
            self._all_done.notify_all()
        self._end_workers()

    def join(self):
        """Waits for the calls, and for the workers to end."""
        if self._state == RUN:
            raise ValueError("Pool is still running")
        if self._state not in (CLOSE, TERMINATE):
            raise ValueError("In unknown state")
        with self._all_done:
            self._all_done.wait_for(lambda: not self._open)
        self._end_workers()
        for worker in self._pool:
            worker.join()

    def _end_workers(self):
        for _ in self._pool:
            self._tasks.put(None)

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.terminate()

    @staticmethod
    def Process(ctx, *args, **kwds):
        return DummyProcess(*args, **kwds)


Pool = ThreadPool
