# Filters and handlers: part of logging.

__name__ = "logging"

import os
import sys
import threading
import traceback
import weakref
from types import GenericAlias

from _logging_records import NOTSET, WARNING, LogRecord, _checkLevel, _defaultFormatter, _is_on, getLevelName

_lock = threading.RLock()
_handlers = weakref.WeakValueDictionary()
# In the order in which they were made; `shutdown` closes the last first.
_handlerList = []


class Filter:
    """Passes the records of a logger and of those below it."""

    def __init__(self, name=""):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        return not self.nlen or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    """What loggers and handlers share: filters, objects with a method `filter` or functions of the record."""

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        """The record if all filters pass it; one that gives a record puts it in its place."""
        for own in self.filters:
            passed = own.filter(record) if hasattr(own, "filter") else own(record)
            if not passed:
                return False
            if isinstance(passed, LogRecord):
                record = passed
        return record


def _removeHandlerRef(reference):
    if _handlerList and reference in _handlerList:
        _handlerList.remove(reference)


def _addHandlerRef(handler):
    _handlerList.append(weakref.ref(handler, _removeHandlerRef))


def getHandlerByName(name):
    """The handler of a name, or None."""
    return _handlers.get(name)


def getHandlerNames():
    """The names of all handlers that have one."""
    return frozenset(_handlers)


class Handler(Filterer):
    """Where messages go."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = None
        self.level = _checkLevel(level)
        self.formatter = None
        self._closed = False
        _addHandlerRef(self)
        self.createLock()

    def get_name(self):
        return self._name

    def set_name(self, name):
        with _lock:
            _handlers.pop(self._name, None)
            self._name = name
            if name:
                _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        self.lock = threading.RLock()

    def acquire(self):
        if self.lock:
            self.lock.acquire()

    def release(self):
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        """Emits a record that the filters pass."""
        passed = self.filter(record)
        if isinstance(passed, LogRecord):
            record = passed
        if passed:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return passed

    def flush(self):
        pass

    def close(self):
        """Ends the handler: its name is free again."""
        with _lock:
            self._closed = True
            if self._name and self._name in _handlers:
                del _handlers[self._name]

    def handleError(self, record):
        """Called where a message cannot be written: tells sys.stderr, as long as `raiseExceptions` holds."""
        if not _is_on("raiseExceptions") or not sys.stderr:
            return
        error = sys.exception()
        try:
            sys.stderr.write("--- Logging error ---\n")
            traceback.print_exception(error, file=sys.stderr)
            sys.stderr.write(f"Call stack:\n{''.join(traceback.format_stack(sys._user_frame()))}")
            self._tell_message(record)
        except OSError:
            pass
        finally:
            del error

    def _tell_message(self, record):
        try:
            sys.stderr.write(f"Message: {record.msg!r}\nArguments: {record.args}\n")
        except RecursionError:
            raise
        except Exception:
            sys.stderr.write(
                "Unable to print the message and arguments - possible formatting error.\n"
                "Use the traceback above to help find the error.\n"
            )

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"


class StreamHandler(Handler):
    """Writes to a stream, sys.stderr by default."""

    terminator = "\n"
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        self.acquire()
        try:
            if self.stream and hasattr(self.stream, "flush"):
                self.stream.flush()
        finally:
            self.release()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        """Writes to another stream from now on; the one before, None where it is the same."""
        if stream is self.stream:
            return None
        before = self.stream
        self.acquire()
        try:
            self.flush()
            self.stream = stream
        finally:
            self.release()
        return before

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return f"<{type(self).__name__} {f'{name} ' if name else ''}({getLevelName(self.level)})>"


class FileHandler(StreamHandler):
    """Appends to a file."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode = mode
        if "b" not in mode:
            import io

            encoding = io.text_encoding(encoding)
        self.encoding, self.errors, self.delay = encoding, errors, delay
        self._builtin_open = open
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            StreamHandler.__init__(self, self._open())

    def _open(self):
        return self._builtin_open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def close(self):
        self.acquire()
        try:
            self._close_stream()
            StreamHandler.close(self)
        finally:
            self.release()

    def _close_stream(self):
        if not self.stream:
            return
        try:
            self.flush()
        finally:
            stream, self.stream = self.stream, None
            if hasattr(stream, "close"):
                stream.close()

    def emit(self, record):
        # A file that was closed is opened again, unless that would empty it.
        if self.stream is None and (self.mode != "w" or not self._closed):
            self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def __repr__(self):
        return f"<{type(self).__name__} {self.baseFilename} ({getLevelName(self.level)})>"


class NullHandler(Handler):
    """Goes nowhere: for libraries that leave it to the program what is shown."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass

    def createLock(self):
        self.lock = None


class _StderrHandler(StreamHandler):
    """Writes to what sys.stderr is at the time."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


_defaultLastResort = _StderrHandler(WARNING)
