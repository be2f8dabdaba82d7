# concurrent.futures.thread: an executor whose calls run in threads.

import itertools
import os
import queue
import threading
from concurrent.futures import _base
from types import GenericAlias

# The queues of the workers that run.
_queues = {}
_shutdown = False


def _python_exit():
    """The end of the program: workers finish what they were given."""
    global _shutdown
    _shutdown = True
    workers = list(_queues.items())
    for _, work in workers:
        work.put(None)
    for thread, _ in workers:
        thread.join()


threading._register_atexit(_python_exit)


class BrokenThreadPool(_base.BrokenExecutor):
    """Raised when a worker thread in a ThreadPoolExecutor failed initializing."""


class _WorkItem:
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, future, fn, args, kwargs):
        self.future = future
        self.fn = fn
        self.args = args
        self.kwargs = kwargs

    def run(self):
        if not self.future.set_running_or_notify_cancel():
            return
        try:
            result = self.fn(*self.args, **self.kwargs)
        except BaseException as error:
            self.future.set_exception(error)
            # No cycle of the exception's traceback and the future.
            self = None
        else:
            self.future.set_result(result)


class _Pool:
    """What an executor shares with its workers: they do not hold the executor itself."""

    def __init__(self):
        self.work = queue.SimpleQueue()
        self.idle = threading.Semaphore(0)
        self.lock = threading.Lock()
        self.shutdown = False
        # Why no more can be submitted.
        self.broken = False

    def fail(self):
        """A worker could not begin: nothing that waits will run."""
        with self.lock:
            self.broken = "A thread initializer failed, the thread pool is not usable anymore"
            for item in self.drain():
                item.future.set_exception(BrokenThreadPool(self.broken))

    def drain(self):
        items = []
        while not self.work.empty():
            item = self.work.get_nowait()
            if item is not None:
                items.append(item)
        return items


def _run_worker(pool, initializer, initargs):
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            _base.LOGGER.critical("Exception in initializer:", exc_info=True)
            pool.fail()
            return
    try:
        while True:
            try:
                item = pool.work.get_nowait()
            except queue.Empty:
                pool.idle.release()
                item = pool.work.get()
            if item is not None:
                item.run()
                del item
            elif _shutdown or pool.shutdown:
                pool.shutdown = True
                # The next worker is told, too.
                pool.work.put(None)
                return
    except BaseException:
        _base.LOGGER.critical("Exception in worker", exc_info=True)


class ThreadPoolExecutor(_base.Executor):
    """Runs calls in threads, at most `max_workers` at a time."""

    _counter = itertools.count().__next__

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is None:
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers = max_workers
        self._pool = _Pool()
        self._threads = set()
        self._thread_name_prefix = thread_name_prefix or "ThreadPoolExecutor-%d" % ThreadPoolExecutor._counter()
        self._initializer = initializer
        self._initargs = initargs

    _work_queue = property(lambda self: self._pool.work)
    _broken = property(lambda self: self._pool.broken)
    _shutdown = property(lambda self: self._pool.shutdown)

    def submit(self, fn, /, *args, **kwargs):
        """Submits a callable to be executed with the given arguments: the future of its result."""
        pool = self._pool
        with pool.lock:
            if pool.broken:
                raise BrokenThreadPool(pool.broken)
            if pool.shutdown:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if _shutdown:
                raise RuntimeError("cannot schedule new futures after interpreter shutdown")
            future = _base.Future()
            pool.work.put(_WorkItem(future, fn, args, kwargs))
        self._adjust_thread_count()
        return future

    def _adjust_thread_count(self):
        if self._pool.idle.acquire(timeout=0) or len(self._threads) >= self._max_workers:
            return
        name = f"{self._thread_name_prefix}_{len(self._threads)}"
        given = self._pool, self._initializer, self._initargs
        thread = threading.Thread(name=name, target=_worker, args=given)
        self._threads.add(thread)
        _queues[thread] = self._pool.work
        thread.start()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls can be submitted; waits for those that were."""
        pool = self._pool
        with pool.lock:
            pool.shutdown = True
            if cancel_futures:
                for item in pool.drain():
                    item.future.cancel()
            pool.work.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def __del__(self):
        pool = getattr(self, "_pool", None)
        if pool is not None and not pool.shutdown:
            pool.shutdown = True
            pool.work.put(None)


def _worker(pool, initializer, initargs):
    try:
        _run_worker(pool, initializer, initargs)
    finally:
        _queues.pop(threading.current_thread(), None)
