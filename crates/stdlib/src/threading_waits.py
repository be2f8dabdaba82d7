# _threading_waits: what threads wait for each other with. Part of threading.

from _thread import RLock as _CRLock
from _thread import allocate_lock as _allocate_lock
from _thread import get_ident as _get_ident
from _thread import lock as Lock
from collections import deque as _deque
from time import monotonic as _time


def RLock(*args, **kwargs):
    """A lock that the thread that holds it may take again."""
    return _CRLock(*args, **kwargs)


class _RLock:
    """A reentrant lock, in the language itself."""

    def __init__(self):
        self._block = _allocate_lock()
        self._owner = None
        self._count = 0

    def __repr__(self):
        state = "locked" if self.locked() else "unlocked"
        cls = type(self)
        owner = self._owner
        return f"<{state} {cls.__module__}.{cls.__qualname__} object owner={owner!r} count={self._count} at {hex(id(self))}>"

    def acquire(self, blocking=True, timeout=-1):
        """Acquire a lock, blocking or non-blocking."""
        me = _get_ident()
        if self._owner == me:
            self._count += 1
            return True
        taken = self._block.acquire(blocking, timeout)
        if taken:
            self._owner = me
            self._count = 1
        return taken

    __enter__ = acquire

    def release(self):
        """Release a lock, decrementing the recursion level."""
        if self._owner != _get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1
        if not self._count:
            self._owner = None
            self._block.release()

    def __exit__(self, kind, value, traceback):
        self.release()

    def locked(self):
        """Whether anybody holds it."""
        return self._block.locked()

    def _at_fork_reinit(self):
        self._block._at_fork_reinit()
        self._owner = None
        self._count = 0

    def _acquire_restore(self, state):
        self._block.acquire()
        self._count, self._owner = state

    def _release_save(self):
        if self._count == 0:
            raise RuntimeError("cannot release un-acquired lock")
        state = self._count, self._owner
        self._count = 0
        self._owner = None
        self._block.release()
        return state

    def _is_owned(self):
        return self._owner == _get_ident()

    def _recursion_count(self):
        return self._count if self._owner == _get_ident() else 0


_PyRLock = _RLock


class Condition:
    """Threads wait until another one notifies them."""

    def __init__(self, lock=None):
        if lock is None:
            lock = RLock()
        self._lock = lock
        self.acquire = lock.acquire
        self.release = lock.release
        if hasattr(lock, "locked"):
            self.locked = lock.locked
        for name in "_release_save", "_acquire_restore", "_is_owned":
            if hasattr(lock, name):
                setattr(self, name, getattr(lock, name))
        self._waiters = _deque()

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()
        self._waiters.clear()

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *args):
        return self._lock.__exit__(*args)

    def __repr__(self):
        return f"<Condition({self._lock}, {len(self._waiters)})>"

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        # A lock without an owner: it is taken to be the caller's.
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        """Wait until notified or until a timeout occurs; whether it was notified."""
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        waiter = _allocate_lock()
        waiter.acquire()
        self._waiters.append(waiter)
        state = self._release_save()
        notified = False
        try:
            if timeout is None:
                waiter.acquire()
                notified = True
            elif timeout > 0:
                notified = waiter.acquire(True, timeout)
            else:
                notified = waiter.acquire(False)
            return notified
        finally:
            self._acquire_restore(state)
            if not notified and waiter in self._waiters:
                self._waiters.remove(waiter)

    def wait_for(self, predicate, timeout=None):
        """Wait until a condition evaluates to True; its last value."""
        end = None if timeout is None else _time() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - _time()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up one or more threads waiting on this condition, if any."""
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        while self._waiters and n > 0:
            waiter = self._waiters.popleft()
            n -= 1
            # One whose wait was interrupted may have been released before.
            if waiter.locked():
                waiter.release()

    def notify_all(self):
        """Wake up all threads waiting on this condition."""
        self.notify(len(self._waiters))

    def notifyAll(self):
        """Deprecated: use notify_all()."""
        from threading import _deprecated

        _deprecated("notifyAll() is deprecated, use notify_all() instead")
        self.notify_all()


class Semaphore:
    """So many threads at a time may be past acquire()."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond = Condition(Lock())
        self._value = value

    def __repr__(self):
        cls = self.__class__
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: value={self._value}>"

    def acquire(self, blocking=True, timeout=None):
        """Acquire a semaphore, decrementing the internal counter by one; whether it could be."""
        if not blocking and timeout is not None:
            raise ValueError("can't specify timeout for non-blocking acquire")
        end = None
        with self._cond:
            while self._value == 0:
                if not blocking:
                    return False
                if timeout is not None:
                    end = _time() + timeout if end is None else end
                    left = end - _time()
                    if left <= 0:
                        return False
                    self._cond.wait(left)
                else:
                    self._cond.wait()
            self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        """Release a semaphore, incrementing the internal counter by one or more."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            self._value += n
            self._cond.notify(n)

    def __exit__(self, kind, value, traceback):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that is released no more often than it was acquired."""

    def __init__(self, value=1):
        Semaphore.__init__(self, value)
        self._initial_value = value

    def __repr__(self):
        cls = self.__class__
        value = f"{self._value}/{self._initial_value}"
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: value={value}>"

    def release(self, n=1):
        """Release a semaphore; ValueError where it was not acquired so often."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            if self._value + n > self._initial_value:
                raise ValueError("Semaphore released too many times")
            self._value += n
            self._cond.notify(n)


class Event:
    """A flag that threads wait for."""

    def __init__(self):
        self._cond = Condition(Lock())
        self._flag = False

    def __repr__(self):
        cls = self.__class__
        status = "set" if self._flag else "unset"
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {status}>"

    def _at_fork_reinit(self):
        self._cond._at_fork_reinit()

    def is_set(self):
        """Return true if and only if the internal flag is true."""
        return self._flag

    def isSet(self):
        """Deprecated: use is_set()."""
        from threading import _deprecated

        _deprecated("isSet() is deprecated, use is_set() instead")
        return self.is_set()

    def set(self):
        """Set the internal flag to true: wakes all who wait."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Reset the internal flag to false."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Block until the internal flag is true, or a timeout occurs; the flag."""
        with self._cond:
            return self._flag or self._cond.wait(timeout)


class BrokenBarrierError(RuntimeError):
    pass


_FILLING, _DRAINING, _RESETTING, _BROKEN = 0, 1, -1, -2


class Barrier:
    """Threads wait until all parties are there."""

    def __init__(self, parties, action=None, timeout=None):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition(Lock())
        self._action = action
        self._timeout = timeout
        self._parties = parties
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        cls = self.__class__
        state = "broken" if self.broken else f"waiters={self.n_waiting}/{self.parties}"
        return f"<{cls.__module__}.{cls.__qualname__} at {id(self):#x}: {state}>"

    def wait(self, timeout=None):
        """Wait for the barrier; the thread's number, the first one having n-1."""
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            self._enter()
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    self._release()
                else:
                    self._wait(timeout)
                return index
            finally:
                self._count -= 1
                self._exit()

    def _enter(self):
        # Those of the last round must have left.
        while self._state in (_RESETTING, _DRAINING):
            self._cond.wait()
        if self._state < 0:
            raise BrokenBarrierError

    def _release(self):
        try:
            if self._action:
                self._action()
            self._state = _DRAINING
            self._cond.notify_all()
        except:
            self._break()
            raise

    def _wait(self, timeout):
        if not self._cond.wait_for(lambda: self._state != _FILLING, timeout):
            self._break()
            raise BrokenBarrierError
        if self._state < 0:
            raise BrokenBarrierError

    def _exit(self):
        if self._count == 0 and self._state in (_RESETTING, _DRAINING):
            self._state = _FILLING
            self._cond.notify_all()

    def reset(self):
        """Reset the barrier to the initial state; who waits gets BrokenBarrierError."""
        with self._cond:
            if self._count > 0:
                if self._state in (_FILLING, _BROKEN):
                    self._state = _RESETTING
            else:
                self._state = _FILLING
            self._cond.notify_all()

    def abort(self):
        """Place the barrier into a 'broken' state."""
        with self._cond:
            self._break()

    def _break(self):
        self._state = _BROKEN
        self._cond.notify_all()

    @property
    def parties(self):
        """Return the number of threads required to trip the barrier."""
        return self._parties

    @property
    def n_waiting(self):
        """Return the number of threads currently waiting at the barrier."""
        return self._count if self._state == _FILLING else 0

    @property
    def broken(self):
        """Return True if the barrier is in a broken state."""
        return self._state == _BROKEN


for _class in Condition, Semaphore, BoundedSemaphore, Event, BrokenBarrierError, Barrier, _RLock:
    _class.__module__ = "threading"
del _class
RLock.__module__ = "threading"
