# Bases of context managers, and asynchronous context managers: part of contextlib.

__name__ = "contextlib"

from abc import ABC, abstractmethod
from functools import wraps as _wraps
from types import GenericAlias


def _has_methods(kind, *names):
    """Whether a class has methods, of its own or of bases; None stands for one that it takes away."""
    for name in names:
        found = next((base.__dict__[name] for base in kind.__mro__ if name in base.__dict__), None)
        if found is None:
            return NotImplemented
    return True


class AbstractContextManager(ABC):
    """A base for context managers."""

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @classmethod
    def __subclasshook__(cls, kind):
        return _has_methods(kind, "__enter__", "__exit__") if cls is AbstractContextManager else NotImplemented

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None


class AbstractAsyncContextManager(ABC):
    """A base for asynchronous context managers."""

    __slots__ = ()
    __class_getitem__ = classmethod(GenericAlias)

    @classmethod
    def __subclasshook__(cls, kind):
        return _has_methods(kind, "__aenter__", "__aexit__") if cls is AbstractAsyncContextManager else NotImplemented

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


def _went_through(raised, thrown, traceback):
    """Whether what comes out of a generator is what was thrown in; then it gets its traceback back."""
    wrapped = isinstance(thrown, (StopIteration, StopAsyncIteration)) and isinstance(raised, RuntimeError)
    if raised is thrown or wrapped and raised.__cause__ is thrown:
        thrown.__traceback__ = traceback
        return True
    return False


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
        except BaseException as raised:
            if not _went_through(raised, exc_value, traceback):
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
