# contextlib: context managers and what helps with them.

from abc import ABC
from functools import wraps

from _contextlib_async import (
    AbstractAsyncContextManager,
    AsyncContextDecorator,
    AsyncExitStack,
    aclosing,
    asynccontextmanager,
)


class AbstractContextManager(ABC):
    """A base for context managers."""

    @classmethod
    def __subclasshook__(cls, kind):
        return hasattr(kind, "__enter__") and hasattr(kind, "__exit__")

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


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


class _GeneratorContextManager(ContextDecorator):
    def __init__(self, func, args, keywords):
        self.gen = func(*args, **keywords)
        self.func = func
        self.args = args
        self.keywords = keywords
        self.__doc__ = func.__doc__

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.keywords)

    def __enter__(self):
        for value in self.gen:
            return value
        raise RuntimeError("generator didn't yield")

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            for _ in self.gen:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self.gen.throw(exc_value)
        except StopIteration as stop:
            return stop is not exc_value
        except BaseException as raised:
            if raised is exc_value:
                return False
            # A StopIteration that passed through the generator comes out as a RuntimeError about it.
            if isinstance(exc_value, StopIteration) and raised.__cause__ is exc_value:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


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


class nullcontext(AbstractContextManager):
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
        return exc_type is not None and issubclass(exc_type, self._exceptions)


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


class ExitStack(AbstractContextManager):
    """A stack of context managers and callbacks, left in reverse order."""

    def __init__(self):
        self._callbacks = []

    def enter_context(self, cm):
        """Enter a context manager; it is left when the stack is."""
        kind = type(cm)
        if not hasattr(kind, "__enter__") or not hasattr(kind, "__exit__"):
            name = f"{kind.__module__}.{kind.__qualname__}"
            raise TypeError(f"'{name}' object does not support the context manager protocol")
        result = cm.__enter__()
        self._callbacks.append(cm.__exit__)
        return result

    def push(self, exit):
        """Register a context manager's exit, or a function with the signature of __exit__."""
        self._callbacks.append(exit.__exit__ if hasattr(type(exit), "__exit__") else exit)
        return exit

    def callback(self, callback, /, *args, **keywords):
        """Register a function to be called when the stack is left."""

        def leave(*details):
            callback(*args, **keywords)

        self._callbacks.append(leave)
        return callback

    def pop_all(self):
        """Move everything to a new stack."""
        stack = type(self)()
        stack._callbacks = self._callbacks
        self._callbacks = []
        return stack

    def close(self):
        """Leave everything now."""
        self.__exit__(None, None, None)

    def __exit__(self, exc_type, exc_value, traceback):
        pending = exc_value
        suppressed = False
        while self._callbacks:
            leave = self._callbacks.pop()
            try:
                if leave(None if pending is None else type(pending), pending, traceback):
                    suppressed = pending is not None
                    pending = None
            except BaseException as raised:
                suppressed = False
                pending = raised
        if pending is not None and pending is not exc_value:
            raise pending
        return suppressed and exc_value is not None
