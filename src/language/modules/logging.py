# logging: messages with levels, written to sys.stderr or to handlers.

import os
import sys
import time

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN = WARNING
FATAL = CRITICAL
_NAMES = {0: "NOTSET", 10: "DEBUG", 20: "INFO", 30: "WARNING", 40: "ERROR", 50: "CRITICAL"}
_STARTED = time.time()
raiseExceptions = True
BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"


def _level(level):
    if isinstance(level, int):
        return level
    for number, name in _NAMES.items():
        if name == level:
            return number
    if not isinstance(level, str):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    raise ValueError(f"Unknown level: {level!r}")


def getLevelName(level):
    """The name of a level's number, or the number of its name."""
    for number, name in _NAMES.items():
        if name == level:
            return number
    return _NAMES.get(level, f"Level {level}")


def addLevelName(level, levelName):
    """Give a level a name."""
    _NAMES[level] = levelName


def getLevelNamesMapping():
    """Levels by name."""
    return {name: number for number, name in _NAMES.items()} | {"WARN": WARNING, "FATAL": FATAL}


class LogRecord:
    """One message."""

    def __init__(self, name, levelno, msg, args, exc=None, place=("", 0, "<module>")):
        self.name = name
        self.levelno = levelno
        self.levelname = getLevelName(levelno)
        self.msg = msg
        self.args = args
        self.exc_info = None if exc is None else (type(exc), exc, exc.__traceback__)
        self.exc_text = self.stack_info = None
        self.pathname, self.lineno, self.funcName = place
        self.filename = self.pathname.rpartition("/")[2]
        self.module = self.filename.rpartition(".")[0] or self.filename
        self.process, self.processName = os.getpid(), "MainProcess"
        self.thread, self.threadName = 1, "MainThread"
        self.relativeCreated = (time.time() - _STARTED) * 1000
        self.created = time.time()
        self.msecs = self.created % 1 * 1000

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        """The text, its arguments in place."""
        text = str(self.msg)
        if not self.args:
            return text
        if len(self.args) == 1 and isinstance(self.args[0], dict):
            return text % self.args[0]
        return text % self.args


def makeLogRecord(dict):
    """A record made of its attributes."""
    record = LogRecord("", NOTSET, "", ())
    record.__dict__.update(dict)
    return record


class Filter:
    """Passes the records of a logger and of those below it."""

    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


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
        """Whether all filters pass the record; one that gives a record puts it in its place."""
        for own in self.filters:
            passed = own.filter(record) if hasattr(own, "filter") else own(record)
            if not passed:
                return False
            if isinstance(passed, LogRecord):
                record = passed
        return record


class Formatter:
    """The layout of a message."""

    def __init__(self, fmt=None, datefmt=None, style="%"):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self._datefmt = datefmt
        self._style = style

    def formatTime(self, record, datefmt=None):
        """The time of a record."""
        stamp = time.strftime(datefmt or "%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        return stamp if datefmt else f"{stamp},{int(record.msecs):03d}"

    def formatException(self, ei):
        """The traceback of an exception."""
        import traceback

        return "".join(traceback.format_exception(ei[1])).rstrip("\n")

    def usesTime(self):
        return "asctime" in self._fmt

    def format(self, record):
        """The text of a record."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self._datefmt)
        values = record.__dict__
        if self._style == "%":
            text = self._fmt % values
        elif self._style == "{":
            text = self._fmt.format(**values)
        else:
            from string import Template

            text = Template(self._fmt).substitute(**values)
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        if record.stack_info:
            text += "\n" + record.stack_info
        return text


class Handler(Filterer):
    """Where messages go."""

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self.name = None
        self.level = _level(level)
        self.formatter = None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        passed = record.levelno >= self.level and self.filter(record)
        if passed:
            self.emit(passed)
        return passed

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def set_name(self, name):
        self.name = name

    def get_name(self):
        return self.name

    def flush(self):
        pass

    def close(self):
        pass


class StreamHandler(Handler):
    """Writes to a stream, sys.stderr by default."""

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = stream

    def emit(self, record):
        (self.stream or sys.stderr).write(self.format(record) + "\n")


class FileHandler(Handler):
    """Appends to a file."""

    def __init__(self, filename, mode="a", encoding=None, delay=False):
        Handler.__init__(self)
        self._file = open(filename, mode, encoding=encoding)

    def emit(self, record):
        self._file.write(self.format(record) + "\n")
        self._file.flush()

    def close(self):
        self._file.close()


class NullHandler(Handler):
    """Goes nowhere."""

    def emit(self, record):
        pass


class Logger(Filterer):
    """A named source of messages; those above its level go to its handlers and its parents'."""

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name = name
        self.level = _level(level)
        self.parent = None
        self.handlers = []
        self.propagate = True
        self.disabled = False

    def setLevel(self, level):
        self.level = _level(level)

    def getEffectiveLevel(self):
        logger = self
        while logger is not None:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > _disabled[0] and level >= self.getEffectiveLevel()

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        return bool(self.handlers) or (self.propagate and self.parent is not None and self.parent.hasHandlers())

    def getChild(self, suffix):
        """The logger below this one."""
        return getLogger(suffix if self.parent is None else f"{self.name}.{suffix}")

    def log(self, level, msg, *args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if not self.isEnabledFor(level):
            return
        if isinstance(exc_info, tuple):
            exc_info = exc_info[1]
        exc = exc_info if isinstance(exc_info, BaseException) else sys.exc_info()[1] if exc_info else None
        calls = sys._calls()
        place = calls[min(stacklevel, len(calls)) - 1] if calls else ("", 0, "<module>")
        record = LogRecord(self.name, level, msg, args, exc, place)
        for key, value in (extra or {}).items():
            if key in record.__dict__ or key in ("message", "asctime"):
                raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
            setattr(record, key, value)
        if stack_info:
            shown = "".join([f'\n  File "{file}", line {line}, in {function}' for file, line, function in calls[::-1]])
            record.stack_info = f"Stack (most recent call last):{shown}"
        self.handle(record)

    def handle(self, record):
        """Gives a record to the handlers."""
        record = not self.disabled and self.filter(record)
        if not record:
            return
        logger, handled = self, False
        while logger is not None:
            for handler in logger.handlers:
                handler.handle(record)
                handled = True
            logger = logger.parent if logger.propagate else None
        if not handled and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def debug(self, msg, *args, **keywords):
        self.log(DEBUG, msg, *args, **keywords)

    def info(self, msg, *args, **keywords):
        self.log(INFO, msg, *args, **keywords)

    def warning(self, msg, *args, **keywords):
        self.log(WARNING, msg, *args, **keywords)

    warn = warning

    def error(self, msg, *args, **keywords):
        self.log(ERROR, msg, *args, **keywords)

    def exception(self, msg, *args, exc_info=True, **keywords):
        self.log(ERROR, msg, *args, exc_info=exc_info, **keywords)

    def critical(self, msg, *args, **keywords):
        self.log(CRITICAL, msg, *args, **keywords)

    fatal = critical

    def __repr__(self):
        return f"<{type(self).__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class RootLogger(Logger):
    """The logger above all others."""


class LoggerAdapter:
    """A logger that adds to each message what it knows of the place it is used in."""

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        """The message and its options as they are passed on."""
        return msg, {**kwargs, "extra": self.extra}

    def log(self, level, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    @property
    def name(self):
        return self.logger.name


lastResort = StreamHandler()
lastResort.setLevel(WARNING)
root = Logger.root = RootLogger("root", WARNING)
_loggers = {}
_disabled = [NOTSET]
_classes = [Logger]


def getLoggerClass():
    return _classes[0]


def setLoggerClass(klass):
    """The class that getLogger makes loggers of."""
    _classes[0] = klass


def getLogger(name=None):
    """The logger of a name, always the same; the root without one."""
    if not name or name == "root":
        return root
    if name not in _loggers:
        made = _classes[0](name)
        parent = name.rpartition(".")[0]
        made.parent = getLogger(parent) if parent else root
        _loggers[name] = made
    return _loggers[name]


def basicConfig(*, level=None, format=BASIC_FORMAT, datefmt=None, style="%", stream=None, filename=None, filemode="a",
                handlers=None, force=False, **keywords):
    """Give the root logger a handler, unless it has one."""
    if force:
        root.handlers.clear()
    if not root.handlers:
        if handlers is None:
            handlers = [FileHandler(filename, filemode) if filename else StreamHandler(stream)]
        for handler in handlers:
            if handler.formatter is None:
                handler.setFormatter(Formatter(format, datefmt, style))
            root.addHandler(handler)
    if level is not None:
        root.setLevel(level)


def _ready():
    if not root.handlers:
        basicConfig()


def log(level, msg, *args, **keywords):
    _ready()
    root.log(level, msg, *args, **keywords)


def debug(msg, *args, **keywords):
    log(DEBUG, msg, *args, **keywords)


def info(msg, *args, **keywords):
    log(INFO, msg, *args, **keywords)


def warning(msg, *args, **keywords):
    log(WARNING, msg, *args, **keywords)


def error(msg, *args, **keywords):
    log(ERROR, msg, *args, **keywords)


def exception(msg, *args, **keywords):
    log(ERROR, msg, *args, **keywords)


def critical(msg, *args, **keywords):
    log(CRITICAL, msg, *args, **keywords)


fatal = critical


def warn(msg, *args, **keywords):
    log(WARNING, msg, *args, **keywords)


def disable(level=CRITICAL):
    """Silence all loggers up to a level."""
    _disabled[0] = _level(level)


def shutdown():
    """Flush the handlers of the root logger."""
    for handler in root.handlers:
        handler.flush()


def captureWarnings(capture):
    pass
