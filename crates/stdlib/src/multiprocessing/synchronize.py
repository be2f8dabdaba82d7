# multiprocessing.synchronize: locks, semaphores, conditions, events and barriers between processes.
#
# A semaphore is a counter of the system's that is waited for as a file (eventfd): processes that are forked have it, others
# are sent its descriptor, and it goes when nobody has it any more.

import errno
import os
import threading
import time
from multiprocessing import context, process, reduction, util
from select import POLLIN

from _tensorcell.os import _poll

__all__ = ["Lock", "RLock", "Semaphore", "BoundedSemaphore", "Condition", "Event", "Barrier"]

RECURSIVE_MUTEX, SEMAPHORE = range(2)
SEM_VALUE_MAX = 2**31 - 1


class SemLock:
    """What locks and semaphores are."""

    def __init__(self, kind, value, maxvalue, *, ctx=None):
        if ctx is None:
            ctx = context._default_context.get_context()
        if not 0 <= value <= maxvalue:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._is_fork_ctx = ctx.get_start_method() == "fork"
        self._set(os.eventfd(value, os.EFD_SEMAPHORE | os.EFD_NONBLOCK | os.EFD_CLOEXEC), kind, maxvalue)

    def _set(self, fd, kind, maxvalue):
        self._fd, self._kind, self._maxvalue = fd, kind, maxvalue
        self._forget_holder()
        util.register_after_fork(self, SemLock._forget_holder)

    def _forget_holder(self):
        self._held, self._holder = 0, None

    def __del__(self):
        if hasattr(self, "_fd"):
            os.close(self._fd)

    def _is_mine(self):
        return self._held > 0 and self._holder == (os.getpid(), threading.get_ident())

    def _count(self):
        return self._held

    def _get_value(self):
        with open(f"/proc/self/fdinfo/{self._fd}") as facts:
            for line in facts:
                if line.startswith("eventfd-count:"):
                    return int(line.split()[1], 16)
        raise OSError(9, "Bad file descriptor")

    def _is_zero(self):
        return self._get_value() == 0

    def locked(self):
        """Whether nobody can acquire it now."""
        return self._is_zero()

    def _take(self):
        try:
            os.eventfd_read(self._fd)
            return True
        except BlockingIOError:
            return False

    def acquire(self, block=True, timeout=None):
        """Take it: whether it was free, at once or in time."""
        if self._kind == RECURSIVE_MUTEX and self._is_mine():
            self._held += 1
            return True
        end = None if timeout is None else time.monotonic() + max(timeout, 0)
        while not self._take():
            left = None if end is None else end - time.monotonic()
            if not block or (left is not None and left <= 0):
                return False
            _poll([(self._fd, POLLIN)], left)
        self._held += 1
        self._holder = os.getpid(), threading.get_ident()
        return True

    def release(self):
        """Let it go."""
        if self._kind == RECURSIVE_MUTEX:
            if not self._is_mine():
                raise AssertionError("attempt to release recursive lock not owned by thread")
            if self._held > 1:
                self._held -= 1
                return
        elif self._maxvalue != SEM_VALUE_MAX and self._get_value() >= self._maxvalue:
            raise ValueError("semaphore or lock released too many times")
        self._held -= 1
        os.eventfd_write(self._fd, 1)

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *details):
        self.release()

    def __getstate__(self):
        context.assert_spawning(self)
        return reduction.DupFd(self._fd), self._kind, self._maxvalue

    def __setstate__(self, state):
        df, kind, maxvalue = state
        self._is_fork_ctx = False
        self._set(df.detach(), kind, maxvalue)

    def _who(self):
        """The holder, for people."""
        if self._is_mine():
            name = process.current_process().name
            thread = threading.current_thread().name
            return name if thread == "MainThread" else name + "|" + thread
        if self._get_value() == 1:
            return "None"
        return "SomeOtherThread" if self._held > 0 else "SomeOtherProcess"


class Semaphore(SemLock):
    """A counter that is not acquired below zero."""

    def __init__(self, value=1, *, ctx=None):
        SemLock.__init__(self, SEMAPHORE, value, SEM_VALUE_MAX, ctx=ctx)

    def get_value(self):
        """How often it can be acquired now."""
        return self._get_value()

    def __repr__(self):
        return f"<{type(self).__name__}(value={self._shown_value()})>"

    def _shown_value(self):
        try:
            return self._get_value()
        except OSError:
            return "unknown"


class BoundedSemaphore(Semaphore):
    """A semaphore that is not released more often than acquired."""

    def __init__(self, value=1, *, ctx=None):
        SemLock.__init__(self, SEMAPHORE, value, value, ctx=ctx)

    def __repr__(self):
        return f"<{type(self).__name__}(value={self._shown_value()}, maxvalue={self._maxvalue})>"


class Lock(SemLock):
    """A lock that any process or thread may release."""

    def __init__(self, *, ctx=None):
        SemLock.__init__(self, SEMAPHORE, 1, 1, ctx=ctx)

    def __repr__(self):
        try:
            name = self._who()
        except OSError:
            name = "unknown"
        return f"<{type(self).__name__}(owner={name})>"


class RLock(SemLock):
    """A lock that its holder may take again."""

    def __init__(self, *, ctx=None):
        SemLock.__init__(self, RECURSIVE_MUTEX, 1, 1, ctx=ctx)

    def __repr__(self):
        try:
            name = self._who()
            count = {"None": 0, "SomeOtherThread": "nonzero", "SomeOtherProcess": "nonzero"}.get(name, self._held)
        except OSError:
            name = count = "unknown"
        return f"<{type(self).__name__}({name}, {count})>"


class Condition:
    """A lock whose holders wait for each other's news."""

    def __init__(self, lock=None, *, ctx):
        self._lock = lock or ctx.RLock()
        self._sleeping_count = ctx.Semaphore(0)
        self._woken_count = ctx.Semaphore(0)
        self._wait_semaphore = ctx.Semaphore(0)
        self._make_methods()

    def __getstate__(self):
        context.assert_spawning(self)
        return self._lock, self._sleeping_count, self._woken_count, self._wait_semaphore

    def __setstate__(self, state):
        self._lock, self._sleeping_count, self._woken_count, self._wait_semaphore = state
        self._make_methods()

    def _make_methods(self):
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *details):
        return self._lock.__exit__(*details)

    def __repr__(self):
        try:
            waiters = self._sleeping_count.get_value() - self._woken_count.get_value()
        except Exception:
            waiters = "unknown"
        return f"<{type(self).__name__}({self._lock}, {waiters})>"

    def wait(self, timeout=None):
        """Let the lock go until news comes; False where it does not come in time."""
        assert self._lock._is_mine(), "must acquire() condition before using wait()"
        self._sleeping_count.release()
        count = self._lock._count()
        for _ in range(count):
            self._lock.release()
        try:
            return self._wait_semaphore.acquire(True, timeout)
        finally:
            self._woken_count.release()
            for _ in range(count):
                self._lock.acquire()

    def notify(self, n=1):
        """Wake as many of those that wait."""
        assert self._lock._is_mine(), "lock is not owned"
        assert not self._wait_semaphore.acquire(False), "notify: Should not have been able to acquire _wait_semaphore"
        # Those whose time was over do not wait any more.
        while self._woken_count.acquire(False):
            assert self._sleeping_count.acquire(False), "notify: Bug in sleeping_count.acquire - res should not be False"
        woken = 0
        while woken < n and self._sleeping_count.acquire(False):
            self._wait_semaphore.release()
            woken += 1
        for _ in range(woken):
            self._woken_count.acquire()
        # A sleeper that was late did not take what was meant for it.
        while woken and self._wait_semaphore.acquire(False):
            pass

    def notify_all(self):
        """Wake all that wait."""
        self.notify(n=2**63)

    wait_for = threading.Condition.wait_for


class Event:
    """A flag that is waited for."""

    def __init__(self, *, ctx):
        self._cond = ctx.Condition(ctx.Lock())
        self._flag = ctx.Semaphore(0)

    def is_set(self):
        """Whether the flag is set."""
        with self._cond:
            return self._is_set()

    def _is_set(self):
        if self._flag.acquire(False):
            self._flag.release()
            return True
        return False

    def set(self):
        """Set the flag, and wake all that wait for it."""
        with self._cond:
            self._flag.acquire(False)
            self._flag.release()
            self._cond.notify_all()

    def clear(self):
        """Clear the flag."""
        with self._cond:
            self._flag.acquire(False)

    def wait(self, timeout=None):
        """Wait until the flag is set; whether it is."""
        with self._cond:
            if not self._is_set():
                self._cond.wait(timeout)
            return self._is_set()

    def __repr__(self):
        return f"<{type(self).__qualname__} at {id(self):#x} {'set' if self.is_set() else 'unset'}>"


class Barrier(threading.Barrier):
    """A place where processes wait until all are there."""

    def __init__(self, parties, action=None, timeout=None, *, ctx):
        from multiprocessing.heap import BufferWrapper

        self.__setstate__((parties, action, timeout, ctx.Condition(), BufferWrapper(8)))
        self._state = 0
        self._count = 0

    def __getstate__(self):
        return self._parties, self._action, self._timeout, self._cond, self._wrapper

    def __setstate__(self, state):
        self._parties, self._action, self._timeout, self._cond, self._wrapper = state
        self._array = self._wrapper.create_memoryview().cast("i")

    @property
    def _state(self):
        return self._array[0]

    @_state.setter
    def _state(self, value):
        self._array[0] = value

    @property
    def _count(self):
        return self._array[1]

    @_count.setter
    def _count(self, value):
        self._array[1] = value
