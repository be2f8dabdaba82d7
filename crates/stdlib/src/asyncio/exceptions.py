# asyncio.exceptions: the errors of asyncio.

__all__ = (
    "BrokenBarrierError",
    "CancelledError",
    "InvalidStateError",
    "TimeoutError",
    "IncompleteReadError",
    "LimitOverrunError",
    "SendfileNotAvailableError",
)


class CancelledError(BaseException):
    """The Future or Task was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The operation is not allowed in this state."""


class BrokenBarrierError(RuntimeError):
    """The barrier is broken by barrier.abort() call."""


class SendfileNotAvailableError(RuntimeError):
    """The system has no sendfile for these files."""


class LimitOverrunError(Exception):
    """No separator within the limit of the stream's buffer."""

    def __init__(self, message, consumed):
        self.consumed = consumed
        super().__init__(message)

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class IncompleteReadError(EOFError):
    """The stream ended before the wanted bytes were there."""

    def __init__(self, partial, expected):
        wanted = "undefined" if expected is None else repr(expected)
        super().__init__(f"{len(partial)} bytes read on a total of {wanted} expected bytes")
        self.partial, self.expected = partial, expected

    def __reduce__(self):
        return type(self), (self.partial, self.expected)
