# logging: messages with levels, written to sys.stderr or to handlers.

import atexit as _atexit
import sys
import warnings
from types import GenericAlias

from _logging_outputs import (
    FileHandler,
    Filter,
    Filterer,
    Handler,
    NullHandler,
    StreamHandler,
    _addHandlerRef,
    _defaultLastResort,
    _handlerList,
    _handlers,
    _lock,
    _removeHandlerRef,
    _StderrHandler,
    getHandlerByName,
    getHandlerNames,
)
from _logging_records import (
    _STYLES,
    BASIC_FORMAT,
    CRITICAL,
    DEBUG,
    ERROR,
    FATAL,
    INFO,
    NOTSET,
    WARN,
    WARNING,
    BufferingFormatter,
    Formatter,
    LogRecord,
    PercentStyle,
    StrFormatStyle,
    StringTemplateStyle,
    _checkLevel,
    _defaultFormatter,
    _levelToName,
    _nameToLevel,
    addLevelName,
    getLevelName,
    getLevelNamesMapping,
    getLogRecordFactory,
    makeLogRecord,
    setLogRecordFactory,
)

__all__ = [
    "BASIC_FORMAT",
    "BufferingFormatter",
    "CRITICAL",
    "DEBUG",
    "ERROR",
    "FATAL",
    "FileHandler",
    "Filter",
    "Formatter",
    "Handler",
    "INFO",
    "LogRecord",
    "Logger",
    "LoggerAdapter",
    "NOTSET",
    "NullHandler",
    "StreamHandler",
    "WARN",
    "WARNING",
    "addLevelName",
    "basicConfig",
    "captureWarnings",
    "critical",
    "debug",
    "disable",
    "error",
    "exception",
    "fatal",
    "getLevelName",
    "getLogger",
    "getLoggerClass",
    "info",
    "log",
    "makeLogRecord",
    "setLoggerClass",
    "shutdown",
    "warn",
    "warning",
    "getLogRecordFactory",
    "setLogRecordFactory",
    "lastResort",
    "raiseExceptions",
    "getLevelNamesMapping",
    "getHandlerByName",
    "getHandlerNames",
]

raiseExceptions = True
logThreads = True
logMultiprocessing = True
logProcesses = True
logAsyncioTasks = True
lastResort = _defaultLastResort


def currentframe():
    """The frame that calls."""
    return sys._getframe(1)


_srcfile = currentframe.__code__.co_filename


class PlaceHolder:
    """Stands in the tree for a name that has loggers below it and none of its own."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap.setdefault(alogger)


def setLoggerClass(klass):
    """Sets the class that getLogger makes loggers of."""
    global _loggerClass
    _check_class(klass)
    _loggerClass = klass


def _check_class(klass):
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)


def getLoggerClass():
    """The class that getLogger makes loggers of."""
    return _loggerClass


class Manager:
    """Holds the tree of loggers."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    @property
    def disable(self):
        return self._disable

    @disable.setter
    def disable(self, value):
        self._disable = _checkLevel(value)

    def getLogger(self, name):
        """The logger of a name, always the same."""
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        with _lock:
            known = self.loggerDict.get(name)
            if known is not None and not isinstance(known, PlaceHolder):
                return known
            made = self.loggerDict[name] = (self.loggerClass or _loggerClass)(name)
            made.manager = self
            if known is not None:
                self._fixupChildren(known, made)
            self._fixupParents(made)
            return made

    def setLoggerClass(self, klass):
        _check_class(klass)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _fixupParents(self, alogger):
        """Finds the nearest logger above, and leaves places between them."""
        above = alogger.name.rpartition(".")[0]
        while above:
            found = self.loggerDict.setdefault(above, None)
            if found is None:
                self.loggerDict[above] = PlaceHolder(alogger)
            elif isinstance(found, Logger):
                alogger.parent = found
                return
            else:
                found.append(alogger)
            above = above.rpartition(".")[0]
        alogger.parent = self.root

    def _fixupChildren(self, ph, alogger):
        """Puts a new logger between those below it and their parents."""
        for below in ph.loggerMap:
            if not below.parent.name.startswith(alogger.name):
                alogger.parent = below.parent
                below.parent = alogger

    def _clear_cache(self):
        """Levels have changed: what loggers remember of them is forgotten."""
        for logger in self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()
        self.root._cache.clear()


class Logger(Filterer):
    """A named source of messages; those above its level go to its handlers and its parents'."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False
        self._cache = {}

    def setLevel(self, level):
        self.level = _checkLevel(level)
        self.manager._clear_cache()

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    def fatal(self, msg, *args, **kwargs):
        self.critical(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """(file, line, function, stack) of the user's call, or of one further out."""
        frame = None
        for depth in range(max(stacklevel, 1) - 1, -1, -1):
            frame = sys._user_frame(depth)
            if frame is not None:
                break
        if frame is None:
            return "(unknown file)", 0, "(unknown function)", None
        code = frame.f_code
        return code.co_filename, frame.f_lineno, code.co_name, _stack_of(frame) if stack_info else None

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        """A record of a message; what `extra` holds becomes attributes."""
        record = getLogRecordFactory()(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
            record.__dict__[key] = extra[key]
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        file, line, function, stack = self.findCaller(stack_info, stacklevel)
        if isinstance(exc_info, BaseException):
            exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
        elif exc_info and not isinstance(exc_info, tuple):
            exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info or None, function, extra, stack))

    def handle(self, record):
        """Gives a record that the filters pass to the handlers."""
        if self.disabled:
            return
        passed = self.filter(record)
        if passed:
            self.callHandlers(passed if isinstance(passed, LogRecord) else record)

    def addHandler(self, hdlr):
        with _lock:
            if hdlr not in self.handlers:
                self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        with _lock:
            if hdlr in self.handlers:
                self.handlers.remove(hdlr)

    def _reach(self):
        """This logger and those above it that its records come to."""
        logger = self
        while logger:
            yield logger
            logger = logger.parent if logger.propagate else None

    def hasHandlers(self):
        return any(logger.handlers for logger in self._reach())

    def callHandlers(self, record):
        """Gives a record to the handlers of this logger and of those above it."""
        found = 0
        logger = self
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found:
            self._without_handlers(record)

    def _without_handlers(self, record):
        if lastResort:
            if record.levelno >= lastResort.level:
                lastResort.handle(record)
        elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
            sys.stderr.write(f'No handlers could be found for logger "{self.name}"\n')
            self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        """The level of this logger, or of the nearest above that has one."""
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        if self.disabled:
            return False
        enabled = self._cache.get(level)
        if enabled is None:
            enabled = self.manager.disable < level and level >= self.getEffectiveLevel()
            self._cache[level] = enabled
        return enabled

    def getChild(self, suffix):
        """The logger below this one."""
        return self.manager.getLogger(suffix if self.root is self else f"{self.name}.{suffix}")

    def getChildren(self):
        """The loggers next below this one."""
        depth = 0 if self is self.root else self.name.count(".") + 1
        loggers = [logger for logger in self.manager.loggerDict.values() if isinstance(logger, Logger)]
        return {one for one in loggers if one.parent is self and one.name.count(".") == depth}

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"

    def __reduce__(self):
        if getLogger(self.name) is not self:
            import pickle

            raise pickle.PicklingError("logger cannot be pickled")
        return getLogger, (self.name,)


def _stack_of(frame):
    import traceback

    return "Stack (most recent call last):\n" + "".join(traceback.format_stack(frame)).removesuffix("\n")


class RootLogger(Logger):
    """The logger above all others."""

    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger


class LoggerAdapter:
    """A logger that adds to each message what it knows of the place it is used in."""

    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, logger, extra=None, merge_extra=False):
        self.logger = logger
        self.extra = extra
        self.merge_extra = merge_extra

    def process(self, msg, kwargs):
        """The message and its options as they are passed on."""
        own = self.extra
        kwargs["extra"] = {**own, **kwargs["extra"]} if self.merge_extra and "extra" in kwargs else own
        return msg, kwargs

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    @property
    def manager(self):
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        self.logger.manager = value

    @property
    def name(self):
        return self.logger.name

    def __repr__(self):
        level = getLevelName(self.logger.getEffectiveLevel())
        return f"<{type(self).__name__} {self.logger.name} ({level})>"


root = Logger.root = RootLogger(WARNING)
Logger.manager = Manager(root)


def getLogger(name=None):
    """The logger of a name, always the same; the root without one."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def _root_handlers(handlers, stream, filename, filemode, encoding, errors):
    """What basicConfig gives the root logger."""
    if handlers is not None:
        return handlers
    if not filename:
        return [StreamHandler(stream)]
    if "b" in filemode:
        return [FileHandler(filename, filemode, encoding=encoding, errors=None)]
    import io

    return [FileHandler(filename, filemode, encoding=io.text_encoding(encoding), errors=errors)]


def _check_configuration(options):
    given = [name for name in ("stream", "filename") if name in options]
    if options.get("handlers") is not None and given:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if len(given) == 2:
        raise ValueError("'stream' and 'filename' should not be specified together")


def basicConfig(**kwargs):
    """Gives the root logger a handler, unless it has one."""
    with _lock:
        encoding, errors = kwargs.pop("encoding", None), kwargs.pop("errors", "backslashreplace")
        if kwargs.pop("force", False):
            for handler in root.handlers[:]:
                root.removeHandler(handler)
                handler.close()
        if root.handlers:
            return
        _check_configuration(kwargs)
        handlers, filename = kwargs.pop("handlers", None), kwargs.pop("filename", None)
        filemode, stream = kwargs.pop("filemode", "a"), kwargs.pop("stream", None)
        handlers = _root_handlers(handlers, stream, filename, filemode, encoding, errors)
        datefmt, style = kwargs.pop("datefmt", None), kwargs.pop("style", "%")
        if style not in _STYLES:
            raise ValueError(f"Style must be one of: {','.join(_STYLES)}")
        formatter = Formatter(kwargs.pop("format", _STYLES[style][1]), datefmt, style)
        level = kwargs.pop("level", None)
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(formatter)
            root.addHandler(handler)
        if level is not None:
            root.setLevel(level)
        if kwargs:
            raise ValueError(f"Unrecognised argument(s): {', '.join(kwargs)}")


def _ready():
    if not root.handlers:
        basicConfig()


def critical(msg, *args, **kwargs):
    _ready()
    root.critical(msg, *args, **kwargs)


def fatal(msg, *args, **kwargs):
    critical(msg, *args, **kwargs)


def error(msg, *args, **kwargs):
    _ready()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    _ready()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _ready()
    root.info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    _ready()
    root.debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    _ready()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    """Silences all loggers up to a level."""
    root.manager.disable = level
    root.manager._clear_cache()


def shutdown(handlerList=_handlerList):
    """Flushes and closes all handlers, the last first: called at the end of the program."""
    for reference in reversed(handlerList[:]):
        handler = reference()
        if handler is None:
            continue
        try:
            _end(handler)
        except (OSError, ValueError):
            # Its stream has gone before it.
            pass
        except Exception:
            if raiseExceptions:
                raise


def _end(handler):
    handler.acquire()
    try:
        if getattr(handler, "flushOnClose", True):
            handler.flush()
        handler.close()
    finally:
        handler.release()


_atexit.register(shutdown)
_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    """What stands for warnings.showwarning while warnings are captured."""
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(warnings.formatwarning(message, category, filename, lineno, line)))


def captureWarnings(capture):
    """Warnings go to the logger "py.warnings", or to sys.stderr again."""
    global _warnings_showwarning
    if capture and _warnings_showwarning is None:
        _warnings_showwarning = warnings.showwarning
        warnings.showwarning = _showwarning
    elif not capture and _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None
