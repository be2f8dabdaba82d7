# Commands of breakpoints: part of pdb.

__name__ = "pdb"

import bdb
import linecache
import os
import re
import sys


def find_function(funcname, filename):
    """The name, the file and the first line of a function's body; None where the file has no such function."""
    pattern = re.compile(rf"def\s+{re.escape(funcname)}\s*[(]")
    for number, line in enumerate(linecache.getlines(filename), 1):
        if pattern.match(line):
            return funcname, filename, _first_line(linecache.getlines(filename), number)
    return None


def _first_line(lines, number):
    """The first line of the body of a function that is defined at a line."""
    import ast

    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return number
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, kinds) and number <= node.lineno <= number + len(node.decorator_list):
            return _begin(node)
    return number


def _begin(node):
    """The line of the first statement of a function that is no documentation."""
    import ast

    body = node.body
    if len(body) > 1 and ast.get_docstring(node, clean=False) is not None:
        body = body[1:]
    return body[0].lineno


def find_first_executable_line(code):
    """The first line that a function runs."""
    import ast
    import inspect
    import textwrap

    try:
        lines, number = inspect.getsourcelines(code)
        node = ast.parse(textwrap.dedent("".join(lines))).body[0]
        return number + _begin(node) - 1
    except (OSError, SyntaxError, IndexError, AttributeError):
        return code.co_firstlineno


class BreakpointCommands:
    """The commands of Pdb that set, change and clear breakpoints."""

    def bp_commands(self, frame):
        """Runs what was set for the breakpoint that stopped the program; whether the user is to be asked as usual."""
        number = getattr(self, "currentbp", 0)
        if not number or number not in self.commands:
            return True
        self.currentbp = 0
        last = self.lastcmd
        self.setup(frame, None)
        for line in self.commands[number]:
            self.onecmd(line)
        self.lastcmd = last
        if not self.commands_silent[number]:
            self.print_stack_entry(self.stack[self.curindex])
        if self.commands_doprompt[number]:
            self._cmdloop()
        self.forget()
        return False

    def handle_command_def(self, line):
        """Takes a line of a breakpoint's commands; whether it is the last."""
        command, arg, line = self.parseline(line)
        if not command:
            return False
        if command == "silent":
            self.commands_silent[self.commands_bnum] = True
            return False
        if command == "end":
            return True
        self.commands[self.commands_bnum].append(f"{command} {arg}" if arg else command)
        method = getattr(self, "do_" + command, self.default)
        if method.__name__ in self.commands_resuming:
            self.commands_doprompt[self.commands_bnum] = False
            return True
        return False

    def do_commands(self, arg):
        """(Pdb) commands [bpnumber]
        (com) ...
        (com) end
        (Pdb)

        Specify a list of commands for breakpoint number bpnumber.
        The commands themselves are entered on the following lines.
        Type a line containing just 'end' to terminate the commands.
        The commands are executed when the breakpoint is hit.
        With no bpnumber argument, commands refers to the last
        breakpoint set.
        """
        try:
            number = int(arg) if arg else len(bdb.Breakpoint.bpbynumber) - 1
        except ValueError:
            return self._print_invalid_arg(arg)
        try:
            self.get_bpbynumber(number)
        except ValueError as error:
            return self.error(f"cannot set commands: {error}")
        tables = (self.commands, self.commands_doprompt, self.commands_silent)
        old = [table.get(number) for table in tables]
        self.commands_bnum = number
        self.commands[number], self.commands_doprompt[number], self.commands_silent[number] = [], True, False
        prompt, self.prompt, self.commands_defining = self.prompt, "(com) ", True
        try:
            self.cmdloop()
        except KeyboardInterrupt:
            for table, before in zip(tables, old):
                if before is None:
                    del table[number]
                else:
                    table[number] = before
            self.error("command definition aborted, old commands restored")
        finally:
            self.commands_defining, self.prompt = False, prompt

    def do_break(self, arg, temporary=False):
        """b(reak) [ ([filename:]lineno | function) [, condition] ]

        Without argument, list all breaks.

        With a line number argument, set a break at this line in the
        current file.  With a function name, set a break at the first
        executable line of that function.  If a second argument is
        present, it is a string specifying an expression which must
        evaluate to true before the breakpoint is honored.

        The line number may be prefixed with a filename and a colon,
        to specify a breakpoint in another file (probably one that
        hasn't been loaded yet).  The file is searched for on
        sys.path; the .py suffix may be omitted.
        """
        if not arg:
            return self._list_breaks()
        place, comma, condition = arg.partition(",")
        condition = condition.lstrip() if comma else None
        if condition and (wrong := self._compile_error_message(condition)):
            return self.error(f"Invalid condition {condition}: {wrong!r}")
        found = self._place(place.rstrip())
        if found is None:
            return
        filename, line, function = found
        line = self.checkline(filename, line)
        if not line:
            return
        if wrong := self.set_break(filename, line, temporary, condition, function):
            return self.error(wrong)
        made = self.get_breaks(filename, line)[-1]
        self.message(f"Breakpoint {made.number} at {made.file}:{made.line}")

    do_b = do_break

    def _list_breaks(self):
        if self.breaks:
            self.message("Num Type         Disp Enb   Where")
            for known in bdb.Breakpoint.bpbynumber:
                if known:
                    self.message(known.bpformat())

    def _place(self, arg):
        """The file, line and function that a text names; None after an error."""
        if ":" in arg:
            name, _, line = arg.rpartition(":")
            filename = self.lookupmodule(name.rstrip())
            if not filename:
                return self.error(f"{name.rstrip()!r} not found from sys.path")
            try:
                return filename, int(line), None
            except ValueError:
                return self.error(f"Bad lineno: {line.lstrip()}")
        try:
            return self.defaultFile(), int(arg), None
        except ValueError:
            return self._place_of_function(arg)

    def _place_of_function(self, arg):
        try:
            function = eval(arg, self.curframe.f_globals, self.curframe_locals)
            code = getattr(function, "__func__", function).__code__
            return code.co_filename, find_first_executable_line(code), code.co_name
        except Exception:
            name, filename, line = self.lineinfo(arg)
        if not name:
            return self.error(f"The specified object {arg!r} is not a function or was not found along sys.path.")
        return filename, int(line), name

    def defaultFile(self):
        """The file that a line without one is of."""
        filename = self.curframe.f_code.co_filename
        return self.mainpyfile if filename == "<string>" and self.mainpyfile else filename

    def lineinfo(self, identifier):
        """The function, file and line of a name; three None where it is not found."""
        parts = identifier.strip("' ").split(".")
        if parts[0] == "self":
            del parts[0]
        if not parts or not parts[0]:
            return None, None, None
        filename = self.defaultFile()
        if len(parts) > 1:
            filename = self.lookupmodule(parts[0]) or filename
        return find_function(parts[min(1, len(parts) - 1)], self.canonic(filename)) or (None, None, None)

    def lookupmodule(self, filename):
        """The path of a file or module, also by the folders of sys.path."""
        if os.path.isabs(filename) and os.path.exists(filename):
            return filename
        if self.mainpyfile and os.path.basename(self.mainpyfile) == filename:
            return self.mainpyfile
        if not filename.endswith(".py"):
            filename = filename.replace(".", os.sep) + ".py"
        for folder in ["", *sys.path]:
            path = os.path.join(folder, filename)
            if os.path.exists(path):
                return path
        return None

    def checkline(self, filename, lineno):
        """The line where a breakpoint can stand; 0 where it cannot."""
        frame = getattr(self, "curframe", None)
        line = linecache.getline(filename, lineno, frame.f_globals if frame else None)
        if not line:
            self.message("End of file")
            return 0
        line = line.strip()
        if not line or line.startswith(("#", '"""', "'''")):
            self.error("Blank or comment")
            return 0
        return lineno

    def do_tbreak(self, arg):
        """tbreak [ ([filename:]lineno | function) [, condition] ]

        Same arguments as break, but sets a temporary breakpoint: it
        is automatically deleted when first hit.
        """
        self.do_break(arg, True)

    def _each(self, arg, act):
        """Does something to the breakpoints of some numbers."""
        for number in arg.split():
            try:
                found = self.get_bpbynumber(number)
            except ValueError as error:
                self.error(error)
            else:
                act(found)

    def do_enable(self, arg):
        """enable bpnumber [bpnumber ...]

        Enables the breakpoints given as a space separated list of
        breakpoint numbers.
        """

        def enable(found):
            found.enable()
            self.message(f"Enabled {found}")

        self._each(arg, enable)

    def do_disable(self, arg):
        """disable bpnumber [bpnumber ...]

        Disables the breakpoints given as a space separated list of
        breakpoint numbers.  Disabling a breakpoint means it cannot
        cause the program to stop execution, but unlike clearing a
        breakpoint, it remains in the list of breakpoints and can be
        (re-)enabled.
        """

        def disable(found):
            found.disable()
            self.message(f"Disabled {found}")

        self._each(arg, disable)

    def do_condition(self, arg):
        """condition bpnumber [condition]

        Set a new condition for the breakpoint, an expression which
        must evaluate to true before the breakpoint is honored.  If
        condition is absent, any existing condition is removed; i.e.,
        the breakpoint is made unconditional.
        """
        number, space, condition = arg.partition(" ")
        if space and (wrong := self._compile_error_message(condition)):
            return self.error(f"Invalid condition {condition}: {wrong!r}")
        try:
            found = self.get_bpbynumber(number.strip())
        except ValueError as error:
            return self.error(error)
        found.cond = condition if space else None
        if found.cond:
            self.message(f"New condition set for breakpoint {found.number}.")
        else:
            self.message(f"Breakpoint {found.number} is now unconditional.")

    def do_ignore(self, arg):
        """ignore bpnumber [count]

        Set the ignore count for the given breakpoint number.  If
        count is omitted, the ignore count is set to 0.  A breakpoint
        becomes active when the ignore count is zero.
        """
        number, *rest = arg.split() or [""]
        if not number:
            return self.error("Breakpoint number expected")
        try:
            (count,) = [int(text) for text in rest] or [0]
        except ValueError:
            return self._print_invalid_arg(arg)
        try:
            found = self.get_bpbynumber(number)
        except ValueError as error:
            return self.error(error)
        found.ignore = count
        if count > 0:
            crossings = f"{count} crossings" if count > 1 else "1 crossing"
            self.message(f"Will ignore next {crossings} of breakpoint {found.number}.")
        else:
            self.message(f"Will stop next time breakpoint {found.number} is reached.")

    def do_clear(self, arg):
        """cl(ear) [filename:lineno | bpnumber ...]

        With a space separated list of breakpoint numbers, clear
        those breakpoints.  Without argument, clear all breaks (but
        first ask confirmation).  With a filename:lineno argument,
        clear all breaks at that line in that file.
        """
        if not arg:
            return self._clear_all()
        if ":" in arg:
            return self._clear_line(arg)

        def clear(found):
            self.clear_bpbynumber(found.number)
            self.message(f"Deleted {found}")

        self._each(arg, clear)

    do_cl = do_clear

    def _clear_all(self):
        reply = self._line("Clear all breaks? ")
        if reply.strip().lower() in ("y", "yes"):
            known = [found for found in bdb.Breakpoint.bpbynumber if found]
            self.clear_all_breaks()
            for found in known:
                self.message(f"Deleted {found}")

    def _clear_line(self, arg):
        filename, _, line = arg.rpartition(":")
        try:
            line = int(line)
        except ValueError:
            return self.error(f"Invalid line number ({line})")
        known = self.get_breaks(filename, line)[:]
        if wrong := self.clear_break(filename, line):
            return self.error(wrong)
        for found in known:
            self.message(f"Deleted {found}")
