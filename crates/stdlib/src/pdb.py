# pdb: the debugger that asks for commands where a program stops.

import bdb
import cmd
import codeop
import io
import os
import sys
import token
import tokenize
import traceback
import types

from _pdb_breakpoints import BreakpointCommands
from _pdb_commands import Commands
from _tensorcell.importlib import _compile
from _tensorcell.traceback import _keep_variables

__all__ = ["run", "pm", "Pdb", "runeval", "runctx", "runcall", "set_trace", "post_mortem", "help"]

# What stands between a place and its line.
line_prefix = "\n-> "

# From here on exceptions keep the variables of the calls that they pass: post_mortem shows them.
_keep_variables()


class Restart(Exception):
    """The program is to begin anew."""


class Pdb(Commands, BreakpointCommands, bdb.Bdb, cmd.Cmd):
    """Stops a program and runs the user's commands there."""

    # Of a chain of exceptions so many can be looked at.
    MAX_CHAINED_EXCEPTION_DEPTH = 999

    def __init__(self, completekey="tab", stdin=None, stdout=None, skip=None, nosigint=False, readrc=True):
        bdb.Bdb.__init__(self, skip=skip)
        cmd.Cmd.__init__(self, completekey, stdin, stdout)
        if stdout:
            self.use_rawinput = 0
        self.prompt = "(Pdb) "
        self.aliases = {}
        self.displaying = {}
        self.mainpyfile = ""
        self._wait_for_mainpyfile = False
        self._user_requested_quit = False
        self.nosigint = nosigint
        # An expression that begins like a command is none: c.a, c['a'].
        self.identchars = cmd.Cmd.identchars + "=.[](),\"'+-*/%@&|<>~^"
        self.rcLines = _rc_lines() if readrc else []
        # Of breakpoints by their numbers: commands, whether the prompt follows, whether the place is not shown.
        self.commands = {}
        self.commands_doprompt = {}
        self.commands_silent = {}
        self.commands_defining = False
        self.commands_bnum = None
        self._chained_exceptions = ()
        self._chained_exception_index = 0
        self.tb_lineno = {}
        self.forget()

    def reset(self):
        bdb.Bdb.reset(self)
        self.forget()

    def forget(self):
        if getattr(self, "curframe", None):
            self.curframe.f_globals.pop("__pdb_convenience_variables", None)
        self.lineno = None
        self.stack = []
        self.curindex = 0
        self.curframe = None
        self.tb_lineno.clear()

    def setup(self, f, tb):
        """Looks at a frame, or at where a traceback ends."""
        self.forget()
        self.stack, self.curindex = self.get_stack(f, tb)
        while tb:
            self.tb_lineno[tb.tb_frame] = tb.tb_lineno
            tb = tb.tb_next
        self._enter_frame(self.curindex)
        if self._chained_exceptions:
            current = self._chained_exceptions[self._chained_exception_index]
            self.set_convenience_variable(self.curframe, "_exception", current)
        if self.rcLines:
            self.cmdqueue = [line for line in self.rcLines if line.strip() and not line.strip().startswith("#")]
            self.rcLines = []

    def _enter_frame(self, index):
        self.curindex = index
        self.curframe = self.stack[index][0]
        self.curframe_locals = self.curframe.f_locals
        self.set_convenience_variable(self.curframe, "_frame", self.curframe)

    # What the program tells.

    def user_call(self, frame, argument_list):
        if not self._wait_for_mainpyfile and self.stop_here(frame):
            self.message("--Call--")
            self.interaction(frame, None)

    def user_line(self, frame):
        if self._wait_for_mainpyfile:
            if self.mainpyfile != self.canonic(frame.f_code.co_filename) or frame.f_lineno <= 0:
                return
            self._wait_for_mainpyfile = False
        if self.bp_commands(frame):
            self.interaction(frame, None)

    user_opcode = user_line

    def user_return(self, frame, return_value):
        if self._wait_for_mainpyfile:
            return
        frame.f_locals["__return__"] = return_value
        self.set_convenience_variable(frame, "_retval", return_value)
        self.message("--Return--")
        self.interaction(frame, None)

    def user_exception(self, frame, exc_info):
        if self._wait_for_mainpyfile:
            return
        kind, value, tb = exc_info
        frame.f_locals["__exception__"] = kind, value
        self.set_convenience_variable(frame, "_exception", value)
        prefix = "Internal " if tb is None and kind is StopIteration else ""
        self.message(prefix + self._format_exc(value))
        self.interaction(frame, tb)

    def interaction(self, frame, tb_or_exc):
        """Shows where the program is, and runs commands until one of them goes on."""
        exceptions, tb = self._get_tb_and_exceptions(tb_or_exc)
        if isinstance(tb_or_exc, BaseException):
            assert tb is not None, "main exception must have a traceback"
        self._chained_exceptions, self._chained_exception_index = exceptions, len(exceptions) - 1
        try:
            self.setup(frame, tb)
            # The place is shown just before the user is asked.
            self.cmdqueue.append("_pdbcmd_print_frame_status")
            self._cmdloop()
            if self.cmdqueue and self.cmdqueue[-1] == "_pdbcmd_print_frame_status":
                self.cmdqueue.pop()
            self.forget()
        finally:
            self._chained_exceptions, self._chained_exception_index = (), 0

    def _get_tb_and_exceptions(self, tb_or_exc):
        """The exceptions that led to one, the first of them first, and its traceback."""
        if not isinstance(tb_or_exc, BaseException):
            return (), tb_or_exc
        exceptions, current = [], tb_or_exc
        while current is not None and not any([current is seen for seen in exceptions]):
            exceptions.append(current)
            if len(exceptions) >= self.MAX_CHAINED_EXCEPTION_DEPTH:
                self.message(
                    f"More than {self.MAX_CHAINED_EXCEPTION_DEPTH} chained exceptions found, not all exceptions"
                    "will be browsable with `exceptions`."
                )
                break
            context = None if current.__suppress_context__ else current.__context__
            current = current.__cause__ if current.__cause__ is not None else context
        return tuple(reversed(exceptions)), tb_or_exc.__traceback__

    def _cmdloop(self):
        while True:
            try:
                self.cmdloop()
                return
            except KeyboardInterrupt:
                self.message("--KeyboardInterrupt--")

    # Commands as lines.

    def precmd(self, line):
        """Replaces aliases and convenience variables; commands after ;; wait."""
        if not line.strip():
            return line
        words = line.split()
        while words[0] in self.aliases:
            line = self._expanded(words)
            if line is None:
                return "!"
            words = line.split()
        if words[0] != "alias" and ";;" in line:
            line, _, rest = line.partition(";;")
            self.cmdqueue.insert(0, rest.lstrip())
            line = line.rstrip()
        return self._replace_convenience_variables(line)

    def _expanded(self, words):
        """What an alias stands for, with its arguments; None where their number is wrong."""
        line = self.aliases[words[0]]
        for at in range(1, 10):
            if f"%{at}" in line:
                if at >= len(words):
                    self.error(f"Not enough arguments for alias '{words[0]}'")
                    return None
                line = line.replace(f"%{at}", words[at])
            elif "%*" not in line:
                if at < len(words):
                    self.error(f"Too many arguments for alias '{words[0]}'")
                    return None
                break
        return line.replace("%*", " ".join(words[1:]))

    def _replace_convenience_variables(self, line):
        """$name outside of strings becomes the variable of the debugger."""
        if "$" not in line:
            return line
        pieces, last, dollar = [], 0, None
        try:
            for kind, text, start, end, _ in tokenize.generate_tokens(io.StringIO(line).readline):
                if text == "$":
                    dollar = (start, end)
                    continue
                if dollar is not None and kind == token.NAME and start == dollar[1]:
                    pieces += [line[last : dollar[0][1]], f'__pdb_convenience_variables["{text}"]']
                    last = end[1]
                dollar = None
        except tokenize.TokenError:
            return line
        return "".join(pieces) + line[last:]

    def onecmd(self, line):
        if self.commands_defining:
            return self.handle_command_def(line)
        if line == "_pdbcmd_print_frame_status":
            self.print_stack_entry(self.stack[self.curindex])
            return self._show_display()
        return cmd.Cmd.onecmd(self, line)

    def default(self, line):
        """A line that is no command is run in the frame."""
        if line[:1] == "!":
            line = line[1:].strip()
        try:
            code = self._compiled(line)
            if code is not None:
                self._execute(code)
        except:  # noqa: E722
            self._error_exc()

    def _compiled(self, line):
        """A statement, of which more lines are asked for as long as it is open; None at the end of the input."""
        buffer, code = line, codeop.compile_command(line + "\n", "<stdin>", "single")
        while code is None:
            line = self._line("...   ")
            if line == "EOF":
                self.lastcmd = ""
                self.message("\n" if self.use_rawinput else "")
                return None
            buffer += "\n" + line
            code = codeop.compile_command(buffer, "<stdin>", "single")
        return code

    def _execute(self, code):
        """Runs code in the frame; functions in it see the frame's variables."""
        names, local = self.curframe.f_globals, self.curframe_locals
        if any([isinstance(constant, types.CodeType) for constant in code.co_consts]) and local is not names:
            names = {**names, **local}
        kept = sys.stdin, sys.stdout, sys.displayhook
        try:
            sys.stdin, sys.stdout, sys.displayhook = self.stdin, self.stdout, self.displayhook
            exec(code, names, local)
        finally:
            sys.stdin, sys.stdout, sys.displayhook = kept

    def displayhook(self, obj):
        """Shows a value, and binds no name to it."""
        if obj is not None:
            self.message(repr(obj))

    # What is said.

    def message(self, msg, end="\n"):
        print(msg, end=end, file=self.stdout)

    def error(self, msg):
        print("***", msg, file=self.stdout)

    def _error_exc(self):
        self.error(self._format_exc(sys.exception()))

    def _format_exc(self, exc):
        return traceback.format_exception_only(exc)[-1].strip()

    def _print_invalid_arg(self, arg):
        self.error(f"Invalid argument: {arg}")
        self._help_message_from_doc(sys._getframe().f_back.f_code.co_name, usage_only=True)

    def set_convenience_variable(self, frame, name, value):
        frame.f_globals.setdefault("__pdb_convenience_variables", {})[name] = value

    def print_stack_trace(self):
        try:
            for entry in self.stack:
                self.print_stack_entry(entry)
        except KeyboardInterrupt:
            pass

    def print_stack_entry(self, frame_lineno, prompt_prefix=None):
        prefix = "> " if frame_lineno[0] is self.curframe else "  "
        between = line_prefix if prompt_prefix is None else prompt_prefix
        self.message(prefix + self.format_stack_entry(frame_lineno, between))

    def _runscript(self, filename):
        """Debugs a script, as `-m pdb` does."""
        import __main__

        self._wait_for_mainpyfile = True
        self.mainpyfile = self.canonic(filename)
        with open(filename, encoding="utf-8") as file:
            code = _compile(file.read(), self.mainpyfile)
        names = __main__.__dict__
        names.update({"__name__": "__main__", "__file__": self.mainpyfile})
        self.run(code, names)


def _rc_lines():
    """The commands of .pdbrc, in the home folder and here."""
    lines = []
    for file in (os.path.expanduser("~/.pdbrc"), ".pdbrc"):
        try:
            with open(file, encoding="utf-8") as commands:
                lines.extend(commands)
        except OSError:
            pass
    return lines


def run(statement, globals=None, locals=None):
    """Debugs statements."""
    Pdb().run(statement, globals, locals)


def runeval(expression, globals=None, locals=None):
    """Debugs an expression; its value."""
    return Pdb().runeval(expression, globals, locals)


def runctx(statement, globals, locals):
    run(statement, globals, locals)


def runcall(*args, **kwds):
    """Debugs a call; what it returns."""
    return Pdb().runcall(*args, **kwds)


def set_trace(*, header=None):
    """Stops here."""
    debugger = Pdb()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(sys._getframe().f_back)


def post_mortem(t=None):
    """Looks at an exception or a traceback; without one, at the exception that is being handled."""
    _post_mortem(t, Pdb())


def _post_mortem(t, pdb_instance):
    t = sys.exception() if t is None else t
    if t is None or isinstance(t, BaseException) and t.__traceback__ is None:
        raise ValueError("A valid traceback must be passed if no exception is being handled")
    pdb_instance.reset()
    pdb_instance.interaction(None, t)


def pm():
    """Looks at the exception that ended the last cell."""
    post_mortem(sys.last_exc)


def help():
    """Shows what pdb's commands are."""
    Pdb().do_help("")


def main():
    """`-m pdb FILE ARGUMENTS`"""
    if len(sys.argv) < 2:
        print("usage: -m pdb FILE [ARGUMENTS]")
        sys.exit(2)
    filename = sys.argv[1]
    if not os.path.isfile(filename):
        print(f"Error: {filename} does not exist")
        sys.exit(1)
    sys.argv[:] = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(filename))
    debugger = Pdb()
    while True:
        try:
            debugger._runscript(filename)
        except Restart:
            print("Restarting", filename, "with arguments:")
            print("\t" + " ".join(sys.argv[1:]))
            continue
        except SystemExit as end:
            print(f"The program exited via sys.exit(). Exit status: {end}")
        except BaseException as error:
            traceback.print_exception(error)
            print("Uncaught exception. Entering post mortem debugging")
            print("Running 'cont' or 'step' will restart the program")
            debugger.interaction(None, error)
            print(f"Post mortem debugger finished. The {filename} will be restarted")
        if debugger._user_requested_quit:
            break
        print("The program finished and will be restarted")


if __name__ == "__main__":
    main()
