# Stacks of context managers and callbacks: part of contextlib.

__name__ = "contextlib"

from collections import deque
from types import MethodType

from _contextlib_async import AbstractAsyncContextManager, AbstractContextManager


def _method_of(cm, name, protocol):
    """A special method of a context manager, which its class has."""
    kind = type(cm)
    try:
        return getattr(kind, name)
    except AttributeError:
        message = f"'{kind.__module__}.{kind.__qualname__}' object does not support the {protocol} protocol"
        raise TypeError(message) from None


class _Stack:
    """What is left in reverse order: (is_sync, exit) of each."""

    def __init__(self):
        self._exit_callbacks = deque()

    def pop_all(self):
        """Move everything to a new stack."""
        stack = type(self)()
        stack._exit_callbacks, self._exit_callbacks = self._exit_callbacks, deque()
        return stack

    def enter_context(self, cm):
        """Enter a context manager; it is left when the stack is."""
        enter = _method_of(cm, "__enter__", "context manager")
        leave = _method_of(cm, "__exit__", "context manager")
        result = enter(cm)
        self._push_cm_exit(cm, leave)
        return result

    def push(self, exit):
        """Register a context manager's exit, or a function with the signature of __exit__."""
        return self._push_exit(exit, "__exit__", True)

    def callback(self, callback, /, *args, **kwds):
        """Register a function to be called when the stack is left."""

        def _exit_wrapper(exc_type, exc, tb):
            callback(*args, **kwds)

        _exit_wrapper.__wrapped__ = callback
        self._push_exit_callback(_exit_wrapper)
        return callback

    def _push_exit(self, exit, name, is_sync):
        method = getattr(type(exit), name, None)
        if method is None:
            self._push_exit_callback(exit, is_sync)
        else:
            self._push_cm_exit(exit, method, is_sync)
        return exit

    def _push_cm_exit(self, cm, cm_exit, is_sync=True):
        self._push_exit_callback(MethodType(cm_exit, cm), is_sync)

    def _push_exit_callback(self, callback, is_sync=True):
        self._exit_callbacks.append((is_sync, callback))


class _Leaving:
    """The exception that goes through a stack while it is left."""

    def __init__(self, exc):
        import sys

        self.exc = self.received = exc
        # What nested `with` statements would see as the context of an exception that is raised here.
        self.around = sys.exception()
        self.suppressed = False

    def details(self):
        exc = self.exc
        return (type(exc), exc, exc.__traceback__) if exc is not None else (None, None, None)

    def suppress(self):
        self.suppressed, self.exc = True, None

    def replace(self, exc):
        """Another exception comes in place of this one, which becomes the context that nested `with` would have given it."""
        link = exc
        while link.__context__ is not None and link.__context__ is not self.exc:
            if link.__context__ is self.around:
                link.__context__ = self.exc
                break
            link = link.__context__
        self.exc = exc

    @property
    def is_new(self):
        return self.exc is not None and self.exc is not self.received


class ExitStack(_Stack, AbstractContextManager):
    """A stack of context managers and callbacks, left in reverse order."""

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        leaving = _Leaving(exc_details[1])
        while self._exit_callbacks:
            _, cb = self._exit_callbacks.pop()
            try:
                exc_details = leaving.details()
                if cb(*exc_details):
                    leaving.suppress()
            except BaseException as raised:
                leaving.replace(raised)
        if leaving.is_new:
            exc, context = leaving.exc, leaving.exc.__context__
            try:
                raise exc
            finally:
                exc.__context__ = context
        return leaving.received is not None and leaving.suppressed

    def close(self):
        """Leave everything now."""
        self.__exit__(None, None, None)


class AsyncExitStack(_Stack, AbstractAsyncContextManager):
    """A stack of context managers and callbacks of both kinds, left in reverse order."""

    async def enter_async_context(self, cm):
        """Enter an asynchronous context manager; it is left when the stack is."""
        enter = _method_of(cm, "__aenter__", "asynchronous context manager")
        leave = _method_of(cm, "__aexit__", "asynchronous context manager")
        result = await enter(cm)
        self._push_cm_exit(cm, leave, False)
        return result

    def push_async_exit(self, exit):
        """Register an asynchronous context manager's exit, or a coroutine function with the signature of __aexit__."""
        return self._push_exit(exit, "__aexit__", False)

    def push_async_callback(self, callback, /, *args, **kwds):
        """Register a coroutine function to be awaited when the stack is left."""

        async def _exit_wrapper(exc_type, exc, tb):
            await callback(*args, **kwds)

        _exit_wrapper.__wrapped__ = callback
        self._push_exit_callback(_exit_wrapper, False)
        return callback

    async def aclose(self):
        """Leave everything now."""
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        leaving = _Leaving(exc_details[1])
        while self._exit_callbacks:
            is_sync, cb = self._exit_callbacks.pop()
            try:
                exc_details = leaving.details()
                if is_sync:
                    cb_suppress = cb(*exc_details)
                else:
                    cb_suppress = await cb(*exc_details)
                if cb_suppress:
                    leaving.suppress()
            except BaseException as raised:
                leaving.replace(raised)
        if leaving.is_new:
            exc, context = leaving.exc, leaving.exc.__context__
            try:
                raise exc
            finally:
                exc.__context__ = context
        return leaving.received is not None and leaving.suppressed
