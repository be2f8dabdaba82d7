# warnings: messages about what will change or looks wrong, once for each text and place.

import sys

filters = []
_shown = set()
_recording = []


def _matches(rule, message, category):
    action, text, wanted, module = rule
    if not issubclass(category, wanted):
        return False
    if text.isalnum() or not text:
        return message.lower().startswith(text.lower())
    import re

    return re.match(text, message, re.IGNORECASE) is not None


def warn(message, category=None, stacklevel=1, source=None):
    """Show a warning on sys.stderr, or what the filters say."""
    if isinstance(message, Warning):
        category = type(message)
    category = UserWarning if category is None else category
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    text = str(message)
    action = "default"
    for rule in filters:
        if _matches(rule, text, category):
            action = rule[0]
            break
    if action == "ignore":
        return
    if action == "error":
        raise message if isinstance(message, Warning) else category(message)
    instance = message if isinstance(message, Warning) else category(message)
    calls = sys._calls()
    file, line, _ = calls[min(max(stacklevel, 1), len(calls)) - 1] if calls else ("", 0, "")
    if action != "always":
        # Once for each place, each file, or at all.
        place = {"once": (), "module": (file,)}.get(action, (file, line))
        if (text, category, *place) in _shown:
            return
        _shown.add((text, category, *place))
    if _recording:
        _recording[-1].append(WarningMessage(instance, category, file, line))
    else:
        showwarning(instance, category, file, line)


def warn_explicit(message, category, filename, lineno, module=None, registry=None):
    warn(message, category)


def _warn_unawaited_coroutine(coroutine):
    """A coroutine died before it ran."""
    warn(f"coroutine '{coroutine.__qualname__}' was never awaited", RuntimeWarning, stacklevel=1, source=coroutine)


_DEPRECATED_MSG = "{name!r} is deprecated and slated for removal in Python {remove}"


def _deprecated(name, message=_DEPRECATED_MSG, *, remove, _version=sys.version_info):
    """Warn of what a later version removes."""
    version = "%d.%d" % remove
    warn(message.format(name=name, remove=version), DeprecationWarning, stacklevel=3)


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Write a warning to a file, sys.stderr by default."""
    (file or sys.stderr).write(formatwarning(message, category, filename, lineno, line))


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning."""
    place = f"{filename}:{lineno}: " if filename else ""
    return f"{place}{category.__name__}: {message}\n" + (f"  {line.strip()}\n" if line else "")


class WarningMessage:
    """A recorded warning."""

    def __init__(self, message, category, filename, lineno):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno

    def __str__(self):
        return f"{{message : {self.message!r}, category : {self.category.__name__!r}}}"


def simplefilter(action, category=Warning, lineno=0, append=False):
    """A rule for all warnings of a category: 'default', 'ignore', 'error', 'always', 'once' or 'module'."""
    filterwarnings(action, "", category, append=append)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """A rule for warnings whose text begins with the message."""
    if action not in ("default", "ignore", "error", "always", "once", "module", "all"):
        raise AssertionError(f"invalid action: {action!r}")
    if not isinstance(message, str):
        raise AssertionError("message must be a string")
    _shown.clear()
    rule = (action, message.removeprefix(".*"), category, module)
    if append:
        filters.append(rule)
    else:
        filters.insert(0, rule)


def _processoptions(options):
    """Set the filters that options of a command line ask for: "action:message:category:module:line" each."""
    for option in options:
        action, message, category, module, line = (option.split(":") + [""] * 4)[:5]
        known = [name for name in ("default", "always", "ignore", "module", "once", "error") if name.startswith(action)]
        try:
            kind = _category(category)
            number = int(line) if line else 0
        except (ImportError, AttributeError, ValueError):
            print(f"Invalid -W option ignored: {option!r}", file=sys.stderr)
            continue
        filterwarnings(known[0] if known else "default", message.strip(), kind, module, number)


def _category(name):
    import builtins
    import importlib

    if not name:
        return Warning
    module, _, leaf = name.rpartition(".")
    return getattr(importlib.import_module(module) if module else builtins, leaf)


def resetwarnings():
    """Forget all rules."""
    filters.clear()


class catch_warnings:
    """Puts the rules back at the end of the block; with record=True the block gets a list of its warnings."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._action = action
        self._category = category

    def __enter__(self):
        self._saved = list(filters)
        _shown.clear()
        if self._action is not None:
            simplefilter(self._action, self._category)
        if self._record:
            _recording.append([])
            return _recording[-1]

    def __exit__(self, *details):
        filters[:] = self._saved
        _shown.clear()
        if self._record:
            _recording.pop()


def deprecated(message, *, category=DeprecationWarning, stacklevel=1):
    """Decorator: a call warns."""

    def decorate(func):
        from functools import wraps

        @wraps(func)
        def wrapper(*args, **keywords):
            warn(message, category)
            return func(*args, **keywords)

        return wrapper

    return decorate
