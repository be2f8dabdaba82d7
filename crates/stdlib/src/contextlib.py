# contextlib: context managers and what helps with them.

from functools import wraps
from os import chdir as change_folder
from os import getcwd

from _contextlib_async import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncContextDecorator,
    _went_through,
    aclosing,
    asynccontextmanager,
)
from _contextlib_stack import AsyncExitStack, ExitStack

__all__ = [
    "AbstractAsyncContextManager",
    "AbstractContextManager",
    "AsyncContextDecorator",
    "AsyncExitStack",
    "ContextDecorator",
    "ExitStack",
    "aclosing",
    "asynccontextmanager",
    "chdir",
    "closing",
    "contextmanager",
    "nullcontext",
    "redirect_stderr",
    "redirect_stdout",
    "suppress",
]


class ContextDecorator:
    """A base that lets a context manager decorate a function."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **keywords):
            with self._recreate_cm():
                return func(*args, **keywords)

        return inner


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None) or type(self).__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        # The generator has its arguments; keeping them would keep them alive.
        del self.func, self.args, self.kwds
        for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            for _ in self.gen:
                try:
                    raise RuntimeError("generator didn't stop")
                finally:
                    self.gen.close()
            return False
        if exc_value is None:
            exc_value = exc_type()
        try:
            self.gen.throw(exc_value)
        except StopIteration as stop:
            return stop is not exc_value
        except BaseException as raised:
            if not _went_through(raised, exc_value, traceback):
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


def contextmanager(func):
    """Decorator: a generator function that yields once becomes a context manager."""

    @wraps(func)
    def helper(*args, **keywords):
        return _GeneratorContextManager(func, args, keywords)

    return helper


class closing(AbstractContextManager):
    """Closes the object at the end of the block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *details):
        self.thing.close()


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """A context manager that does nothing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *details):
        return None

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *details):
        return None


class suppress(AbstractContextManager):
    """Ends the block quietly where one of these exceptions is raised."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        return None

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            return False
        if issubclass(exc_type, self._exceptions):
            return True
        if not issubclass(exc_type, BaseExceptionGroup):
            return False
        _matched, rest = exc_value.split(self._exceptions)
        if rest is None:
            return True
        raise rest


class _Redirect(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        import sys

        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, *details):
        import sys

        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_Redirect):
    """Sends what the block prints to another stream."""

    _stream = "stdout"


class redirect_stderr(_Redirect):
    """Sends what the block writes to sys.stderr to another stream."""

    _stream = "stderr"


class chdir(AbstractContextManager):
    """Works in another folder during the block."""

    def __init__(self, path):
        self.path = path
        self._old_cwd = []

    def __enter__(self):
        self._old_cwd.append(getcwd())
        change_folder(self.path)

    def __exit__(self, *details):
        change_folder(self._old_cwd.pop())
