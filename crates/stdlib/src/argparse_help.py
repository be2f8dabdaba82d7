# argparse: its errors, what parsing gives, and how help is laid out.

import re

__name__ = "argparse"

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
_UNRECOGNIZED = "_unrecognized_args"


class ArgumentError(Exception):
    """A problem with one argument."""

    def __init__(self, argument, message):
        self.argument_name = _action_name(argument)
        self.message = message

    def __str__(self):
        return self.message if self.argument_name is None else f"argument {self.argument_name}: {self.message}"


class ArgumentTypeError(Exception):
    """Raised by a type function: its text becomes the message."""


def _action_name(action):
    if action is None:
        return None
    if action.option_strings:
        return "/".join(action.option_strings)
    if action.metavar not in (None, SUPPRESS):
        return action.metavar
    if action.dest not in (None, SUPPRESS):
        return action.dest
    return "{" + ",".join(action.choices) + "}" if action.choices else None


class _AttributeHolder:
    """Shows its attributes as the arguments that would make it."""

    def __repr__(self):
        shown, others = [repr(value) for value in self._get_args()], {}
        for name, value in self._get_kwargs():
            if name.isidentifier():
                shown.append(f"{name}={value!r}")
            else:
                others[name] = value
        if others:
            shown.append(f"**{others!r}")
        return f"{type(self).__name__}({', '.join(shown)})"

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


class Namespace(_AttributeHolder):
    """The parsed arguments as attributes."""

    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __eq__(self, other):
        return vars(self) == vars(other) if isinstance(other, Namespace) else NotImplemented

    def __contains__(self, key):
        return key in self.__dict__


class HelpFormatter:
    """Lays the help out: usage, then sections of rows in two columns."""

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil

            width = shutil.get_terminal_size().columns - 2
        self._prog = prog
        self._width = width
        self._indent_increment = indent_increment
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._sections = []
        self._longest = 0

    # What parsers add. A section is a title with a text and rows of actions.

    def add_usage(self, usage, actions, groups, prefix=None):
        if usage is not SUPPRESS:
            self._sections.append(self._format_usage(usage, actions, groups, prefix))

    def add_text(self, text):
        if text is not None and text is not SUPPRESS:
            self._sections.append(self._format_text(text, 0))

    def add_section(self, heading, text, actions):
        """A group of actions under its heading."""
        shown = [action for action in actions if action.help is not SUPPRESS]
        for action in shown:
            for row, depth in self._rows(action):
                name = self._format_action_invocation(row)
                self._longest = max(self._longest, len(name) + self._indent_increment * depth)
        self._sections.append((heading, text, shown))

    def format_help(self):
        parts = [part if isinstance(part, str) else self._format_section(*part) for part in self._sections]
        text = re.sub(r"\n\n\n+", "\n\n", "".join(parts))
        return text.strip("\n") + "\n" if text else text

    def _format_section(self, heading, text, actions):
        body = "" if not text else self._format_text(text, self._indent_increment)
        for action in actions:
            for row, depth in self._rows(action):
                body += self._format_action(row, self._indent_increment * depth)
        if not body:
            return ""
        title = "" if heading is SUPPRESS or heading is None else f"{heading}:\n"
        return f"\n{title}{body}\n"

    def _rows(self, action):
        """An action and the commands below it, with their depths."""
        yield action, 1
        for below in getattr(action, "_choices_actions", ()):
            if below.help is not SUPPRESS:
                yield below, 2

    def _format_text(self, text, indent):
        if "%(prog)" in text:
            text = text % {"prog": self._prog}
        return self._fill_text(text, max(self._width - indent, 11), " " * indent) + "\n\n"

    def _format_usage(self, usage, actions, groups, prefix):
        prefix = "usage: " if prefix is None else prefix
        if usage is not None:
            return f"{prefix}{usage % {'prog': self._prog}}\n\n"
        options = [action for action in actions if action.option_strings]
        positionals = [action for action in actions if not action.option_strings]
        usage = " ".join([self._prog, *self._usage_parts([*options, *positionals], groups)])
        room = self._width
        if len(prefix) + len(usage) <= room:
            return f"{prefix}{usage}\n\n"

        def lines(parts, indent, begun=None):
            made, line = [], []
            length = (len(indent) if begun is None else begun) - 1
            for part in parts:
                if length + 1 + len(part) > room and line:
                    made.append(indent + " ".join(line))
                    line, length = [], len(indent) - 1
                line.append(part)
                length += len(part) + 1
            if line:
                made.append(indent + " ".join(line))
            return made

        optional, positional = self._usage_parts(options, groups), self._usage_parts(positionals, groups)
        if len(prefix) + len(self._prog) <= 0.75 * room:
            indent = " " * (len(prefix) + len(self._prog) + 1)
            if optional:
                made = lines([self._prog, *optional], indent, len(prefix)) + lines(positional, indent)
            elif positional:
                made = lines([self._prog, *positional], indent, len(prefix))
            else:
                made = [self._prog]
            made[0] = made[0].lstrip()
        else:
            indent = " " * len(prefix)
            made = lines([*optional, *positional], indent)
            if len(made) > 1:
                made = lines(optional, indent) + lines(positional, indent)
            made = [self._prog, *made]
        return prefix + "\n".join(made) + "\n\n"

    def _usage_parts(self, actions, groups):
        parts, i = [], 0
        while i < len(actions):
            action = actions[i]
            # Arguments that exclude each other and stand together are shown as a choice.
            group = next(
                (g for g in groups if g._group_actions and actions[i : i + len(g._group_actions)] == g._group_actions), None
            )
            if group is not None:
                i += len(group._group_actions)
                inside = [self._usage_part(a, bare=True) for a in group._group_actions if a.help is not SUPPRESS]
                if not inside:
                    continue
                text = " | ".join(inside)
                if group.required:
                    parts.append(f"({text})" if len(inside) > 1 else text)
                else:
                    parts.append(f"[{text}]")
                continue
            i += 1
            if action.help is not SUPPRESS:
                parts.append(self._usage_part(action))
        return parts

    def _usage_part(self, action, bare=False):
        if not action.option_strings:
            text = self._format_args(action, self._get_default_metavar_for_positional(action))
            return text[1:-1] if bare and text.startswith("[") and text.endswith("]") else text
        if action.nargs == 0:
            text = action.format_usage()
        else:
            values = self._format_args(action, self._get_default_metavar_for_optional(action))
            text = f"{action.option_strings[0]} {values}"
        return text if bare or action.required else f"[{text}]"

    def _format_action(self, action, indent):
        position = min(self._longest + 2, self._max_help_position)
        width = max(self._width - position, 11)
        room = position - indent - 2
        name = self._format_action_invocation(action)
        has_help = action.help and action.help.strip()
        if not has_help:
            return f"{'':{indent}}{name}\n"
        lines = self._split_lines(self._expand_help(action), width)
        if len(name) <= room:
            made = f"{'':{indent}}{name:<{room}}  " + (lines.pop(0) if lines else "") + "\n"
        else:
            made = f"{'':{indent}}{name}\n"
        return made + "".join([f"{'':{position}}{line}\n" for line in lines])

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return " ".join(self._metavars(action, self._get_default_metavar_for_positional(action), 1))
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        values = self._format_args(action, self._get_default_metavar_for_optional(action))
        return f"{', '.join(action.option_strings)} {values}"

    def _metavars(self, action, default, count):
        if action.metavar is not None:
            name = action.metavar
        elif action.choices is not None:
            name = "{" + ",".join([str(choice) for choice in action.choices]) + "}"
        else:
            name = default
        return name if isinstance(name, tuple) else (name,) * count

    def _format_args(self, action, default):
        def names(count):
            return self._metavars(action, default, count)

        nargs = action.nargs
        if nargs is None:
            return names(1)[0]
        if nargs == OPTIONAL:
            return f"[{names(1)[0]}]"
        if nargs == ZERO_OR_MORE:
            metavars = names(1)
            return "[%s [%s ...]]" % metavars if len(metavars) == 2 else f"[{metavars[0]} ...]"
        if nargs == ONE_OR_MORE:
            return "%s [%s ...]" % names(2)
        if nargs == REMAINDER:
            return "..."
        if nargs == PARSER:
            return f"{names(1)[0]} ..."
        if nargs == SUPPRESS:
            return ""
        try:
            return " ".join(names(nargs))
        except TypeError:
            raise ValueError("invalid nargs value") from None

    def _expand_help(self, action):
        values = {**vars(action), "prog": self._prog}
        values = {name: value for name, value in values.items() if value is not SUPPRESS}
        for name, value in values.items():
            if hasattr(value, "__name__"):
                values[name] = value.__name__
        if values.get("choices") is not None:
            values["choices"] = ", ".join([str(choice) for choice in values["choices"]])
        return self._get_help_string(action) % values

    # What the other formatters change.

    def _split_lines(self, text, width):
        import textwrap

        return textwrap.wrap(" ".join(text.split()), width)

    def _fill_text(self, text, width, indent):
        import textwrap

        return textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Keeps the lines of descriptions."""

    def _fill_text(self, text, width, indent):
        return "".join([indent + line for line in text.splitlines(keepends=True)])


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Keeps the lines of every text."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds defaults to the help of each argument."""

    def _get_help_string(self, action):
        text = action.help or ""
        if "%(default)" not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Shows the types of values in the place of their names."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__
