# concurrent.futures.process: an executor whose calls run in processes.
#
# A thread of each executor looks after its workers: it gives them calls by one queue, takes results by another, and notices
# when one of them ends.

import itertools
import multiprocessing as mp
import os
import queue
import threading
import traceback
import weakref
from concurrent.futures import _base
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.queues import Queue
from types import GenericAlias

# What wakes the threads of the executors there are.
_threads_wakeups = weakref.WeakKeyDictionary()
_global_shutdown = False
# More calls than workers, so that these do not wait for the next one.
EXTRA_QUEUED_CALLS = 1


class BrokenProcessPool(_base.BrokenExecutor):
    """Raised when a process in a ProcessPoolExecutor terminated abruptly while a future was in the running state."""


class _ThreadWakeup:
    """Wakes the thread of an executor."""

    def __init__(self):
        self._closed = False
        self._reader, self._writer = mp.Pipe(duplex=False)

    def close(self):
        if not self._closed:
            self._closed = True
            self._writer.close()
            self._reader.close()

    def wakeup(self):
        if not self._closed:
            self._writer.send_bytes(b"")

    def clear(self):
        while self._reader.poll():
            self._reader.recv_bytes()


def _python_exit():
    """The end of the program: the executors finish what they were given."""
    global _global_shutdown
    _global_shutdown = True
    threads = list(_threads_wakeups.items())
    for _, wakeup in threads:
        wakeup.wakeup()
    for thread, _ in threads:
        thread.join()


threading._register_atexit(_python_exit)


# --- exceptions of workers
class _RemoteTraceback(Exception):
    """The traceback of an exception in a worker, as text."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class _ExceptionWithTraceback:
    """An exception that keeps its traceback, as text, where it is unpickled."""

    def __init__(self, exc, tb):
        text = "".join(traceback.format_exception(type(exc), exc, tb))
        self.exc = exc
        self.exc.__traceback__ = None
        self.tb = '\n"""\n%s"""' % text

    def __reduce__(self):
        return _rebuild_exc, (self.exc, self.tb)


def _rebuild_exc(exc, tb):
    exc.__cause__ = _RemoteTraceback(tb)
    return exc


# --- what goes through the queues
class _WorkItem:
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, future, fn, args, kwargs):
        self.future, self.fn, self.args, self.kwargs = future, fn, args, kwargs


class _ResultItem:
    def __init__(self, work_id, exception=None, result=None, exit_pid=None):
        self.work_id, self.exception, self.result, self.exit_pid = work_id, exception, result, exit_pid


class _CallItem:
    def __init__(self, work_id, fn, args, kwargs):
        self.work_id, self.fn, self.args, self.kwargs = work_id, fn, args, kwargs


class _SafeQueue(Queue):
    """A queue of calls: one that cannot be pickled fails its future."""

    def __init__(self, max_size=0, *, ctx, pending_work_items, thread_wakeup):
        self.pending_work_items = pending_work_items
        self.thread_wakeup = thread_wakeup
        super().__init__(max_size, ctx=ctx)

    def _on_queue_feeder_error(self, e, obj):
        if not isinstance(obj, _CallItem):
            super()._on_queue_feeder_error(e, obj)
            return
        text = "".join(traceback.format_exception(type(e), e, e.__traceback__))
        e.__cause__ = _RemoteTraceback('\n"""\n{}"""'.format(text))
        item = self.pending_work_items.pop(obj.work_id, None)
        self.thread_wakeup.wakeup()
        if item is not None:
            item.future.set_exception(e)


# --- workers
def _process_chunk(fn, chunk):
    return [fn(*args) for args in chunk]


def _sendback_result(result_queue, work_id, result=None, exception=None, exit_pid=None):
    try:
        result_queue.put(_ResultItem(work_id, result=result, exception=exception, exit_pid=exit_pid))
    except BaseException as error:
        wrapped = _ExceptionWithTraceback(error, error.__traceback__)
        result_queue.put(_ResultItem(work_id, exception=wrapped, exit_pid=exit_pid))


def _process_worker(call_queue, result_queue, initializer, initargs, max_tasks=None):
    """What a worker does: takes calls and gives their results, until it is told to end."""
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            _base.LOGGER.critical("Exception in initializer:", exc_info=True)
            # The parent notices the end of the process.
            return
    done = 0
    while True:
        call = call_queue.get(block=True)
        if call is None:
            result_queue.put(os.getpid())
            return
        exit_pid = None
        if max_tasks is not None:
            done += 1
            exit_pid = os.getpid() if done >= max_tasks else None
        try:
            result = call.fn(*call.args, **call.kwargs)
        except BaseException as error:
            wrapped = _ExceptionWithTraceback(error, error.__traceback__)
            _sendback_result(result_queue, call.work_id, exception=wrapped, exit_pid=exit_pid)
        else:
            _sendback_result(result_queue, call.work_id, result=result, exit_pid=exit_pid)
            del result
        del call
        if exit_pid is not None:
            return


class _ExecutorManagerThread(threading.Thread):
    """Looks after the workers of an executor, which it does not keep alive."""

    def __init__(self, executor):
        self.thread_wakeup = executor._executor_manager_thread_wakeup
        self.shutdown_lock = executor._shutdown_lock

        def gone(_, wakeup=self.thread_wakeup, lock=self.shutdown_lock):
            with lock:
                wakeup.wakeup()

        self.executor_reference = weakref.ref(executor, gone)
        self.processes = executor._processes
        self.call_queue = executor._call_queue
        self.result_queue = executor._result_queue
        self.work_ids_queue = executor._work_ids
        self.max_tasks_per_child = executor._max_tasks_per_child
        self.pending_work_items = executor._pending_work_items
        super().__init__()

    def run(self):
        while True:
            self.add_call_item_to_queue()
            item, is_broken, cause = self.wait_result_broken_or_wakeup()
            if is_broken:
                self.terminate_broken(cause)
                return
            if item is not None:
                self._take(item)
                del item
            if self.is_shutting_down():
                self.flag_executor_shutting_down()
                self.add_call_item_to_queue()
                if not self.pending_work_items:
                    self.join_executor_internals()
                    return

    def _take(self, item):
        if isinstance(item, int):
            # A worker that was told to end.
            self.processes.pop(item).join()
            return
        self.process_result_item(item)
        if item.exit_pid is not None:
            process = self.processes.pop(item.exit_pid)
            process.join()
            executor = self.executor_reference()
            if executor is not None:
                with self.shutdown_lock:
                    if self.pending_work_items or not executor._shutdown_thread:
                        executor._adjust_process_count()
                del executor
        else:
            executor = self.executor_reference()
            if executor is not None:
                executor._idle_worker_semaphore.release()
                del executor

    def add_call_item_to_queue(self):
        while not self.call_queue.full():
            try:
                work_id = self.work_ids_queue.get(block=False)
            except queue.Empty:
                return
            item = self.pending_work_items[work_id]
            if item.future.set_running_or_notify_cancel():
                self.call_queue.put(_CallItem(work_id, item.fn, item.args, item.kwargs), block=True)
            else:
                del self.pending_work_items[work_id]

    def wait_result_broken_or_wakeup(self):
        results, wakeup = self.result_queue._reader, self.thread_wakeup._reader
        sentinels = [process.sentinel for process in list(self.processes.values())]
        ready = wait([results, wakeup, *sentinels])
        item, is_broken, cause = None, True, None
        if results in ready:
            try:
                item = results.recv()
                is_broken = False
            except BaseException as error:
                cause = traceback.format_exception(type(error), error, error.__traceback__)
        elif wakeup in ready:
            is_broken = False
        self.thread_wakeup.clear()
        return item, is_broken, cause

    def process_result_item(self, item):
        work = self.pending_work_items.pop(item.work_id, None)
        if work is not None:
            if item.exception:
                work.future.set_exception(item.exception)
            else:
                work.future.set_result(item.result)

    def is_shutting_down(self):
        executor = self.executor_reference()
        return _global_shutdown or executor is None or executor._shutdown_thread

    def terminate_broken(self, cause):
        executor = self.executor_reference()
        if executor is not None:
            executor._broken = "A child process terminated abruptly, the process pool is not usable anymore"
            executor._shutdown_thread = True
            executor = None
        broken = BrokenProcessPool(
            "A process in the process pool was terminated abruptly while the future was running or pending."
        )
        if cause is not None:
            broken.__cause__ = _RemoteTraceback(f"\n'''\n{''.join(cause)}'''")
        for item in self.pending_work_items.values():
            try:
                item.future.set_exception(broken)
            except _base.InvalidStateError:
                # It was cancelled.
                pass
            del item
        self.pending_work_items.clear()
        for process in self.processes.values():
            process.terminate()
        self.call_queue._terminate_broken()
        self.join_executor_internals(broken=True)

    def flag_executor_shutting_down(self):
        executor = self.executor_reference()
        if executor is None:
            return
        executor._shutdown_thread = True
        if executor._cancel_pending_futures:
            kept = {}
            for work_id, item in self.pending_work_items.items():
                if not item.future.cancel():
                    kept[work_id] = item
            self.pending_work_items.clear()
            self.pending_work_items.update(kept)
            while not self.work_ids_queue.empty():
                self.work_ids_queue.get_nowait()
            executor._cancel_pending_futures = False

    def shutdown_workers(self):
        """Tells each worker to end."""
        told = 0
        while told < len(self.processes) and any(process.is_alive() for process in self.processes.values()):
            try:
                self.call_queue.put_nowait(None)
                told += 1
            except queue.Full:
                wait([self.result_queue._reader], 0.05)
                self._take_rest()

    def _take_rest(self):
        while not self.result_queue.empty():
            item = self.result_queue._reader.recv()
            if isinstance(item, _ResultItem):
                self.process_result_item(item)

    def join_executor_internals(self, broken=False):
        if not broken:
            self.shutdown_workers()
        self.call_queue.close()
        self.call_queue.join_thread()
        with self.shutdown_lock:
            self.thread_wakeup.close()
        for process in self.processes.values():
            process.join()


class ProcessPoolExecutor(_base.Executor):
    """Runs calls in processes, at most `max_workers` at a time."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        if max_workers is None:
            max_workers = os.process_cpu_count() or 1
        elif max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._max_workers = max_workers
        if mp_context is None:
            mp_context = mp.get_context("spawn") if max_tasks_per_child is not None else mp.get_context()
        self._mp_context = mp_context
        self._safe_to_dynamically_spawn_children = mp_context.get_start_method(allow_none=False) != "fork"
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        if max_tasks_per_child is not None:
            if not isinstance(max_tasks_per_child, int):
                raise TypeError("max_tasks_per_child must be an integer")
            if max_tasks_per_child <= 0:
                raise ValueError("max_tasks_per_child must be >= 1")
            if mp_context.get_start_method(allow_none=False) == "fork":
                raise ValueError(
                    "max_tasks_per_child is incompatible with the 'fork' multiprocessing start method; supply a different mp_context."
                )
        self._max_tasks_per_child = max_tasks_per_child
        self._initializer = initializer
        self._initargs = initargs
        self._executor_manager_thread = None
        self._processes = {}
        self._shutdown_thread = False
        self._shutdown_lock = threading.Lock()
        self._idle_worker_semaphore = threading.Semaphore(0)
        self._broken = False
        self._queue_count = itertools.count()
        self._pending_work_items = {}
        self._cancel_pending_futures = False
        self._executor_manager_thread_wakeup = _ThreadWakeup()
        self._call_queue = _SafeQueue(
            max_size=max_workers + EXTRA_QUEUED_CALLS,
            ctx=mp_context,
            pending_work_items=self._pending_work_items,
            thread_wakeup=self._executor_manager_thread_wakeup,
        )
        # A worker that was killed is no reason for an error in the queue's thread.
        self._call_queue._ignore_epipe = True
        self._result_queue = mp_context.SimpleQueue()
        self._work_ids = queue.Queue()

    def _start_executor_manager_thread(self):
        if self._executor_manager_thread is None:
            if not self._safe_to_dynamically_spawn_children:
                # Forks are made before there is a thread.
                self._launch_processes()
            self._executor_manager_thread = _ExecutorManagerThread(self)
            self._executor_manager_thread.start()
            _threads_wakeups[self._executor_manager_thread] = self._executor_manager_thread_wakeup

    def _adjust_process_count(self):
        if self._idle_worker_semaphore.acquire(blocking=False):
            return
        if len(self._processes) < self._max_workers:
            self._spawn_process()

    def _launch_processes(self):
        for _ in range(len(self._processes), self._max_workers):
            self._spawn_process()

    def _spawn_process(self):
        given = (self._call_queue, self._result_queue, self._initializer, self._initargs, self._max_tasks_per_child)
        process = self._mp_context.Process(target=_process_worker, args=given)
        process.start()
        self._processes[process.pid] = process

    def submit(self, fn, /, *args, **kwargs):
        """Submits a callable to be executed with the given arguments: the future of its result."""
        with self._shutdown_lock:
            if self._broken:
                raise BrokenProcessPool(self._broken)
            if self._shutdown_thread:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if _global_shutdown:
                raise RuntimeError("cannot schedule new futures after interpreter shutdown")
            future = _base.Future()
            work_id = next(self._queue_count)
            self._pending_work_items[work_id] = _WorkItem(future, fn, args, kwargs)
            self._work_ids.put(work_id)
            self._executor_manager_thread_wakeup.wakeup()
            if self._safe_to_dynamically_spawn_children:
                self._adjust_process_count()
            self._start_executor_manager_thread()
            return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """Returns an iterator equivalent to map(fn, iter), the calls being made at once, so many for each process at a time."""
        if chunksize < 1:
            raise ValueError("chunksize must be >= 1.")
        items = zip(*iterables)
        chunks = iter(lambda: tuple(itertools.islice(items, chunksize)), ())
        results = super().map(partial(_process_chunk, fn), chunks, timeout=timeout)
        return _chain_from_iterable_of_lists(results)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls can be submitted; waits for those that were."""
        with self._shutdown_lock:
            self._cancel_pending_futures = cancel_futures
            self._shutdown_thread = True
            if self._executor_manager_thread_wakeup is not None:
                self._executor_manager_thread_wakeup.wakeup()
        if self._executor_manager_thread is not None and wait:
            self._executor_manager_thread.join()
        self._executor_manager_thread = None
        self._call_queue = None
        if self._result_queue is not None and wait:
            self._result_queue.close()
        self._result_queue = None
        self._processes = None
        self._executor_manager_thread_wakeup = None


def _chain_from_iterable_of_lists(iterable):
    """The items of lists, which are let go one by one."""
    for element in iterable:
        element.reverse()
        while element:
            yield element.pop()
