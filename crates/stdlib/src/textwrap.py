# textwrap: filling and indenting paragraphs.

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "


def dedent(text):
    """Remove the whitespace that all lines begin with."""
    lines = text.split("\n")
    margin = None
    for i, line in enumerate(lines):
        stripped = line.lstrip(" \t")
        if not stripped:
            lines[i] = ""
            continue
        indent = line[: len(line) - len(stripped)]
        if margin is None:
            margin = indent
        else:
            shared = 0
            while shared < min(len(margin), len(indent)) and margin[shared] == indent[shared]:
                shared += 1
            margin = margin[:shared]
    if margin:
        lines = [line[len(margin) :] for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    """Put a prefix before each line that is not blank (or that the predicate chooses)."""
    if predicate is None:
        predicate = str.strip
    return "".join([prefix + line if predicate(line) else line for line in text.splitlines(True)])


class TextWrapper:
    """Breaks text into lines of a width."""

    def __init__(
        self,
        width=70,
        initial_indent="",
        subsequent_indent="",
        expand_tabs=True,
        replace_whitespace=True,
        fix_sentence_endings=False,
        break_long_words=True,
        drop_whitespace=True,
        break_on_hyphens=True,
        tabsize=8,
        *,
        max_lines=None,
        placeholder=" [...]",
    ):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.fix_sentence_endings = fix_sentence_endings
        self.placeholder = placeholder

    # Where a word may be broken: at its ends, after hyphens between letters, around dashes.
    _PUNCTUATED = r"[\w!\"'&.,?]"
    _LETTER = r"[^\d\W]"
    _BLANKS = "[" + re.escape(_whitespace) + "]"
    _NO_BLANK = "[^" + _BLANKS[1:]
    wordsep_re = re.compile(
        rf"""
        ( {_BLANKS}+
        | (?<={_PUNCTUATED}) -{{2,}} (?=\w)
        | {_NO_BLANK}+? (?:
            -(?: (?<={_LETTER}{{2}}-) | (?<={_LETTER}-{_LETTER}-))
            (?= {_LETTER} -? {_LETTER})
          | (?={_BLANKS}|\Z)
          | (?<={_PUNCTUATED}) (?=-{{2,}}\w)
          )
        )""",
        re.VERBOSE,
    )
    wordsep_simple_re = re.compile(rf"({_BLANKS}+)")
    sentence_end_re = re.compile(r"[a-z][\.\!\?][\"\']?\Z")
    unicode_whitespace_trans = {ord(c): " " for c in _whitespace}

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            text = text.translate(self.unicode_whitespace_trans)
        return text

    def _split(self, text):
        """The pieces of a text that stay whole where they fit."""
        splitter = self.wordsep_re if self.break_on_hyphens else self.wordsep_simple_re
        return [chunk for chunk in splitter.split(text) if chunk]

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _fix_sentence_endings(self, chunks):
        """Two spaces after a sentence, where there is one."""
        for at in range(len(chunks) - 1):
            if chunks[at + 1] == " " and self.sentence_end_re.search(chunks[at]):
                chunks[at + 1] = "  "

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        """A word that fits on no line: part of it ends this line, or all of it is one."""
        room = 1 if width < 1 else width - cur_len
        if self.break_long_words:
            word = reversed_chunks[-1]
            end = room
            if self.break_on_hyphens and len(word) > room:
                hyphen = word.rfind("-", 0, room)
                if hyphen > 0 and any(c != "-" for c in word[:hyphen]):
                    end = hyphen + 1
            cur_line.append(word[:end])
            reversed_chunks[-1] = word[end:]
        elif not cur_line:
            cur_line.append(reversed_chunks.pop())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks, lines = chunks[::-1], []
        while chunks:
            prefix = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(prefix)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line, length = self._line(chunks, width)
            if not line:
                continue
            rest = chunks and (not self.drop_whitespace or len(chunks) > 1 or chunks[0].strip())
            is_last = self.max_lines is not None and len(lines) + 1 >= self.max_lines
            if not is_last or (not rest and length <= width):
                lines.append(prefix + "".join(line))
                continue
            self._end(lines, line, length, prefix, width)
            break
        return lines

    def _line(self, chunks, width):
        """The chunks of the next line and how long they are."""
        line, length = [], 0
        while chunks and length + len(chunks[-1]) <= width:
            length += len(chunks[-1])
            line.append(chunks.pop())
        if chunks and len(chunks[-1]) > width:
            self._handle_long_word(chunks, line, length, width)
            length = sum(map(len, line))
        if self.drop_whitespace and line and not line[-1].strip():
            length -= len(line.pop())
        return line, length

    def _end(self, lines, line, length, prefix, width):
        """The last line: as much of it as leaves room for the placeholder."""
        while line:
            if line[-1].strip() and length + len(self.placeholder) <= width:
                line.append(self.placeholder)
                lines.append(prefix + "".join(line))
                return
            length -= len(line.pop())
        if lines:
            before = lines[-1].rstrip()
            if len(before) + len(self.placeholder) <= self.width:
                lines[-1] = before + self.placeholder
                return
        lines.append(prefix + self.placeholder.lstrip())

    def wrap(self, text):
        """The lines of a paragraph."""
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        """The lines of a paragraph, joined."""
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **options):
    """The lines of a paragraph, none longer than the width."""
    return TextWrapper(width=width, **options).wrap(text)


def fill(text, width=70, **options):
    """A paragraph filled to the width."""
    return TextWrapper(width=width, **options).fill(text)


def shorten(text, width, **options):
    """The text in one line, cut to the width with a placeholder."""
    options.setdefault("max_lines", 1)
    return TextWrapper(width=width, **options).fill(" ".join(text.strip().split()))
