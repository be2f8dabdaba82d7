# warnings: messages about what will change or looks wrong, once for each text and place.

import sys
from operator import index

__all__ = [
    "warn",
    "warn_explicit",
    "showwarning",
    "formatwarning",
    "filterwarnings",
    "simplefilter",
    "resetwarnings",
    "catch_warnings",
    "deprecated",
]

_ACTIONS = ("default", "always", "ignore", "module", "once", "error")
_defaultaction = defaultaction = "default"
_onceregistry = onceregistry = {}
# (action, pattern of the text or None, category, pattern of the module or None, line or 0), the first that matches counts.
filters = [
    ("default", None, DeprecationWarning, "__main__", 0),
    ("ignore", None, DeprecationWarning, None, 0),
    ("ignore", None, PendingDeprecationWarning, None, 0),
    ("ignore", None, ImportWarning, None, 0),
    ("ignore", None, ResourceWarning, None, 0),
]
_filters_version = 1


def _filters_mutated():
    """What was shown once counts no more."""
    global _filters_version
    _filters_version += 1


class WarningMessage:
    """A warning and where it comes from."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        name = self._category_name
        place = f"filename : {self.filename!r}, lineno : {self.lineno}, line : {self.line!r}"
        return f"{{message : {self.message!r}, category : {name!r}, {place}}}"


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Writes a warning to a file, sys.stderr by default; a program may put its own function here."""
    _showwarnmsg_impl(WarningMessage(message, category, filename, lineno, file, line))


def formatwarning(message, category, filename, lineno, line=None):
    """The text of a warning; a program may put its own function here."""
    return _formatwarnmsg_impl(WarningMessage(message, category, filename, lineno, None, line))


_showwarning_orig, _formatwarning_orig = showwarning, formatwarning


def _showwarnmsg_impl(msg):
    file = sys.stderr if msg.file is None else msg.file
    if file is not None:
        try:
            file.write(_formatwarnmsg(msg))
        except OSError:
            pass


def _formatwarnmsg_impl(msg):
    import linecache

    line = linecache.getline(msg.filename, msg.lineno) if msg.line is None else msg.line
    shown = f"  {line.strip()}\n" if line else ""
    return f"{msg.filename}:{msg.lineno}: {msg.category.__name__}: {msg.message}\n{shown}"


def _showwarnmsg(msg):
    """Shows a warning as the program has it."""
    if showwarning is _showwarning_orig:
        return _showwarnmsg_impl(msg)
    if not callable(showwarning):
        raise TypeError("warnings.showwarning() must be set to a function or method")
    return showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)


def _formatwarnmsg(msg):
    if formatwarning is _formatwarning_orig:
        return _formatwarnmsg_impl(msg)
    return formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line)


def _check_rule(action, lineno):
    if action not in _ACTIONS:
        raise ValueError(f"invalid action: {action!r}")
    if not isinstance(lineno, int):
        raise TypeError("lineno must be an int")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Puts a rule before the others: what to do with warnings whose text, category, module and line match."""
    if action not in _ACTIONS:
        raise ValueError(f"invalid action: {action!r}")
    if not isinstance(message, str):
        raise TypeError("message must be a string")
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError("category must be a Warning subclass")
    if not isinstance(module, str):
        raise TypeError("module must be a string")
    _check_rule(action, lineno)
    if message or module:
        import re

        message, module = message and re.compile(message, re.IGNORECASE), module and re.compile(module)
    _add_filter(action, message or None, category, module or None, lineno, append=append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Puts a rule for all texts and modules before the others."""
    _check_rule(action, lineno)
    _add_filter(action, None, category, None, lineno, append=append)


def _add_filter(*rule, append):
    if not append:
        if rule in filters:
            filters.remove(rule)
        filters.insert(0, rule)
    elif rule not in filters:
        filters.append(rule)
    _filters_mutated()


def resetwarnings():
    """Forgets all rules."""
    filters[:] = []
    _filters_mutated()


class _OptionError(Exception):
    """An option of `-W` that says nothing."""


def _processoptions(args):
    """Makes rules of options as `-W` takes them."""
    for arg in args:
        try:
            _setoption(arg)
        except _OptionError as error:
            print("Invalid -W option ignored:", error, file=sys.stderr)


def _setoption(arg):
    import re

    parts = [part.strip() for part in arg.split(":")]
    if len(parts) > 5:
        raise _OptionError(f"too many fields (max 5): {arg!r}")
    action, message, category, module, line = parts + [""] * (5 - len(parts))
    action, category = _getaction(action), _getcategory(category)
    module = module and re.escape(module) + r"\Z"
    if line and not line.isdecimal():
        raise _OptionError(f"invalid lineno {line!r}")
    filterwarnings(action, re.escape(message), category, module, int(line or 0))


def _getaction(action):
    if not action:
        return "default"
    if action == "all":
        return "always"
    for known in _ACTIONS:
        if known.startswith(action):
            return known
    raise _OptionError(f"invalid action: {action!r}")


def _getcategory(category):
    if not category:
        return Warning
    module, _, name = category.rpartition(".")
    try:
        found = __import__(module or "builtins", None, None, [name])
    except ImportError:
        raise _OptionError(f"invalid module name: {module!r}") from None
    found = getattr(found, name, None)
    if found is None:
        raise _OptionError(f"unknown warning category: {category!r}")
    if not issubclass(found, Warning):
        raise _OptionError(f"invalid warning category: {found!r}")
    return found


def _is_users(frame):
    innermost = sys._user_frame(0)
    return innermost is None or innermost.f_code is frame.f_code


def _caller(stacklevel, skip_file_prefixes):
    """The user's frame that a warning is about; None where there is none."""
    depth = max(stacklevel, 1) - 1
    if not skip_file_prefixes:
        # Levels count users' calls. A module of ours warns of the line that has called it, however many calls of its own lie between.
        return sys._user_frame(depth if _is_users(sys._getframe(2)) else 0)
    at = 0
    while (frame := sys._user_frame(at)) is not None:
        if at == 0 or not frame.f_code.co_filename.startswith(skip_file_prefixes):
            if depth == 0:
                return frame
            depth -= 1
        at += 1
    return None


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Shows a warning on sys.stderr, or does with it what the filters say."""
    category = type(message) if isinstance(message, Warning) else UserWarning if category is None else category
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    if not isinstance(skip_file_prefixes, tuple):
        raise TypeError("skip_file_prefixes must be a tuple of strs.")
    frame = _caller(max(2, stacklevel) if skip_file_prefixes else stacklevel, skip_file_prefixes)
    if frame is None:
        names, filename, lineno = sys.__dict__, "<sys>", 0
    else:
        names, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
    registry, module = names.setdefault("__warningregistry__", {}), names.get("__name__", "<string>")
    if module == "__main__":
        # Many cells make up this module, and each has its lines.
        registry = registry.setdefault(filename, {})
    warn_explicit(message, category, filename, lineno, module, registry, names, source)


def _matches(pattern, text):
    return pattern is None or (pattern == text if isinstance(pattern, str) else pattern.match(text) is not None)


def _action(text, category, module, lineno):
    for action, message, wanted, place, line in filters:
        if (
            issubclass(category, wanted)
            and (line == 0 or line == lineno)
            and _matches(message, text)
            and _matches(place, module)
        ):
            return action
    return defaultaction


def _is_news(action, registry, text, category, lineno):
    """Whether a warning has not been shown yet where its action would show it once."""
    if action == "always":
        return True
    if action == "once":
        registry[text, category, lineno] = 1
        known, key = onceregistry, (text, category)
    elif action == "module":
        if lineno and registry.get((text, category, 0)):
            registry[text, category, lineno] = 1
            return False
        registry[text, category, lineno] = 1
        known, key = registry, (text, category, 0)
        if lineno == 0:
            return True
    elif action == "default":
        known, key = registry, (text, category, lineno)
    else:
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {action}")
    news = not known.get(key)
    known[key] = 1
    return news


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """As `warn`, with the place told."""
    lineno = index(lineno)
    if module is None:
        module = (filename or "<unknown>").removesuffix(".py")
    registry = {} if registry is None else registry
    if registry.get("version", 0) != _filters_version:
        registry.clear()
        registry["version"] = _filters_version
    if isinstance(message, Warning):
        text, category = str(message), type(message)
    else:
        text, message = message, category(message)
    if registry.get((text, category, lineno)):
        return
    action = _action(text, category, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if _is_news(action, registry, text, category, lineno):
        _showwarnmsg(WarningMessage(message, category, filename, lineno, source=source))


def _warn_unawaited_coroutine(coroutine):
    """A coroutine died before it ran."""
    warn(f"coroutine '{coroutine.__qualname__}' was never awaited", RuntimeWarning, source=coroutine)


class catch_warnings:
    """Puts filters and functions back at the end of the block; with record=True the block gets a list of its warnings."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = sys.modules["warnings"] if module is None else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        given = ["record=True"] * self._record
        if self._module is not sys.modules["warnings"]:
            given.append(f"module={self._module!r}")
        return f"{type(self).__name__}({', '.join(given)})"

    def __enter__(self):
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        module = self._module
        self._saved = module.filters, module.showwarning, module._showwarnmsg_impl
        module.filters = module.filters[:]
        module._filters_mutated()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = []
        module._showwarnmsg_impl = log.append
        module.showwarning = module._showwarning_orig
        return log

    def __exit__(self, *details):
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        self._module.filters, self._module.showwarning, self._module._showwarnmsg_impl = self._saved
        self._module._filters_mutated()


class deprecated:
    """Decorator: a call warns, and so does a subclass of a class that it decorates."""

    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError(f"Expected an object of type str for 'message', not {type(message).__name__!r}")
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        if self.category is None:
            arg.__deprecated__ = self.message
            return arg
        if isinstance(arg, type):
            self._decorate_class(arg)
            decorated = arg
        elif callable(arg):
            decorated = self._warns_when_called(arg)
        else:
            raise TypeError(f"@deprecated decorator with non-None category must be applied to a class or callable, not {arg!r}")
        decorated.__deprecated__ = self.message
        return decorated

    def _warn(self):
        warn(self.message, category=self.category, stacklevel=self.stacklevel)

    def _warns_when_called(self, function):
        from functools import wraps

        @wraps(function)
        def wrapper(*args, **kwargs):
            self._warn()
            return function(*args, **kwargs)

        from inspect import iscoroutinefunction, markcoroutinefunction

        return markcoroutinefunction(wrapper) if iscoroutinefunction(function) else wrapper

    def _decorate_class(self, cls):
        from functools import wraps

        make, prepare = cls.__new__, cls.__init_subclass__

        @wraps(make)
        def __new__(kind, /, *args, **kwargs):
            if kind is cls:
                self._warn()
            if make is not object.__new__:
                return make(kind, *args, **kwargs)
            if cls.__init__ is object.__init__ and (args or kwargs):
                raise TypeError(f"{cls.__name__}() takes no arguments")
            return make(kind)

        cls.__new__ = staticmethod(__new__)
        own = getattr(prepare, "__func__", None)

        @wraps(prepare)
        def __init_subclass__(*args, **kwargs):
            self._warn()
            return prepare(**kwargs) if own is None else own(*args, **kwargs)

        cls.__init_subclass__ = classmethod(__init_subclass__)
        __new__.__deprecated__ = __init_subclass__.__deprecated__ = self.message


_processoptions(sys.warnoptions)


_DEPRECATED_MSG = "{name!r} is deprecated and slated for removal in Python {remove}"


def _deprecated(name, message=_DEPRECATED_MSG, *, remove, _version=sys.version_info):
    """The warning that something goes away; RuntimeError where it should have gone."""
    remove_formatted = f"{remove[0]}.{remove[1]}"
    is_over = _version[:2] > remove or _version[:2] == remove and _version[3] != "alpha"
    if is_over:
        raise RuntimeError(f"{name!r} was slated for removal after Python {remove_formatted} alpha")
    warn(message.format(name=name, remove=remove_formatted), DeprecationWarning)
