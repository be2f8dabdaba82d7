# Levels, records and their layout: part of logging.

__name__ = "logging"

import collections.abc
import os
import re
import sys
import threading
import time
from string import Formatter as _Fields
from string import Template

_STARTED = time.time_ns()

NOTSET, DEBUG, INFO, WARNING, ERROR, CRITICAL = 0, 10, 20, 30, 40, 50
WARN, FATAL = WARNING, CRITICAL
_levelToName = {
    CRITICAL: "CRITICAL",
    ERROR: "ERROR",
    WARNING: "WARNING",
    INFO: "INFO",
    DEBUG: "DEBUG",
    NOTSET: "NOTSET",
}
_nameToLevel = {
    "CRITICAL": CRITICAL,
    "FATAL": FATAL,
    "ERROR": ERROR,
    "WARN": WARNING,
    "WARNING": WARNING,
    "INFO": INFO,
    "DEBUG": DEBUG,
    "NOTSET": NOTSET,
}


def getLevelNamesMapping():
    """Levels by name."""
    return dict(_nameToLevel)


def getLevelName(level):
    """The name of a level's number, or the number of its name."""
    name = _levelToName.get(level)
    return _nameToLevel.get(level, f"Level {level}") if name is None else name


def addLevelName(level, levelName):
    """Gives a level a name."""
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    """A level's number, for its number or name."""
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    if level not in _nameToLevel:
        raise ValueError(f"Unknown level: {level!r}")
    return _nameToLevel[level]


def _is_on(switch):
    """Whether the program left a switch of the module on."""
    return getattr(sys.modules.get("logging"), switch, True)


class LogRecord:
    """One message, with all that is known of where it comes from."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time_ns()
        # One mapping is what the text's %(names)s stand for.
        if args and len(args) == 1 and isinstance(args[0], collections.abc.Mapping) and args[0]:
            args = args[0]
        self.name = name
        self.msg = msg
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename, self.module = _names_of(pathname)
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now / 1e9
        self.msecs = now % 1_000_000_000 // 1_000_000 + 0.0
        if self.msecs == 999.0 and int(self.created) != now // 1_000_000_000:
            # Rounded up to the next second.
            self.msecs = 0.0
        self.relativeCreated = (now - _STARTED) / 1e6
        self._note_who()

    def _note_who(self):
        """Notes the thread, the process and the task."""
        threads = _is_on("logThreads")
        self.thread = threading.get_ident() if threads else None
        self.threadName = threading.current_thread().name if threads else None
        self.processName = _process_name() if _is_on("logMultiprocessing") else None
        self.process = os.getpid() if _is_on("logProcesses") else None
        self.taskName = _task_name() if _is_on("logAsyncioTasks") else None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        """The text, its arguments in place."""
        text = str(self.msg)
        return text % self.args if self.args else text


_known_names = {}


def _names_of(pathname):
    """The names of a file and of its module; those of the files that log are kept."""
    try:
        names = _known_names.get(pathname)
        if names is None:
            filename = os.path.basename(pathname)
            names = filename, os.path.splitext(filename)[0]
            if len(_known_names) < 1000:
                _known_names[pathname] = names
    except (TypeError, ValueError, AttributeError):
        return pathname, "Unknown module"
    return names


def _process_name():
    multiprocessing = sys.modules.get("multiprocessing")
    if multiprocessing is None:
        return "MainProcess"
    try:
        return multiprocessing.current_process().name
    except Exception:
        return "MainProcess"


def _task_name():
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.current_task().get_name()
    except Exception:
        return None


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    """Sets what makes records: called as LogRecord is."""
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    """What makes records."""
    return _logRecordFactory


def makeLogRecord(dict):
    """A record made of its attributes, as those that come from elsewhere."""
    record = _logRecordFactory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


class PercentStyle:
    """Formats as %(name)s."""

    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"
    validation_pattern = re.compile(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", re.I)

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self.asctime_search in self._fmt

    def validate(self):
        """ValueError for a format without fields, or with broken ones."""
        if not self.validation_pattern.search(self._fmt):
            raise ValueError(f"Invalid format '{self._fmt}' for '{self.default_format[0]}' style")

    def _values(self, record):
        return self._defaults | record.__dict__ if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as error:
            raise ValueError(f"Formatting field not found in record: {error}")


class StrFormatStyle(PercentStyle):
    """Formats as {name}."""

    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"
    fmt_spec = re.compile(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", re.I)
    field_spec = re.compile(r"^(\d+|\w+)(\.\w+|\[[^]]+\])*$")

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        try:
            fields = {name for part in _Fields().parse(self._fmt) for name in self._check(*part[1:])}
        except ValueError as error:
            raise ValueError(f"invalid format: {error}")
        if not fields:
            raise ValueError("invalid format: no fields")

    def _check(self, name, spec, conversion):
        if name and not self.field_spec.match(name):
            raise ValueError(f"invalid field name/expression: {name!r}")
        if conversion and conversion not in "rsa":
            raise ValueError(f"invalid conversion: {conversion!r}")
        if spec and not self.fmt_spec.match(spec):
            raise ValueError(f"bad specifier: {spec!r}")
        return [name] if name else []


class StringTemplateStyle(PercentStyle):
    """Formats as ${name}."""

    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._tpl = Template(self._fmt)

    def usesTime(self):
        return "$asctime" in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        found = list(Template.pattern.finditer(self._fmt))
        if any(match.group() == "$" for match in found):
            raise ValueError("invalid format: bare '$' not allowed")
        if not any(match["named"] or match["braced"] for match in found):
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_STYLES = {
    "%": (PercentStyle, BASIC_FORMAT),
    "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
    "$": (StringTemplateStyle, "${levelname}:${name}:${message}"),
}


class Formatter:
    """The layout of a message."""

    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError(f"Style must be one of: {','.join(_STYLES)}")
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        """The time of a record."""
        # A function of time's that stands in the class is no method, and takes the seconds alone.
        converter = self.converter
        if getattr(converter, "__module__", None) == "time":
            converter = getattr(converter, "__func__", converter)
        moment = converter(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        stamp = time.strftime(self.default_time_format, moment)
        return self.default_msec_format % (stamp, record.msecs) if self.default_msec_format else stamp

    def formatException(self, ei):
        """The traceback of an exception."""
        import traceback

        return "".join(traceback.format_exception(*ei)).removesuffix("\n")

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        """The text of a record without its exception."""
        return self._style.format(record)

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        """The text of a record, its exception and its stack below it."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            text = _below(text, record.exc_text)
        if record.stack_info:
            text = _below(text, self.formatStack(record.stack_info))
        return text


def _below(text, more):
    return text + more if text.endswith("\n") else f"{text}\n{more}"


_defaultFormatter = Formatter()


class BufferingFormatter:
    """The layout of several records as one text."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        lines = [self.linefmt.format(record) for record in records]
        return "".join([self.formatHeader(records), *lines, self.formatFooter(records)])
