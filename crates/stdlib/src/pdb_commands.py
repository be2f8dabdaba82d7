# Commands that go on and that show: part of pdb.

__name__ = "pdb"

import cmd
import code
import inspect
import linecache
import pprint
import sys


class _Unquoted(str):
    """A text that stands for a value."""

    def __repr__(self):
        return str(self)


class _Console(code.InteractiveConsole):
    """What `interact` starts; it writes where the debugger does."""

    def __init__(self, names, message):
        self._message = message
        super().__init__(locals=names, local_exit=True)

    def write(self, data):
        self._message(data, end="")


class Commands:
    """The commands do_NAME of Pdb, but for breakpoints."""

    # These make the program go on.
    commands_resuming = ["do_continue", "do_step", "do_next", "do_return", "do_quit", "do_jump"]

    # Values.

    def _getval(self, arg):
        try:
            return eval(arg, self.curframe.f_globals, self.curframe_locals)
        except:  # noqa: E722
            self._error_exc()
            raise

    def _getval_except(self, arg, frame=None):
        """A value, or a text that says why there is none."""
        frame = self.curframe if frame is None else frame
        try:
            return eval(arg, frame.f_globals, frame.f_locals)
        except BaseException as error:
            return _Unquoted(f"** raised {self._format_exc(error)} **")

    def _compile_error_message(self, expr):
        """Why an expression cannot be compiled; empty where it can."""
        try:
            compile(expr, "<stdin>", "eval")
        except SyntaxError as error:
            return _Unquoted(self._format_exc(error))
        return ""

    def _safe_repr(self, obj, expr):
        try:
            return repr(obj)
        except Exception as error:
            return _Unquoted(f"*** repr({expr}) failed: {self._format_exc(error)} ***")

    def _show_value(self, arg, show):
        try:
            value = self._getval(arg)
        except:  # noqa: E722
            return
        try:
            self.message(show(value))
        except:  # noqa: E722
            self._error_exc()

    def do_p(self, arg):
        """p expression

        Print the value of the expression.
        """
        self._show_value(arg, repr)

    def do_pp(self, arg):
        """pp expression

        Pretty-print the value of the expression.
        """
        self._show_value(arg, pprint.pformat)

    def do_whatis(self, arg):
        """whatis expression

        Print the type of the argument.
        """
        try:
            value = self._getval(arg)
        except:  # noqa: E722
            return
        function = getattr(value, "__func__", value)
        if hasattr(function, "__code__"):
            kind = "Function" if function is value else "Method"
            self.message(f"{kind} {function.__code__.co_name}")
        elif value.__class__ is type:
            self.message(f"Class {value.__module__}.{value.__qualname__}")
        else:
            self.message(type(value))

    def do_args(self, arg):
        """a(rgs)

        Print the argument list of the current function.
        """
        if arg:
            return self._print_invalid_arg(arg)
        code = self.curframe.f_code
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & inspect.CO_VARARGS) + bool(code.co_flags & inspect.CO_VARKEYWORDS)
        for name in code.co_varnames[:count]:
            if name in self.curframe_locals:
                self.message(f"{name} = {self._safe_repr(self.curframe_locals[name], name)}")
            else:
                self.message(f"{name} = *** undefined ***")

    do_a = do_args

    def do_retval(self, arg):
        """retval

        Print the return value for the last return of a function.
        """
        if arg:
            return self._print_invalid_arg(arg)
        if "__return__" in self.curframe_locals:
            self.message(self._safe_repr(self.curframe_locals["__return__"], "retval"))
        else:
            self.error("Not yet returned!")

    do_rv = do_retval

    def _show_display(self):
        shown = self.displaying.get(self.curframe, {})
        for expression, old in list(shown.items()):
            new = self._getval_except(expression)
            if new is not old and new != old:
                shown[expression] = new
                old = self._safe_repr(old, expression)
                self.message(f"display {expression}: {self._safe_repr(new, expression)}  [old: {old}]")

    def do_display(self, arg):
        """display [expression]

        Display the value of the expression if it changed, each time
        execution stops in the current frame. Without an expression,
        list all display expressions for the current frame.
        """
        if not arg:
            if not self.displaying:
                return self.message("No expression is being displayed")
            self.message("Currently displaying:")
            for expression, value in self.displaying.get(self.curframe, {}).items():
                self.message(f"{expression}: {self._safe_repr(value, expression)}")
        elif wrong := self._compile_error_message(arg):
            self.error(f"Unable to display {arg}: {wrong!r}")
        else:
            value = self._getval_except(arg)
            self.displaying.setdefault(self.curframe, {})[arg] = value
            self.message(f"display {arg}: {self._safe_repr(value, arg)}")

    def do_undisplay(self, arg):
        """undisplay [expression]

        Do not display the expression any more in the current frame.
        Without an expression, clear all of the current frame.
        """
        if not arg:
            self.displaying.pop(self.curframe, None)
        elif self.displaying.get(self.curframe, {}).pop(arg, self) is self:
            self.error(f"not displaying {arg}")

    # Where the program is.

    def do_where(self, arg):
        """w(here)

        Print a stack trace, with the most recent frame at the bottom.
        An arrow indicates the "current frame", which determines the
        context of most commands.  'bt' is an alias for this command.
        """
        if arg:
            return self._print_invalid_arg(arg)
        self.print_stack_trace()

    do_w = do_bt = do_where

    def _select_frame(self, number):
        self._enter_frame(number)
        self.print_stack_entry(self.stack[number])
        self.lineno = None

    def _frame_count(self, arg):
        """How many frames to go, or None."""
        try:
            return int(arg or 1)
        except ValueError:
            self.error(f"Invalid frame count ({arg})")

    def do_up(self, arg):
        """u(p) [count]

        Move the current frame count (default one) levels up in the
        stack trace (to an older frame).
        """
        if self.curindex == 0:
            return self.error("Oldest frame")
        count = self._frame_count(arg)
        if count is not None:
            self._select_frame(0 if count < 0 else max(0, self.curindex - count))

    do_u = do_up

    def do_down(self, arg):
        """d(own) [count]

        Move the current frame count (default one) levels down in the
        stack trace (to a newer frame).
        """
        last = len(self.stack) - 1
        if self.curindex == last:
            return self.error("Newest frame")
        count = self._frame_count(arg)
        if count is not None:
            self._select_frame(last if count < 0 else min(last, self.curindex + count))

    do_d = do_down

    def do_exceptions(self, arg):
        """exceptions [number]

        List or change current exception in an exception chain.
        """
        chain = self._chained_exceptions
        if not chain:
            return self.message(
                "Did not find chained exceptions. To move between exceptions, pdb/post_mortem must be given an "
                "exception object rather than a traceback."
            )
        if not arg:
            return self._list_exceptions(chain)
        if not arg.lstrip("-").isdigit():
            return self.error("Argument must be an integer")
        number = int(arg)
        if not 0 <= number < len(chain):
            return self.error("No exception with that number")
        if chain[number].__traceback__ is None:
            return self.error("This exception does not have a traceback, cannot jump to it")
        self._chained_exception_index = number
        self.setup(None, chain[number].__traceback__)
        self.print_stack_entry(self.stack[self.curindex])

    def _list_exceptions(self, chain):
        for at, exc in enumerate(chain):
            text = repr(exc)
            text = text if len(text) <= 80 else text[:77] + "..."
            sign = ">" if at == self._chained_exception_index else " "
            number = "  -" if exc.__traceback__ is None else f"{at:>3}"
            self.message(f"{sign} {number} {text}")

    # Going on.

    def do_until(self, arg):
        """unt(il) [lineno]

        Without argument, continue execution until the line with a
        number greater than the current one is reached.  With a line
        number, continue execution until a line with a number greater
        or equal to that is reached.  In both cases, also stop when
        the current frame returns.
        """
        line = None
        if arg:
            try:
                line = int(arg)
            except ValueError:
                return self.error(f"Error in argument: {arg!r}")
            if line <= self.curframe.f_lineno:
                return self.error('"until" line number is smaller than current line number')
        self.set_until(self.curframe, line)
        return 1

    do_unt = do_until

    def do_step(self, arg):
        """s(tep)

        Execute the current line, stop at the first possible occasion
        (either in a function that is called or in the current
        function).
        """
        if arg:
            return self._print_invalid_arg(arg)
        self.set_step()
        return 1

    do_s = do_step

    def do_next(self, arg):
        """n(ext)

        Continue execution until the next line in the current function
        is reached or it returns.
        """
        if arg:
            return self._print_invalid_arg(arg)
        self.set_next(self.curframe)
        return 1

    do_n = do_next

    def do_return(self, arg):
        """r(eturn)

        Continue execution until the current function returns.
        """
        if arg:
            return self._print_invalid_arg(arg)
        self.set_return(self.curframe)
        return 1

    do_r = do_return

    def do_continue(self, arg):
        """c(ont(inue))

        Continue execution, only stop when a breakpoint is encountered.
        """
        if arg:
            return self._print_invalid_arg(arg)
        self.set_continue()
        return 1

    do_c = do_cont = do_continue

    def do_jump(self, arg):
        """j(ump) lineno

        Set the next line that will be executed: not possible here,
        where code has no addresses for its lines.
        """
        self.error("Jump failed: f_lineno cannot be set here")

    do_j = do_jump

    def do_run(self, arg):
        """run [args...]

        Restart the debugged python program. If a string is supplied
        it is split with "shlex", and the result is used as the new
        sys.argv.  "restart" is an alias for "run".
        """
        from pdb import Restart

        if arg:
            import shlex

            try:
                sys.argv[1:] = shlex.split(arg)
            except ValueError as error:
                return self.error(f"Cannot run {arg}: {error}")
        raise Restart

    do_restart = do_run

    def do_debug(self, arg):
        """debug code

        Enter a recursive debugger that steps through the code
        argument (which is an arbitrary expression or statement to be
        executed in the current environment).
        """
        inner = type(self)(self.completekey, self.stdin, self.stdout)
        inner.use_rawinput = self.use_rawinput
        inner.prompt = f"({self.prompt.strip()}) "
        self.message("ENTERING RECURSIVE DEBUGGER")
        sys.settrace(None)
        try:
            sys.call_tracing(inner.run, (arg, self.curframe.f_globals, self.curframe_locals))
        except Exception:
            self._error_exc()
        self.message("LEAVING RECURSIVE DEBUGGER")
        sys.settrace(self.trace_dispatch)
        self.lastcmd = inner.lastcmd

    def do_quit(self, arg):
        """q(uit) | exit

        Quit from the debugger. The program being executed is aborted.
        """
        self._user_requested_quit = True
        self.set_quit()
        return 1

    do_q = do_exit = do_quit

    def do_EOF(self, arg):
        """EOF

        Handles the receipt of EOF as a command.
        """
        self.message("")
        return self.do_quit(arg)

    def do_interact(self, arg):
        """interact

        Start an interactive interpreter whose global namespace
        contains all the (global and local) names found in the current scope.
        """
        console = _Console({**self.curframe.f_globals, **self.curframe_locals}, self.message)
        console.interact(banner="*pdb interact start*", exitmsg="*exit from pdb interact command*")

    # The program's text.

    def do_list(self, arg):
        """l(ist) [first[, last] | .]

        List source code for the current file.  Without arguments,
        list 11 lines around the current line or continue the previous
        listing.  With . as argument, list 11 lines around the current
        line.  With one argument, list 11 lines starting at that line.
        With two arguments, list the given range; if the second
        argument is less than the first, it is a count.
        """
        self.lastcmd = "list"
        try:
            first, last = self._listed(arg)
        except ValueError:
            return self.error(f"Error in argument: {arg!r}")
        filename = self.curframe.f_code.co_filename
        lines = linecache.getlines(filename, self.curframe.f_globals)
        self._print_lines(lines[first - 1 : last], first, self.get_file_breaks(filename), self.curframe)
        self.lineno = min(last, len(lines))
        if len(lines) < last:
            self.message("[EOF]")

    do_l = do_list

    def _listed(self, arg):
        """The first and last line that `list` shows."""
        if arg and arg != ".":
            if "," not in arg:
                first = max(1, int(arg) - 5)
                return first, first + 10
            first, last = [int(part) for part in arg.split(",")]
            return first, first + last if last < first else last
        current = self.lineno is None or arg == "."
        first = max(1, self.curframe.f_lineno - 5) if current else self.lineno + 1
        return first, first + 10

    def _source_lines(self, obj):
        lines, line = inspect.getsourcelines(obj)
        return lines, max(1, line)

    def do_longlist(self, arg):
        """ll | longlist

        List the whole source code for the current function or frame.
        """
        if arg:
            return self._print_invalid_arg(arg)
        breaks = self.get_file_breaks(self.curframe.f_code.co_filename)
        try:
            lines, line = self._source_lines(self.curframe)
        except OSError as error:
            return self.error(error)
        self._print_lines(lines, line, breaks, self.curframe)

    do_ll = do_longlist

    def do_source(self, arg):
        """source expression

        Try to get source code for the given object and display it.
        """
        try:
            obj = self._getval(arg)
        except:  # noqa: E722
            return
        try:
            lines, line = self._source_lines(obj)
        except (OSError, TypeError) as error:
            return self.error(error)
        self._print_lines(lines, line)

    def _print_lines(self, lines, start, breaks=(), frame=None):
        current = frame.f_lineno if frame else -1
        raised = self.tb_lineno.get(frame, -1) if frame else -1
        for number, line in enumerate(lines, start):
            text = str(number).rjust(3)
            text += (" " if len(text) < 4 else "") + ("B" if number in breaks else " ")
            if number == current:
                text += "->"
            elif number == raised:
                text += ">>"
            self.message(text + "\t" + line.rstrip())

    # Aliases and help.

    def do_alias(self, arg):
        """alias [name [command]]

        Create an alias called 'name' that executes 'command'.
        Replaceable parameters can be indicated by %1, %2, and so on,
        while %* is replaced by all the parameters.  If no command is
        given, the current alias for name is shown. If no name is
        given, all aliases are listed.
        """
        words = arg.split()
        if not words:
            for name in sorted(self.aliases):
                self.message(f"{name} = {self.aliases[name]}")
        elif len(words) > 1:
            self._define_alias(words[0], " ".join(words[1:]))
        elif words[0] in self.aliases:
            self.message(f"{words[0]} = {self.aliases[words[0]]}")
        else:
            self.error(f"Unknown alias '{words[0]}'")

    def _define_alias(self, name, command):
        used = [at for at in range(1, 10) if f"%{at}" in command]
        if "%*" not in command and used != list(range(1, len(used) + 1)):
            return self.error("Replaceable parameters must be consecutive")
        self.aliases[name] = command

    def do_unalias(self, arg):
        """unalias name

        Delete the specified alias.
        """
        if not arg:
            return self._print_invalid_arg(arg)
        self.aliases.pop(arg.split()[0], None)

    def do_help(self, arg):
        """h(elp)

        Without argument, print the list of available commands.
        With a command name as argument, print help about that command.
        "help exec" gives help on the ! command.
        """
        if not arg:
            return cmd.Cmd.do_help(self, arg)
        told = getattr(self, "help_" + arg, None)
        if told is not None:
            return told()
        command = getattr(self, "do_" + arg, None)
        if command is None:
            self.error(f"No help for {arg!r}")
        elif command.__doc__ is None:
            self.error(f"No help for {arg!r}; __doc__ string missing")
        else:
            self._help_message_from_doc("do_" + arg)

    do_h = do_help

    def help_exec(self):
        """(!) statement

        Execute the (one-line) statement in the context of the current
        stack frame.  The exclamation point can be omitted unless the
        first word of the statement resembles a debugger command.
        """
        self.message(inspect.cleandoc(self.help_exec.__doc__).strip())

    def _help_message_from_doc(self, name, usage_only=False):
        """Shows the documentation of a command, or how it is called."""
        lines = [line.strip() for line in inspect.cleandoc(getattr(self, name).__doc__).splitlines()]
        usages = lines.index("") if "" in lines else 1
        margin = " " * len(self.prompt)
        told = [margin + ("       " if at else "Usage: ") + line for at, line in enumerate(lines[:usages])]
        told += [] if usage_only else [margin + line for line in lines[usages:]]
        self.message("\n".join(told))
