# bdb: what a debugger is made of: where to stop, and breakpoints.

import fnmatch
import os
import sys

from _bdb_breakpoints import Breakpoint, checkfuncname, effective
from _tensorcell.importlib import _compile

__all__ = ["BdbQuit", "Bdb", "Breakpoint"]

# CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
GENERATOR_AND_COROUTINE_FLAGS = 0x20 | 0x80 | 0x200

# As the line to stop at: nowhere.
_NEVER = -1


class BdbQuit(Exception):
    """The user has given up debugging."""


def _rests(frame):
    return bool(frame.f_code.co_flags & GENERATOR_AND_COROUTINE_FLAGS)


class Bdb:
    """A debugger's engine: at each stop it calls user_line, user_call, user_return or user_exception."""

    def __init__(self, skip=None):
        self.skip = set(skip) if skip else None
        self.breaks = {}
        self.fncache = {}
        # Pairs of frame and f_trace_lines, as it was before set_trace.
        self._trace_lines = []
        self.frame_returning = None
        self.botframe = None
        self.quitting = False
        self.stopframe = self.returnframe = None
        self.stoplineno = 0
        self._load_breaks()

    def canonic(self, filename):
        """The absolute name of a file; names in angle brackets stay."""
        if filename[:1] == "<" and filename[-1:] == ">":
            return filename
        if filename not in self.fncache:
            known = os.path.abspath(filename)
            self.fncache[filename] = known if os.path.exists(known) else filename
        return self.fncache[filename]

    def reset(self):
        """Begins anew: stop at the next line."""
        import linecache

        linecache.checkcache()
        self.botframe = None
        self._set_stopinfo(None, None)

    def trace_dispatch(self, frame, event, arg):
        """The trace function: hands each event to the method for it."""
        if self.quitting:
            return None
        if event == "line":
            return self.dispatch_line(frame)
        if event == "call":
            return self.dispatch_call(frame, arg)
        if event == "return":
            return self.dispatch_return(frame, arg)
        if event == "exception":
            return self.dispatch_exception(frame, arg)
        if event == "opcode":
            return self.dispatch_opcode(frame, arg)
        if event not in ("c_call", "c_exception", "c_return"):
            print("bdb.Bdb.dispatch: unknown debugging event:", repr(event))
        return self.trace_dispatch

    def _told(self):
        """After the user was asked: goes on, or gives up."""
        if self.quitting:
            raise BdbQuit
        return self.trace_dispatch

    def dispatch_line(self, frame):
        if self.stop_here(frame) or self.break_here(frame):
            self.user_line(frame)
            return self._told()
        return self.trace_dispatch

    def dispatch_call(self, frame, arg):
        if self.botframe is None:
            # The first call since reset.
            self.botframe = frame.f_back
            return self.trace_dispatch
        if not (self.stop_here(frame) or self.break_anywhere(frame)):
            return None
        # Each step of a generator is a call: only who steps sees it.
        if self.stopframe and _rests(frame):
            return self.trace_dispatch
        self.user_call(frame, arg)
        return self._told()

    def dispatch_return(self, frame, arg):
        if not (self.stop_here(frame) or frame == self.returnframe):
            return self.trace_dispatch
        if self.stopframe and _rests(frame):
            return self.trace_dispatch
        try:
            self.frame_returning = frame
            self.user_return(frame, arg)
        finally:
            self.frame_returning = None
        self._told()
        if self.stopframe is frame and self.stoplineno != _NEVER:
            self._set_stopinfo(None, None)
        if self.stoplineno != _NEVER:
            self._set_caller_tracefunc(frame)
        return self.trace_dispatch

    def dispatch_exception(self, frame, arg):
        if self.stop_here(frame):
            # A generator's end inside a step is no event of the program.
            if not (_rests(frame) and arg[0] is StopIteration and arg[2] is None):
                self.user_exception(frame, arg)
                return self._told()
        elif (
            self.stopframe
            and frame is not self.stopframe
            and _rests(self.stopframe)
            and arg[0] in (StopIteration, GeneratorExit)
        ):
            self.user_exception(frame, arg)
            return self._told()
        return self.trace_dispatch

    def dispatch_opcode(self, frame, arg):
        if self.stop_here(frame) or self.break_here(frame):
            self.user_opcode(frame)
            return self._told()
        return self.trace_dispatch

    def is_skipped_module(self, module_name):
        """Whether a module is one of those to pass by."""
        if module_name is None:
            return False
        return any([fnmatch.fnmatch(module_name, pattern) for pattern in self.skip])

    def stop_here(self, frame):
        """Whether the program stops in a frame without a breakpoint."""
        if self.skip and self.is_skipped_module(frame.f_globals.get("__name__")):
            return False
        if frame == self.stopframe:
            return self.stoplineno != _NEVER and frame.f_lineno >= self.stoplineno
        return not self.stopframe

    def break_here(self, frame):
        """Whether there is a breakpoint at the line, or at the function that begins there."""
        filename = self.canonic(frame.f_code.co_filename)
        lines = self.breaks.get(filename, ())
        for line in (frame.f_lineno, frame.f_code.co_firstlineno):
            if line in lines:
                break
        else:
            return False
        found, may_clear = effective(filename, line, frame)
        if not found:
            return False
        self.currentbp = found.number
        if may_clear and found.temporary:
            self.do_clear(str(found.number))
        return True

    def do_clear(self, arg):
        """Removes a temporary breakpoint."""
        raise NotImplementedError("subclass of bdb must implement do_clear()")

    def break_anywhere(self, frame):
        """Whether there are breakpoints in the frame's file."""
        return self.canonic(frame.f_code.co_filename) in self.breaks

    def user_call(self, frame, argument_list):
        """A function that the program may stop in is called."""

    def user_line(self, frame):
        """The program stops at a line."""

    def user_return(self, frame, return_value):
        """A function returns that the program may stop in."""

    def user_exception(self, frame, exc_info):
        """An exception has come to a frame that the program may stop in."""

    def user_opcode(self, frame):
        """The program stops within a line: where set_trace was called."""

    def _set_stopinfo(self, stopframe, returnframe, stoplineno=0):
        """Stop in a frame from a line on, or when another returns."""
        self.stopframe = stopframe
        self.returnframe = returnframe
        self.quitting = False
        self.stoplineno = stoplineno

    def _set_caller_tracefunc(self, current_frame):
        caller = current_frame.f_back
        if caller and not caller.f_trace:
            caller.f_trace = self.trace_dispatch

    def set_until(self, frame, lineno=None):
        """Stop at a line further down, or when the frame returns."""
        self._set_stopinfo(frame, frame, frame.f_lineno + 1 if lineno is None else lineno)

    def set_step(self):
        """Stop at the next line, wherever it is."""
        self._set_stopinfo(None, None)

    def set_stepinstr(self):
        """Stop before the next instruction."""
        self._set_stopinfo(None, None)

    def set_next(self, frame):
        """Stop at the frame's next line."""
        self._set_stopinfo(frame, None)

    def set_return(self, frame):
        """Stop when the frame returns."""
        if _rests(frame):
            self._set_stopinfo(frame, None, _NEVER)
        else:
            self._set_stopinfo(frame.f_back, frame)

    def set_trace(self, frame=None):
        """Stops here, and debugs from here on."""
        frame = sys._getframe().f_back if frame is None else frame
        self.reset()
        here = frame
        while frame:
            frame.f_trace = self.trace_dispatch
            self._trace_lines.append((frame, frame.f_trace_lines))
            frame.f_trace_lines = True
            self.botframe = frame
            frame = frame.f_back
        self.set_stepinstr()
        self.user_opcode(here)
        self._told()
        if self.stoplineno != _NEVER or self.breaks:
            sys.settrace(self.trace_dispatch)

    def set_continue(self):
        """Stop at breakpoints alone."""
        self._set_stopinfo(self.botframe, None, _NEVER)
        if self.breaks:
            return
        sys.settrace(None)
        frame = sys._getframe().f_back
        while frame and frame != self.botframe:
            frame.f_trace = None
            frame = frame.f_back
        for frame, tells_lines in self._trace_lines:
            frame.f_trace_lines = tells_lines
        self._trace_lines = []

    def set_quit(self):
        """Give up: BdbQuit at the next event."""
        self.stopframe = self.botframe
        self.returnframe = None
        self.quitting = True
        sys.settrace(None)

    def _add_to_breaks(self, filename, lineno):
        lines = self.breaks.setdefault(filename, [])
        if lineno not in lines:
            lines.append(lineno)

    def set_break(self, filename, lineno, temporary=False, cond=None, funcname=None):
        """Sets a breakpoint; a text that says why not, or None."""
        import linecache

        filename = self.canonic(filename)
        if not linecache.getline(filename, lineno):
            return f"Line {filename}:{lineno} does not exist"
        self._add_to_breaks(filename, lineno)
        Breakpoint(filename, lineno, temporary, cond, funcname)
        return None

    def _load_breaks(self):
        """Takes over the breakpoints of other debuggers."""
        for filename, lineno in Breakpoint.bplist:
            self._add_to_breaks(filename, lineno)

    def _prune_breaks(self, filename, lineno):
        """Forgets a line that has no breakpoint left."""
        if (filename, lineno) not in Breakpoint.bplist:
            self.breaks[filename].remove(lineno)
        if not self.breaks[filename]:
            del self.breaks[filename]

    def clear_break(self, filename, lineno):
        filename = self.canonic(filename)
        if filename not in self.breaks:
            return f"There are no breakpoints in {filename}"
        if lineno not in self.breaks[filename]:
            return f"There is no breakpoint at {filename}:{lineno}"
        for found in Breakpoint.bplist[filename, lineno][:]:
            found.deleteMe()
        self._prune_breaks(filename, lineno)
        return None

    def clear_bpbynumber(self, arg):
        try:
            found = self.get_bpbynumber(arg)
        except ValueError as error:
            return str(error)
        found.deleteMe()
        self._prune_breaks(found.file, found.line)
        return None

    def clear_all_file_breaks(self, filename):
        filename = self.canonic(filename)
        if filename not in self.breaks:
            return f"There are no breakpoints in {filename}"
        for line in self.breaks[filename]:
            for found in Breakpoint.bplist[filename, line][:]:
                found.deleteMe()
        del self.breaks[filename]
        return None

    def clear_all_breaks(self):
        if not self.breaks:
            return "There are no breakpoints"
        for found in Breakpoint.bpbynumber:
            if found:
                found.deleteMe()
        self.breaks = {}
        return None

    def get_bpbynumber(self, arg):
        """The breakpoint of a number; ValueError says why there is none."""
        if not arg:
            raise ValueError("Breakpoint number expected")
        try:
            number = int(arg)
        except ValueError:
            raise ValueError(f"Non-numeric breakpoint number {arg}") from None
        try:
            found = Breakpoint.bpbynumber[number]
        except IndexError:
            raise ValueError(f"Breakpoint number {number} out of range") from None
        if found is None:
            raise ValueError(f"Breakpoint {number} already deleted")
        return found

    def get_break(self, filename, lineno):
        return lineno in self.breaks.get(self.canonic(filename), ())

    def get_breaks(self, filename, lineno):
        filename = self.canonic(filename)
        return Breakpoint.bplist[filename, lineno] if self.get_break(filename, lineno) else []

    def get_file_breaks(self, filename):
        return self.breaks.get(self.canonic(filename), [])

    def get_all_breaks(self):
        return self.breaks

    def get_stack(self, f, t):
        """Pairs of frame and line, outermost first, and which of them the program is in."""
        stack = []
        if t and t.tb_frame == f:
            t = t.tb_next
        while f is not None:
            stack.append((f, f.f_lineno))
            if f == self.botframe:
                break
            f = f.f_back
        stack.reverse()
        at = max(0, len(stack) - 1)
        while t is not None:
            stack.append((t.tb_frame, t.tb_lineno))
            t = t.tb_next
        if f is None:
            at = max(0, len(stack) - 1)
        return stack, at

    def format_stack_entry(self, frame_lineno, lprefix=": "):
        """A call as text: file, line, function, what it returns, and the line itself."""
        import linecache
        import reprlib

        frame, lineno = frame_lineno
        filename = self.canonic(frame.f_code.co_filename)
        text = f"{filename}({lineno}){frame.f_code.co_name or '<lambda>'}()"
        if "__return__" in frame.f_locals:
            text += f"->{reprlib.repr(frame.f_locals['__return__'])}"
        if lineno is None:
            return text + f"{lprefix}Warning: lineno is None"
        line = linecache.getline(filename, lineno, frame.f_globals)
        return text + lprefix + line.strip() if line else text

    def run(self, cmd, globals=None, locals=None):
        """Debugs statements."""
        self._evaluated(exec, cmd, globals, locals)

    def runeval(self, expr, globals=None, locals=None):
        """Debugs an expression; its value."""
        return self._evaluated(eval, expr, globals, locals)

    def _evaluated(self, evaluate, source, globals, locals):
        if globals is None:
            import __main__

            globals = __main__.__dict__
        self.reset()
        code = _compile(source, "<string>", evaluate.__name__) if isinstance(source, str) else source
        return self._traced(evaluate, code, globals, globals if locals is None else locals)

    def _traced(self, function, /, *args, **kwds):
        sys.settrace(self.trace_dispatch)
        try:
            return function(*args, **kwds)
        except BdbQuit:
            return None
        finally:
            self.quitting = True
            sys.settrace(None)

    def runctx(self, cmd, globals, locals):
        self.run(cmd, globals, locals)

    def runcall(self, func, /, *args, **kwds):
        """Debugs a call; what it returns."""
        self.reset()
        return self._traced(func, *args, **kwds)


def set_trace():
    """Debugs the caller with a plain Bdb."""
    Bdb().set_trace(sys._getframe().f_back)
