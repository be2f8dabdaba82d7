# argparse: arguments and parsers. In a notebook there is no command line: parse_args() sees sys.argv[1:].

import os
import re
import sys

from _argparse_actions import (
    Action,
    BooleanOptionalAction,
    FileType,
    _AppendAction,
    _AppendConstAction,
    _CountAction,
    _ExtendAction,
    _HelpAction,
    _StoreAction,
    _StoreConstAction,
    _StoreFalseAction,
    _StoreTrueAction,
    _SubParsersAction,
    _VersionAction,
)
from _argparse_help import (
    _UNRECOGNIZED,
    ONE_OR_MORE,
    OPTIONAL,
    PARSER,
    REMAINDER,
    SUPPRESS,
    ZERO_OR_MORE,
    ArgumentDefaultsHelpFormatter,
    ArgumentError,
    ArgumentTypeError,
    HelpFormatter,
    MetavarTypeHelpFormatter,
    Namespace,
    RawDescriptionHelpFormatter,
    RawTextHelpFormatter,
    _action_name,
    _AttributeHolder,
)


class _ActionsContainer:
    """Where arguments are declared: a parser, or a group of one."""

    def __init__(self, description=None, prefix_chars="-", argument_default=None, conflict_handler="error"):
        self.description = description
        self.argument_default = argument_default
        self.prefix_chars = prefix_chars
        self.conflict_handler = conflict_handler
        self._registries = {}
        for name, kind in _ACTIONS.items():
            self.register("action", name, kind)
        if conflict_handler not in ("error", "resolve"):
            raise ValueError(f"invalid conflict_resolution value: {conflict_handler!r}")
        self._actions = []
        self._option_string_actions = {}
        self._action_groups = []
        self._mutually_exclusive_groups = []
        self._defaults = {}
        # An option that looks like a negative number makes such arguments options.
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        try:
            return self._registries.get(registry_name, {}).get(value, default)
        except TypeError:
            return default

    def set_defaults(self, **kwargs):
        """Defaults by name."""
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

    def add_argument(self, *args, **kwargs):
        """Declare an argument: names, action, nargs, const, default, type, choices, required, help, metavar, dest."""
        if not args or len(args) == 1 and args[0][0] not in self.prefix_chars:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional argument")
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if "default" not in kwargs:
            if kwargs["dest"] in self._defaults:
                kwargs["default"] = self._defaults[kwargs["dest"]]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        name = kwargs.pop("action", None)
        kind = self._registry_get("action", name, name)
        if not callable(kind):
            raise ValueError(f'unknown action "{kind}"')
        action = kind(**kwargs)
        type_func = self._registry_get("type", action.type, action.type)
        if type_func is not None and not callable(type_func):
            raise ValueError(f"{type_func!r} is not callable")
        if type_func is FileType:
            raise ValueError(f"{type_func!r} is a FileType class object, instance of it must be passed")
        if isinstance(action.metavar, tuple) and hasattr(self, "_get_formatter"):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match nargs") from None
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        """A group of arguments under a title of its own in the help."""
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        """A group of which one argument at most may be given."""
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if re.match(r"^-\d+$|^-\d*\.\d+$", option):
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        """Takes over what a parent declares, in groups of the same titles."""
        by_title = {group.title: group for group in self._action_groups}
        of_action = {}
        for group in container._action_groups:
            if group.title not in by_title:
                by_title[group.title] = self.add_argument_group(
                    group.title, group.description, conflict_handler=group.conflict_handler
                )
            for action in group._group_actions:
                of_action[id(action)] = by_title[group.title]
        for group in container._mutually_exclusive_groups:
            made = self.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                of_action[id(action)] = made
        for action in container._actions:
            of_action.get(id(action), self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        nargs = kwargs.get("nargs")
        if nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER, SUPPRESS, 0):
            kwargs["required"] = True
        if nargs == ZERO_OR_MORE and "default" not in kwargs:
            kwargs["required"] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError(f"invalid option string {option!r}: must start with a character {self.prefix_chars!r}")
        dest = kwargs.pop("dest", None)
        if dest is None:
            long = [option for option in args if len(option) > 1 and option[1] in self.prefix_chars]
            option = long[0] if long else args[0]
            dest = option.lstrip(self.prefix_chars)
            if not dest:
                raise ValueError(f"dest= is required for options like {option!r}")
            dest = dest.replace("-", "_")
        return dict(kwargs, dest=dest, option_strings=list(args))

    def _check_conflict(self, action):
        known = self._option_string_actions
        conflicts = [(option, known[option]) for option in action.option_strings if option in known]
        if conflicts and self.conflict_handler == "error":
            plural = "" if len(conflicts) == 1 else "s"
            raise ArgumentError(action, f"conflicting option string{plural}: {', '.join([option for option, _ in conflicts])}")
        for option, other in conflicts:
            other.option_strings.remove(option)
            known.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs.setdefault("conflict_handler", container.conflict_handler)
        kwargs.setdefault("prefix_chars", container.prefix_chars)
        kwargs.setdefault("argument_default", container.argument_default)
        _ActionsContainer.__init__(self, description=description, **kwargs)
        self.title = title
        self._group_actions = []
        self._container = container
        for shared in (
            "_registries",
            "_actions",
            "_option_string_actions",
            "_defaults",
            "_has_negative_number_optionals",
            "_mutually_exclusive_groups",
        ):
            setattr(self, shared, getattr(container, shared))

    def _add_action(self, action):
        action = _ActionsContainer._add_action(self, action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        _ActionsContainer._remove_action(self, action)
        self._group_actions.remove(action)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        _ArgumentGroup.__init__(self, container)
        self.required = required

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)


_ACTIONS = {
    None: _StoreAction,
    "store": _StoreAction,
    "store_const": _StoreConstAction,
    "store_true": _StoreTrueAction,
    "store_false": _StoreFalseAction,
    "append": _AppendAction,
    "append_const": _AppendConstAction,
    "count": _CountAction,
    "help": _HelpAction,
    "version": _VersionAction,
    "parsers": _SubParsersAction,
    "extend": _ExtendAction,
}


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """Reads arguments by their declarations, and writes the help."""

    def __init__(
        self,
        prog=None,
        usage=None,
        description=None,
        epilog=None,
        parents=(),
        formatter_class=HelpFormatter,
        prefix_chars="-",
        fromfile_prefix_chars=None,
        argument_default=None,
        conflict_handler="error",
        add_help=True,
        allow_abbrev=True,
        exit_on_error=True,
    ):
        _ActionsContainer.__init__(self, description, prefix_chars, argument_default, conflict_handler)
        self.prog = os.path.basename(sys.argv[0] if sys.argv and sys.argv[0] else "notebook") if prog is None else prog
        self.usage = usage
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.fromfile_prefix_chars = fromfile_prefix_chars
        self.add_help = add_help
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None
        if add_help:
            lead = "-" if "-" in prefix_chars else prefix_chars[0]
            self.add_argument(
                lead + "h", lead * 2 + "help", action="help", default=SUPPRESS, help="show this help message and exit"
            )
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(parent._defaults)

    def _get_kwargs(self):
        names = ["prog", "usage", "description", "formatter_class", "conflict_handler", "add_help"]
        return [(name, getattr(self, name)) for name in names]

    def add_subparsers(self, **kwargs):
        """Commands with arguments of their own."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        kwargs.setdefault("parser_class", type(self))
        if "title" in kwargs or "description" in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop("title", "subcommands"), kwargs.pop("description", None))
        else:
            self._subparsers = self._positionals
        if kwargs.get("prog") is None:
            formatter = self._get_formatter()
            positionals = [action for action in self._actions if not action.option_strings]
            formatter.add_usage(self.usage, positionals, self._mutually_exclusive_groups, "")
            kwargs["prog"] = formatter.format_help().strip()
        kind = self._registry_get("action", kwargs.pop("action", "parsers"), _SubParsersAction)
        action = kind(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        return (self._optionals if action.option_strings else self._positionals)._add_action(action)

    def parse_args(self, args=None, namespace=None):
        """The arguments as a Namespace; unknown ones end the program with a message."""
        namespace, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return namespace

    def parse_known_args(self, args=None, namespace=None):
        """The known arguments as a Namespace, and the rest."""
        args = list(sys.argv[1:] if args is None else args)
        namespace = Namespace() if namespace is None else namespace
        for action in self._actions:
            if action.dest is not SUPPRESS and action.default is not SUPPRESS and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        if self.exit_on_error:
            try:
                namespace, rest = self._parse_known_args(args, namespace)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, rest = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED):
            rest.extend(getattr(namespace, _UNRECOGNIZED))
            delattr(namespace, _UNRECOGNIZED)
        return namespace, rest

    def parse_intermixed_args(self, args=None, namespace=None):
        """As parse_args, with options anywhere between positional arguments."""
        namespace, unknown = self.parse_known_intermixed_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return namespace

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """As parse_known_args, with options anywhere between positional arguments."""
        positionals = [action for action in self._actions if not action.option_strings]
        for action in positionals:
            if action.nargs in (PARSER, REMAINDER):
                raise TypeError(f"parse_intermixed_args: positional arg with nargs={action.nargs}")
        kept = [(action, action.nargs, action.default, action.required) for action in self._actions]
        try:
            for action in positionals:
                action.nargs, action.default, action.required = SUPPRESS, SUPPRESS, False
            namespace, rest = self.parse_known_args(args, namespace)
            for action, nargs, default, required in kept:
                action.nargs, action.default = nargs, default
                action.required = required and not action.option_strings
            return self.parse_known_args(rest, namespace)
        finally:
            for action, nargs, default, required in kept:
                action.nargs, action.default, action.required = nargs, default, required

    def _parse_known_args(self, args, namespace):
        if self.fromfile_prefix_chars is not None:
            args = self._read_args_from_files(args)
        excluded = {}
        for group in self._mutually_exclusive_groups:
            for action in group._group_actions:
                excluded.setdefault(action, []).extend([other for other in group._group_actions if other is not action])
        # The arguments as letters: O an option, A a value, - the mark after which all are values.
        options, letters, only_values = {}, [], False
        for i, text in enumerate(args):
            if only_values:
                letters.append("A")
            elif text == "--":
                letters.append("-")
                only_values = True
            else:
                option = self._parse_optional(text)
                if option is not None:
                    options[i] = option
                letters.append("A" if option is None else "O")
        letters = "".join(letters)
        seen, given, warned = set(), set(), set()

        def warn_of(action, kind, name):
            if action.deprecated and name not in warned:
                warned.add(name)
                self._warning(f"{kind} '{name}' is deprecated")

        def take(action, values, option_string=None):
            seen.add(action)
            values = self._get_values(action, values)
            if values is not action.default:
                given.add(action)
                for other in excluded.get(action, ()):
                    if other in given:
                        raise ArgumentError(action, f"not allowed with argument {_action_name(other)}")
            if values is not SUPPRESS:
                action(self, namespace, values, option_string)

        extras = []

        def take_option(start):
            action, option, explicit = options[start]
            taken = []
            while True:
                if action is None:
                    extras.append(args[start])
                    return start + 1
                if explicit is None:
                    first = start + 1
                    count = self._match_argument(action, letters[first:])
                    taken.append((action, args[first : first + count], option))
                    stop = first + count
                    break
                count = self._match_argument(action, "A")
                if count == 0 and option[1] not in self.prefix_chars and explicit != "":
                    # -abc is -a -b -c
                    taken.append((action, [], option))
                    option = option[0] + explicit[0]
                    rest = explicit[1:] or None
                    if option not in self._option_string_actions:
                        raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
                    action, explicit = self._option_string_actions[option], rest
                elif count == 1:
                    taken.append((action, [explicit], option))
                    stop = start + 1
                    break
                else:
                    raise ArgumentError(action, f"ignored explicit argument {explicit!r}")
            for action, values, option in taken:
                warn_of(action, "option", option)
                take(action, values, option)
            return stop

        positionals = [action for action in self._actions if not action.option_strings]

        def take_positionals(start):
            nonlocal positionals
            counts = self._match_arguments_partial(positionals, letters[start:])
            for action, count in zip(positionals, counts):
                values = args[start : start + count]
                start += count
                if values:
                    warn_of(action, "argument", action.dest)
                take(action, values)
            positionals = positionals[len(counts) :]
            return start

        last_option, start = max(options, default=-1), 0
        while start <= last_option:
            following = start
            while following not in options:
                following += 1
            if start != following:
                stop = take_positionals(start)
                if stop > start:
                    start = stop
                    continue
            if start not in options:
                extras.extend(args[start:following])
                start = following
            start = take_option(start)
        stop = take_positionals(start)
        extras.extend(args[stop:])
        missing = []
        for action in self._actions:
            if action in seen:
                continue
            if action.required:
                missing.append(_action_name(action))
            # Defaults that are text are read as values are.
            elif isinstance(action.default, str) and action.default is getattr(namespace, action.dest, None):
                setattr(namespace, action.dest, self._get_value(action, action.default))
        if missing:
            self.error(f"the following arguments are required: {', '.join(missing)}")
        for group in self._mutually_exclusive_groups:
            if group.required and not any(action in given for action in group._group_actions):
                names = [_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.error(f"one of the arguments {' '.join(names)} is required")
        return namespace, extras

    def _read_args_from_files(self, args):
        made = []
        for text in args:
            if not text or text[0] not in self.fromfile_prefix_chars:
                made.append(text)
                continue
            try:
                with open(text[1:]) as file:
                    lines = file.read().splitlines()
            except OSError as error:
                self.error(str(error))
            made.extend(self._read_args_from_files([part for line in lines for part in self.convert_arg_line_to_args(line)]))
        return made

    def convert_arg_line_to_args(self, arg_line):
        """The arguments in a line of a file of arguments."""
        return [arg_line]

    def _match_argument(self, action, letters):
        found = re.match(self._get_nargs_pattern(action), letters)
        if found is None:
            words = {
                None: "expected one argument",
                OPTIONAL: "expected at most one argument",
                ONE_OR_MORE: "expected at least one argument",
            }
            message = words.get(action.nargs)
            if message is None:
                message = f"expected {action.nargs} argument{'' if action.nargs == 1 else 's'}"
            raise ArgumentError(action, message)
        return len(found.group(1))

    def _match_arguments_partial(self, actions, letters):
        """How many values each of the first actions takes; as many actions as find theirs."""
        for count in range(len(actions), 0, -1):
            found = re.match("".join([self._get_nargs_pattern(action) for action in actions[:count]]), letters)
            if found is not None:
                return [len(group) for group in found.groups()]
        return []

    def _get_nargs_pattern(self, action):
        nargs = action.nargs
        if nargs is None:
            pattern = "(-*A-*)"
        elif nargs == OPTIONAL:
            pattern = "(-*A?-*)"
        elif nargs == ZERO_OR_MORE:
            pattern = "(-*[A-]*)"
        elif nargs == ONE_OR_MORE:
            pattern = "(-*A[A-]*)"
        elif nargs == REMAINDER:
            pattern = "([-AO]*)"
        elif nargs == PARSER:
            pattern = "(-*A[-AO]*)"
        elif nargs == SUPPRESS:
            pattern = "(-*-*)"
        else:
            pattern = f"(-*{'-*'.join('A' * nargs)}-*)"
        return pattern.replace("-*", "").replace("-", "") if action.option_strings else pattern

    def _parse_optional(self, text):
        """The option that an argument names: action, its name, the value after its equals sign. None for a value."""
        if not text or text[0] not in self.prefix_chars:
            return None
        if text in self._option_string_actions:
            return self._option_string_actions[text], text, None
        if len(text) == 1:
            return None
        if "=" in text:
            option, _, explicit = text.partition("=")
            if option in self._option_string_actions:
                return self._option_string_actions[option], option, explicit
        found = self._get_option_tuples(text)
        if len(found) > 1:
            matches = ", ".join([option for _, option, _ in found])
            self.error(f"ambiguous option: {text} could match {matches}")
        if found:
            return found[0]
        if re.match(r"^-\d+$|^-\d*\.\d+$", text) and not self._has_negative_number_optionals:
            return None
        return None if " " in text else (None, text, None)

    def _get_option_tuples(self, text):
        """The options that an abbreviation may mean."""
        found, known = [], self._option_string_actions
        if text[1] in self.prefix_chars:
            if self.allow_abbrev:
                start, equals, explicit = text.partition("=")
                found = [
                    (action, option, explicit if equals else None)
                    for option, action in known.items()
                    if option.startswith(start)
                ]
        else:
            short, rest = text[:2], text[2:]
            for option, action in known.items():
                if option == short:
                    found.append((action, option, rest))
                elif option.startswith(text):
                    found.append((action, option, None))
        return found

    def _get_values(self, action, texts):
        if action.nargs not in (PARSER, REMAINDER) and "--" in texts:
            texts = list(texts)
            texts.remove("--")
        if not texts and action.nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not texts and action.nargs == ZERO_OR_MORE and not action.option_strings:
            value = texts if action.default is None else action.default
        elif len(texts) == 1 and action.nargs in (None, OPTIONAL):
            value = self._get_value(action, texts[0])
            self._check_value(action, value)
        elif action.nargs == REMAINDER:
            value = [self._get_value(action, text) for text in texts]
        elif action.nargs == PARSER:
            value = [self._get_value(action, text) for text in texts]
            self._check_value(action, value[0])
        elif action.nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, text) for text in texts]
            for one in value:
                self._check_value(action, one)
        return value

    def _get_value(self, action, text):
        convert = self._registry_get("type", action.type, action.type)
        if convert is None:
            return text
        if not callable(convert):
            raise ArgumentError(action, f"{convert!r} is not callable")
        try:
            return convert(text)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, f"invalid {name} value: {text!r}") from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            choices = ", ".join([repr(choice) for choice in action.choices])
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {choices})")

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def format_usage(self):
        """The line of usage."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        """The whole help."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.add_section(group.title, group.description, group._group_actions)
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def print_usage(self, file=None):
        self._print_message(self.format_usage(), file)

    def print_help(self, file=None):
        self._print_message(self.format_help(), file)

    def _print_message(self, message, file=None):
        if message:
            (sys.stdout if file is None else file).write(message)

    def exit(self, status=0, message=None):
        """Write a message and raise SystemExit."""
        if message:
            self._print_message(message, sys.stderr)
        sys.exit(status)

    def error(self, message):
        """Write the usage and a message, and raise SystemExit(2)."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")

    def _warning(self, message):
        self._print_message(f"{self.prog}: warning: {message}\n", sys.stderr)
