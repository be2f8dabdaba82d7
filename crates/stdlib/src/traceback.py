# traceback: exceptions as text.

import sys

from _tensorcell.traceback import _operator, _places


class FrameSummary:
    """One call of a traceback."""

    def __init__(self, filename, lineno, name, *, line=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = self.end_lineno = lineno
        self.name = name
        self.colno = colno
        self.end_colno = end_colno
        self._line = line or ""
        self.locals = None

    @property
    def line(self):
        return self._line.strip()

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __getitem__(self, at):
        return (self.filename, self.lineno, self.name, self.line)[at]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def _format(self):
        text = f'  File "{self.filename}", line {self.lineno}, in {self.name}\n'
        if self.line:
            text += f"    {self.line}\n"
            margin = len(self._line) - len(self._line.lstrip())
            if self.colno is not None:
                width = max(self.end_colno - self.colno, 1)
                operator = _operator(self._line[self.colno : self.end_colno])
                if operator is not None:
                    start, end = operator
                    marks = "~" * start + "^" * (end - start) + "~" * (width - end)
                else:
                    marks = "^" * width
                if operator is not None or width < len(self.line):
                    text += "    " + " " * (self.colno - margin) + marks + "\n"
        return text


class StackSummary(list):
    """The calls of a traceback, outermost first."""

    def format(self):
        return [frame._format() for frame in self]


def _limited(frames, limit):
    if limit is None:
        return frames
    return frames[:limit] if limit >= 0 else frames[limit:]


def extract_tb(tb, limit=None):
    """The calls of a traceback."""
    frames = (
        []
        if tb is None
        else [
            FrameSummary(file, line, name, line=text, colno=first, end_colno=last)
            for file, line, name, text, first, last in _places(tb)
        ]
    )
    return StackSummary(_limited(frames, limit))


def format_list(extracted_list):
    return [frame._format() for frame in extracted_list]


def format_tb(tb, limit=None):
    return extract_tb(tb, limit).format()


def _given(exc, value):
    return value if isinstance(value, BaseException) else exc


def format_exception_only(exc, value=None, /):
    """The last lines: the class, the message and the notes."""
    exc = _given(exc, value)
    if exc is None:
        return ["NoneType: None\n"]
    kind = type(exc)
    name = kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"
    try:
        text = str(exc)
    except Exception:
        text = "<exception str() failed>"
    lines = [f"{name}: {text}\n" if text else f"{name}\n"]
    for note in getattr(exc, "__notes__", ()):
        lines.extend(line + "\n" for line in str(note).split("\n"))
    return lines


def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    """All lines: what led to the exception, the calls, the class and the message."""
    exc = _given(exc, value)
    lines = []
    if exc is None:
        return format_exception_only(None)
    if chain:
        if exc.__cause__ is not None:
            lines += format_exception(exc.__cause__, limit=limit)
            lines.append("\nThe above exception was the direct cause of the following exception:\n\n")
        elif exc.__context__ is not None and not exc.__suppress_context__:
            lines += format_exception(exc.__context__, limit=limit)
            lines.append("\nDuring handling of the above exception, another exception occurred:\n\n")
    if exc.__traceback__ is not None:
        lines.append("Traceback (most recent call last):\n")
        lines += format_tb(exc.__traceback__, limit)
    return lines + format_exception_only(exc)


def format_exc(limit=None, chain=True):
    """What print_exc prints, as a string."""
    return "".join(format_exception(sys.exc_info()[1], limit=limit, chain=chain))


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    print("".join(format_exception(exc, value, tb, limit, chain)), end="", file=sys.stderr if file is None else file)


def print_exc(limit=None, file=None, chain=True):
    """Prints the exception that is being handled."""
    print_exception(sys.exc_info()[1], limit=limit, file=file, chain=chain)


def print_tb(tb, limit=None, file=None):
    print("".join(format_tb(tb, limit)), end="", file=sys.stderr if file is None else file)


class TracebackException:
    """An exception ready to be printed, which holds nothing of the program."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, **options):
        self.exc_type = exc_type
        self.stack = extract_tb(exc_traceback, limit)
        self._str = str(exc_value)
        self._lines = format_exception(exc_value, limit=limit)
        self._last = format_exception_only(exc_value)

    @classmethod
    def from_exception(cls, exc, **options):
        return cls(type(exc), exc, exc.__traceback__, **options)

    def format(self, *, chain=True):
        yield from self._lines

    def format_exception_only(self):
        yield from self._last

    def __str__(self):
        return self._str


def clear_frames(tb):
    """Nothing: a traceback holds no frames."""
