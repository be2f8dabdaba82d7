# asyncio.futures: results that are not there yet.

import contextvars
import reprlib
from asyncio import events, exceptions, format_helpers
from types import GenericAlias

__all__ = ("Future", "wrap_future", "isfuture")

_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    """Return True if obj is a Future."""
    return hasattr(obj.__class__, "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


class Future:
    """A result that somebody will set."""

    _state = _PENDING
    _result = None
    _exception = None
    _loop = None
    _cancel_message = None
    _cancelled_exc = None
    # In debug mode: where it was made.
    _source_traceback = None
    # True while a task has yielded this future and not yet been given it.
    _asyncio_future_blocking = False
    __log_traceback = False

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []
        if self._loop.get_debug():
            self._source_traceback = format_helpers.extract_stack()

    def _repr_info(self):
        info = [self._state.lower()]
        if self._state == _FINISHED:
            if self._exception is not None:
                info.append(f"exception={self._exception!r}")
            else:
                info.append(f"result={reprlib.repr(self._result)}")
        if self._callbacks:
            info.append(self._shown_callbacks())
        if self._source_traceback:
            frame = self._source_traceback[-1]
            info.append(f"created at {frame.filename}:{frame.lineno}")
        return info

    def _shown_callbacks(self):
        shown = [format_helpers._format_callback_source(callback, ()) for callback, _ in self._callbacks]
        if len(shown) > 2:
            shown = [shown[0], f"<{len(shown) - 2} more>", shown[-1]]
        return f"cb=[{', '.join(shown)}]"

    def __repr__(self):
        return f"<{type(self).__name__} {' '.join(self._repr_info())}>"

    def __del__(self):
        if self.__log_traceback:
            context = {
                "message": f"{type(self).__name__} exception was never retrieved",
                "exception": self._exception,
                "future": self,
            }
            if self._source_traceback:
                context["source_traceback"] = self._source_traceback
            self._loop.call_exception_handler(context)

    @property
    def _log_traceback(self):
        return self.__log_traceback

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        self.__log_traceback = False

    def get_loop(self):
        """Return the event loop the Future is bound to."""
        if self._loop is None:
            raise RuntimeError("Future object is not initialized.")
        return self._loop

    def _make_cancelled_error(self):
        error = self._cancelled_exc
        if error is not None:
            self._cancelled_exc = None
            return error
        if self._cancel_message is None:
            return exceptions.CancelledError()
        return exceptions.CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancel the future and schedule callbacks; False where it is done already."""
        self.__log_traceback = False
        if self._state == _PENDING:
            self._state, self._cancel_message = _CANCELLED, msg
            self.__schedule_callbacks()
            return True
        return False

    def __schedule_callbacks(self):
        callbacks = self._callbacks
        if callbacks:
            self._callbacks = []
            for callback, context in callbacks:
                self._loop.call_soon(callback, self, context=context)

    def cancelled(self):
        """Return True if the future was cancelled."""
        return self._state == _CANCELLED

    def done(self):
        """Return True if the future is done: it has a result or an exception, or was cancelled."""
        return self._state != _PENDING

    def result(self):
        """Return the result; raise the exception where there is one, or CancelledError."""
        if self._state == _FINISHED:
            self.__log_traceback = False
            if self._exception is not None:
                raise self._exception.with_traceback(self._exception_tb)
            return self._result
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        raise exceptions.InvalidStateError("Result is not set.")

    def exception(self):
        """Return the exception that was set on this future."""
        if self._state == _CANCELLED:
            raise self._make_cancelled_error()
        if self._state != _FINISHED:
            raise exceptions.InvalidStateError("Exception is not set.")
        self.__log_traceback = False
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        """Add a callback to be run when the future becomes done."""
        if context is None:
            context = contextvars.copy_context()
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        """Remove all instances of a callback from the "call when done" list; their number."""
        kept = [(callback, context) for callback, context in self._callbacks if callback != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks[:] = kept
        return removed

    def set_result(self, result):
        """Mark the future done and set its result."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError("invalid state")
        self._result = result
        self._state = _FINISHED
        self.__schedule_callbacks()

    def set_exception(self, exception):
        """Mark the future done and set an exception."""
        if self._state != _PENDING:
            raise exceptions.InvalidStateError("invalid state")
        if isinstance(exception, type):
            exception = exception()
        if isinstance(exception, StopIteration):
            told = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
            told.__cause__ = told.__context__ = exception
            exception = told
        self._exception = exception
        self._exception_tb = exception.__traceback__
        self._state = _FINISHED
        self.__log_traceback = True
        self.__schedule_callbacks()

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


# The names of CPython's two implementations.
_PyFuture = _CFuture = Future


def _get_loop(future):
    return future.get_loop() if hasattr(future, "get_loop") else future._loop


def _set_result_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


def _copy_future_state(source, target):
    """Give a pending future the outcome of one that is done."""
    if target.cancelled():
        return
    if source.cancelled():
        target.cancel()
    elif (error := source.exception()) is not None:
        target.set_exception(_as_asyncio(error))
    else:
        target.set_result(source.result())


def _as_asyncio(error):
    """An error of concurrent.futures as asyncio has it."""
    if type(error).__module__.startswith("concurrent.futures"):
        twin = {"CancelledError": exceptions.CancelledError, "InvalidStateError": exceptions.InvalidStateError}
        if type(error).__name__ in twin:
            return twin[type(error).__name__](*error.args).with_traceback(error.__traceback__)
    return error


def _give_outcome(source, target):
    """Give a future of concurrent.futures the outcome of one of asyncio."""
    if source.cancelled():
        target.cancel()
    if not target.set_running_or_notify_cancel():
        return
    if (error := source.exception()) is not None:
        target.set_exception(error)
    else:
        target.set_result(source.result())


def _chain_future(source, destination):
    """Whichever is done or cancelled first has the other follow."""
    source_loop = _get_loop(source) if isfuture(source) else None
    destination_loop = _get_loop(destination) if isfuture(destination) else None

    def set_state(future, other):
        if isfuture(future):
            _copy_future_state(other, future)
        else:
            _give_outcome(other, future)

    def cancelled_first(destination):
        if destination.cancelled():
            if source_loop is None or source_loop is destination_loop:
                source.cancel()
            else:
                source_loop.call_soon_threadsafe(source.cancel)

    def done_first(source):
        if destination.cancelled() and destination_loop is not None and destination_loop.is_closed():
            return
        if destination_loop is None or destination_loop is source_loop:
            set_state(destination, source)
        elif not destination_loop.is_closed():
            destination_loop.call_soon_threadsafe(set_state, destination, source)

    destination.add_done_callback(cancelled_first)
    source.add_done_callback(done_first)


def wrap_future(future, *, loop=None):
    """A future of asyncio for one of concurrent.futures."""
    if isfuture(future):
        return future
    import concurrent.futures

    assert isinstance(future, concurrent.futures.Future), f"concurrent.futures.Future is expected, got {future!r}"
    made = (events.get_event_loop() if loop is None else loop).create_future()
    _chain_future(future, made)
    return made
