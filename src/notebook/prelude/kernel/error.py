"""Errors of the session."""

__name__ = "IPython.core.error"


class IPythonCoreError(Exception):
    """What the session itself raises."""


class TryNext(IPythonCoreError):
    """Somebody else is to try."""


class UsageError(IPythonCoreError):
    """A magic was called in a way that it does not take."""


class StdinNotImplementedError(IPythonCoreError, NotImplementedError):
    """Nobody can be asked."""


class InputRejected(Exception):
    """A transformer of input does not let a cell run."""
