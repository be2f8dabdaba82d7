# traceback: exceptions and the calls that led to them, as text.

import sys

from _tensorcell.traceback import _operator, _place, _places, _text


class FrameSummary:
    """One call of a traceback or of a stack."""

    def __init__(
        self,
        filename,
        lineno,
        name,
        *,
        lookup_line=True,
        locals=None,
        line=None,
        end_lineno=None,
        colno=None,
        end_colno=None,
    ):
        self.filename = filename
        self.lineno = lineno
        self.end_lineno = lineno if end_lineno is None else end_lineno
        self.name = name
        self.colno = colno
        self.end_colno = end_colno
        self.locals = None if locals is None else {key: _safe(value, repr, "local") for key, value in locals.items()}
        self._line = line
        if lookup_line:
            _ = self.line

    @property
    def line(self):
        if self._line is None:
            if self.lineno is None:
                return None
            lines = (_text(self.filename) or "").splitlines()
            self._line = lines[self.lineno - 1] if 0 < self.lineno <= len(lines) else ""
        return self._line.strip()

    def _key(self):
        return (self.filename, self.lineno, self.name, self.locals)

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return self._key() == other._key()
        if isinstance(other, tuple):
            return tuple(self) == other
        return NotImplemented

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __getitem__(self, at):
        return (self.filename, self.lineno, self.name, self.line)[at]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def _marks(self):
        """The line under the source that points at the expression."""
        if self.colno is None:
            return ""
        margin = len(self._line) - len(self._line.lstrip())
        width = max(self.end_colno - self.colno, 1)
        operator = _operator(self._line[self.colno : self.end_colno])
        if operator is not None:
            start, end = operator
            marks = "~" * start + "^" * (end - start) + "~" * (width - end)
        elif width < len(self.line):
            marks = "^" * width
        else:
            return ""
        return "    " + " " * (self.colno - margin) + marks + "\n"

    def _format(self):
        text = f'  File "{self.filename}", line {self.lineno}, in {self.name}\n'
        if self.line:
            text += f"    {self.line}\n" + self._marks()
        for name, value in sorted((self.locals or {}).items()):
            text += f"    {name} = {value}\n"
        return text


class StackSummary(list):
    """The calls of a traceback or of a stack, outermost first."""

    @classmethod
    def extract(cls, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Of pairs of frame and line."""
        made = cls()
        for frame, lineno in _limited(list(frame_gen), _limit(limit)):
            file, line, name, text, first, last = _place(frame)
            here = {"line": text, "colno": first, "end_colno": last} if line == lineno else {}
            names = frame.f_locals if capture_locals else None
            made.append(FrameSummary(file, lineno, name, lookup_line=lookup_lines, locals=names, **here))
        return made

    @classmethod
    def from_list(cls, a_list):
        made = cls()
        for call in a_list:
            if not isinstance(call, FrameSummary):
                filename, lineno, name, line = call
                call = FrameSummary(filename, lineno, name, line=line)
            made.append(call)
        return made

    def format_frame_summary(self, frame_summary):
        return frame_summary._format()

    def format(self):
        """The lines of each call; of one that is repeated the first three."""
        lines, last, count = [], None, 0
        for call in self:
            place = (call.filename, call.lineno, call.name)
            if place != last:
                lines += _repeated(count)
                last, count = place, 0
            count += 1
            if count <= 3:
                text = self.format_frame_summary(call)
                if text is not None:
                    lines.append(text)
        return lines + _repeated(count)


def _repeated(count):
    more = count - 3
    if more <= 0:
        return []
    return [f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n"]


def _limit(limit):
    if limit is None:
        limit = getattr(sys, "tracebacklimit", None)
        if limit is not None and limit < 0:
            return 0
    return limit


def _limited(frames, limit):
    if limit is None:
        return frames
    return frames[:limit] if limit >= 0 else frames[limit:]


def walk_stack(f):
    """Pairs of frame and line, from a frame outwards."""
    if f is None:
        f = sys._getframe(1).f_back
    return _outwards(f)


def _outwards(f):
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Pairs of frame and line, to the place of the error."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def extract_stack(f=None, limit=None):
    """The calls that led to a frame, or to the caller."""
    if f is None:
        f = sys._getframe(1)
    stack = StackSummary.extract(_outwards(f), limit=limit)
    stack.reverse()
    return stack


def extract_tb(tb, limit=None):
    """The calls of a traceback."""
    return _extract_tb(tb, limit, False)


def _extract_tb(tb, limit, capture_locals):
    if tb is None:
        return StackSummary()
    calls, frames = _places(tb), walk_tb(tb) if capture_locals else None
    made = StackSummary()
    for file, line, name, text, first, last in calls:
        names = next(frames)[0].f_locals if capture_locals else None
        made.append(FrameSummary(file, line, name, line=text, colno=first, end_colno=last, locals=names))
    return StackSummary(_limited(made, _limit(limit)))


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def format_tb(tb, limit=None):
    return extract_tb(tb, limit).format()


def format_stack(f=None, limit=None):
    return extract_stack(sys._getframe(1) if f is None else f, limit).format()


def _print(lines, file):
    print("".join(lines), end="", file=sys.stderr if file is None else file)


def print_list(extracted_list, file=None):
    _print(format_list(extracted_list), file)


def print_tb(tb, limit=None, file=None):
    _print(format_tb(tb, limit), file)


def print_stack(f=None, limit=None, file=None):
    """Prints the calls that led to a frame, or to the caller."""
    _print(format_stack(sys._getframe(1) if f is None else f, limit), file)


def clear_frames(tb):
    """Nothing: the frames of a traceback hold no values."""


def _safe(value, show, what):
    try:
        return show(value)
    except Exception:
        return f"<{what} {show.__name__}() failed>"


def _notes(notes):
    """The lines of `__notes__`, whatever it is."""
    if notes is None:
        return
    if isinstance(notes, (list, tuple)):
        for note in notes:
            yield from [line + "\n" for line in _safe(note, str, "note").split("\n")]
    else:
        yield _safe(notes, repr, "__notes__")


class _Printer:
    """Lines of nested groups: how deep they stand, and whether a frame is open."""

    def __init__(self):
        self.depth = 0
        self.open = False

    def indent(self):
        return " " * (2 * self.depth)

    def lines(self, texts, corner=None):
        prefix = self.indent()
        if self.depth:
            prefix += (corner or "|") + " "
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
        _seen=None,
    ):
        seen = set() if _seen is None else _seen
        seen.add(id(exc_value))
        self.max_group_width = max_group_width
        self.max_group_depth = max_group_depth
        self.stack = _extract_tb(exc_traceback, limit, capture_locals)
        self.exc_type = exc_type
        self._str = _safe(exc_value, str, "exception")
        self.__notes__ = getattr(exc_value, "__notes__", None)
        if isinstance(exc_value, SyntaxError):
            for name in ("filename", "lineno", "end_lineno", "text", "offset", "end_offset", "msg"):
                setattr(self, name, getattr(exc_value, name))
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False

        def inner(exc):
            if exc is None or id(exc) in seen:
                return None
            return TracebackException(
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

        cause = exc_value.__cause__ if exc_value is not None else None
        context = exc_value.__context__ if exc_value is not None else None
        self.__cause__ = inner(cause)
        wanted = not compact or self.__cause__ is None and not self.__suppress_context__
        self.__context__ = inner(context) if wanted else None
        self.exceptions = None
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [found for found in map(inner, exc_value.exceptions) if found is not None]

    @classmethod
    def from_exception(cls, exc, *args, **kwargs):
        return cls(type(exc), exc, exc.__traceback__, *args, **kwargs)

    @property
    def exc_type_str(self):
        kind = self.exc_type
        if kind is None:
            return None
        if kind.__module__ in ("builtins", "__main__"):
            return kind.__qualname__
        return f"{kind.__module__}.{kind.__qualname__}"

    def __eq__(self, other):
        if isinstance(other, TracebackException):
            return self.__dict__ == other.__dict__
        return NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self, *, show_group=False, _depth=0):
        """The last lines: the class, the message and the notes."""
        indent = 3 * _depth * " "
        if self.exc_type is None:
            yield indent + f"NoneType: {self._str}\n"
            return
        name = self.exc_type_str
        if not issubclass(self.exc_type, SyntaxError):
            yield indent + (f"{name}: {self._str}\n" if self._str else f"{name}\n")
        else:
            yield from [indent + line for line in self._syntax_lines(name)]
        yield from [indent + line for line in _notes(self.__notes__)]
        if show_group and self.exceptions:
            for inner in self.exceptions:
                yield from inner.format_exception_only(show_group=True, _depth=_depth + 1)

    def _syntax_lines(self, name):
        if self.lineno is not None:
            yield f'  File "{self.filename or "<string>"}", line {self.lineno}\n'
            text = self.text
            if text is not None:
                line = text.rstrip("\n").lstrip(" \n\f")
                yield f"    {line}\n"
                if self.offset is not None:
                    yield from self._caret(text, line)
        elif self.filename is not None:
            yield f"{name}: {self.msg or '<no detail available>'} ({self.filename})\n"
            return
        yield f"{name}: {self.msg or '<no detail available>'}\n"

    def _caret(self, text, line):
        offset = self.offset
        last = offset if self.end_offset in (None, 0) else self.end_offset
        if self.end_lineno is not None and self.end_lineno != self.lineno:
            last = len(text.rstrip("\n")) + 1
        if last == offset or last < 0:
            last = offset + 1
        start = offset - 1 - (len(text.rstrip("\n")) - len(line))
        if start >= 0:
            space = "".join([c if c.isspace() else " " for c in line[:start]])
            yield f"    {space.ljust(start)}{'^' * (last - offset)}\n"

    def format(self, *, chain=True, _printer=None):
        """All lines: what led to the exception, the calls, the class and the message."""
        printer = _Printer() if _printer is None else _printer
        links, exc = [], self
        while exc is not None:
            message, following = None, None
            if chain and exc.__cause__ is not None:
                message = "\nThe above exception was the direct cause of the following exception:\n\n"
                following = exc.__cause__
            elif chain and exc.__context__ is not None and not exc.__suppress_context__:
                message = "\nDuring handling of the above exception, another exception occurred:\n\n"
                following = exc.__context__
            links.append((message, exc))
            exc = following
        for message, exc in reversed(links):
            if message is not None:
                yield from printer.lines(message)
            if exc.exceptions is None:
                if exc.stack:
                    yield from printer.lines("Traceback (most recent call last):\n")
                    yield from printer.lines(exc.stack.format())
                yield from printer.lines(exc.format_exception_only())
            elif printer.depth > self.max_group_depth:
                yield from printer.lines(f"... (max_group_depth is {self.max_group_depth})\n")
            else:
                yield from exc._format_group(printer, self.max_group_width, chain)

    def _format_group(self, printer, most, chain):
        outermost = printer.depth == 0
        if outermost:
            printer.depth = 1
        if self.stack:
            heading = "Exception Group Traceback (most recent call last):\n"
            yield from printer.lines(heading, "+" if outermost else None)
            yield from printer.lines(self.stack.format())
        yield from printer.lines(self.format_exception_only())
        shown = self.exceptions[:most]
        more = len(self.exceptions) - len(shown)
        titles = [str(at + 1) for at in range(len(shown))] + ["..."] * (more > 0)
        printer.open = False
        for at, title in enumerate(titles):
            if at + 1 == len(titles):
                # A group inside may close the frame for this one, too.
                printer.open = True
            yield printer.indent() + ("+-" if at == 0 else "  ") + f"+---------------- {title} ----------------\n"
            printer.depth += 1
            if at < len(shown):
                yield from shown[at].format(chain=chain, _printer=printer)
            else:
                yield from printer.lines(f"and {more} more exception{'s' if more > 1 else ''}\n")
            if at + 1 == len(titles) and printer.open:
                yield printer.indent() + "+------------------------------------\n"
                printer.open = False
            printer.depth -= 1
        if outermost:
            printer.depth = 0

    def print(self, *, file=None, chain=True):
        _print(self.format(chain=chain), file)


_ABSENT = object()


def _exception(exc, value, tb, **options):
    """Of an exception, or of a class, an exception and a traceback as they were given once."""
    if value is _ABSENT and tb is _ABSENT:
        if exc is not None and not isinstance(exc, BaseException):
            raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
        value, tb = exc, getattr(exc, "__traceback__", None)
    elif value is _ABSENT or tb is _ABSENT:
        raise ValueError("Both or neither of value and tb must be given")
    return TracebackException(type(value) if value is not None else None, value, tb, compact=True, **options)


def format_exception_only(exc, /, value=_ABSENT, *, show_group=False):
    """The last lines: the class, the message and the notes."""
    value = exc if value is _ABSENT else value
    kind = type(value) if value is not None else None
    return list(TracebackException(kind, value, None, compact=True).format_exception_only(show_group=show_group))


def format_exception(exc, /, value=_ABSENT, tb=_ABSENT, limit=None, chain=True):
    """All lines: what led to the exception, the calls, the class and the message."""
    return list(_exception(exc, value, tb, limit=limit).format(chain=chain))


def print_exception(exc, /, value=_ABSENT, tb=_ABSENT, limit=None, file=None, chain=True):
    _print(format_exception(exc, value, tb, limit, chain), file)


def format_exc(limit=None, chain=True):
    """What print_exc prints, as a string."""
    return "".join(format_exception(sys.exc_info()[1], limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    """Prints the exception that is being handled."""
    print_exception(sys.exc_info()[1], limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    """Prints the exception that ended the last cell."""
    if not hasattr(sys, "last_exc") and not hasattr(sys, "last_type"):
        raise ValueError("no last exception")
    print_exception(sys.last_exc if hasattr(sys, "last_exc") else sys.last_value, limit=limit, file=file, chain=chain)
