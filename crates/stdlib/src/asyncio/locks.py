# asyncio.locks: tasks that wait for each other.

import collections
import enum
from asyncio import exceptions, mixins

__all__ = ("Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "Barrier")


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc_value, traceback):
        self.release()


def _shown(object, info, waiters):
    """The repr of an object with its state and the number of those that wait."""
    if waiters:
        info = f"{info}, waiters:{len(waiters)}"
    return f"<{_plain_repr(object)} [{info}]>"


def _plain_repr(it):
    return object.__repr__(it)[1:-1]


class Lock(_ContextManagerMixin, mixins._LoopBoundMixin):
    """One task at a time holds it; the others wait in their order."""

    def __init__(self):
        self._waiters = None
        self._locked = False

    def __repr__(self):
        return _shown(self, "locked" if self._locked else "unlocked", self._waiters)

    def locked(self):
        """Return True if lock is acquired."""
        return self._locked

    async def acquire(self):
        """Wait until the lock is unlocked, set it to locked and return True."""
        if not self._locked and (self._waiters is None or all(waiter.cancelled() for waiter in self._waiters)):
            self._locked = True
            return True
        if self._waiters is None:
            self._waiters = collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except exceptions.CancelledError:
            # The turn that this task may have got goes to the next.
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        """Release the lock; the first task that waits gets it."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        waiter = next(iter(self._waiters or ()), None)
        if waiter is not None and not waiter.done():
            waiter.set_result(True)


class Event(mixins._LoopBoundMixin):
    """A flag that tasks wait for."""

    def __init__(self):
        self._waiters = collections.deque()
        self._value = False

    def __repr__(self):
        return _shown(self, "set" if self._value else "unset", self._waiters)

    def is_set(self):
        """Return True if and only if the internal flag is true."""
        return self._value

    def set(self):
        """Set the flag; all that wait for it go on."""
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        """Reset the internal flag to false."""
        self._value = False

    async def wait(self):
        """Block until the internal flag is true."""
        if self._value:
            return True
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
            return True
        finally:
            self._waiters.remove(waiter)


class Condition(_ContextManagerMixin, mixins._LoopBoundMixin):
    """A lock, and a way to wait until its holder gives notice."""

    def __init__(self, lock=None):
        lock = Lock() if lock is None else lock
        self._lock = lock
        self.locked = lock.locked
        self.acquire = lock.acquire
        self.release = lock.release
        self._waiters = collections.deque()

    def __repr__(self):
        return _shown(self, "locked" if self.locked() else "unlocked", self._waiters)

    async def wait(self):
        """Release the lock until notified, and acquire it again."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        waiter = self._get_loop().create_future()
        self.release()
        try:
            try:
                self._waiters.append(waiter)
                try:
                    await waiter
                    return True
                finally:
                    self._waiters.remove(waiter)
            finally:
                await self._acquire_again()
        except BaseException:
            # A notice that this task cannot use goes to another.
            self._notify(1)
            raise

    async def _acquire_again(self):
        """Acquire the lock, however often the task is cancelled meanwhile."""
        cancelled = None
        while True:
            try:
                await self.acquire()
                break
            except exceptions.CancelledError as error:
                cancelled = error
        if cancelled is not None:
            try:
                raise cancelled
            finally:
                cancelled = None

    async def wait_for(self, predicate):
        """Wait until a predicate becomes true; its value."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake up as many tasks that wait for this condition."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        self._notify(n)

    def _notify(self, n):
        woken = 0
        for waiter in self._waiters:
            if woken >= n:
                break
            if not waiter.done():
                woken += 1
                waiter.set_result(False)

    def notify_all(self):
        """Wake up all tasks that wait for this condition."""
        self.notify(len(self._waiters))


class Semaphore(_ContextManagerMixin, mixins._LoopBoundMixin):
    """So many tasks at a time hold it."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._waiters = None
        self._value = value

    def __repr__(self):
        return _shown(self, "locked" if self.locked() else f"unlocked, value:{self._value}", self._waiters)

    def locked(self):
        """Returns True if semaphore cannot be acquired immediately."""
        return self._value == 0 or any(not waiter.cancelled() for waiter in self._waiters or ())

    async def acquire(self):
        """Wait until the counter is above zero, decrement it and return True."""
        if not self.locked():
            self._value -= 1
            return True
        if self._waiters is None:
            self._waiters = collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except exceptions.CancelledError:
            if waiter.done() and not waiter.cancelled():
                # It was this task's turn, and is the next one's now.
                self._value += 1
            raise
        finally:
            while self._value > 0 and self._wake_up_next():
                pass
        return True

    def release(self):
        """Increment the counter; a task that waits goes on."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for waiter in self._waiters or ():
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return True
        return False


class BoundedSemaphore(Semaphore):
    """A semaphore that cannot be released more often than it was acquired."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


class _BarrierState(enum.Enum):
    FILLING = "filling"
    DRAINING = "draining"
    RESETTING = "resetting"
    BROKEN = "broken"


class Barrier(mixins._LoopBoundMixin):
    """Holds tasks back until so many wait."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition()
        self._parties = parties
        self._state = _BarrierState.FILLING
        self._count = 0

    def __repr__(self):
        info = self._state.value
        if not self.broken:
            info += f", waiters:{self.n_waiting}/{self.parties}"
        return f"<{_plain_repr(self)} [{info}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *details):
        pass

    async def wait(self):
        """Wait for the barrier; the position of this task among those that wait."""
        async with self._cond:
            await self._block()
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = _BarrierState.DRAINING
                    self._cond.notify_all()
                else:
                    await self._wait()
                return index
            finally:
                self._count -= 1
                self._exit()

    async def _block(self):
        """Wait until those before have left."""
        await self._cond.wait_for(lambda: self._state not in (_BarrierState.DRAINING, _BarrierState.RESETTING))
        if self._state is _BarrierState.BROKEN:
            raise exceptions.BrokenBarrierError("Barrier aborted")

    async def _wait(self):
        await self._cond.wait_for(lambda: self._state is not _BarrierState.FILLING)
        if self._state in (_BarrierState.BROKEN, _BarrierState.RESETTING):
            raise exceptions.BrokenBarrierError("Abort or reset of barrier")

    def _exit(self):
        if self._count == 0:
            if self._state in (_BarrierState.RESETTING, _BarrierState.DRAINING):
                self._state = _BarrierState.FILLING
            self._cond.notify_all()

    async def reset(self):
        """Reset the barrier to the initial state; those that wait get an error."""
        async with self._cond:
            if self._count > 0:
                if self._state is not _BarrierState.RESETTING:
                    self._state = _BarrierState.RESETTING
            else:
                self._state = _BarrierState.FILLING
            self._cond.notify_all()

    async def abort(self):
        """Place the barrier in a broken state."""
        async with self._cond:
            self._state = _BarrierState.BROKEN
            self._cond.notify_all()

    @property
    def parties(self):
        """Return the number of tasks required to trip the barrier."""
        return self._parties

    @property
    def n_waiting(self):
        """Return the number of tasks currently waiting at the barrier."""
        return self._count if self._state is _BarrierState.FILLING else 0

    @property
    def broken(self):
        """Return True if the barrier is in a broken state."""
        return self._state is _BarrierState.BROKEN
