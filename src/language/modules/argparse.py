# argparse: command-line options. In a notebook there is no command line: parse_args() sees sys.argv[1:].

import sys

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
REMAINDER = "..."


class ArgumentError(Exception):
    """A problem with one argument."""

    def __init__(self, argument, message):
        self.argument_name = None if argument is None else argument._shown_name()
        self.message = message
        Exception.__init__(self, argument, message)

    def __str__(self):
        if self.argument_name is None:
            return self.message
        return f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    """Raised by a type function: its text becomes the message."""


class Namespace:
    """The parsed arguments as attributes."""

    def __init__(self, **keywords):
        for name, value in keywords.items():
            setattr(self, name, value)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__

    def __repr__(self):
        return "Namespace(" + ", ".join([f"{name}={value!r}" for name, value in self.__dict__.items()]) + ")"


class HelpFormatter:
    """How help is laid out."""


class RawDescriptionHelpFormatter(HelpFormatter):
    pass


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    pass


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    pass


class MetavarTypeHelpFormatter(HelpFormatter):
    pass


class Action:
    """One argument: its names and what a value does."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None,
                 required=False, help=None, metavar=None, kind="store", version=None):
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
        self.kind = kind
        self.version = version

    def _shown_name(self):
        if self.option_strings:
            return "/".join(self.option_strings)
        return self.metavar or self.dest

    def _value_name(self):
        if isinstance(self.metavar, str):
            return self.metavar
        if self.choices is not None:
            return "{" + ",".join([str(choice) for choice in self.choices]) + "}"
        return self.dest.upper() if self.option_strings else self.dest

    def _values_text(self):
        name = self._value_name()
        if isinstance(self.metavar, tuple):
            return " ".join(self.metavar)
        if self.nargs is None:
            return name
        if self.nargs == OPTIONAL:
            return f"[{name}]"
        if self.nargs == ZERO_OR_MORE:
            return f"[{name} ...]"
        if self.nargs == ONE_OR_MORE:
            return f"{name} [{name} ...]"
        if self.nargs == REMAINDER:
            return "..."
        return " ".join([name] * self.nargs)

    def _takes_value(self):
        return self.kind in ("store", "append", "extend") and self.nargs != 0


class BooleanOptionalAction(Action):
    """--name and --no-name."""


class _Group:
    def __init__(self, parser, title=None, description=None):
        self._parser = parser
        self.title = title
        self.description = description
        self._actions = []

    def add_argument(self, *names, **options):
        action = self._parser._make(*names, **options)
        self._actions.append(action)
        return action

    def add_mutually_exclusive_group(self, required=False):
        return self._parser.add_mutually_exclusive_group(required=required)


class _Exclusive(_Group):
    def __init__(self, parser, required):
        _Group.__init__(self, parser)
        self.required = required

    def add_argument(self, *names, **options):
        action = self._parser.add_argument(*names, **options)
        self._actions.append(action)
        return action


class _Subparsers(Action):
    def __init__(self, parser, dest, required, help, title, metavar):
        Action.__init__(self, [], dest or SUPPRESS, nargs="A...", required=required, help=help, metavar=metavar, kind="parsers")
        self._parser = parser
        self._by_name = {}
        self._helps = {}

    def add_parser(self, name, *, help=None, aliases=(), **options):
        options.setdefault("prog", f"{self._parser.prog} {name}")
        made = ArgumentParser(**options)
        self._helps[name] = help
        for known in (name, *aliases):
            self._by_name[known] = made
        self.choices = list(self._by_name)
        return made


class ArgumentParser:
    """Reads arguments by their declarations, and writes the help."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=(), formatter_class=HelpFormatter,
                 prefix_chars="-", fromfile_prefix_chars=None, argument_default=None, conflict_handler="error",
                 add_help=True, allow_abbrev=True, exit_on_error=True):
        self.prog = prog or (sys.argv[0].rpartition("/")[2] if sys.argv and sys.argv[0] else "notebook")
        self.usage = usage
        self.description = description
        self.epilog = epilog
        self.formatter_class = formatter_class
        self.allow_abbrev = allow_abbrev
        self.exit_on_error = exit_on_error
        self.argument_default = argument_default
        self._actions = []
        self._positionals = _Group(self, "positional arguments")
        self._optionals = _Group(self, "options")
        self._groups = []
        self._exclusive = []
        self._defaults = {}
        if add_help:
            self.add_argument("-h", "--help", action="help", default=SUPPRESS, help="show this help message and exit")
        for parent in parents:
            for action in parent._actions:
                if action.kind != "help":
                    self._actions.append(action)
                    (self._optionals if action.option_strings else self._positionals)._actions.append(action)

    def _make(self, *names, action="store", nargs=None, const=None, default=None, type=None, choices=None,
              required=False, help=None, metavar=None, dest=None, version=None):
        if default is None and self.argument_default is not None:
            default = self.argument_default
        options = [name for name in names if name.startswith("-")]
        if options and len(options) != len(names):
            raise ValueError(f"invalid option string {names[0]!r}: must start with a character '-'")
        if options:
            if dest is None:
                long = [name for name in options if name.startswith("--")]
                dest = (long or options)[0].lstrip("-").replace("-", "_")
        else:
            if len(names) > 1:
                raise ValueError("invalid option string: a positional argument has one name")
            dest = names[0] if names else dest
            required = nargs not in (OPTIONAL, ZERO_OR_MORE, REMAINDER)
        kind = action
        if action is BooleanOptionalAction:
            kind = "boolean"
            options += ["--no-" + name[2:] for name in list(options) if name.startswith("--")]
            nargs = 0
        elif action in ("store_true", "store_false"):
            const = action == "store_true"
            default = (not const) if default is None else default
            kind, nargs = "store_const", 0
        elif action in ("store_const", "append_const", "count", "help", "version"):
            nargs = 0
        elif action not in ("store", "append", "extend"):
            raise ValueError(f"unknown action {action!r}")
        for known in self._actions:
            for name in options:
                if name in known.option_strings:
                    raise ArgumentError(Action(options, dest), f"conflicting option string: {name}")
        made = Action(options, dest, nargs, const, default, type, choices, required, help, metavar, kind, version)
        self._actions.append(made)
        return made

    def add_argument(self, *names, **options):
        """Declare an argument: names, action, nargs, const, default, type, choices, required, help, metavar, dest."""
        action = self._make(*names, **options)
        (self._optionals if action.option_strings else self._positionals)._actions.append(action)
        return action

    def add_argument_group(self, title=None, description=None):
        """A group of arguments under a title of its own in the help."""
        group = _Group(self, title, description)
        self._groups.append(group)
        return group

    def add_mutually_exclusive_group(self, *, required=False):
        """A group of which one argument at most may be given."""
        group = _Exclusive(self, required)
        self._exclusive.append(group)
        return group

    def add_subparsers(self, *, title=None, description=None, dest=None, required=False, help=None, metavar=None, **options):
        """Commands with arguments of their own."""
        action = _Subparsers(self, dest, required, help, title, metavar)
        self._actions.append(action)
        self._positionals._actions.append(action)
        return action

    def set_defaults(self, **keywords):
        """Defaults by name."""
        self._defaults.update(keywords)
        for action in self._actions:
            if action.dest in keywords:
                action.default = keywords[action.dest]

    def get_default(self, dest):
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest)

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
            if action.kind != "version" and SUPPRESS not in (action.dest, action.default) and not hasattr(namespace, action.dest):
                setattr(namespace, action.dest, action.default)
        for name, value in self._defaults.items():
            if not hasattr(namespace, name):
                setattr(namespace, name, value)
        if not self.exit_on_error:
            return self._parse(args, namespace)
        try:
            return self._parse(args, namespace)
        except ArgumentError as error:
            self.error(str(error))

    def _find(self, text):
        """The option that an argument names, and the value after its equals sign."""
        if not text.startswith("-") or text == "-":
            return None
        name, equals, value = text.partition("=")
        for action in self._actions:
            if text in action.option_strings:
                return action, text, None
            if equals and name in action.option_strings:
                return action, name, value
        if text.startswith("--") and self.allow_abbrev:
            found = []
            for action in self._actions:
                for option in action.option_strings:
                    if option.startswith(name):
                        found.append((action, option, value if equals else None))
            if len(found) > 1:
                matches = ", ".join([option for _, option, _ in found])
                raise ArgumentError(None, f"ambiguous option: {text} could match {matches}")
            if found:
                return found[0]
        if not text.startswith("--"):
            for action in self._actions:
                if text[:2] in action.option_strings:
                    return action, text[:2], text[2:]
        return None

    def _is_value(self, text):
        if not text.startswith("-") or text == "-" or " " in text:
            return True
        try:
            float(text)
        except ValueError:
            return False
        return not any(name[1:2].isdigit() for action in self._actions for name in action.option_strings)

    def _parse(self, args, namespace):
        unknown = []
        waiting = [action for action in self._actions if not action.option_strings]
        seen = set()
        values = []
        i = 0
        only_values = False
        while i < len(args):
            text = args[i]
            i += 1
            if only_values or (self._is_value(text) and text != "--"):
                values.append(text)
                first = waiting[0] if waiting else None
                if first is not None and first.kind == "parsers" and len(values) == 1:
                    self._command(first, text, args[i:], namespace, unknown)
                    waiting.pop(0)
                    seen.add(first)
                    values = []
                    break
                if first is not None and first.nargs == REMAINDER:
                    values.extend(args[i:])
                    break
                while waiting and waiting[0].nargs is None and values and waiting[0].kind != "parsers":
                    # A plain positional takes its value at once; lists are shared out at the end.
                    if any(action.nargs is not None and action.kind != "parsers" for action in waiting):
                        break
                    action = waiting.pop(0)
                    self._store(action, [values.pop(0)], namespace, None)
                    seen.add(action)
                continue
            if text == "--":
                only_values = True
                continue
            found = self._find(text)
            if found is None:
                unknown.append(text)
                continue
            action, option, value = found
            seen.add(action)
            for group in self._exclusive:
                for other in group._actions:
                    if action in group._actions and other is not action and other in seen:
                        raise ArgumentError(action, f"not allowed with argument {other._shown_name()}")
            if not action._takes_value():
                if value and option.startswith("--"):
                    raise ArgumentError(action, f"ignored explicit argument {value!r}")
                if value:
                    # -abc is -a -b -c
                    args.insert(i, "-" + value)
                self._store(action, [], namespace, option)
                continue
            if value is not None:
                taken = [value]
            else:
                taken = []
                most = {None: 1, OPTIONAL: 1, ZERO_OR_MORE: len(args), ONE_OR_MORE: len(args), REMAINDER: len(args)}.get(
                    action.nargs, action.nargs
                )
                while i < len(args) and len(taken) < most and (action.nargs == REMAINDER or self._is_value(args[i])):
                    if args[i] == "--":
                        break
                    taken.append(args[i])
                    i += 1
            self._check_count(action, taken)
            self._store(action, taken, namespace, option)
        unknown.extend(self._share(waiting, values, namespace, seen))
        missing = [action._shown_name() for action in self._actions if action.required and action not in seen]
        # Without what stands before it, one that takes any number is not reached.
        if any(not action.option_strings and action.required and action not in seen for action in self._actions):
            missing = [
                action._shown_name()
                for action in self._actions
                if action not in seen
                and (action.required or not action.option_strings and action.nargs == ZERO_OR_MORE and action.default is None)
            ]
        if missing:
            raise ArgumentError(None, f"the following arguments are required: {', '.join(missing)}")
        for group in self._exclusive:
            if group.required and not any(action in seen for action in group._actions):
                names = " ".join([action._shown_name() for action in group._actions])
                raise ArgumentError(None, f"one of the arguments {names} is required")
        for action in self._actions:
            # Defaults that are text are read as values are.
            if action not in seen and isinstance(action.default, str) and action.type is not None and action.dest is not SUPPRESS:
                if getattr(namespace, action.dest, None) is action.default:
                    setattr(namespace, action.dest, self._convert(action, action.default))
        return namespace, unknown

    def _command(self, action, name, rest, namespace, unknown):
        if name not in action._by_name:
            choices = ", ".join([repr(choice) for choice in action._by_name])
            raise ArgumentError(action, f"invalid choice: {name!r} (choose from {choices})")
        if action.dest is not SUPPRESS:
            setattr(namespace, action.dest, name)
        _, left = action._by_name[name].parse_known_args(rest, namespace)
        unknown.extend(left)

    def _share(self, waiting, values, namespace, seen):
        """Gives the positional arguments their values, lists as much as the others leave."""
        for i, action in enumerate(waiting):
            if action.kind == "parsers":
                continue
            needed = 0
            for later in waiting[i + 1 :]:
                needed += {None: 1, ONE_OR_MORE: 1}.get(later.nargs, later.nargs if isinstance(later.nargs, int) else 0)
            free = max(len(values) - needed, 0)
            if action.nargs is None:
                take = 1
            elif action.nargs == OPTIONAL:
                take = min(free, 1)
            elif isinstance(action.nargs, int):
                take = action.nargs
            else:
                take = free
            if len(values) < take or (action.nargs == ONE_OR_MORE and take < 1):
                break
            taken, values = values[:take], values[take:]
            seen.add(action)
            if taken:
                self._store(action, taken, namespace, None)
            elif action.nargs == OPTIONAL and action.default is None:
                setattr(namespace, action.dest, None)
            elif action.nargs in (ZERO_OR_MORE, REMAINDER) and action.default is None:
                setattr(namespace, action.dest, [])
        return values

    def _check_count(self, action, taken):
        if action.nargs is None and len(taken) != 1:
            raise ArgumentError(action, "expected one argument")
        if action.nargs == ONE_OR_MORE and not taken:
            raise ArgumentError(action, "expected at least one argument")
        if isinstance(action.nargs, int) and len(taken) != action.nargs:
            plural = "" if action.nargs == 1 else "s"
            raise ArgumentError(action, f"expected {action.nargs} argument{plural}")

    def _convert(self, action, text):
        if action.type is None:
            value = text
        else:
            try:
                value = action.type(text)
            except ArgumentTypeError as error:
                raise ArgumentError(action, str(error)) from None
            except (TypeError, ValueError):
                name = getattr(action.type, "__name__", repr(action.type))
                raise ArgumentError(action, f"invalid {name} value: {text!r}") from None
        return value

    def _chosen(self, action, text):
        value = self._convert(action, text)
        if action.choices is not None and value not in action.choices:
            choices = ", ".join([repr(choice) for choice in action.choices])
            raise ArgumentError(action, f"invalid choice: {value!r} (choose from {choices})")
        return value

    def _store(self, action, taken, namespace, option):
        if action.kind == "help":
            self.print_help()
            self.exit()
        if action.kind == "version":
            print(action.version.replace("%(prog)s", self.prog))
            self.exit()
        current = getattr(namespace, action.dest, None)
        if action.kind == "boolean":
            setattr(namespace, action.dest, not option.startswith("--no-"))
        elif action.kind == "store_const":
            setattr(namespace, action.dest, action.const)
        elif action.kind == "count":
            setattr(namespace, action.dest, (current or 0) + 1)
        elif action.kind == "append_const":
            setattr(namespace, action.dest, [*(current or []), action.const])
        else:
            converted = [self._chosen(action, text) for text in taken]
            if action.nargs is None:
                value = converted[0]
            elif action.nargs == OPTIONAL:
                value = converted[0] if converted else action.const
            else:
                value = converted
            if action.kind == "append":
                value = [*(current or []), value]
            elif action.kind == "extend":
                value = [*(current or []), *value]
            setattr(namespace, action.dest, value)

    def format_usage(self):
        """The line of usage."""
        if self.usage is not None:
            return f"usage: {self.usage}\n"
        parts = []
        options = 0
        for action in [a for a in self._actions if a.option_strings] + [a for a in self._actions if not a.option_strings]:
            if action.help is SUPPRESS:
                continue
            if action.option_strings:
                text = action.option_strings[0]
                if action.kind == "boolean":
                    text = " | ".join(action.option_strings)
                if action._takes_value():
                    text += " " + action._values_text()
                # Those that exclude each other stand together.
                group = next((group for group in self._exclusive if action in group._actions), None)
                if group is not None and action is not group._actions[0]:
                    close = ")" if group.required else "]"
                    parts[-1] = f"{parts[-1][:-1]} | {text}{close}"
                    continue
                if group is not None:
                    parts.append(f"({text})" if group.required else f"[{text}]")
                else:
                    parts.append(text if action.required else f"[{text}]")
                options += 1
            elif action.kind == "parsers":
                parts.append((action.metavar or "{" + ",".join(action._by_name) + "}") + " ...")
            else:
                parts.append(action._values_text())
        text = f"usage: {self.prog} {' '.join(parts)}".rstrip()
        if len(text) <= 78:
            return text + "\n"
        # Too long for one line: options first, then positional arguments on lines of their own.
        lines = []
        lead = " " * (len(self.prog) + 7)
        for group in (parts[:options], parts[options:]):
            current = f"usage: {self.prog}" if not lines else lead
            for part in group:
                if len(current) + 1 + len(part) > 78:
                    lines.append(current)
                    current = lead
                current += " " + part
            if group:
                lines.append(current)
        return "\n".join(lines) + "\n"

    def format_help(self):
        """The whole help."""
        import textwrap

        raw = isinstance(self.formatter_class, type) and issubclass(self.formatter_class, RawDescriptionHelpFormatter)
        sections = [self.format_usage()]
        if self.description:
            text = self.description % {"prog": self.prog} if "%(prog)" in self.description else self.description
            sections.append((text.rstrip() if raw else textwrap.fill(" ".join(text.split()), 78)) + "\n")
        for group in [self._positionals, self._optionals, *self._groups]:
            rows = []
            for action in group._actions:
                if action.help is SUPPRESS:
                    continue
                rows.append(self._row(action))
            if rows or group.description:
                heading = f"{group.title}:\n" if group.title else ""
                if group.description:
                    heading += f"  {group.description}\n\n"
                sections.append(heading + "".join(rows))
        if self.epilog:
            sections.append((self.epilog.rstrip() if raw else textwrap.fill(" ".join(self.epilog.split()), 78)) + "\n")
        return "\n".join(sections)

    def _row(self, action):
        import textwrap

        left = self._left(action)
        text = action.help or ""
        if "%(" in text:
            text = text % {**vars(action), "prog": self.prog}
        wants_default = isinstance(self.formatter_class, type) and issubclass(
            self.formatter_class, ArgumentDefaultsHelpFormatter
        )
        if wants_default and "%(default)" not in (action.help or "") and action.default is not SUPPRESS and action.help:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += f" (default: {action.default})"
        row = f"  {left}"
        if not text:
            row += "\n"
        else:
            column = self._help_column()
            lines = textwrap.wrap(" ".join(text.split()), 78 - column)
            if len(left) <= column - 4:
                row = f"  {left:<{column - 4}}  {lines[0]}\n"
                lines = lines[1:]
            else:
                row += "\n"
            row += "".join([" " * column + line + "\n" for line in lines])
        if action.kind == "parsers":
            for name, help in action._helps.items():
                if help:
                    row += f"    {name:<{self._help_column() - 6}}  {help}\n"
        return row

    def _left(self, action):
        """What a row of the help shows before the text."""
        if action.option_strings:
            values = " " + action._values_text() if action._takes_value() else ""
            return ", ".join([option + values for option in action.option_strings])
        if action.kind == "parsers":
            return action.metavar or "{" + ",".join(action._by_name) + "}"
        return action._value_name()

    def _help_column(self):
        """Where the texts begin: after the longest left side, 24 at most."""
        longest = 0
        for action in self._actions:
            if action.help is not SUPPRESS:
                longest = max(longest, len(self._left(action)) + 2)
                if action.kind == "parsers":
                    longest = max([longest, *[len(name) + 4 for name, help in action._helps.items() if help]])
        return min(longest + 2, 24)

    def print_usage(self, file=None):
        print(self.format_usage(), end="", file=file)

    def print_help(self, file=None):
        print(self.format_help(), end="", file=file)

    def exit(self, status=0, message=None):
        """Write a message and raise SystemExit."""
        if message:
            sys.stderr.write(message)
        sys.exit(status)

    def error(self, message):
        """Write the usage and a message, and raise SystemExit(2)."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {message}\n")
