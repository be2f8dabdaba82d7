# textwrap: filling and indenting paragraphs.

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_WHITESPACE = "\t\n\x0b\x0c\r "


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
    """Breaks text into lines of a width. Each step is a method of its own, which subclasses change."""

    # A word, whitespace, or two dashes and more between words; a word may be broken behind a hyphen between letters.
    wordsep_re = re.compile(
        r"""
        ([\t\n\x0b\x0c\r\ ]+
        | (?<=[\w!"'&.,?])-{2,}(?=\w)
        | [^\t\n\x0b\x0c\r\ ]+?
          (?: -(?:(?<=[^\d\W]{2}-)|(?<=[^\d\W]-[^\d\W]-))(?=[^\d\W]-?[^\d\W])
            | (?=[\t\n\x0b\x0c\r\ ]|\Z)
            | (?<=[\w!"'&.,?])(?=-{2,}\w)))
        """,
        re.VERBOSE,
    )
    wordsep_simple_re = re.compile(r"([\t\n\x0b\x0c\r\ ]+)")
    sentence_end_re = re.compile(r"[a-z][.!?][\"']?\Z")
    unicode_whitespace_trans = dict.fromkeys(map(ord, _WHITESPACE), ord(" "))

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
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        """Whitespace as the options want it, before words are looked for."""
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        return text.translate(self.unicode_whitespace_trans) if self.replace_whitespace else text

    def _split(self, text):
        """The parts that are not broken if they fit in a line."""
        pattern = self.wordsep_re if self.break_on_hyphens else self.wordsep_simple_re
        return [chunk for chunk in pattern.split(text) if chunk]

    def _fix_sentence_endings(self, chunks):
        """Puts two spaces behind the end of a sentence."""
        for at in range(len(chunks) - 1):
            if chunks[at + 1] == " " and self.sentence_end_re.search(chunks[at]):
                chunks[at + 1] = "  "

    def _handle_long_word(self, reversed_chunks, cur_line, cur_len, width):
        """Breaks a part that fits in no line, or gives it a line of its own."""
        room = 1 if width < 1 else width - cur_len
        if not self.break_long_words:
            if not cur_line:
                cur_line.append(reversed_chunks.pop())
            return
        word = reversed_chunks[-1]
        end = room
        if self.break_on_hyphens and len(word) > room:
            hyphen = word.rfind("-", 0, room)
            if hyphen > 0 and any(letter != "-" for letter in word[:hyphen]):
                end = hyphen + 1
        cur_line.append(word[:end])
        reversed_chunks[-1] = word[end:]

    def _fill_line(self, chunks, width):
        """Takes from the parts, the last first, what fits in a line: (parts, length)."""
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

    def _is_last(self, lines, chunks, length, width):
        """Whether a line may stand: there is room for more lines, or nothing is left that would need one."""
        if self.max_lines is None or len(lines) + 1 < self.max_lines:
            return True
        rest = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
        return rest and length <= width

    def _end_early(self, lines, line, length, indent, width):
        """Ends the last line that is allowed with the placeholder."""
        while line:
            if line[-1].strip() and length + len(self.placeholder) <= width:
                lines.append(indent + "".join(line) + self.placeholder)
                return
            length -= len(line.pop())
        if lines and len(lines[-1].rstrip()) + len(self.placeholder) <= self.width:
            lines[-1] = lines[-1].rstrip() + self.placeholder
        else:
            lines.append(indent + self.placeholder.lstrip())

    def _wrap_chunks(self, chunks):
        """The lines that parts make."""
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines = []
        chunks.reverse()
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            line, length = self._fill_line(chunks, width)
            if not line:
                continue
            if not self._is_last(lines, chunks, length, width):
                self._end_early(lines, line, length, indent, width)
                break
            lines.append(indent + "".join(line))
        return lines

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

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
