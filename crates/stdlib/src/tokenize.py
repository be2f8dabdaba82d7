# tokenize: the tokens of a text.

import re
import token as _token
from collections import namedtuple
from token import *
from token import EXACT_TOKEN_TYPES, tok_name

__all__ = [*_token.__all__, "tokenize", "generate_tokens", "detect_encoding", "untokenize", "TokenInfo", "open", "TokenError"]
cookie_re = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.ASCII)
blank_re = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)", re.ASCII)
_NUMBER = re.compile(
    r"0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+"
    r"|(?:[0-9](?:_?[0-9])*)?\.[0-9](?:_?[0-9])*(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?"
    r"|[0-9](?:_?[0-9])*\.?(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?"
)
_NAME = re.compile(r"\w+")
_PREFIX = re.compile(r"(?i:[rbuft]|br|rb|fr|rf)?(?P<quote>'''|\"\"\"|'|\")")
_SIGNS = sorted(EXACT_TOKEN_TYPES, key=len, reverse=True)


class TokenError(Exception):
    """A text that ends within a token or a bracket."""


class TokenInfo(namedtuple("TokenInfo", "type string start end line")):
    """A token and its place: lines from 1, columns from 0."""

    def __repr__(self):
        kind = f"{self.type} ({tok_name[self.type]})"
        return f"TokenInfo(type={kind}, string={self.string!r}, start={self.start!r}, end={self.end!r}, line={self.line!r})"

    @property
    def exact_type(self):
        if self.type == OP and self.string in EXACT_TOKEN_TYPES:
            return EXACT_TOKEN_TYPES[self.string]
        return self.type


def generate_tokens(readline):
    """The tokens of the lines that a function gives."""
    lines = []
    while True:
        try:
            line = readline()
        except StopIteration:
            break
        if not line:
            break
        lines.append(line)
    return _Scanner("".join(lines)).tokens()


def tokenize(readline):
    """As generate_tokens, of bytes: the first token says their encoding."""
    encoding, first = detect_encoding(readline)
    yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), "")
    waiting = list(first)

    def text():
        line = waiting.pop(0) if waiting else readline()
        return line.decode("utf-8" if encoding == "utf-8-sig" else encoding)

    yield from generate_tokens(text)


class _Scanner:
    def __init__(self, text):
        self.lines = text.replace("\r\n", "\n").splitlines(True) if "\f" not in text else _lines(text)
        self.row = self.column = 0
        self.brackets = []

    def token(self, kind, string, start, end=None):
        """A token that begins at (row, column) and ends here."""
        end = end or (self.row, self.column)
        text = "".join(self.lines[start[0] : end[0] + 1])
        return TokenInfo(kind, string, (start[0] + 1, start[1]), (end[0] + 1, end[1]), text)

    def error(self, message):
        raise TokenError(message, (self.row + 1, self.column))

    def tokens(self):
        indents, continued = [0], False
        while self.row < len(self.lines):
            line = self.lines[self.row]
            self.column = 0
            if not self.brackets and not continued:
                width, self.column = _indent(line)
                rest = line[self.column :]
                if rest[:1] in ("#", "\n", ""):
                    yield from self.blank(line)
                    continue
                if width > indents[-1]:
                    indents.append(width)
                    yield self.token(INDENT, line[: self.column], (self.row, 0))
                while width < indents[-1]:
                    if width not in indents:
                        place = ("<string>", self.row + 1, self.column + 1, line)
                        raise IndentationError("unindent does not match any outer indentation level", place)
                    indents.pop()
                    yield self.token(DEDENT, "", (self.row, self.column))
            continued = False
            while self.row < len(self.lines) and self.column < len(self.lines[self.row]):
                line = self.lines[self.row]
                letter = line[self.column]
                if letter in " \t\f":
                    self.column += 1
                elif letter == "\\" and line[self.column + 1 :] in ("\n", ""):
                    continued = True
                    break
                elif letter == "\n":
                    start = self.row, self.column
                    self.column += 1
                    yield self.token(NL if self.brackets else NEWLINE, "\n", start)
                else:
                    yield from self.one(line)
            self.row += 1
        if self.brackets:
            self.row = max(len(self.lines) - 1, 0)
            self.column = len(self.lines[self.row]) if self.lines else 0
            if not self.lines[-1].endswith("\n"):
                yield TokenInfo(NL, "", (self.row + 1, self.column), (self.row + 1, self.column + 1), self.lines[-1])
            raise TokenError("unexpected EOF in multi-line statement", (self.row + 1, self.column))
        yield from self.ending(indents)

    def ending(self, indents):
        if self.lines and not self.lines[-1].endswith("\n"):
            last, width = len(self.lines), len(self.lines[-1])
            if not self.lines[-1].strip().startswith("#"):
                yield TokenInfo(NEWLINE, "", (last, width), (last, width + 1), self.lines[-1])
        end = (len(self.lines) + 1, 0)
        for _ in indents[1:]:
            yield TokenInfo(DEDENT, "", end, end, "")
        yield TokenInfo(ENDMARKER, "", end, end, "")

    def blank(self, line):
        if line[self.column : self.column + 1] == "#":
            yield self.comment(line)
        if line.endswith("\n") or line[self.column :] == "":
            start = self.row, self.column
            self.column += line.endswith("\n")
            if line.endswith("\n"):
                yield self.token(NL, "\n", start)
        if line.strip().startswith("#") and not line.endswith("\n"):
            yield TokenInfo(NL, "", (self.row + 1, len(line)), (self.row + 1, len(line) + 1), line)
        self.row += 1

    def comment(self, line):
        start = self.row, self.column
        text = line[self.column :].rstrip("\n")
        self.column += len(text)
        return self.token(COMMENT, text, start)

    def one(self, line):
        """The token, or those of an f-string, that begin here."""
        start, at = (self.row, self.column), self.column
        if line[at] == "#":
            yield self.comment(line)
            return
        found = _PREFIX.match(line, at)
        if found:
            if "f" in line[at : found.start("quote")].lower():
                yield from self.f_string(found)
            else:
                yield self.string(found)
            return
        if line[at].isdigit() or line[at] == "." and line[at + 1 : at + 2].isdigit():
            text, kind = _NUMBER.match(line, at).group(), NUMBER
        elif line[at] == "_" or line[at].isidentifier():
            text, kind = _NAME.match(line, at).group(), NAME
        else:
            text = next((sign for sign in _SIGNS if line.startswith(sign, at)), line[at])
            kind = OP if text in EXACT_TOKEN_TYPES else ERRORTOKEN
            if text in "([{":
                self.brackets.append(text)
            elif text in ")]}" and self.brackets:
                self.brackets.pop()
        self.column += len(text)
        yield self.token(kind, text, start)

    def string(self, found):
        start, quote = (self.row, self.column), found["quote"]
        self.column = found.end()
        parts = [found.group()]
        while True:
            line = self.lines[self.row] if self.row < len(self.lines) else ""
            if self.column >= len(line):
                self.row, self.column = self.row + 1, 0
                if self.row >= len(self.lines) or len(quote) == 1 and not parts[-1] == "\\\n":
                    self.row, self.column = start
                    self.error(
                        "unterminated string literal" if len(quote) == 1 else "unterminated triple-quoted string literal"
                    )
                continue
            if line.startswith(quote, self.column):
                self.column += len(quote)
                parts.append(quote)
                return self.token(STRING, "".join(parts), start)
            size = 2 if line[self.column] == "\\" else 1
            parts.append(line[self.column : self.column + size])
            self.column += size

    def f_string(self, found):
        """FSTRING_START, texts and the tokens of what is in braces, FSTRING_END."""
        start, quote = (self.row, self.column), found["quote"]
        self.column = found.end()
        yield self.token(FSTRING_START, found.group(), start)
        yield from self.f_text(quote, "r" in found.group().lower(), False)
        start = self.row, self.column
        self.column += len(quote)
        yield self.token(FSTRING_END, quote, start)

    def f_text(self, quote, raw, in_spec):
        parts, start = [], (self.row, self.column)
        while True:
            if self.row >= len(self.lines):
                self.error("unterminated f-string literal")
            line = self.lines[self.row]
            if self.column >= len(line):
                self.row, self.column = self.row + 1, 0
                continue
            rest = line[self.column :]
            if rest.startswith(quote) or in_spec and rest[0] == "}":
                if parts:
                    yield self.token(FSTRING_MIDDLE, "".join(parts), start)
                return
            if rest[:2] in ("{{", "}}") and not in_spec:
                parts.append(rest[0])
                self.column += 1
                yield self.token(FSTRING_MIDDLE, "".join(parts), start)
                self.column += 1
                parts, start = [], (self.row, self.column)
            elif rest[0] == "{":
                if parts:
                    yield self.token(FSTRING_MIDDLE, "".join(parts), start)
                yield from self.replacement(quote, raw)
                parts, start = [], (self.row, self.column)
            else:
                size = 2 if rest[0] == "\\" and not rest.startswith("\\{") else 1
                parts.append(rest[:size])
                self.column += size

    def replacement(self, quote, raw):
        """{expression!conversion:spec}"""
        depth = len(self.brackets)
        while True:
            if self.row >= len(self.lines):
                self.error("f-string: expecting '}'")
            line = self.lines[self.row]
            if self.column >= len(line):
                self.row, self.column = self.row + 1, 0
                continue
            letter = line[self.column]
            if letter in " \t\f":
                self.column += 1
                continue
            if letter == "\n":
                start = self.row, self.column
                self.column += 1
                yield self.token(NL, "\n", start)
                continue
            if letter == ":" and len(self.brackets) == depth + 1:
                start = self.row, self.column
                self.column += 1
                yield self.token(OP, ":", start)
                yield from self.f_text(quote, raw, True)
                continue
            yield from self.one(line)
            if len(self.brackets) == depth:
                return


def _lines(text):
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _indent(line):
    """The width of the blanks at a line's start, and where they end."""
    width = at = 0
    for letter in line:
        if letter == " ":
            width += 1
        elif letter == "\t":
            width = (width // 8 + 1) * 8
        elif letter == "\f":
            width = 0
        else:
            break
        at += 1
    return width, at


# --- text from tokens
class Untokenizer:
    def __init__(self):
        self.parts, self.row, self.column, self.encoding = [], 1, 0, None

    def add_whitespace(self, start):
        row, column = start
        if row < self.row or row == self.row and column < self.column:
            raise ValueError(f"start ({row},{column}) precedes previous end ({self.row},{self.column})")
        if row > self.row:
            self.parts.append("\\\n" * (row - self.row))
            self.column = 0
        self.parts.append(" " * (column - self.column))

    def untokenize(self, iterable):
        tokens = iter(iterable)
        indents, at_start = [], False
        for given in tokens:
            if len(given) == 2:
                self.compat(given, tokens)
                break
            kind, text, start, end, line = given
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind == ENDMARKER:
                break
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                self.row, self.column = end
                continue
            if kind in (NEWLINE, NL):
                at_start = True
            elif at_start and indents:
                indent = indents[-1]
                if start[1] >= len(indent):
                    self.parts.append(indent)
                    self.column = len(indent)
                at_start = False
            if kind == FSTRING_MIDDLE and ("{" in text or "}" in text):
                text = text.replace("{", "{{").replace("}", "}}")
                end = (end[0], end[1])
            self.add_whitespace(start)
            self.parts.append(text)
            self.row, self.column = end
            if kind in (NEWLINE, NL):
                self.row, self.column = self.row + 1, 0
        return "".join(self.parts)

    def compat(self, first, tokens):
        """Of (kind, text) alone: the texts, with a blank after names and numbers."""
        indents, at_start, after_string = [], first[0] in (NEWLINE, NL), False
        for given in [first, *tokens]:
            kind, text = given[:2]
            if kind == ENCODING:
                self.encoding = text
                continue
            if kind in (NAME, NUMBER):
                text += " "
            if kind == STRING:
                text = " " + text if after_string else text
            after_string = kind == STRING
            if kind == INDENT:
                indents.append(text)
                continue
            if kind == DEDENT:
                indents.pop()
                continue
            if kind in (NEWLINE, NL):
                at_start = True
            elif at_start and indents:
                self.parts.append(indents[-1])
                at_start = False
            self.parts.append(text)


def untokenize(iterable):
    """A text whose tokens are the given ones; bytes where they say an encoding."""
    writer = Untokenizer()
    text = writer.untokenize(iterable)
    return text if writer.encoding is None else text.encode(writer.encoding)


# --- encodings
def _normal(name):
    short = name[:12].lower().replace("_", "-")
    if short == "utf-8" or short.startswith("utf-8-"):
        return "utf-8"
    if short in ("latin-1", "iso-8859-1", "iso-latin-1") or short.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1-")):
        return "iso-8859-1"
    return name


def detect_encoding(readline):
    """(encoding, lines read): as a mark at the start or a comment of the first two lines says."""
    import codecs

    default, marked = "utf-8", False

    def read():
        try:
            return readline()
        except StopIteration:
            return b""

    def said(line):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            raise SyntaxError("invalid or missing encoding declaration") from None
        found = cookie_re.match(text)
        if not found:
            return None
        encoding = _normal(found.group(1))
        try:
            codecs.lookup(encoding)
        except LookupError:
            raise SyntaxError("unknown encoding: " + encoding) from None
        if marked:
            if encoding != "utf-8":
                raise SyntaxError("encoding problem: utf-8")
            encoding += "-sig"
        return encoding

    first = read()
    if first.startswith(b"\xef\xbb\xbf"):
        marked, first, default = True, first[3:], "utf-8-sig"
    if not first:
        return default, []
    encoding = said(first)
    if encoding:
        return encoding, [first]
    if not blank_re.match(first):
        return default, [first]
    second = read()
    if not second:
        return default, [first]
    return said(second) or default, [first, second]


def open(filename):
    """A file as text, in the encoding that it says."""
    import builtins
    import io

    buffer = builtins.open(filename, "rb")
    try:
        encoding, _ = detect_encoding(buffer.readline)
        buffer.seek(0)
        text = io.TextIOWrapper(buffer, encoding, line_buffering=True)
        text.mode = "r"
        return text
    except BaseException:
        buffer.close()
        raise
