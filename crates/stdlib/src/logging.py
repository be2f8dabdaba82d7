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
_BASIC = {"%": BASIC_FORMAT, "{": "{levelname}:{name}:{message}", "$": "${levelname}:${name}:${message}"}


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

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        # One dictionary is what the text's %(names)s stand for.
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.name = name
        self.msg = msg
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
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
        return text % self.args if self.args else text


def makeLogRecord(dict):
    """A record made of its attributes."""
    record = _factory[0](None, None, "", 0, "", (), None)
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

    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{", "$"):
            raise ValueError("Style must be one of: %,{,$")
        self._fmt = fmt or {"%": "%(message)s", "{": "{message}", "$": "${message}"}[style]
        self.datefmt = datefmt
        self._style = style
        self._defaults = defaults or {}
        if validate:
            _check_format(self._fmt, style)

    def formatTime(self, record, datefmt=None):
        """The time of a record."""
        moment = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        stamp = time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (stamp, record.msecs) if self.default_msec_format else stamp

    @staticmethod
    def converter(seconds):
        """Which clock times are of; time.gmtime is another."""
        return time.localtime(seconds)

    def formatMessage(self, record):
        """The text of a record without its exception."""
        values = {**self._defaults, **record.__dict__}
        try:
            if self._style == "%":
                return self._fmt % values
            if self._style == "{":
                return self._fmt.format(**values)
            from string import Template

            return Template(self._fmt).substitute(**values)
        except KeyError as error:
            raise ValueError(f"Formatting field not found in record: {error}") from None

    def formatStack(self, stack_info):
        return stack_info

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
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, record.stack_info and self.formatStack(record.stack_info)):
            if more:
                text += ("" if text.endswith("\n") else "\n") + more
        return text


def _check_format(fmt, style):
    """ValueError for a format without fields, or with broken ones."""
    import re

    if style == "%":
        good = re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", fmt, re.I)
    elif style == "{":
        from string import Formatter as Fields

        names = set()
        try:
            for _, name, spec, conversion in Fields().parse(fmt):
                if name:
                    if not re.match(r"^(\d+|\w+)(\.\w+|\[[^]]+\])*$", name):
                        raise ValueError(f"invalid field name/expression: {name!r}")
                    names.add(name)
                if conversion and conversion not in "rsa":
                    raise ValueError(f"invalid conversion: {conversion!r}")
                if spec and not re.match(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", spec, re.I):
                    raise ValueError(f"bad specifier: {spec!r}")
        except ValueError as error:
            raise ValueError(f"invalid format: {error}") from error
        if not names:
            raise ValueError("invalid format: no fields")
        return
    else:
        good = re.search(r"\$\w+|\$\{\w+\}", fmt)
        if not good:
            raise ValueError("invalid format: no $-formatting fields")
    if not good:
        raise ValueError(f"Invalid format {fmt!r} for {style!r} style")


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

    def handleError(self, record):
        """Called where a message cannot be written: tells sys.stderr, as long as `raiseExceptions` holds."""
        if raiseExceptions:
            import traceback

            sys.stderr.write(
                f"--- Logging error ---\n{traceback.format_exc()}Message: {record.msg!r}\nArguments: {record.args}\n"
            )

    def acquire(self):
        pass

    release = createLock = flush = close = acquire

    def __repr__(self):
        return f"<{type(self).__name__} ({getLevelName(self.level)})>"


class StreamHandler(Handler):
    """Writes to a stream, sys.stderr by default."""

    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def flush(self):
        if hasattr(self.stream, "flush"):
            self.stream.flush()

    def setStream(self, stream):
        """Writes to another stream from now on; the one before."""
        if stream is self.stream:
            return None
        before, self.stream = self.stream, stream
        return before

    def __repr__(self):
        name = getattr(self.stream, "name", "")
        return f"<{type(self).__name__} {f'{name} ' if name else ''}({getLevelName(self.level)})>"


class FileHandler(StreamHandler):
    """Appends to a file."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(filename)
        self.mode, self.encoding, self.errors, self.delay = mode, encoding, errors, delay
        Handler.__init__(self)
        self.stream = None if delay else self._open()

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None:
            self.stream = self._open()
        StreamHandler.emit(self, record)

    def flush(self):
        if self.stream is not None:
            self.stream.flush()

    def close(self):
        if self.stream is not None:
            self.stream.close()
            self.stream = None

    def __repr__(self):
        return f"<{type(self).__name__} {self.baseFilename} ({getLevelName(self.level)})>"


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

    def getChildren(self):
        """The loggers next below this one."""
        return {logger for logger in _loggers.values() if logger.parent is self}

    def log(self, level, msg, *args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        if not isinstance(level, int):
            raise TypeError("level must be an integer")
        if not self.isEnabledFor(level):
            return
        if isinstance(exc_info, BaseException):
            exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
        elif not isinstance(exc_info, tuple):
            exc_info = sys.exc_info() if exc_info else None
        calls = sys._calls()
        file, line, function = calls[min(stacklevel, len(calls)) - 1] if calls else ("", 0, "<module>")
        shown = None
        if stack_info:
            shown = "".join([f'\n  File "{file}", line {line}, in {function}' for file, line, function in calls[::-1]])
            shown = f"Stack (most recent call last):{shown}"
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info, function, extra, shown))

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        """A record of a message; what `extra` holds becomes attributes."""
        record = _factory[0](name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key, value in (extra or {}).items():
            if key in record.__dict__ or key in ("message", "asctime"):
                raise KeyError(f"Attempt to overwrite {key!r} in LogRecord")
            setattr(record, key, value)
        return record

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


class _Stderr(StreamHandler):
    """Writes to what sys.stderr is at the time."""

    @property
    def stream(self):
        return sys.stderr

    @stream.setter
    def stream(self, stream):
        pass


lastResort = _Stderr()
lastResort.setLevel(WARNING)
root = Logger.root = RootLogger("root", WARNING)
_loggers = {}
_disabled = [NOTSET]
_classes = [Logger]
_factory = [LogRecord]


def getLogRecordFactory():
    return _factory[0]


def setLogRecordFactory(factory):
    """What makes records: called as LogRecord is."""
    _factory[0] = factory


def getLoggerClass():
    return _classes[0]


def setLoggerClass(klass):
    """The class that getLogger makes loggers of."""
    _classes[0] = klass


def getLogger(name=None):
    """The logger of a name, always the same; the root without one."""
    if not name or name == "root":
        return root
    if not isinstance(name, str):
        raise TypeError("A logger name must be a string")
    if name not in _loggers:
        made = _loggers[name] = _classes[0](name)
        # Those above and below it by name; there may be gaps.
        above = name
        while made.parent is None:
            above = above.rpartition(".")[0]
            made.parent = _loggers.get(above) if above else root
        for other in _loggers.values():
            if other.name.startswith(name + ".") and not other.parent.name.startswith(name + "."):
                other.parent = made
    return _loggers[name]


def basicConfig(
    *,
    level=None,
    format=None,
    datefmt=None,
    style="%",
    stream=None,
    filename=None,
    filemode="a",
    handlers=None,
    force=False,
    encoding=None,
    errors="backslashreplace",
    **keywords,
):
    """Give the root logger a handler, unless it has one."""
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if not root.handlers:
        if handlers is not None and (stream is not None or filename is not None):
            raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
        if stream is not None and filename is not None:
            raise ValueError("'stream' and 'filename' should not be specified together")
        if keywords:
            raise ValueError(f"Unrecognised argument(s): {', '.join(keywords)}")
        if style not in _BASIC:
            raise ValueError(f"Style must be one of: {','.join(_BASIC)}")
        format = format or _BASIC[style]
        if handlers is None:
            handlers = [FileHandler(filename, filemode, encoding, errors=errors) if filename else StreamHandler(stream)]
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
    """Warnings go to the logger "py.warnings", or to sys.stderr again."""
    import warnings

    if capture and not _captured:
        _captured.append(warnings.showwarning)
        warnings.showwarning = _log_warning
    elif not capture and _captured:
        warnings.showwarning = _captured.pop()


_captured = []


def _log_warning(message, category, filename, lineno, file=None, line=None):
    import warnings

    getLogger("py.warnings").warning("%s", warnings.formatwarning(message, category, filename, lineno, line))
