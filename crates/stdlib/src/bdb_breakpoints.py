# Breakpoints, and whether one holds: part of bdb.

__name__ = "bdb"


class Breakpoint:
    """A place to stop at: a line, or the first line of a function."""

    next = 1
    # File and line -> the breakpoints there.
    bplist = {}
    bpbynumber = [None]

    def __init__(self, file, line, temporary=False, cond=None, funcname=None):
        self.funcname = funcname
        # The function's first line, once that is known.
        self.func_first_executable_line = None
        self.file = file
        self.line = line
        self.temporary = temporary
        self.cond = cond
        self.enabled = True
        self.ignore = 0
        self.hits = 0
        self.number = Breakpoint.next
        Breakpoint.next += 1
        self.bpbynumber.append(self)
        self.bplist.setdefault((file, line), []).append(self)

    @staticmethod
    def clearBreakpoints():
        """Forgets all of them."""
        Breakpoint.next = 1
        Breakpoint.bplist = {}
        Breakpoint.bpbynumber = [None]

    def deleteMe(self):
        place = (self.file, self.line)
        self.bpbynumber[self.number] = None
        self.bplist[place].remove(self)
        if not self.bplist[place]:
            del self.bplist[place]

    def enable(self):
        self.enabled = True

    def disable(self):
        self.enabled = False

    def bpprint(self, out=None):
        print(self.bpformat(), file=out)

    def bpformat(self):
        """All that is known of it, in lines."""
        disposition = ("del  " if self.temporary else "keep ") + ("yes  " if self.enabled else "no   ")
        text = "%-4dbreakpoint   %s at %s:%d" % (self.number, disposition, self.file, self.line)
        if self.cond:
            text += f"\n\tstop only if {self.cond}"
        if self.ignore:
            text += f"\n\tignore next {self.ignore} hits"
        if self.hits:
            text += f"\n\tbreakpoint already hit {self.hits} time{'s' if self.hits > 1 else ''}"
        return text

    def __str__(self):
        return f"breakpoint {self.number} at {self.file}:{self.line}"


def checkfuncname(b, frame):
    """Whether the program is where a breakpoint was set: at the line, or at the function's first line."""
    if not b.funcname:
        return b.line == frame.f_lineno
    if frame.f_code.co_name != b.funcname:
        return False
    if not b.func_first_executable_line:
        b.func_first_executable_line = frame.f_lineno
    return b.func_first_executable_line == frame.f_lineno


def effective(file, line, frame):
    """The breakpoint that stops the program here, and whether it may be removed; (None, None) where none does."""
    for b in Breakpoint.bplist[file, line]:
        if not b.enabled or not checkfuncname(b, frame):
            continue
        b.hits += 1
        may_clear = True
        if b.cond:
            try:
                if not eval(b.cond, frame.f_globals, frame.f_locals):
                    continue
            except Exception:
                # A condition that fails stops: so its author learns of it.
                may_clear = False
                return b, may_clear
        if b.ignore > 0:
            b.ignore -= 1
            continue
        return b, may_clear
    return None, None
