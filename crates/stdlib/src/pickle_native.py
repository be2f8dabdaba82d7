# _pickle: the errors of pickle, and the buffers that may travel beside one.


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


class UnpicklingError(PickleError):
    pass


class PickleBuffer:
    """Wrapper for potentially out-of-band buffers"""

    def __init__(self, object):
        self._view = memoryview(object)

    def __buffer__(self, flags):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view

    def raw(self):
        """The bytes as they lie in memory."""
        if not self.__buffer__(0).contiguous:
            raise BufferError("cannot extract raw buffer from non-contiguous buffer")
        return self._view.cast("B") if self._view.format != "B" or self._view.ndim != 1 else self._view

    def release(self):
        self._view = None
