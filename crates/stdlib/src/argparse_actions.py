# argparse: what arguments do.

import sys

from _argparse_help import _UNRECOGNIZED, OPTIONAL, PARSER, SUPPRESS, ArgumentError, ArgumentTypeError, _AttributeHolder

__name__ = "argparse"


class Action(_AttributeHolder):
    """One argument: its names, and in __call__ what its values do."""

    def __init__(
        self,
        option_strings,
        dest,
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
        deprecated=False,
    ):
        self.option_strings = option_strings
        self.dest = dest
        self.nargs = nargs
        self.const = const
        self.default = default
        self.type = type
        self.choices = choices
        self.required = required
        self.help = help
        self.metavar = metavar
        self.deprecated = deprecated

    def _get_kwargs(self):
        names = "option_strings dest nargs const default type choices required help metavar deprecated".split()
        return [(name, getattr(self, name)) for name in names]

    def format_usage(self):
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class BooleanOptionalAction(Action):
    """--name and --no-name."""

    def __init__(
        self,
        option_strings,
        dest,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
        deprecated=False,
    ):
        names = []
        for name in option_strings:
            names.append(name)
            if name.startswith("--"):
                names.append("--no-" + name[2:])
        Action.__init__(self, names, dest, 0, None, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self):
        return " | ".join(self.option_strings)


class _StoreAction(Action):
    def __init__(
        self,
        option_strings,
        dest,
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
        deprecated=False,
    ):
        if nargs == 0:
            raise ValueError(
                "nargs for store actions must be != 0; if you have nothing to store, actions such as store true or "
                "store const may be more appropriate"
            )
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        Action.__init__(self, option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(
        self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None, deprecated=False
    ):
        options = {"required": required, "help": help, "deprecated": deprecated}
        Action.__init__(self, option_strings, dest, 0, const, default, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None, deprecated=False):
        _StoreConstAction.__init__(self, option_strings, dest, True, default, required, help, deprecated=deprecated)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None, deprecated=False):
        _StoreConstAction.__init__(self, option_strings, dest, False, default, required, help, deprecated=deprecated)


def _grown(namespace, dest, values):
    """The list under a name with more at its end; the list itself, which may be a default, stays as it is."""
    return [*(getattr(namespace, dest, None) or []), *values]


class _AppendAction(Action):
    def __init__(
        self,
        option_strings,
        dest,
        nargs=None,
        const=None,
        default=None,
        type=None,
        choices=None,
        required=False,
        help=None,
        metavar=None,
        deprecated=False,
    ):
        if nargs == 0:
            raise ValueError(
                "nargs for append actions must be != 0; if arg strings are not supplying the value to append, the "
                "append const action may be more appropriate"
            )
        if const is not None and nargs != OPTIONAL:
            raise ValueError(f"nargs must be {OPTIONAL!r} to supply const")
        Action.__init__(self, option_strings, dest, nargs, const, default, type, choices, required, help, metavar, deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _grown(namespace, self.dest, [values]))


class _AppendConstAction(Action):
    def __init__(
        self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None, deprecated=False
    ):
        options = {"required": required, "help": help, "metavar": metavar, "deprecated": deprecated}
        Action.__init__(self, option_strings, dest, 0, const, default, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _grown(namespace, self.dest, [self.const]))


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, _grown(namespace, self.dest, values))


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None, deprecated=False):
        options = {"required": required, "help": help, "deprecated": deprecated}
        Action.__init__(self, option_strings, dest, 0, default=default, **options)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, (getattr(namespace, self.dest, None) or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        Action.__init__(self, option_strings, dest, 0, default=default, help=help, deprecated=deprecated)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help=None, deprecated=False):
        help = "show program's version number and exit" if help is None else help
        Action.__init__(self, option_strings, dest, 0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        formatter = parser._get_formatter()
        formatter.add_text(parser.version if self.version is None else self.version)
        parser._print_message(formatter.format_help(), sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            shown = f"{name} ({', '.join(aliases)})" if aliases else name
            Action.__init__(self, [], name, help=help, metavar=shown)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix = prog
        self._parser_class = parser_class
        self._name_parser_map = {}
        self._choices_actions = []
        # Names of commands that still work, with a warning.
        self._deprecated = set()
        Action.__init__(
            self, option_strings, dest, PARSER, choices=self._name_parser_map, required=required, help=help, metavar=metavar
        )

    def add_parser(self, name, *, deprecated=False, **kwargs):
        if kwargs.get("prog") is None:
            kwargs["prog"] = f"{self._prog_prefix} {name}"
        aliases = kwargs.pop("aliases", ())
        for known in (name, *aliases):
            if known in self._name_parser_map:
                what = "subparser" if known == name else "subparser alias"
                raise ArgumentError(self, f"conflicting {what}: {known}")
        if "help" in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop("help")))
        made = self._parser_class(**kwargs)
        for known in (name, *aliases):
            self._name_parser_map[known] = made
        if deprecated:
            self._deprecated.update((name, *aliases))
        return made

    def __call__(self, parser, namespace, values, option_string=None):
        name, *rest = values
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        if name not in self._name_parser_map:
            raise ArgumentError(self, f"unknown parser {name!r} (choices: {', '.join(self._name_parser_map)})")
        if name in self._deprecated:
            parser._warning(f"command '{name}' is deprecated")
        # The command's own defaults come before what the parser above it has set.
        below, rest = self._name_parser_map[name].parse_known_args(rest, None)
        for key, value in vars(below).items():
            setattr(namespace, key, value)
        if rest:
            setattr(namespace, _UNRECOGNIZED, _grown(namespace, _UNRECOGNIZED, rest))


class FileType:
    """A type of arguments: opens the file that is named."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._options = (mode, bufsize, encoding, errors)

    def __call__(self, string):
        mode = self._options[0]
        if string == "-":
            if "r" in mode:
                return sys.stdin
            if any(letter in mode for letter in "wax"):
                return sys.stdout
            raise ValueError(f'argument "-" with mode {mode!r}')
        try:
            return open(string, *self._options)
        except OSError as error:
            raise ArgumentTypeError(f"can't open '{string}': {error}")

    def __repr__(self):
        shown = [repr(option) for option in self._options[:2] if option != -1]
        shown += [f"{name}={value!r}" for name, value in zip(("encoding", "errors"), self._options[2:]) if value is not None]
        return f"FileType({', '.join(shown)})"
