# multiprocessing.queues: queues between processes.

import collections
import os
import threading
import time
import types
import weakref
from multiprocessing import connection, context
from multiprocessing.reduction import ForkingPickler
from multiprocessing.util import Finalize, debug, info, is_exiting, redirect, register_after_fork
from queue import Empty, Full

__all__ = ["Queue", "SimpleQueue", "JoinableQueue"]


class Queue:
    """A queue: a pipe, with a thread that writes to it what is put."""

    def __init__(self, maxsize=0, *, ctx):
        from multiprocessing.synchronize import SEM_VALUE_MAX

        self._maxsize = maxsize if maxsize > 0 else SEM_VALUE_MAX
        self._reader, self._writer = connection.Pipe(duplex=False)
        self._rlock = ctx.Lock()
        self._opid = os.getpid()
        self._wlock = ctx.Lock()
        self._sem = ctx.BoundedSemaphore(self._maxsize)
        self._ignore_epipe = False
        self._reset()
        register_after_fork(self, Queue._after_fork)

    def __getstate__(self):
        context.assert_spawning(self)
        return (
            self._ignore_epipe,
            self._maxsize,
            self._reader,
            self._writer,
            self._rlock,
            self._wlock,
            self._sem,
            self._opid,
        )

    def __setstate__(self, state):
        (
            self._ignore_epipe,
            self._maxsize,
            self._reader,
            self._writer,
            self._rlock,
            self._wlock,
            self._sem,
            self._opid,
        ) = state
        self._reset()

    def _after_fork(self):
        debug("Queue._after_fork()")
        self._reset(after_fork=True)

    def _reset(self, after_fork=False):
        if after_fork:
            self._notempty._at_fork_reinit()
        else:
            self._notempty = threading.Condition(threading.Lock())
        self._buffer = collections.deque()
        self._thread = None
        self._jointhread = None
        self._joincancelled = False
        self._closed = False
        self._close = None
        self._recv_bytes = self._reader.recv_bytes
        self._poll = self._reader.poll

    def put(self, obj, block=True, timeout=None):
        """Put an object into the queue; Full where there is no room, or none in time."""
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        if not self._sem.acquire(block, timeout):
            raise Full
        with self._notempty:
            self._add(obj)

    def _add(self, obj):
        if self._thread is None:
            self._start_thread()
        self._buffer.append(obj)
        self._notempty.notify()

    def get(self, block=True, timeout=None):
        """The next object; Empty where there is none, or none in time."""
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        if block and timeout is None:
            with self._rlock:
                data = self._recv_bytes()
            self._sem.release()
        else:
            end = time.monotonic() + timeout if block else None
            if not self._rlock.acquire(block, timeout):
                raise Empty
            try:
                left = end - time.monotonic() if block else 0
                if not self._poll(max(left, 0)):
                    raise Empty
                data = self._recv_bytes()
                self._sem.release()
            finally:
                self._rlock.release()
        return ForkingPickler.loads(data)

    def qsize(self):
        """About how many objects are in the queue."""
        return self._maxsize - self._sem._get_value()

    def empty(self):
        """Whether the queue is empty, now."""
        return not self._poll()

    def full(self):
        """Whether the queue is full, now."""
        return self._sem._is_zero()

    def get_nowait(self):
        """As get(), without waiting."""
        return self.get(False)

    def put_nowait(self, obj):
        """As put(), without waiting."""
        return self.put(obj, False)

    def close(self):
        """This process puts no more."""
        self._closed = True
        close, self._close = self._close, None
        if close:
            close()

    def join_thread(self):
        """Wait until what was put is written."""
        debug("Queue.join_thread()")
        assert self._closed, "Queue {0!r} not closed".format(self)
        if self._jointhread:
            self._jointhread()

    def cancel_join_thread(self):
        """The end of the process does not wait until what was put is written."""
        debug("Queue.cancel_join_thread()")
        self._joincancelled = True
        try:
            self._jointhread.cancel()
        except AttributeError:
            pass

    def _terminate_broken(self):
        self._reader.close()
        # The thread may wait for others to read, who are gone.
        redirect(self._writer.fileno(), os.O_WRONLY)
        self.close()
        self.join_thread()

    def _start_thread(self):
        debug("Queue._start_thread()")
        self._buffer.clear()
        # Without the queue itself, which may go before the thread does.
        given = (self._buffer, self._notempty, self._reader, self._writer, self._wlock, self._sem)
        given += (self._ignore_epipe, self._on_queue_feeder_error)
        self._thread = threading.Thread(target=Queue._feed, args=given, name="QueueFeederThread", daemon=True)
        self._thread.start()
        if not self._joincancelled:
            self._jointhread = Finalize(self._thread, _join, [weakref.ref(self._thread)], exitpriority=-5)
        self._close = Finalize(self, _end, [self._buffer, self._notempty], exitpriority=10)

    @staticmethod
    def _feed(buffer, notempty, reader, writer, wlock, sem, ignore_epipe, on_error):
        """What the thread does: writes what is put, until the mark of the end."""
        while True:
            with notempty:
                while not buffer:
                    notempty.wait()
                obj = buffer.popleft()
            if obj is _sentinel:
                debug("feeder thread got sentinel -- exiting")
                reader.close()
                writer.close()
                return
            try:
                data = ForkingPickler.dumps(obj)
                obj = None
                with wlock:
                    writer.send_bytes(data)
            except Exception as error:
                if ignore_epipe and isinstance(error, BrokenPipeError):
                    return
                if is_exiting():
                    info("error in queue thread: %s", error)
                    return
                sem.release()
                on_error(error, obj)

    @staticmethod
    def _on_queue_feeder_error(e, obj):
        """An object could not be written."""
        import traceback

        traceback.print_exc()

    __class_getitem__ = classmethod(types.GenericAlias)


_sentinel = object()


def _join(thread):
    thread = thread()
    if thread is not None:
        thread.join()
        debug("... queue thread joined")


def _end(buffer, notempty):
    debug("telling queue thread to quit")
    with notempty:
        buffer.append(_sentinel)
        notempty.notify()


class JoinableQueue(Queue):
    """A queue whose objects are waited for until all are done."""

    def __init__(self, maxsize=0, *, ctx):
        Queue.__init__(self, maxsize, ctx=ctx)
        self._unfinished_tasks = ctx.Semaphore(0)
        self._cond = ctx.Condition()

    def __getstate__(self):
        return Queue.__getstate__(self) + (self._cond, self._unfinished_tasks)

    def __setstate__(self, state):
        Queue.__setstate__(self, state[:-2])
        self._cond, self._unfinished_tasks = state[-2:]

    def put(self, obj, block=True, timeout=None):
        """Put an object into the queue; Full where there is no room, or none in time."""
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        if not self._sem.acquire(block, timeout):
            raise Full
        with self._notempty, self._cond:
            self._add(obj)
            self._unfinished_tasks.release()

    def task_done(self):
        """An object that was got is done."""
        with self._cond:
            if not self._unfinished_tasks.acquire(False):
                raise ValueError("task_done() called too many times")
            if self._unfinished_tasks._is_zero():
                self._cond.notify_all()

    def join(self):
        """Wait until all objects are done."""
        with self._cond:
            if not self._unfinished_tasks._is_zero():
                self._cond.wait()


class SimpleQueue:
    """A queue of a pipe and two locks."""

    def __init__(self, *, ctx):
        self._reader, self._writer = connection.Pipe(duplex=False)
        self._rlock = ctx.Lock()
        self._wlock = ctx.Lock()
        self._poll = self._reader.poll

    def close(self):
        """Close both ends."""
        self._reader.close()
        self._writer.close()

    def empty(self):
        """Whether the queue is empty, now."""
        return not self._poll()

    def __getstate__(self):
        context.assert_spawning(self)
        return self._reader, self._writer, self._rlock, self._wlock

    def __setstate__(self, state):
        self._reader, self._writer, self._rlock, self._wlock = state
        self._poll = self._reader.poll

    def get(self):
        """The next object."""
        with self._rlock:
            data = self._reader.recv_bytes()
        return ForkingPickler.loads(data)

    def put(self, obj):
        """Put an object into the queue."""
        data = ForkingPickler.dumps(obj)
        with self._wlock:
            self._writer.send_bytes(data)

    __class_getitem__ = classmethod(types.GenericAlias)
