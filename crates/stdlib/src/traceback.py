# traceback: exceptions and the calls that led to them, as text.

import sys

from _tensorcell.traceback import _closest, _help, _levenshtein_distance
from _traceback_frames import (
    _RECURSIVE_CUTOFF,
    FrameSummary,
    StackSummary,
    _outwards,
    _painted,
    _safe_string,
    _walk_tb_with_full_positions,
    walk_stack,
    walk_tb,
)

__all__ = [
    "extract_stack",
    "extract_tb",
    "format_exception",
    "format_exception_only",
    "format_list",
    "format_stack",
    "format_tb",
    "print_exc",
    "format_exc",
    "print_exception",
    "print_last",
    "print_stack",
    "print_tb",
    "clear_frames",
    "FrameSummary",
    "StackSummary",
    "TracebackException",
    "walk_stack",
    "walk_tb",
]


def extract_stack(f=None, limit=None):
    """The calls that led to a frame, or to the caller."""
    if f is None:
        f = sys._getframe().f_back
    stack = StackSummary.extract(_outwards(f), limit=limit)
    stack.reverse()
    return stack


def extract_tb(tb, limit=None):
    """The calls of a traceback."""
    return StackSummary._extract_from_extended_frame_gen(_walk_tb_with_full_positions(tb), limit=limit)


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    return extract_tb(tb, limit=limit).format()


def format_stack(f=None, limit=None):
    return format_list(extract_stack(sys._getframe().f_back if f is None else f, limit=limit))


def _print(lines, file):
    file = sys.stderr if file is None else file
    for line in lines:
        print(line, file=file, end="")


def print_list(extracted_list, file=None):
    _print(format_list(extracted_list), file)


def print_tb(tb, limit=None, file=None):
    _print(format_tb(tb, limit), file)


def print_stack(f=None, limit=None, file=None):
    """Prints the calls that led to a frame, or to the caller."""
    _print(format_stack(sys._getframe().f_back if f is None else f, limit), file)


def clear_frames(tb):
    """Clear the variables of the calls of a traceback that have ended."""
    while tb is not None:
        try:
            tb.tb_frame.clear()
        except RuntimeError:
            pass
        tb = tb.tb_next


def _attribute_names(obj):
    """What dir lists, or what lies in the dicts where names cannot be sorted."""
    try:
        names = dir(obj)
    except TypeError:
        names = list(obj.__class__.__dict__) + list(getattr(obj, "__dict__", ()))
    return sorted([name for name in names if isinstance(name, str)])


def _innermost(tb):
    while tb.tb_next is not None:
        tb = tb.tb_next
    return tb.tb_frame


def _known_attributes(exc, tb, wrong_name):
    """The attributes that may have been meant; private ones from a method of the object alone."""
    names = _attribute_names(exc.obj)
    hides = wrong_name[:1] != "_"
    if hides and tb is not None:
        hides = _innermost(tb).f_locals.get("self", tb) is not exc.obj
    return [name for name in names if name[:1] != "_"] if hides else names


def _known_in_module(exc, wrong_name):
    names = _attribute_names(__import__(exc.name))
    return names if wrong_name[:1] == "_" else [name for name in names if name[:1] != "_"]


def _meant_attribute(exc, tb, wrong_name):
    if isinstance(exc, AttributeError):
        return _closest(wrong_name, _known_attributes(exc, tb, wrong_name))
    return _closest(wrong_name, _known_in_module(exc, wrong_name))


def _meant_variable(exc, tb, wrong_name):
    frame = _innermost(tb)
    names = [*frame.f_locals, *frame.f_globals, *frame.f_builtins]
    if "self" in frame.f_locals and hasattr(frame.f_locals["self"], wrong_name):
        return f"self.{wrong_name}"
    return _closest(wrong_name, [name for name in names if isinstance(name, str)])


def _suggested(meant, exc, tb, wrong_name):
    """The name that was probably meant; None where looking for it fails."""
    if not isinstance(wrong_name, str):
        return None
    try:
        return meant(exc, tb, wrong_name)
    except Exception:
        return None


def _variable_advice(exc, tb):
    """What to do about an unknown name: the interpreter's own words, for its frame has ended."""
    known, name = _help(exc), exc.name
    if tb is not None and known is not None and known.startswith("Did you"):
        return ". " + known
    meant = _suggested(_meant_variable, exc, tb, name) if tb is not None else None
    advice = f". Did you mean: '{meant}'?" if meant else ""
    if isinstance(name, str) and name in sys.stdlib_module_names:
        advice += f" Or did you forget to import '{name}'?" if meant else f". Did you forget to import '{name}'?"
    return advice


def _advice(exc, tb):
    """What is said after the message of a name that is not there."""
    if isinstance(exc, NameError):
        return _variable_advice(exc, tb) if exc.name is not None else ""
    known = _help(exc)
    if known is not None and known.startswith("Did you mean") and isinstance(exc, AttributeError):
        return ". " + known
    if isinstance(exc, AttributeError):
        name = exc.name
    elif isinstance(exc, ImportError):
        name = exc.name_from
    else:
        return ""
    meant = _suggested(_meant_attribute, exc, tb, name)
    return f". Did you mean: '{meant}'?" if meant else ""


class _ExceptionPrintContext:
    """Lines of nested groups: how deep they stand, and whether a frame is open."""

    def __init__(self):
        self.exception_group_depth = 0
        self.need_close = False

    def indent(self):
        return " " * (2 * self.exception_group_depth)

    def emit(self, texts, margin_char=None):
        prefix = self.indent()
        if self.exception_group_depth:
            prefix += (margin_char or "|") + " "
        for text in [texts] if isinstance(texts, str) else texts:
            yield "".join([prefix + line for line in text.splitlines(True)])


class TracebackException:
    """An exception ready to be printed, which holds nothing of the program."""

    def __init__(
        self,
        exc_type,
        exc_value,
        exc_traceback,
        *,
        limit=None,
        lookup_lines=True,
        capture_locals=False,
        compact=False,
        max_group_width=15,
        max_group_depth=10,
        save_exc_type=True,
        _seen=None,
    ):
        self._describe(exc_type, exc_value, exc_traceback, limit, lookup_lines, capture_locals, save_exc_type)
        self.max_group_width, self.max_group_depth = max_group_width, max_group_depth
        if _seen is not None:
            _seen.add(id(exc_value))
            self.__cause__ = self.__context__ = self.exceptions = None
            return
        seen = {id(exc_value)}
        waiting = [(self, exc_value)]

        def inner(exc):
            if exc is None or id(exc) in seen:
                return None
            made = TracebackException(
                type(exc),
                exc,
                exc.__traceback__,
                limit=limit,
                lookup_lines=lookup_lines,
                capture_locals=capture_locals,
                max_group_width=max_group_width,
                max_group_depth=max_group_depth,
                _seen=seen,
            )
            waiting.append((made, exc))
            return made

        while waiting:
            made, exc = waiting.pop()
            made._link(exc, inner, compact)

    def _link(self, exc, inner, compact):
        """Describes what led to the exception and what is in it."""
        self.__cause__ = inner(exc.__cause__) if exc is not None else None
        needs_context = exc is not None and (not compact or self.__cause__ is None and not exc.__suppress_context__)
        self.__context__ = inner(exc.__context__) if needs_context else None
        self.exceptions = None
        if isinstance(exc, BaseExceptionGroup):
            self.exceptions = [found for found in map(inner, exc.exceptions) if found is not None]

    def _describe(self, kind, exc, tb, limit, lookup_lines, capture_locals, save_exc_type):
        self.stack = StackSummary._extract_from_extended_frame_gen(
            _walk_tb_with_full_positions(tb), limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals
        )
        self._exc_type = kind if save_exc_type else None
        self._have_exc_type = kind is not None
        if kind is not None:
            self.exc_type_qualname, self.exc_type_module = kind.__qualname__, kind.__module__
        else:
            self.exc_type_qualname = self.exc_type_module = None
        self._str = _safe_string(exc, "exception")
        try:
            self.__notes__ = getattr(exc, "__notes__", None)
        except Exception as error:
            said = _safe_string(error, "__notes__", repr)
            self.__notes__ = [f"Ignored error getting __notes__: {said}"]
        self._is_syntax_error = kind is not None and issubclass(kind, SyntaxError)
        if self._is_syntax_error:
            self._describe_place(exc)
        else:
            self._str += _advice(exc, tb)
        self.__suppress_context__ = exc.__suppress_context__ if exc is not None else False

    def _describe_place(self, exc):
        """Where the text of a syntax error is."""
        self.filename, self.text, self.msg = exc.filename, exc.text, exc.msg
        self.lineno = str(exc.lineno) if exc.lineno is not None else None
        self.end_lineno = str(exc.end_lineno) if exc.end_lineno is not None else None
        self.offset, self.end_offset = exc.offset, exc.end_offset

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type(self):
        import warnings

        warnings.warn("Deprecated in 3.13. Use exc_type_str instead.", DeprecationWarning, stacklevel=2)
        return self._exc_type

    @property
    def exc_type_str(self):
        if not self._have_exc_type:
            return None
        module = self.exc_type_module
        if module in ("__main__", "builtins"):
            return self.exc_type_qualname
        return f"{module if isinstance(module, str) else '<unknown>'}.{self.exc_type_qualname}"

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self, *, show_group=False, _depth=0, **kwargs):
        """The last lines: the class, the message and the notes."""
        colorize = kwargs.get("colorize", False)
        indent = 3 * _depth * " "
        if not self._have_exc_type:
            yield indent + _final_line(None, self._str, colorize)
            return
        if not self._is_syntax_error:
            yield from _indented(_final_line(self.exc_type_str, self._str, colorize), indent, _depth)
        else:
            yield from [indent + line for line in self._format_syntax_error(self.exc_type_str, colorize=colorize)]
        for line in self._note_lines():
            yield from _indented(line + "\n", indent, _depth)
        if self.exceptions and show_group:
            for exception in self.exceptions:
                yield from exception.format_exception_only(show_group=show_group, _depth=_depth + 1, colorize=colorize)

    def _note_lines(self):
        """The lines of `__notes__`, whatever it is."""
        notes = self.__notes__
        if isinstance(notes, (list, tuple)):
            for note in notes:
                yield from _safe_string(note, "note").split("\n")
        elif notes is not None:
            yield _safe_string(notes, "__notes__", repr)

    def _format_syntax_error(self, stype, **kwargs):
        """The place of a syntax error, and its message."""
        colorize = kwargs.get("colorize", False)
        filename_suffix = ""
        if self.lineno is not None:
            yield "  File {}, line {}\n".format(
                _painted(f'"{self.filename or "<string>"}"', "magenta", colorize),
                _painted(self.lineno, "magenta", colorize),
            )
        elif self.filename is not None:
            filename_suffix = f" ({self.filename})"
        if self.lineno is not None and isinstance(self.text, str):
            yield from self._marked_text(colorize)
        message = self.msg or "<no detail available>"
        yield "{}: {}{}\n".format(
            _painted(stype, "bold_magenta", colorize), _painted(message, "magenta", colorize), filename_suffix
        )

    def _marked_text(self, colorize):
        text = self.text.rstrip("\n")
        line = text.lstrip(" \n\f")
        margin = len(text) - len(line)
        if self.offset is None:
            yield f"    {line}\n"
            return
        start, end = self._columns(len(text))
        begin, last = start - 1 - margin, end - 1 - margin
        if begin < 0:
            yield f"    {line}\n"
            return
        space = "".join([c if c.isspace() else " " for c in line[:begin]])
        marks = _painted("^" * (last - begin), "bold_red", colorize)
        if colorize:
            line = line[:begin] + _painted(line[begin:last], "bold_red", True) + line[last:]
        yield f"    {line}\n"
        yield f"    {space}{marks}\n"

    def _columns(self, length):
        """The first marked column and that after the last, from 1."""
        offset, end = self.offset, self.end_offset
        if self.lineno != self.end_lineno:
            end = length + 1
        elif end in (None, 0):
            end = offset
        if self.text and offset > len(self.text):
            offset = length + 1
        if self.text and end > len(self.text):
            end = length + 1
        return offset, offset + 1 if offset >= end or end < 0 else end

    def format(self, *, chain=True, _ctx=None, **kwargs):
        """All lines: what led to the exception, the calls, the class and the message."""
        context = _ExceptionPrintContext() if _ctx is None else _ctx
        for message, exc in reversed(list(self._links(chain))):
            if message is not None:
                yield from context.emit(message)
            yield from exc._format_one(context, chain, kwargs)

    def _links(self, chain):
        """The exception and what led to it, each with the words that join it to the one before."""
        exc = self
        while exc is not None:
            message = following = None
            if chain and exc.__cause__ is not None:
                message = "\nThe above exception was the direct cause of the following exception:\n\n"
                following = exc.__cause__
            elif chain and exc.__context__ is not None and not exc.__suppress_context__:
                message = "\nDuring handling of the above exception, another exception occurred:\n\n"
                following = exc.__context__
            yield message, exc
            exc = following

    def _format_one(self, context, chain, options):
        if self.exceptions is None:
            if self.stack:
                yield from context.emit("Traceback (most recent call last):\n")
                yield from context.emit(self.stack.format(**options))
            yield from context.emit(self.format_exception_only(**options))
        elif context.exception_group_depth > self.max_group_depth:
            yield from context.emit(f"... (max_group_depth is {self.max_group_depth})\n")
        else:
            yield from self._format_group(context, chain, options)

    def _format_group(self, context, chain, options):
        outermost = context.exception_group_depth == 0
        if outermost:
            context.exception_group_depth = 1
        if self.stack:
            heading = "Exception Group Traceback (most recent call last):\n"
            yield from context.emit(heading, margin_char="+" if outermost else None)
            yield from context.emit(self.stack.format(**options))
        yield from context.emit(self.format_exception_only(**options))
        shown = self.exceptions[: self.max_group_width]
        more = len(self.exceptions) - len(shown)
        titles = [str(at + 1) for at in range(len(shown))] + ["..."] * (more > 0)
        context.need_close = False
        for at, title in enumerate(titles):
            is_last = at + 1 == len(titles)
            if is_last:
                # A group inside may close the frame for this one, too.
                context.need_close = True
            yield context.indent() + ("+-" if at == 0 else "  ") + f"+---------------- {title} ----------------\n"
            context.exception_group_depth += 1
            if at < len(shown):
                yield from shown[at].format(chain=chain, _ctx=context, **options)
            else:
                yield from context.emit(f"and {more} more exception{'s' if more > 1 else ''}\n")
            if is_last and context.need_close:
                yield context.indent() + "+------------------------------------\n"
                context.need_close = False
            context.exception_group_depth -= 1
        if outermost:
            context.exception_group_depth = 0

    def print(self, *, file=None, chain=True, **kwargs):
        _print(self.format(chain=chain, colorize=kwargs.get("colorize", False)), file)


def _indented(text, indent, depth):
    """A text of a group's member: each of its lines has the margin."""
    if depth > 0:
        yield from [indent + line for line in text.splitlines(True)]
    else:
        yield indent + text


def _final_line(name, text, colorize):
    name = _painted(name, "bold_magenta", colorize)
    return f"{name}: {_painted(text, 'magenta', colorize)}\n" if text else f"{name}\n"


class _Sentinel:
    """Where no argument was given."""

    def __repr__(self):
        return "<implicit>"


_sentinel = _Sentinel()


def _parse_value_tb(exc, value, tb):
    """Value and traceback, of an exception or as they were given once."""
    if (value is _sentinel) != (tb is _sentinel):
        raise ValueError("Both or neither of value and tb must be given")
    if value is not _sentinel:
        return value, tb
    if exc is None:
        return None, None
    if isinstance(exc, BaseException):
        return exc, exc.__traceback__
    raise TypeError(f"Exception expected for value, {type(exc).__name__} found")


def print_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, file=None, chain=True, **kwargs):
    """Prints what led to an exception, the calls, the class and the message."""
    value, tb = _parse_value_tb(exc, value, tb)
    described = TracebackException(type(value), value, tb, limit=limit, compact=True)
    described.print(file=file, chain=chain, colorize=kwargs.get("colorize", False))


def format_exception(exc, /, value=_sentinel, tb=_sentinel, limit=None, chain=True, **kwargs):
    """All lines: what led to the exception, the calls, the class and the message."""
    value, tb = _parse_value_tb(exc, value, tb)
    described = TracebackException(type(value), value, tb, limit=limit, compact=True)
    return list(described.format(chain=chain, colorize=kwargs.get("colorize", False)))


def format_exception_only(exc, /, value=_sentinel, *, show_group=False, **kwargs):
    """The last lines: the class, the message and the notes."""
    value = exc if value is _sentinel else value
    described = TracebackException(type(value), value, None, compact=True)
    colorize = kwargs.get("colorize", False)
    return list(described.format_exception_only(show_group=show_group, colorize=colorize))


def format_exc(limit=None, chain=True):
    """What print_exc prints, as a string."""
    return "".join(format_exception(sys.exception(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Prints the exception that is being handled."""
    print_exception(sys.exception(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    """Prints the exception that ended the last cell."""
    if not hasattr(sys, "last_exc") and not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    if hasattr(sys, "last_exc"):
        print_exception(sys.last_exc, limit=limit, file=file, chain=chain)
    else:
        print_exception(sys.last_type, sys.last_value, sys.last_traceback, limit, file, chain)
