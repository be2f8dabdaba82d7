# Asynchronous context managers: part of contextlib.

from abc import ABC, abstractmethod
from functools import wraps as _wraps


class AbstractAsyncContextManager(ABC):
    """A base for asynchronous context managers."""

    @classmethod
    def __subclasshook__(cls, kind):
        if cls is not AbstractAsyncContextManager:
            return NotImplemented
        return True if hasattr(kind, "__aenter__") and hasattr(kind, "__aexit__") else NotImplemented

    async def __aenter__(self):
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None


class AsyncContextDecorator:
    """A base that lets an asynchronous context manager decorate a coroutine function."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        async def inner(*args, **keywords):
            async with self._recreate_cm():
                return await func(*args, **keywords)

        return inner


class _AsyncGeneratorContextManager(AbstractAsyncContextManager, AsyncContextDecorator):
    def __init__(self, func, args, keywords):
        self.gen = func(*args, **keywords)
        self.func, self.args, self.kwds = func, args, keywords
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if exc_value is None:
            exc_value = exc_type()
        try:
            await self.gen.athrow(exc_value)
        except StopAsyncIteration as stop:
            return stop is not exc_value
        except RuntimeError as raised:
            if raised is exc_value:
                return False
            # A StopIteration that passed through the generator comes out as a RuntimeError about it.
            stopped = isinstance(exc_value, (StopIteration, StopAsyncIteration))
            if stopped and raised.__cause__ is exc_value:
                return False
            raise
        except BaseException as raised:
            if raised is not exc_value:
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def asynccontextmanager(func):
    """Decorator: an asynchronous generator function that yields once becomes an asynchronous context manager."""

    @_wraps(func)
    def helper(*args, **keywords):
        return _AsyncGeneratorContextManager(func, args, keywords)

    return helper


class aclosing(AbstractAsyncContextManager):
    """Awaits the object's aclose() at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *details):
        await self.thing.aclose()


class AsyncExitStack(AbstractAsyncContextManager):
    """A stack of context managers and callbacks of both kinds, left in reverse order."""

    def __init__(self):
        self._callbacks = []

    def enter_context(self, cm):
        """Enter a context manager; it is left when the stack is."""
        kind = type(cm)
        if not hasattr(kind, "__enter__") or not hasattr(kind, "__exit__"):
            name = f"{kind.__module__}.{kind.__qualname__}"
            raise TypeError(f"'{name}' object does not support the context manager protocol")
        result = cm.__enter__()
        self._callbacks.append((True, cm.__exit__))
        return result

    async def enter_async_context(self, cm):
        """Enter an asynchronous context manager; it is left when the stack is."""
        kind = type(cm)
        if not hasattr(kind, "__aenter__") or not hasattr(kind, "__aexit__"):
            name = f"{kind.__module__}.{kind.__qualname__}"
            raise TypeError(f"'{name}' object does not support the asynchronous context manager protocol")
        result = await cm.__aenter__()
        self._callbacks.append((False, cm.__aexit__))
        return result

    def push(self, exit):
        """Register a context manager's exit, or a function with the signature of __exit__."""
        self._callbacks.append((True, exit.__exit__ if hasattr(type(exit), "__exit__") else exit))
        return exit

    def push_async_exit(self, exit):
        """Register an asynchronous context manager's exit, or a coroutine function with the signature of __aexit__."""
        self._callbacks.append((False, exit.__aexit__ if hasattr(type(exit), "__aexit__") else exit))
        return exit

    def callback(self, callback, /, *args, **keywords):
        """Register a function to be called when the stack is left."""

        def leave(*details):
            callback(*args, **keywords)

        leave.__wrapped__ = callback
        self._callbacks.append((True, leave))
        return callback

    def push_async_callback(self, callback, /, *args, **keywords):
        """Register a coroutine function to be awaited when the stack is left."""

        async def leave(*details):
            await callback(*args, **keywords)

        leave.__wrapped__ = callback
        self._callbacks.append((False, leave))
        return callback

    def pop_all(self):
        """Move everything to a new stack."""
        stack = type(self)()
        stack._callbacks, self._callbacks = self._callbacks, []
        return stack

    async def aclose(self):
        """Leave everything now."""
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, exc_type, exc_value, traceback):
        pending = exc_value
        suppressed = False
        while self._callbacks:
            is_sync, leave = self._callbacks.pop()
            try:
                details = (None if pending is None else type(pending), pending, traceback)
                if leave(*details) if is_sync else await leave(*details):
                    suppressed = pending is not None
                    pending = None
            except BaseException as raised:
                suppressed = False
                pending = raised
        if pending is not None and pending is not exc_value:
            raise pending
        return suppressed and exc_value is not None
