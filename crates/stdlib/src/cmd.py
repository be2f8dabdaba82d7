# cmd: interpreters of lines, each a command with its arguments.

import inspect
import string
import sys

__all__ = ["Cmd"]

PROMPT = "(Cmd) "
IDENTCHARS = string.ascii_letters + string.digits + "_"


class Cmd:
    """Reads lines and calls the method of each command: do_NAME."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = "="
    lastcmd = ""
    intro = None
    doc_leader = ""
    doc_header = "Documented commands (type help <topic>):"
    misc_header = "Miscellaneous help topics:"
    undoc_header = "Undocumented commands:"
    nohelp = "*** No help on %s"
    use_rawinput = 1

    def __init__(self, completekey="tab", stdin=None, stdout=None):
        self.stdin = sys.stdin if stdin is None else stdin
        self.stdout = sys.stdout if stdout is None else stdout
        self.cmdqueue = []
        self.completekey = completekey

    def cmdloop(self, intro=None):
        """Reads and runs commands until one of them says to stop."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(f"{self.intro}\n")
        stop = None
        while not stop:
            line = self.precmd(self.cmdqueue.pop(0) if self.cmdqueue else self._line())
            stop = self.postcmd(self.onecmd(line), line)
        self.postloop()

    def _line(self, prompt=None):
        """The next line; "EOF" at the end."""
        prompt = self.prompt if prompt is None else prompt
        if self.use_rawinput:
            try:
                return input(prompt)
            except EOFError:
                return "EOF"
        self.stdout.write(prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip("\r\n") if line else "EOF"

    def precmd(self, line):
        """What becomes of a line before it is run."""
        return line

    def postcmd(self, stop, line):
        """Whether to stop after a line."""
        return stop

    def preloop(self):
        """Before the first line."""

    def postloop(self):
        """After the last line."""

    def parseline(self, line):
        """The command, its arguments and the line; None where there is no command."""
        line = line.strip()
        if not line:
            return None, None, line
        if line[0] == "?":
            line = "help " + line[1:]
        elif line[0] == "!":
            if not hasattr(self, "do_shell"):
                return None, None, line
            line = "shell " + line[1:]
        rest = line.lstrip(self.identchars)
        return line[: len(line) - len(rest)], rest.strip(), line

    def onecmd(self, line):
        """Runs a line; whether to stop."""
        command, argument, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if command is None:
            return self.default(line)
        self.lastcmd = "" if line == "EOF" else line
        method = getattr(self, "do_" + command, None) if command else None
        return self.default(line) if method is None else method(argument)

    def emptyline(self):
        """An empty line repeats the last command."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        """A line whose command is not known."""
        self.stdout.write(f"*** Unknown syntax: {line}\n")

    def completedefault(self, *ignored):
        """What completes the arguments of a command without a method of its own."""
        return []

    def completenames(self, text, *ignored):
        begin = "do_" + text
        return [name[3:] for name in self.get_names() if name.startswith(begin)]

    def complete(self, text, state):
        """The completion of a text that has this number."""
        if state == 0:
            self.completion_matches = self.completenames(text, text, 0, len(text))
        return self.completion_matches[state] if state < len(self.completion_matches) else None

    def get_names(self):
        return dir(self.__class__)

    def complete_help(self, *args):
        topics = {name[5:] for name in self.get_names() if name.startswith("help_" + args[0])}
        return list(set(self.completenames(*args)) | topics)

    def do_help(self, arg):
        'List available commands with "help" or detailed help with "help cmd".'
        if not arg:
            return self._print_commands()
        told = getattr(self, "help_" + arg, None)
        if told is not None:
            told()
            return
        doc = inspect.cleandoc(getattr(getattr(self, "do_" + arg, None), "__doc__", None) or "")
        self.stdout.write(f"{doc or self.nohelp % (arg,)}\n")

    def _print_commands(self):
        names = sorted(set(self.get_names()))
        topics = {name[5:] for name in names if name[:5] == "help_"}
        documented, others = [], []
        for name in [name for name in names if name[:3] == "do_"]:
            command = name[3:]
            is_documented = command in topics or bool(getattr(self, name).__doc__)
            (documented if is_documented else others).append(command)
            topics.discard(command)
        self.stdout.write(f"{self.doc_leader}\n")
        self.print_topics(self.doc_header, documented, 15, 80)
        self.print_topics(self.misc_header, sorted(topics), 15, 80)
        self.print_topics(self.undoc_header, others, 15, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        if cmds:
            self.stdout.write(f"{header}\n")
            if self.ruler:
                self.stdout.write(f"{self.ruler * len(header)}\n")
            self.columnize(cmds, maxcol - 1)
            self.stdout.write("\n")

    def columnize(self, list, displaywidth=80):
        """Writes strings in as many columns as there is room for."""
        if not list:
            self.stdout.write("<empty>\n")
            return
        for at, item in enumerate(list):
            if not isinstance(item, str):
                places = ", ".join([str(at) for at, item in enumerate(list) if not isinstance(item, str)])
                raise TypeError(f"list[i] not a string for i in {places}")
        for rows in range(1, len(list) + 1):
            columns = [list[at : at + rows] for at in range(0, len(list), rows)]
            widths = [max([len(item) for item in column]) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth or rows == len(list):
                break
        for row in range(rows):
            items = [column[row] if row < len(column) else "" for column in columns]
            while items and not items[-1]:
                items.pop()
            padded = [item.ljust(width) for item, width in zip(items, widths)]
            self.stdout.write("  ".join(padded) + "\n")
