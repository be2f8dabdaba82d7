# concurrent.futures._base: results that are to come, and who computes them.

import logging
import threading
import time
from collections import namedtuple
from types import GenericAlias

FIRST_COMPLETED = "FIRST_COMPLETED"
FIRST_EXCEPTION = "FIRST_EXCEPTION"
ALL_COMPLETED = "ALL_COMPLETED"

PENDING = "PENDING"
RUNNING = "RUNNING"
CANCELLED = "CANCELLED"
# Who waits for it has been told.
CANCELLED_AND_NOTIFIED = "CANCELLED_AND_NOTIFIED"
FINISHED = "FINISHED"

_OVER = CANCELLED_AND_NOTIFIED, FINISHED
_WORDS = {
    PENDING: "pending",
    RUNNING: "running",
    CANCELLED: "cancelled",
    CANCELLED_AND_NOTIFIED: "cancelled",
    FINISHED: "finished",
}

LOGGER = logging.getLogger("concurrent.futures")


class Error(Exception):
    """Base class for all future-related exceptions."""


class CancelledError(Error):
    """The Future was cancelled."""


class InvalidStateError(Error):
    """The operation is not allowed in this state."""


class BrokenExecutor(RuntimeError):
    """Raised when a executor has become non-functional after a severe failure."""


TimeoutError = TimeoutError


class Future:
    """Represents the result of an asynchronous computation."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self):
        self._condition = threading.Condition()
        self._state = PENDING
        self._result = None
        self._exception = None
        self._waiters = []
        self._done_callbacks = []

    def __repr__(self):
        with self._condition:
            outcome = ""
            if self._state == FINISHED and self._exception:
                outcome = f" raised {self._exception.__class__.__name__}"
            elif self._state == FINISHED:
                outcome = f" returned {self._result.__class__.__name__}"
            return f"<{self.__class__.__name__} at {id(self):#x} state={_WORDS[self._state]}{outcome}>"

    def _call_back(self, callback):
        try:
            callback(self)
        except Exception:
            LOGGER.exception("exception calling callback for %r", self)

    def _invoke_callbacks(self):
        for callback in self._done_callbacks:
            self._call_back(callback)

    def cancel(self):
        """Cancel the future if possible; whether it was."""
        with self._condition:
            if self._state in (RUNNING, FINISHED):
                return False
            if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
                return True
            self._state = CANCELLED
            self._condition.notify_all()
        self._invoke_callbacks()
        return True

    def cancelled(self):
        """Return True if the future was cancelled."""
        with self._condition:
            return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        """Return True if the future is currently executing."""
        with self._condition:
            return self._state == RUNNING

    def done(self):
        """Return True if the future was cancelled or finished executing."""
        with self._condition:
            return self._is_done()

    def _is_done(self):
        return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED)

    def _wait(self, timeout):
        """Waits until it is done; the condition is held."""
        if not self._is_done():
            self._condition.wait(timeout)
        if self._state in (CANCELLED, CANCELLED_AND_NOTIFIED):
            raise CancelledError()
        if self._state != FINISHED:
            raise TimeoutError()

    def add_done_callback(self, fn):
        """Attaches a callable that will be called when the future finishes; at once where it has."""
        with self._condition:
            if not self._is_done():
                self._done_callbacks.append(fn)
                return
        self._call_back(fn)

    def result(self, timeout=None):
        """Return the result of the call that the future represents."""
        try:
            with self._condition:
                self._wait(timeout)
                if self._exception:
                    raise self._exception
                return self._result
        finally:
            # No cycle of the exception's traceback and the future.
            self = None

    def exception(self, timeout=None):
        """Return the exception raised by the call that the future represents."""
        with self._condition:
            self._wait(timeout)
            return self._exception

    def set_running_or_notify_cancel(self):
        """Mark the future as running or process any cancel notifications; false where it was cancelled."""
        with self._condition:
            if self._state == CANCELLED:
                self._state = CANCELLED_AND_NOTIFIED
                for waiter in self._waiters:
                    waiter.add(self)
                return False
            if self._state == PENDING:
                self._state = RUNNING
                return True
            LOGGER.critical("Future %s in unexpected state: %s", id(self), self._state)
            raise RuntimeError("Future in unexpected state")

    def _finish(self, result, exception):
        with self._condition:
            if self._is_done():
                raise InvalidStateError(f"{self._state}: {self!r}")
            self._result = result
            self._exception = exception
            self._state = FINISHED
            for waiter in self._waiters:
                waiter.add(self)
            self._condition.notify_all()
        self._invoke_callbacks()

    def set_result(self, result):
        """Sets the return value of work associated with the future."""
        self._finish(result, None)

    def set_exception(self, exception):
        """Sets the result of the future as being the given exception."""
        self._finish(None, exception)


class _Waiter:
    """Told of futures that are over; its event is set when that is enough."""

    def __init__(self, pending, return_when):
        self.event = threading.Event()
        self.finished = []
        self._left = pending
        self._return_when = return_when

    def add(self, future):
        self.finished.append(future)
        self._left -= 1
        failed = future._state == FINISHED and future._exception
        first_failed = failed and self._return_when == FIRST_EXCEPTION
        if self._left <= 0 or self._return_when == FIRST_COMPLETED or first_failed:
            self.event.set()


def _watch(futures, waiter):
    for future in futures:
        with future._condition:
            future._waiters.append(waiter)


def _unwatch(futures, waiter):
    for future in futures:
        with future._condition:
            if waiter in future._waiters:
                future._waiters.remove(waiter)


DoneAndNotDoneFutures = namedtuple("DoneAndNotDoneFutures", "done not_done")


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for the futures in the given sequence to complete: named 2-tuple of sets, done and not_done."""
    fs = set(fs)
    done = {future for future in fs if future._state in _OVER}
    not_done = fs - done
    if return_when == FIRST_COMPLETED and done:
        return DoneAndNotDoneFutures(done, not_done)
    if return_when == FIRST_EXCEPTION and any(f for f in done if not f.cancelled() and f.exception() is not None):
        return DoneAndNotDoneFutures(done, not_done)
    if not not_done:
        return DoneAndNotDoneFutures(done, not_done)
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError("Invalid return condition: %r" % return_when)
    waiter = _Waiter(len(not_done), return_when)
    _watch(not_done, waiter)
    waiter.event.wait(timeout)
    _unwatch(not_done, waiter)
    done.update(waiter.finished)
    return DoneAndNotDoneFutures(done, fs - done)


def as_completed(fs, timeout=None):
    """An iterator over the given futures that yields each as it completes."""
    end = None if timeout is None else timeout + time.monotonic()
    fs = set(fs)
    total = len(fs)
    finished = [future for future in fs if future._state in _OVER]
    pending = fs - set(finished)
    waiter = _Waiter(len(pending), FIRST_COMPLETED)
    _watch(pending, waiter)
    del fs
    try:
        finished.reverse()
        while finished:
            yield finished.pop()
        while pending:
            left = None
            if end is not None:
                left = end - time.monotonic()
                if left < 0:
                    raise TimeoutError("%d (of %d) futures unfinished" % (len(pending), total))
            waiter.event.wait(left)
            finished, waiter.finished = waiter.finished, []
            waiter.event.clear()
            finished.reverse()
            while finished:
                pending.remove(finished[-1])
                yield finished.pop()
    finally:
        _unwatch(pending, waiter)


def _result_or_cancel(future, timeout=None):
    try:
        try:
            return future.result(timeout)
        finally:
            future.cancel()
    finally:
        del future


class Executor:
    """This is an abstract base class for concrete asynchronous executors."""

    def submit(self, fn, /, *args, **kwargs):
        """Submits a callable to be executed with the given arguments: the future of its result."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """Returns an iterator equivalent to map(fn, iter), the calls being made at once."""
        end = None if timeout is None else timeout + time.monotonic()
        futures = [self.submit(fn, *args) for args in zip(*iterables)]

        def results():
            try:
                futures.reverse()
                while futures:
                    if end is None:
                        yield _result_or_cancel(futures.pop())
                    else:
                        yield _result_or_cancel(futures.pop(), end - time.monotonic())
            finally:
                for future in futures:
                    future.cancel()

        return results()

    def shutdown(self, wait=True, *, cancel_futures=False):
        """Clean-up the resources associated with the Executor."""

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False
