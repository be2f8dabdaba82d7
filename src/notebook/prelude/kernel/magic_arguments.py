"""Arguments of magics, declared by decorators and parsed by argparse."""

import argparse
import shlex

from IPython.core.error import UsageError

__name__ = "IPython.core.magic_arguments"


class MagicHelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Shows help text unchanged."""


class MagicArgumentParser(argparse.ArgumentParser):
    """An argument parser that raises UsageError."""

    def __init__(
        self, prog=None, usage=None, description=None, epilog=None, parents=None, formatter_class=MagicHelpFormatter, **kw
    ):
        kw.setdefault("add_help", False)
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog=epilog,
            parents=parents or [],
            formatter_class=formatter_class,
            **kw,
        )

    def error(self, message):
        raise UsageError(message)

    def parse_argstring(self, argstring, *, partial=False):
        """The arguments of a magic's line."""
        words = shlex.split(argstring)
        return self.parse_known_args(words) if partial else self.parse_args(words)


def construct_parser(magic_func):
    """The parser that a magic's decorators declare."""
    parser = MagicArgumentParser(
        real_name(magic_func), description=magic_func.__doc__, **getattr(magic_func, "argcmd_kwds", {})
    )
    group = None
    # Decorators are applied from the bottom up.
    for declared in reversed(getattr(magic_func, "decorators", [])):
        found = declared.add_to_parser(parser, group)
        group = found if found is not None else group
    magic_func.__doc__ = parser.format_help()
    return parser


def parse_argstring(magic_func, argstring, *, partial=False):
    """The arguments of a magic's line, by the magic's parser."""
    return magic_func.parser.parse_argstring(argstring, partial=partial)


def real_name(magic_func):
    """Returns a magic's name, without a prefix."""
    name = magic_func.__name__.removeprefix("magic_")
    return getattr(magic_func, "argcmd_name", name)


class ArgDecorator:
    """A declaration of a magic's arguments."""

    def __call__(self, func):
        if not getattr(func, "has_arguments", False):
            func.has_arguments = True
            func.decorators = []
        func.decorators.append(self)
        return func

    def add_to_parser(self, parser, group):
        """Adds the declaration to a parser. Returns a group, if it is one."""


class magic_arguments(ArgDecorator):
    """The outermost decorator: builds the magic's parser."""

    def __init__(self, name=None):
        self.name = name

    def __call__(self, func):
        if not getattr(func, "has_arguments", False):
            func.has_arguments = True
            func.decorators = []
        if self.name is not None:
            func.argcmd_name = self.name
        func.parser = construct_parser(func)
        return func


class ArgMethodWrapper(ArgDecorator):
    """Calls a method of the parser, or of the group."""

    _method_name = ""

    def __init__(self, *args, **kwds):
        self.args, self.kwds = args, kwds

    def add_to_parser(self, parser, group):
        getattr(parser if group is None else group, self._method_name)(*self.args, **self.kwds)


class argument(ArgMethodWrapper):
    """An argument, as of add_argument."""

    _method_name = "add_argument"


class defaults(ArgMethodWrapper):
    """Defaults, as of set_defaults."""

    _method_name = "set_defaults"


class argument_group(ArgMethodWrapper):
    """A group that the arguments below belong to."""

    def add_to_parser(self, parser, group):
        return parser.add_argument_group(*self.args, **self.kwds)


class kwds(ArgDecorator):
    """Keywords of the parser."""

    def __init__(self, **kwds):
        self.kwds = kwds

    def __call__(self, func):
        func = super().__call__(func)
        func.argcmd_kwds = self.kwds
        return func
