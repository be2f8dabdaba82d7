# multiprocessing.pool: processes, or threads, that calls are spread over.

import collections
import itertools
import os
import queue
import threading
import time
import traceback
import types
import warnings
from multiprocessing import TimeoutError, get_context, util
from multiprocessing.connection import Pipe, wait
from multiprocessing.queues import SimpleQueue

__all__ = ["Pool", "ThreadPool"]

INIT = "INIT"
RUN = "RUN"
CLOSE = "CLOSE"
TERMINATE = "TERMINATE"

job_counter = itertools.count()


def mapstar(args):
    """The results of a function for each item of a chunk."""
    return list(map(*args))


def starmapstar(args):
    """As mapstar(), of items that are the arguments of a call."""
    return list(itertools.starmap(args[0], args[1]))


# --- exceptions of workers
class RemoteTraceback(Exception):
    """The traceback of an exception in a worker, as text."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class ExceptionWithTraceback:
    """An exception that keeps its traceback, as text, where it is unpickled."""

    def __init__(self, exc, tb):
        lines = traceback.format_exception(type(exc), exc, tb)
        self.exc = exc
        self.tb = '\n"""\n%s"""' % "".join(lines)

    def __reduce__(self):
        return rebuild_exc, (self.exc, self.tb)


def rebuild_exc(exc, tb):
    """The exception, caused by its traceback."""
    exc.__cause__ = RemoteTraceback(tb)
    return exc


class MaybeEncodingError(Exception):
    """A result that could not be pickled."""

    def __init__(self, exc, value):
        self.exc = repr(exc)
        self.value = repr(value)
        super().__init__(self.exc, self.value)

    def __str__(self):
        return "Error sending result: '%s'. Reason: '%s'" % (self.value, self.exc)

    def __repr__(self):
        return "<%s: %s>" % (self.__class__.__name__, self)


def _helper_reraises_exception(ex):
    raise ex


# --- workers
def worker(inqueue, outqueue, initializer=None, initargs=(), maxtasks=None, wrap_exception=False):
    """What a worker does: takes calls and gives their results, until it is told to end."""
    if maxtasks is not None and not (isinstance(maxtasks, int) and maxtasks >= 1):
        raise AssertionError("Maxtasks {!r} is not valid".format(maxtasks))
    if hasattr(inqueue, "_writer"):
        inqueue._writer.close()
        outqueue._reader.close()
    if initializer is not None:
        initializer(*initargs)
    completed = 0
    while maxtasks is None or completed < maxtasks:
        try:
            task = inqueue.get()
        except (EOFError, OSError):
            util.debug("worker got EOFError or OSError -- exiting")
            break
        if task is None:
            util.debug("worker got sentinel -- exiting")
            break
        job, place, func, args, kwds = task
        try:
            result = (True, func(*args, **kwds))
        except Exception as error:
            if wrap_exception and func is not _helper_reraises_exception:
                error = ExceptionWithTraceback(error, error.__traceback__)
            result = (False, error)
        try:
            outqueue.put((job, place, result))
        except Exception as error:
            wrapped = MaybeEncodingError(error, result[1])
            util.debug("Possible encoding error while sending result: %s" % wrapped)
            outqueue.put((job, place, (False, wrapped)))
        task = job = result = func = args = kwds = None
        completed += 1
    util.debug("worker exiting after %d tasks" % completed)


class _PoolCache(dict):
    """The results that are waited for; who looks after the workers is told when there are none any more."""

    def __init__(self, notifier):
        super().__init__()
        self.notifier = notifier

    def __delitem__(self, job):
        super().__delitem__(job)
        if not self:
            self.notifier.put(None)


class _Results(SimpleQueue):
    """What workers give. The pool's own end of it takes no lock of theirs, which none may hold any more who was killed."""

    def __init__(self, *, ctx):
        super().__init__(ctx=ctx)
        self._told, self._tell = Pipe(duplex=False)

    def get(self):
        """The next result; None after tell_end()."""
        if self._told in wait([self._reader, self._told]):
            self._told.recv_bytes()
            return None
        return self._reader.recv()

    def tell_end(self):
        """There are no more tasks."""
        self._tell.send_bytes(b"")

    def cut(self):
        """Nothing more comes, not even the rest of what a worker was killed over, even if a process still has the other end."""
        util.redirect(self._reader.fileno(), os.O_RDONLY)


class _ThreadResults(queue.SimpleQueue):
    """What threads give."""

    def tell_end(self):
        """There are no more tasks."""
        self.put(None)

    cut = tell_end


class Pool:
    """Processes that calls are spread over."""

    _wrap_exception = True

    @staticmethod
    def Process(ctx, *args, **kwds):
        return ctx.Process(*args, **kwds)

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        self._pool = []
        self._state = INIT
        self._ctx = context or get_context()
        self._set_queues()
        self._taskqueue = queue.SimpleQueue()
        self._change_notifier = self._ctx.SimpleQueue()
        self._cache = _PoolCache(self._change_notifier)
        self._maxtasksperchild = maxtasksperchild
        self._initializer = initializer
        self._initargs = initargs
        if processes is None:
            processes = os.process_cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        if maxtasksperchild is not None and (not isinstance(maxtasksperchild, int) or maxtasksperchild <= 0):
            raise ValueError("maxtasksperchild must be a positive int or None")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._processes = processes
        settings = (self._ctx, self.Process, processes, self._pool, self._inqueue, self._outqueue)
        settings += (initializer, initargs, maxtasksperchild, self._wrap_exception)
        try:
            _add_workers(*settings)
        except Exception:
            for process in self._pool:
                if process.exitcode is None:
                    process.terminate()
            for process in self._pool:
                process.join()
            raise
        self._worker_handler = self._thread(_replace_workers, self._cache, self._taskqueue, self._change_notifier, settings)
        self._task_handler = self._thread(_give_tasks, self._taskqueue, self._inqueue, self._outqueue, self._pool, self._cache)
        self._result_handler = self._thread(_take_results, self._outqueue, self._cache)
        threads = (self._worker_handler, self._task_handler, self._result_handler)
        queues = (self._taskqueue, self._inqueue, self._outqueue)
        self._terminate = util.Finalize(
            self,
            self._terminate_pool,
            args=(queues, self._pool, self._change_notifier, threads, self._cache),
            exitpriority=15,
        )
        self._state = RUN

    @staticmethod
    def _thread(function, *args):
        thread = threading.Thread(target=function, args=args, daemon=True)
        thread._state = RUN
        thread.start()
        return thread

    def __del__(self):
        if getattr(self, "_state", None) == RUN:
            warnings.warn(f"unclosed running multiprocessing pool {self!r}", ResourceWarning, source=self)
            if getattr(self, "_change_notifier", None) is not None:
                self._change_notifier.put(None)

    def __repr__(self):
        cls = self.__class__
        return f"<{cls.__module__}.{cls.__qualname__} state={self._state} pool_size={len(self._pool)}>"

    def _set_queues(self):
        self._inqueue = self._ctx.SimpleQueue()
        self._outqueue = _Results(ctx=self._ctx)

    def _check_running(self):
        if self._state != RUN:
            raise ValueError("Pool not running")

    def _result(self, kind, *args):
        """A result that is waited for from here on."""
        result = kind(self, *args)
        self._cache[result._job] = result
        return result

    # --- calls
    def apply(self, func, args=(), kwds={}):
        """func(*args, **kwds), in a worker."""
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        """As apply(), without waiting for the result."""
        self._check_running()
        result = self._result(ApplyResult, callback, error_callback)
        self._taskqueue.put(([(result._job, 0, func, args, kwds)], None))
        return result

    def map(self, func, iterable, chunksize=None):
        """The results of func for each item, in a list."""
        return self._map_async(func, iterable, mapstar, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """As map(), without waiting for the results."""
        return self._map_async(func, iterable, mapstar, chunksize, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        """As map(), of items that are the arguments of a call."""
        return self._map_async(func, iterable, starmapstar, chunksize).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """As starmap(), without waiting for the results."""
        return self._map_async(func, iterable, starmapstar, chunksize, callback, error_callback)

    def _map_async(self, func, iterable, mapper, chunksize=None, callback=None, error_callback=None):
        self._check_running()
        if not hasattr(iterable, "__len__"):
            iterable = list(iterable)
        if chunksize is None:
            chunksize, extra = divmod(len(iterable), len(self._pool) * 4)
            chunksize += bool(extra)
        if len(iterable) == 0:
            chunksize = 0
        result = MapResult(self, chunksize, len(iterable), callback, error_callback)
        if result._left:
            self._cache[result._job] = result
        chunks = self._get_tasks(func, iterable, chunksize)
        self._taskqueue.put((self._guarded_task_generation(result._job, mapper, chunks), None))
        return result

    @staticmethod
    def _get_tasks(func, it, size):
        it = iter(it)
        while chunk := tuple(itertools.islice(it, size)):
            yield func, chunk

    def _guarded_task_generation(self, job, func, iterable):
        """The tasks for the items of an iterable; what it raises is raised by a task."""
        place = -1
        try:
            for place, item in enumerate(iterable):
                yield job, place, func, (item,), {}
        except Exception as error:
            yield job, place + 1, _helper_reraises_exception, (error,), {}

    def imap(self, func, iterable, chunksize=1):
        """The results of func for each item, one after the other."""
        return self._imap(IMapIterator, func, iterable, chunksize)

    def imap_unordered(self, func, iterable, chunksize=1):
        """As imap(), in the order in which they come."""
        return self._imap(IMapUnorderedIterator, func, iterable, chunksize)

    def _imap(self, kind, func, iterable, chunksize):
        self._check_running()
        if chunksize < 1:
            raise ValueError("Chunksize must be 1+, not {0:n}".format(chunksize))
        result = self._result(kind)
        if chunksize == 1:
            tasks = self._guarded_task_generation(result._job, func, iterable)
        else:
            tasks = self._guarded_task_generation(result._job, mapstar, self._get_tasks(func, iterable, chunksize))
        self._taskqueue.put((tasks, result._set_length))
        return result if chunksize == 1 else (item for chunk in result for item in chunk)

    # --- the end
    def close(self):
        """No more calls are taken."""
        if self._state == RUN:
            self._state = CLOSE
            self._worker_handler._state = CLOSE
            self._change_notifier.put(None)

    def terminate(self):
        """What has not begun is forgotten; the workers end."""
        self._state = TERMINATE
        self._terminate()

    def join(self):
        """Wait for the calls, and for the workers to end."""
        if self._state == RUN:
            raise ValueError("Pool is still running")
        if self._state not in (CLOSE, TERMINATE):
            raise ValueError("In unknown state")
        self._worker_handler.join()
        self._task_handler.join()
        self._result_handler.join()
        for process in self._pool:
            process.join()

    @classmethod
    def _terminate_pool(cls, queues, pool, change_notifier, threads, cache):
        taskqueue, inqueue, outqueue = queues
        worker_handler, task_handler, result_handler = threads
        worker_handler._state = task_handler._state = result_handler._state = TERMINATE
        change_notifier.put(None)
        cls._join(worker_handler)
        cls._stop_workers(pool, inqueue, task_handler)
        cls._join(task_handler)
        outqueue.cut()
        cls._join(result_handler)

    @staticmethod
    def _join(thread):
        # The last reference to a pool may be one of its threads'.
        if thread is not threading.current_thread():
            thread.join()

    @staticmethod
    def _stop_workers(pool, inqueue, task_handler):
        for process in pool:
            if process.exitcode is None:
                process.terminate()
        for process in pool:
            process.join()
        # Nobody takes what the thread of tasks may be about to write, or the rest of what a worker has read in part.
        while task_handler.is_alive() and task_handler is not threading.current_thread():
            if inqueue._reader.poll(0.01):
                os.read(inqueue._reader.fileno(), 1 << 16)

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.terminate()

    def __reduce__(self):
        raise NotImplementedError("pool objects cannot be passed between processes or pickled")


# --- threads of a pool
def _add_workers(ctx, Process, processes, pool, inqueue, outqueue, initializer, initargs, maxtasks, wraps):
    for _ in range(processes - len(pool)):
        process = Process(ctx, target=worker, args=(inqueue, outqueue, initializer, initargs, maxtasks, wraps))
        process.name = process.name.replace("Process", "PoolWorker")
        process.daemon = True
        process.start()
        pool.append(process)
        util.debug("added worker")


def _replace_workers(cache, taskqueue, change_notifier, settings):
    """Starts others for workers that have ended, while there are calls or may be some."""
    thread, pool = threading.current_thread(), settings[3]
    while thread._state == RUN or (cache and thread._state != TERMINATE):
        ended = [process for process in pool if process.exitcode is not None]
        for process in ended:
            util.debug("cleaning up worker")
            process.join()
            pool.remove(process)
        if ended:
            _add_workers(*settings)
        sentinels = [process.sentinel for process in pool if hasattr(process, "sentinel")]
        wait([*sentinels, change_notifier._reader])
        while not change_notifier.empty():
            change_notifier.get()
    taskqueue.put(None)
    util.debug("worker handler exiting")


def _give_tasks(taskqueue, inqueue, outqueue, pool, cache):
    """Writes the tasks to the workers, and after the last one what ends them."""
    thread = threading.current_thread()
    for tasks, set_length in iter(taskqueue.get, None):
        task = None
        place = -1
        for task in tasks:
            if thread._state != RUN:
                util.debug("task handler found thread._state != RUN")
                break
            job, place = task[:2]
            try:
                inqueue.put(task)
            except Exception as error:
                if job in cache:
                    cache[job]._set(place, (False, error))
        if thread._state != RUN:
            break
        if set_length:
            set_length(place + 1)
        tasks = task = job = None
    try:
        outqueue.tell_end()
        for _ in pool:
            inqueue.put(None)
    except OSError:
        util.debug("task handler got OSError when sending sentinels")
    util.debug("task handler exiting")


def _take_results(outqueue, cache):
    """Gives results to those that wait for them."""
    thread = threading.current_thread()
    while True:
        try:
            task = outqueue.get()
        except (OSError, EOFError):
            util.debug("result handler got EOFError/OSError -- exiting")
            return
        if task is None:
            # After the last task: results may still come.
            if thread._state == TERMINATE or not cache:
                return
            thread._state = CLOSE
            continue
        job, place, result = task
        if job in cache:
            cache[job]._set(place, result)
        task = job = result = None
        if thread._state == CLOSE and not cache:
            return


# --- results
class ApplyResult:
    """What a call will have given."""

    def __init__(self, pool, callback, error_callback):
        self._pool = pool
        self._event = threading.Event()
        self._job = next(job_counter)
        self._cache = pool._cache
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
            raise ValueError("{0!r} not ready".format(self))
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

    def _set(self, place, result):
        self._finish(*result)

    def _finish(self, success, value):
        self._success, self._value = success, value
        callback = self._callback if success else self._error_callback
        if callback:
            callback(value)
        self._event.set()
        del self._cache[self._job]
        self._pool = None

    __class_getitem__ = classmethod(types.GenericAlias)


AsyncResult = ApplyResult


class MapResult(ApplyResult):
    """What calls for many items will have given, in the items' order."""

    def __init__(self, pool, chunksize, length, callback, error_callback):
        ApplyResult.__init__(self, pool, callback, error_callback)
        self._success = True
        self._value = [None] * length
        self._chunksize = chunksize
        self._left = -(-length // chunksize) if chunksize > 0 else 0
        if not self._left:
            self._event.set()

    def _set(self, place, result):
        self._left -= 1
        success, value = result
        if success and self._success:
            self._value[place * self._chunksize : (place + 1) * self._chunksize] = value
        elif not success and self._success:
            # The first one is told.
            self._success, self._value = False, value
        if self._left == 0:
            self._finish(self._success, self._value)


class IMapIterator:
    """Results one after the other, in the items' order."""

    def __init__(self, pool):
        self._pool = pool
        self._cond = threading.Condition(threading.Lock())
        self._job = next(job_counter)
        self._cache = pool._cache
        self._items = collections.deque()
        self._index = 0
        self._length = None
        self._unsorted = {}

    def __iter__(self):
        return self

    def next(self, timeout=None):
        """The next result; TimeoutError where it does not come in time."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._cond:
            while not self._items:
                if self._index == self._length:
                    self._pool = None
                    raise StopIteration from None
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise TimeoutError from None
                self._cond.wait(left)
            success, value = self._items.popleft()
        if success:
            return value
        raise value

    __next__ = next

    def _set(self, place, result):
        with self._cond:
            self._take(place, result)
            if self._index == self._length:
                del self._cache[self._job]
                self._pool = None

    def _take(self, place, result):
        self._unsorted[place] = result
        while self._index in self._unsorted:
            self._items.append(self._unsorted.pop(self._index))
            self._index += 1
            self._cond.notify()

    def _set_length(self, length):
        with self._cond:
            self._length = length
            if self._index == self._length:
                self._cond.notify()
                del self._cache[self._job]
                self._pool = None


class IMapUnorderedIterator(IMapIterator):
    """Results one after the other, as they come."""

    def _take(self, place, result):
        self._items.append(result)
        self._index += 1
        self._cond.notify()


# --- threads in place of processes
class ThreadPool(Pool):
    """Threads that calls are spread over."""

    _wrap_exception = False

    @staticmethod
    def Process(ctx, *args, **kwds):
        from multiprocessing.dummy import Process

        return Process(*args, **kwds)

    def __init__(self, processes=None, initializer=None, initargs=()):
        Pool.__init__(self, processes, initializer, initargs)

    def _set_queues(self):
        self._inqueue = queue.SimpleQueue()
        self._outqueue = _ThreadResults()

    @staticmethod
    def _stop_workers(pool, inqueue, task_handler):
        while True:
            try:
                inqueue.get(block=False)
            except queue.Empty:
                break
        for _ in pool:
            inqueue.put(None)
