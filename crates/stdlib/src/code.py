# code: an interpreter's loop, line by line.

import builtins
import sys
import traceback
from codeop import CommandCompiler, compile_command

__all__ = ["InteractiveInterpreter", "InteractiveConsole", "interact", "compile_command"]


class InteractiveInterpreter:
    """Compiles and runs texts in a namespace."""

    def __init__(self, locals=None):
        self.locals = {"__name__": "__console__", "__doc__": None} if locals is None else locals
        self.compile = CommandCompiler()

    def runsource(self, source, filename="<input>", symbol="single"):
        """Run a complete text; True where more lines are wanted."""
        try:
            code = self.compile(source, filename, symbol)
        except (OverflowError, SyntaxError, ValueError):
            self.showsyntaxerror(filename, source=source)
            return False
        if code is None:
            return True
        self.runcode(code)
        return False

    def runcode(self, code):
        try:
            exec(code, self.locals)
        except SystemExit:
            raise
        except BaseException:
            self.showtraceback()

    def _show(self, parts):
        self.write("".join(parts))

    def showsyntaxerror(self, filename=None, **kwargs):
        """Show the error that is being handled, without a stack."""
        error = sys.exception()
        if filename and isinstance(error, SyntaxError):
            error.filename = filename
        self._remember(error)
        self._show(traceback.format_exception_only(error))

    def showtraceback(self):
        """Show the error that is being handled; the frames of this module are left out."""
        error = sys.exception()
        self._remember(error)
        parts = traceback.format_exception(type(error), error, error.__traceback__)
        self._show(part for part in parts if not part.startswith('  File "code.py"'))

    def _remember(self, error):
        sys.last_exc = sys.last_value = error
        sys.last_type, sys.last_traceback = type(error), error.__traceback__

    def write(self, data):
        sys.stderr.write(data)


class InteractiveConsole(InteractiveInterpreter):
    """Reads lines until they are complete, and runs them."""

    def __init__(self, locals=None, filename="<console>", *, local_exit=False):
        super().__init__(locals)
        self.filename, self.local_exit = filename, local_exit
        self.resetbuffer()

    def resetbuffer(self):
        self.buffer = []

    def interact(self, banner=None, exitmsg=None):
        first, more = getattr(sys, "ps1", ">>> "), getattr(sys, "ps2", "... ")
        if banner is None:
            self.write(f"Python {sys.version} on {sys.platform}\n({self.__class__.__name__})\n")
        elif banner:
            self.write(f"{banner}\n")
        waiting = 0
        while True:
            try:
                line = self.raw_input(more if waiting else first)
            except EOFError:
                self.write("\n")
                break
            except KeyboardInterrupt:
                self.write("\nKeyboardInterrupt\n")
                self.resetbuffer()
                waiting = 0
                continue
            try:
                waiting = self.push(line)
            except SystemExit:
                if not self.local_exit:
                    raise
                self.write("\n")
                break
        if exitmsg is None:
            self.write(f"now exiting {self.__class__.__name__}...\n")
        elif exitmsg:
            self.write(f"{exitmsg}\n")

    def push(self, line, filename=None, _symbol="single"):
        """Add a line; True where more are wanted."""
        self.buffer.append(line)
        more = self.runsource("\n".join(self.buffer), self.filename if filename is None else filename, symbol=_symbol)
        if not more:
            self.resetbuffer()
        return more

    def raw_input(self, prompt=""):
        return input(prompt)


def interact(banner=None, readfunc=None, local=None, exitmsg=None, local_exit=False):
    """A console until the input ends."""
    console = InteractiveConsole(local, local_exit=local_exit)
    if readfunc is not None:
        console.raw_input = readfunc
    console.interact(banner, exitmsg)
