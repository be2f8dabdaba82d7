"""Magics of the program's own: functions, and classes with decorated methods."""

import inspect as _inspect

from IPython.core.error import UsageError
from IPython.core.shell_parts import Struct

__name__ = "IPython.core.magic"

MAGIC_NO_VAR_EXPAND_ATTR = "_ipython_magic_no_var_expand"
MAGIC_OUTPUT_CAN_BE_SILENCED = "_ipython_magic_output_can_be_silenced"
ESC_MAGIC, ESC_MAGIC2 = "%", "%%"

magic_kinds = ("line", "cell")
magic_spec = ("line", "cell", "line_cell")

# The magics of the current class body, by kind and name, until @magics_class takes them.
magics = {"line": {}, "cell": {}}


def _kinds(kind):
    if kind not in magic_spec:
        raise ValueError(f"magic_kind must be one of {magic_spec}, {kind} given")
    return kind.split("_")


def needs_local_scope(func):
    """Passes local_ns, the caller's names, to a magic."""
    func.needs_local_scope = True
    return func


def no_var_expand(magic_func):
    """Passes a magic its line unchanged, without expanding {expressions}."""
    setattr(magic_func, MAGIC_NO_VAR_EXPAND_ATTR, True)
    return magic_func


def output_can_be_silenced(magic_func):
    """Hides a magic's value if its line ends with a semicolon."""
    setattr(magic_func, MAGIC_OUTPUT_CAN_BE_SILENCED, True)
    return magic_func


def magics_class(cls):
    """A base class of magics: its decorated methods."""
    cls.registered = True
    cls.magics = {kind: dict(magics[kind]) for kind in magic_kinds}
    for kind in magic_kinds:
        magics[kind].clear()
    return cls


def record_magic(dct, magic_kind, magic_name, func):
    """Notes a magic in {'line': {}, 'cell': {}}."""
    for kind in _kinds(magic_kind):
        dct[kind][magic_name] = func


def _named(kind, register):
    """A decorator that is given the function, or first another name."""

    def decorator(arg):
        if callable(arg):
            register(kind, arg.__name__, arg)
            return arg
        if not isinstance(arg, str):
            raise TypeError("Decorator can only be called with string or function")

        def named(func):
            register(kind, arg, func)
            return func

        return named

    decorator.__doc__ = f"Makes a {kind} magic of a function: @decorator, or @decorator('name')."
    return decorator


def _note_method(kind, name, func):
    record_magic(magics, kind, name, func.__name__)


def _register(kind, name, func):
    from IPython import get_ipython

    get_ipython().register_magic_function(func, kind, name)


line_magic = _named("line", _note_method)
cell_magic = _named("cell", _note_method)
line_cell_magic = _named("line_cell", _note_method)
register_line_magic = _named("line", _register)
register_cell_magic = _named("cell", _register)
register_line_cell_magic = _named("line_cell", _register)


def on_off(tag):
    """ON or OFF."""
    return ("OFF", "ON")[bool(tag)]


class MagicsManager:
    """The magics that a program has registered, beside the session's own."""

    def __init__(self, shell):
        self.shell = shell
        self.magics = {"line": {}, "cell": {}}
        self.registry = {}

    def lsmagic(self):
        """The magics by kind and name."""
        return self.magics

    def find(self, kind, name):
        """A magic, or None."""
        return self.magics[kind].get(name)

    def register(self, *magic_objects):
        """Registers the magics of classes, or of their instances."""
        for made in magic_objects:
            if not getattr(made, "registered", False):
                raise ValueError("Class of magics %r was constructed without the @register_magics class decorator")
            if isinstance(made, type):
                made = made(self.shell)
            self.registry[type(made).__name__] = made
            for kind in magic_kinds:
                self.magics[kind].update(made.magics[kind])

    def register_function(self, func, magic_kind="line", magic_name=None):
        """Registers a function."""
        record_magic(self.magics, magic_kind, magic_name or func.__name__, func)

    def register_alias(self, alias_name, magic_name, magic_kind="line", magic_params=None):
        """Makes a magic known by another name."""
        record_magic(self.magics, magic_kind, alias_name, MagicAlias(self.shell, magic_name, magic_kind, magic_params))


class Magics:
    """A class of magics: decorate it with magics_class, and its methods with line_magic and the like."""

    registered = False
    magics = None
    options_table = None

    def __init__(self, shell=None, **kwargs):
        if not type(self).registered:
            raise ValueError("Magics subclass without registration - did you forget to apply @magics_class?")
        for name, value in kwargs.items():
            setattr(self, name, value)
        self.shell = shell
        self.parent = shell
        self.options_table = {}

        def bound(func):
            return getattr(self, func) if isinstance(func, str) else func

        self.magics = {kind: {name: bound(func) for name, func in type(self).magics[kind].items()} for kind in magic_kinds}

    def arg_err(self, func):
        """Shows how to call a magic."""
        print("Error in arguments:")
        print(_inspect.getdoc(func))

    def parse_options(self, arg_str, opt_str, *long_opts, **kw):
        """The options of a magic's line as a Struct, and the rest: opt_str as of getopt; mode='list' gives the rest as words, list_all=1
        the options as lists, posix=False leaves quotes."""
        from getopt import GetoptError, getopt
        from shlex import split

        mode = kw.get("mode", "string")
        if mode not in ("string", "list"):
            raise ValueError("incorrect mode given: %s" % mode)
        words = split(arg_str, posix=kw.get("posix", True))
        options = Struct()
        if any(word.startswith("-") for word in words):
            getopt_str = getattr(self, "default_options", {}).get(opt_str, "") + opt_str
            try:
                found, words = getopt(words, getopt_str, list(long_opts))
            except GetoptError as error:
                raise UsageError(
                    f"{error} (allowed: {opt_str!r}" + "".join(f" {name!r}" for name in long_opts) + ")"
                ) from error
            for name, value in found:
                name = name.lstrip("-")
                if name in options:
                    options[name] = (options[name] if isinstance(options[name], list) else [options[name]]) + [value]
                else:
                    options[name] = [value] if kw.get("list_all") else value
        return options, words if mode == "list" else " ".join(words)

    def default_option(self, fn, optstr):
        """Options that a magic has in any case."""
        if fn not in self.magics["line"]:
            raise UsageError(f"{fn} is not a magic function")
        self.options_table[fn] = optstr


class MagicAlias:
    """A magic by another name."""

    def __init__(self, shell, magic_name, magic_kind, magic_params=None):
        self.shell, self.magic_name, self.magic_kind, self.magic_params = shell, magic_name, magic_kind, magic_params
        self.__doc__ = f"Alias for `{'%' if magic_kind == 'line' else '%%'}{magic_name}`."

    def __call__(self, line, *cell):
        line = f"{self.magic_params} {line}" if self.magic_params else line
        run = self.shell.run_cell_magic if cell else self.shell.run_line_magic
        return run(self.magic_name, line, *cell)
