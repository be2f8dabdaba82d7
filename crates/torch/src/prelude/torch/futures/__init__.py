"""`torch.futures`: future results."""

from types import GenericAlias


class Future:
    """A future result: `wait` returns it, `then` derives another future. It is computed when someone waits, because
    there are no threads."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *, devices=None):
        self._done, self._value, self._error = False, None, None
        self._source = self._before = None
        self._callbacks = []

    def _finish(self, value):
        self._done, self._value = True, value
        self._source = self._before = None
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)

    def wait(self):
        """Waits for the result and returns it."""
        if not self._done:
            if self._before is not None:
                before, callback = self._before
                before._complete()
                self._finish(callback(before))
            elif self._source is not None:
                self._finish(self._source())
            else:
                raise RuntimeError("Future: nothing will set its result; call set_result before wait")
        if self._error is not None:
            raise self._error
        return self._value

    def _complete(self):
        """Waits, and leaves an error for the caller of `value`."""
        if not self._done:
            self.wait()

    def value(self):
        """Returns the result, or raises the error."""
        return self.wait()

    def done(self):
        return self._done

    def set_result(self, result):
        if self._done:
            raise RuntimeError("Future: its result was set before")
        self._finish(result)

    def set_exception(self, result):
        self._error = result
        self._finish(None)

    def then(self, callback):
        """Returns another future with the result of `callback(self)`."""
        made = Future()
        made._before = (self, callback)
        return made

    def add_done_callback(self, callback):
        """Has `callback` be given this one once it is done."""
        callback(self) if self._done else self._callbacks.append(callback)


def _of(source):
    """Makes a future for the result of a waiting function."""
    made = Future()
    made._source = source
    return made


def collect_all(futures):
    """A future of a list of futures, all of them done."""
    futures = list(futures)

    def wait():
        for future in futures:
            future._complete()
        return futures

    return _of(wait)


def wait_all(futures):
    """The results of futures, in a list."""
    return [future.wait() for future in collect_all(futures).wait()]
