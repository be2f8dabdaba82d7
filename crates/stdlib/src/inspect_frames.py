# Frames and tracebacks as inspect shows them: part of inspect.

import sys
from collections import namedtuple as _namedtuple
from itertools import islice

from _tensorcell.traceback import _place, _text

__name__ = "inspect"

ArgInfo = _namedtuple("ArgInfo", "args varargs keywords locals")


class Traceback(_namedtuple("_Traceback", "filename lineno function code_context index")):
    """Where a frame or traceback is."""

    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        made = super().__new__(cls, filename, lineno, function, code_context, index)
        made.positions = positions
        return made

    def __repr__(self):
        return (
            f"Traceback(filename={self.filename!r}, lineno={self.lineno!r}, function={self.function!r}, "
            f"code_context={self.code_context!r}, index={self.index!r}, positions={self.positions!r})"
        )


class FrameInfo(_namedtuple("_FrameInfo", ("frame",) + Traceback._fields)):
    """A frame, and where it is."""

    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        made = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        made.positions = positions
        return made

    def __repr__(self):
        return (
            f"FrameInfo(frame={self.frame!r}, filename={self.filename!r}, lineno={self.lineno!r}, "
            f"function={self.function!r}, code_context={self.code_context!r}, index={self.index!r}, "
            f"positions={self.positions!r})"
        )


def isframe(object):
    return isinstance(object, type(sys._getframe()))


def istraceback(object):
    return type(object).__name__ == "traceback"


def currentframe():
    """The caller's frame."""
    return sys._getframe(1)


def getlineno(frame):
    return frame.f_lineno


def getframeinfo(frame, context=1):
    """Where a frame or traceback is, with so many lines of source around."""
    lineno = lasti = None
    if istraceback(frame):
        lineno, lasti, frame = frame.tb_lineno, frame.tb_lasti, frame.tb_frame
    if not isframe(frame):
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    lasti = frame.f_lasti if lasti is None else lasti
    filename, line, *_ = _place(frame)
    lineno = line if lineno is None else lineno
    positions = _positions(frame.f_code, lasti, lineno)
    lines = index = None
    source = _text(filename) if context > 0 else None
    if source is not None:
        lines = source.splitlines(True)
        start = max(0, min(lineno - 1 - context // 2, len(lines) - context))
        lines = lines[start : start + context]
        index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, lines, index, positions=positions)


def _positions(code, lasti, lineno):
    """Where the instruction of a code is in the source."""
    from dis import Positions

    found = [*islice(code.co_positions(), max(lasti, 0) // 2, None)][:1]
    return Positions(*found[0]) if found and found[0][0] is not None else Positions(lineno, None, None, None)


def _info(frame, place):
    return FrameInfo(frame, *place, positions=place.positions)


def getouterframes(frame, context=1):
    """A frame and its callers."""
    found = []
    while frame:
        found.append(_info(frame, getframeinfo(frame, context)))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    """The calls of a traceback, to the place of the error."""
    found = []
    while tb:
        found.append(_info(tb.tb_frame, getframeinfo(tb, context)))
        tb = tb.tb_next
    return found


def stack(context=1):
    """The running calls, innermost first."""
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    """The calls of the exception that is being handled, to the place of the error."""
    error = sys.exc_info()[1]
    return getinnerframes(None if error is None else error.__traceback__, context)


def getargs(co):
    """The names of a code's parameters."""
    names, count, only = co.co_varnames, co.co_argcount, co.co_kwonlyargcount
    rest = list(names[count + only :])
    varargs = rest.pop(0) if co.co_flags & 4 else None
    varkw = rest.pop(0) if co.co_flags & 8 else None
    return Arguments(list(names[: count + only]), varargs, varkw)


Arguments = _namedtuple("Arguments", "args, varargs, varkw")


def getargvalues(frame):
    """The parameters of a frame's function, and its variables."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatargvalues(
    args,
    varargs,
    varkw,
    locals,
    formatarg=str,
    formatvarargs=lambda name: "*" + name,
    formatvarkw=lambda name: "**" + name,
    formatvalue=lambda value: "=" + repr(value),
):
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return "(" + ", ".join(parts) + ")"


def getgeneratorlocals(generator):
    """The variables of a generator that has not ended."""
    if type(generator).__name__ != "generator":
        raise TypeError(f"{generator!r} is not a Python generator")
    frame = generator.gi_frame
    return {} if frame is None else dict(frame.f_locals)
