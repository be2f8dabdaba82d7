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
        if self._locked or any(not waiter.cancelled() for waiter in self._waiters or ()):
            await self._wait_for_turn()
        self._locked = True
        return True

    async def _wait_for_turn(self):
        if self._waiters is None:
            self._waiters = collections.deque()
        try:
            await mixins._waited_in(self._waiters, self._get_loop().create_future())
        except exceptions.CancelledError:
            # The turn that this task may have got goes to the next.
            if not self._locked:
                self._wake_up_first()
            raise

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
        if not self._value:
            await mixins._waited_in(self._waiters, self._get_loop().create_future())
        return True


class Condition(_ContextManagerMixin, mixins._LoopBoundMixin):
    """A lock, and a way to wait until its holder gives notice."""

    def __init__(self, lock=None):
        lock = Lock() if lock is None else lock
        self._waiters = collections.deque()
        self._lock = lock
        # Its holder is this condition's.
        self.acquire, self.release, self.locked = lock.acquire, lock.release, lock.locked

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
                await mixins._waited_in(self._waiters, waiter)
                return True
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
        while not (result := predicate()):
            await self.wait()
        return result

    def notify_all(self):
        """Wake up all tasks that wait for this condition."""
        self.notify(len(self._waiters))

    def notify(self, n=1):
        """Wake up as many tasks that wait for this condition."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        self._notify(n)

    def _notify(self, n):
        waiting = [waiter for waiter in self._waiters if not waiter.done()]
        for woken, waiter in enumerate(waiting):
            if woken >= n:
                return
            waiter.set_result(False)


class Semaphore(_ContextManagerMixin, mixins._LoopBoundMixin):
    """So many tasks at a time hold it."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._value, self._waiters = value, None

    def __repr__(self):
        return _shown(self, "locked" if self.locked() else f"unlocked, value:{self._value}", self._waiters)

    def locked(self):
        """Returns True if semaphore cannot be acquired immediately."""
        return self._value == 0 or any(not waiter.cancelled() for waiter in self._waiters or ())

    async def acquire(self):
        """Wait until the counter is above zero, decrement it and return True."""
        if self.locked():
            await self._wait_for_turn()
        else:
            self._value -= 1
        return True

    async def _wait_for_turn(self):
        """Wait until another task has decremented the counter for this one."""
        if self._waiters is None:
            self._waiters = collections.deque()
        waiter = self._get_loop().create_future()
        try:
            await mixins._waited_in(self._waiters, waiter)
        except exceptions.CancelledError:
            if waiter.done() and not waiter.cancelled():
                # It was this task's turn, and is the next one's now.
                self._value += 1
            raise
        finally:
            while self._value > 0 and self._wake_up_next():
                pass

    def release(self):
        """Increment the counter; a task that waits goes on."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        """Give the first task that waits its turn; whether there was one."""
        waiter = next((waiter for waiter in self._waiters or () if not waiter.done()), None)
        if waiter is None:
            return False
        self._value -= 1
        waiter.set_result(True)
        return True


class BoundedSemaphore(Semaphore):
    """A semaphore that cannot be released more often than it was acquired."""

    def __init__(self, value=1):
        super().__init__(value)
        self._bound_value = value

    def release(self):
        if self._value >= self._bound_value:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


class _BarrierState(enum.Enum):
    FILLING = "filling"
    DRAINING = "draining"
    RESETTING = "resetting"
    BROKEN = "broken"


# While tasks leave the barrier, no others come in.
_LEAVING = _BarrierState.DRAINING, _BarrierState.RESETTING


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

    @property
    def broken(self):
        """Return True if the barrier is in a broken state."""
        return self._state is _BarrierState.BROKEN

    @property
    def n_waiting(self):
        """Return the number of tasks currently waiting at the barrier."""
        return self._count if self._state is _BarrierState.FILLING else 0

    @property
    def parties(self):
        """Return the number of tasks required to trip the barrier."""
        return self._parties

    async def wait(self):
        """Wait for the barrier; the position of this task among those that wait."""
        async with self._cond:
            await self._block()
            index, self._count = self._count, self._count + 1
            try:
                await (self._release() if index + 1 == self._parties else self._wait())
            finally:
                self._count -= 1
                self._exit()
        return index

    async def _block(self):
        """Wait until those before have left."""
        await self._cond.wait_for(lambda: self._state not in _LEAVING)
        if self._state is _BarrierState.BROKEN:
            raise exceptions.BrokenBarrierError("Barrier aborted")

    async def _release(self):
        """All are here: let them go on."""
        self._become(_BarrierState.DRAINING)

    async def _wait(self):
        await self._cond.wait_for(lambda: self._state is not _BarrierState.FILLING)
        if self._state is not _BarrierState.DRAINING:
            raise exceptions.BrokenBarrierError("Abort or reset of barrier")

    def _exit(self):
        """Where the last has left, let those in that wait in _block()."""
        if self._count == 0:
            self._become(_BarrierState.FILLING if self._state in _LEAVING else self._state)

    def _become(self, state):
        """Tell the tasks that wait of a state."""
        self._state = state
        self._cond.notify_all()

    async def abort(self):
        """Place the barrier in a broken state."""
        async with self._cond:
            self._become(_BarrierState.BROKEN)

    async def reset(self):
        """Reset the barrier to the initial state; those that wait get an error."""
        async with self._cond:
            self._become(_BarrierState.RESETTING if self._count > 0 else _BarrierState.FILLING)
