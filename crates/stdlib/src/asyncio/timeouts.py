# asyncio.timeouts: blocks that must end in time.

import enum
from asyncio import events, exceptions

__all__ = ("Timeout", "timeout", "timeout_at")


class _State(enum.Enum):
    CREATED = "created"
    ENTERED = "active"
    EXPIRING = "expiring"
    EXPIRED = "expired"
    EXITED = "finished"


class Timeout:
    """Cancels the block when its moment has come; TimeoutError then."""

    def __init__(self, when):
        self._state = _State.CREATED
        self._timer = None
        self._task = None
        self._when = when

    def when(self):
        """Return the current deadline."""
        return self._when

    def reschedule(self, when):
        """Reschedule the timeout."""
        if self._state is not _State.ENTERED:
            if self._state is _State.CREATED:
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state.value} Timeout")
        self._when = when
        if self._timer is not None:
            self._timer.cancel()
        if when is None:
            self._timer = None
            return
        loop = events.get_running_loop()
        is_late = when <= loop.time()
        self._timer = loop.call_soon(self._on_timeout) if is_late else loop.call_at(when, self._on_timeout)

    def expired(self):
        """Is timeout expired during execution?"""
        return self._state in (_State.EXPIRING, _State.EXPIRED)

    def __repr__(self):
        info = ""
        if self._state is _State.ENTERED:
            info = f" when={round(self._when, 3) if self._when is not None else None}"
        return f"<Timeout [{self._state.value}]{info}>"

    async def __aenter__(self):
        from asyncio.tasks import current_task

        if self._state is not _State.CREATED:
            raise RuntimeError("Timeout has already been entered")
        task = current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = _State.ENTERED
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_value, traceback):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._state is _State.ENTERED:
            self._state = _State.EXITED
        elif self._state is _State.EXPIRING:
            self._state = _State.EXPIRED
            # Where others asked for a cancellation too, theirs goes on.
            if self._task.uncancel() <= self._cancelling and exc_type is not None:
                if issubclass(exc_type, exceptions.CancelledError):
                    raise TimeoutError from exc_value
                _tell_timeout(exc_value)
                for error in getattr(exc_value, "exceptions", ()):
                    _tell_timeout(error)
        return None

    def _on_timeout(self):
        self._task.cancel()
        self._state = _State.EXPIRING
        self._timer = None


def _tell_timeout(error):
    """Put a TimeoutError into the chain behind an error, before the cancellation."""
    while error.__context__ is not None:
        if isinstance(error.__context__, exceptions.CancelledError):
            told = TimeoutError()
            told.__context__ = told.__cause__ = error.__context__
            error.__context__ = told
            break
        error = error.__context__


def timeout(delay):
    """Timeout async context manager: cancels the block after so many seconds; None: never."""
    return Timeout(None if delay is None else events.get_running_loop().time() + delay)


def timeout_at(when):
    """Like timeout(), at a moment of the loop's clock."""
    return Timeout(when)
