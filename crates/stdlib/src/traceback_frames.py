# Calls as text: the lines of each with marks under what ran: part of traceback.

__name__ = "traceback"

import collections
import itertools
import linecache
import sys
import textwrap
import unicodedata

from _tensorcell.traceback import _anchors, _position, _stands_alone

_COLORS = {"red": "\x1b[31m", "bold_red": "\x1b[1;31m", "magenta": "\x1b[35m", "bold_magenta": "\x1b[1;35m"}
_RESET = "\x1b[0m"
# Of calls that repeat, so many are shown.
_RECURSIVE_CUTOFF = 3


def _painted(text, color, wanted):
    return f"{_COLORS[color]}{text}{_RESET}" if wanted else text


def _safe_string(value, what, show=str):
    try:
        return show(value)
    except Exception:
        return f"<{what} {show.__name__}() failed>"


class FrameSummary:
    """One call of a traceback or of a stack."""

    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_lines", "_lines_dedented", "locals")

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
        self.colno = colno
        self.end_colno = end_colno
        self.name = name
        self._lines = line
        self._lines_dedented = None
        if lookup_line:
            self._set_lines()
        self.locals = {name: _safe_string(value, "local", repr) for name, value in locals.items()} if locals else None

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
        return tuple(self)[at]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def _set_lines(self):
        if self._lines is None and self.lineno is not None and self.end_lineno is not None:
            numbers = range(self.lineno, self.end_lineno + 1)
            self._lines = "\n".join([linecache.getline(self.filename, number).rstrip() for number in numbers]) + "\n"

    @property
    def _original_lines(self):
        self._set_lines()
        return self._lines

    @property
    def _dedented_lines(self):
        self._set_lines()
        if self._lines_dedented is None and self._lines is not None:
            self._lines_dedented = textwrap.dedent(self._lines)
        return self._lines_dedented

    @property
    def line(self):
        """The first line, without its margin."""
        self._set_lines()
        return None if self._lines is None else self._lines.partition("\n")[0].strip()


def _display_width(text, offset=None):
    """How many columns the characters up to an offset take."""
    part = text if offset is None else text[:offset]
    if part.isascii():
        return len(part)
    return sum([2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in part])


def _characters(line, offset):
    """The number of characters in so many bytes of a line."""
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))


class _Segment:
    """The lines that a call runs, without their margin, and the part of them that it was at."""

    def __init__(self, call):
        whole = call._original_lines.splitlines()
        count = call.end_lineno - call.lineno
        self.lines = call._dedented_lines.splitlines()[: count + 1]
        margin = len(whole[0]) - len(self.lines[0])
        self.start = max(0, _characters(whole[0], call.colno) - margin)
        self.end = max(0, _characters(whole[count], call.end_colno) - margin)
        text = "\n".join(self.lines)
        self.anchors = _anchors(text[self.start : len(text) - (len(self.lines[-1]) - self.end)])
        self.shows = self._has_marks(text)
        self.first = _display_width(self.lines[0], self.start)
        self.last = _display_width(self.lines[-1], self.end)

    def _has_marks(self, text):
        """Marks under all of a line say nothing, but for those that show an operator."""
        if _stands_alone(text, self.start, len(text) - (len(self.lines[-1]) - self.end)):
            return False
        around = self.lines[0][: self.start].lstrip() or self.lines[-1][self.end :].rstrip()
        return self.anchors is not None or bool(around)

    def _anchor_columns(self):
        """Where the operator begins and ends: line and column of each."""
        places = []
        for line, offset in self.anchors:
            offset += self.start if line == 0 else 0
            places.append((line, _display_width(self.lines[line], offset)))
        return places

    def _shown(self):
        """The numbers of the lines to show: the ends, and those around the operator."""
        count = len(self.lines)
        shown = {0, count - 1}
        for line, _ in self.anchors or ():
            shown.update(range(line - 1, line + 2))
        return sorted([line for line in shown if 0 <= line < count])

    def _mark(self, line, column, anchors):
        if anchors is None:
            return "^"
        return "^" if anchors[0] <= (line, column) < anchors[1] else "~"

    def _marked(self, number, anchors, colorize):
        """A line and, under it, its marks."""
        line = self.lines[number]
        if not self.shows:
            return line + "\n"
        begin = len(line) - len(line.lstrip())
        begin = max(begin, self.first) if number == 0 else begin
        end = self.last if number == len(self.lines) - 1 else _display_width(line)
        marks = " " * min(begin, end) + "".join([self._mark(number, at, anchors) for at in range(begin, end)])
        if colorize:
            line, marks = _colored(line, marks)
        return f"{line}\n{marks}\n"

    def format(self, colorize):
        anchors = self._anchor_columns() if self.anchors is not None else None
        text, before = "", None
        for number in self._shown():
            skipped = 0 if before is None else number - before - 1
            if skipped == 1:
                text += self._marked(number - 1, anchors, colorize)
            elif skipped > 1:
                text += f"...<{skipped} lines>...\n"
            text += self._marked(number, anchors, colorize)
            before = number
        return textwrap.indent(textwrap.dedent(text), "    ", lambda line: True)


def _colored(line, marks):
    """A line and its marks, the marked parts of both in red."""
    painted_line = painted_marks = ""
    pairs = itertools.zip_longest(line, marks, fillvalue="")
    for mark, group in itertools.groupby(pairs, lambda pair: pair[1]):
        characters, signs = ("".join(part) for part in zip(*group))
        color = {"^": "bold_red", "~": "red"}.get(mark, "red")
        is_marked = mark in ("^", "~")
        painted_line += _painted(characters, color, is_marked)
        painted_marks += _painted(signs, color, is_marked)
    return painted_line, painted_marks


class StackSummary(list):
    """The calls of a traceback or of a stack, outermost first."""

    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Of pairs of frame and line."""
        pairs = ((frame, (line, None, None, None)) for frame, line in frame_gen)
        return klass._extract_from_extended_frame_gen(
            pairs, limit=limit, lookup_lines=lookup_lines, capture_locals=capture_locals
        )

    @classmethod
    def _extract_from_extended_frame_gen(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        """Of pairs of frame and (line, last line, column, last column)."""
        made, files = klass(), set()
        for frame, (line, last, column, last_column) in _limited(frame_gen, limit):
            code = frame.f_code
            files.add(code.co_filename)
            linecache.lazycache(code.co_filename, frame.f_globals)
            made.append(
                FrameSummary(
                    code.co_filename,
                    line,
                    code.co_name,
                    lookup_line=False,
                    locals=frame.f_locals if capture_locals else None,
                    end_lineno=last,
                    colno=column,
                    end_colno=last_column,
                )
            )
        for file in files:
            linecache.checkcache(file)
        if lookup_lines:
            for call in made:
                call._set_lines()
        return made

    @classmethod
    def from_list(klass, a_list):
        made = klass()
        for call in a_list:
            if not isinstance(call, FrameSummary):
                filename, lineno, name, line = call
                call = FrameSummary(filename, lineno, name, line=line)
            made.append(call)
        return made

    def format_frame_summary(self, frame_summary, **kwargs):
        """The lines of one call."""
        call, colorize = frame_summary, kwargs.get("colorize", False)
        file = call.filename
        if file.startswith("<stdin>-") and file.endswith(">"):
            file = "<stdin>"
        text = "  File {}, line {}, in {}\n".format(
            _painted(f'"{file}"', "magenta", colorize),
            _painted(call.lineno, "magenta", colorize),
            _painted(call.name, "magenta", colorize),
        )
        if call._dedented_lines and call._dedented_lines.strip():
            text += _source(call, colorize)
        for name, value in sorted((call.locals or {}).items()):
            text += f"    {name} = {value}\n"
        return text

    def format(self, **kwargs):
        """The lines of each call; of one that is repeated the first three."""
        lines, last, count = [], None, 0
        for call in self:
            place = (call.filename, call.lineno, call.name)
            if place != last:
                lines += _repeated(count)
                last, count = place, 0
            text = self.format_frame_summary(call, **kwargs)
            if text is None:
                continue
            count += 1
            if count <= _RECURSIVE_CUTOFF:
                lines.append(text)
        return lines + _repeated(count)


def _source(call, colorize):
    if call.colno is None or call.end_colno is None:
        return textwrap.indent(call.line, "    ") + "\n"
    return _Segment(call).format(colorize)


def _repeated(count):
    more = count - _RECURSIVE_CUTOFF
    if more <= 0:
        return []
    return [f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]\n"]


def _limited(calls, limit):
    """The first calls, or the last where the limit is negative."""
    if limit is None:
        limit = getattr(sys, "tracebacklimit", None)
        if limit is not None and limit < 0:
            limit = 0
    if limit is None:
        return calls
    return itertools.islice(calls, limit) if limit >= 0 else collections.deque(calls, maxlen=-limit)


def walk_stack(f):
    """Pairs of frame and line, from a frame outwards; without one, from the caller of StackSummary.extract."""
    if f is None:
        f = sys._getframe().f_back.f_back.f_back.f_back
    yield from _outwards(f)


def _outwards(f):
    while f is not None:
        yield f, f.f_lineno
        f = f.f_back


def walk_tb(tb):
    """Pairs of frame and line, to the place of the error."""
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def _walk_tb_with_full_positions(tb):
    """As walk_tb, with the columns as well."""
    while tb is not None:
        positions = _position(tb) or _positions_of(tb)
        line = tb.tb_lineno if positions[0] is None else positions[0]
        yield tb.tb_frame, (line, *positions[1:])
        tb = tb.tb_next


def _positions_of(tb):
    """The place of an object that stands for a traceback."""
    if tb.tb_lasti < 0:
        return (None, None, None, None)
    return next(itertools.islice(tb.tb_frame.f_code.co_positions(), tb.tb_lasti // 2, None))
