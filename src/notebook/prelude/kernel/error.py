"""Errors of the session."""

__name__ = "IPython.core.error"


class IPythonCoreError(Exception):
    """An error of the session itself."""


class TryNext(IPythonCoreError):
    """Passes the request on to the next handler."""


class UsageError(IPythonCoreError):
    """A magic was called in a way that it does not take."""


class StdinNotImplementedError(IPythonCoreError, NotImplementedError):
    """The user cannot be asked."""


class InputRejected(Exception):
    """A transformer of input does not let a cell run."""
