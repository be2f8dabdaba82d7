# logging: messages with levels, written to sys.stderr or to handlers.

import sys
import time

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN = WARNING
FATAL = CRITICAL
_NAMES = {0: "NOTSET", 10: "DEBUG", 20: "INFO", 30: "WARNING", 40: "ERROR", 50: "CRITICAL"}
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


class LogRecord:
    """One message."""

    def __init__(self, name, levelno, msg, args, exc=None):
        self.name = name
        self.levelno = levelno
        self.levelname = getLevelName(levelno)
        self.msg = msg
        self.args = args
        self.exc = exc
        self.created = time.time()
        self.msecs = self.created % 1 * 1000

    def getMessage(self):
        text = str(self.msg)
        if not self.args:
            return text
        if len(self.args) == 1 and isinstance(self.args[0], dict):
            return text % self.args[0]
        return text % self.args


class Formatter:
    """The layout of a message."""

    def __init__(self, fmt=None, datefmt=None, style="%"):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self._datefmt = datefmt
        self._style = style

    def format(self, record):
        values = dict(record.__dict__)
        values["message"] = record.getMessage()
        stamp = time.strftime(self._datefmt or "%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        values["asctime"] = stamp if self._datefmt else f"{stamp},{int(record.msecs):03d}"
        if self._style == "%":
            text = self._fmt % values
        elif self._style == "{":
            text = self._fmt.format(**values)
        else:
            from string import Template

            text = Template(self._fmt).substitute(**values)
        if record.exc is not None:
            import traceback

            text += "\n" + "".join(traceback.format_exception(record.exc)).rstrip("\n")
        return text


class Handler:
    """Where messages go."""

    def __init__(self, level=NOTSET):
        self.level = _level(level)
        self.formatter = None

    def setLevel(self, level):
        self.level = _level(level)

    def setFormatter(self, fmt):
        self.formatter = fmt

    def format(self, record):
        return (self.formatter or Formatter()).format(record)

    def handle(self, record):
        if record.levelno >= self.level:
            self.emit(record)

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


class Logger:
    """A named source of messages; those above its level go to its handlers and its parents'."""

    def __init__(self, name, level=NOTSET):
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
        return not self.disabled and level >= self.getEffectiveLevel()

    def addHandler(self, handler):
        if handler not in self.handlers:
            self.handlers.append(handler)

    def removeHandler(self, handler):
        if handler in self.handlers:
            self.handlers.remove(handler)

    def hasHandlers(self):
        return bool(self.handlers) or (self.parent is not None and self.parent.hasHandlers())

    def log(self, level, msg, *args, exc_info=None, **keywords):
        if not self.isEnabledFor(level):
            return
        exc = exc_info if isinstance(exc_info, BaseException) else sys.exc_info()[1] if exc_info else None
        record = LogRecord(self.name, level, msg, args, exc)
        logger = self
        handled = False
        while logger is not None:
            for handler in logger.handlers:
                handler.handle(record)
                handled = True
            logger = logger.parent if logger.propagate else None
        if not handled and level >= WARNING:
            sys.stderr.write(record.getMessage() + "\n")

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

    def __repr__(self):
        return f"<Logger {self.name} ({getLevelName(self.getEffectiveLevel())})>"


root = Logger("root", WARNING)
_loggers = {}


def getLogger(name=None):
    """The logger of a name, always the same; the root without one."""
    if not name or name == "root":
        return root
    if name not in _loggers:
        made = Logger(name)
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


def disable(level=CRITICAL):
    root.setLevel(level + 1)


def captureWarnings(capture):
    pass
