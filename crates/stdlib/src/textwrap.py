# textwrap: filling and indenting paragraphs.


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

    def _chunks(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            for c in "\t\n\v\f\r":
                text = text.replace(c, " ")
        chunks = []
        at = 0
        while at < len(text):
            start = at
            blank = text[at] == " "
            while at < len(text) and (text[at] == " ") == blank:
                at += 1
            word = text[start:at]
            if blank or not self.break_on_hyphens:
                chunks.append(word)
                continue
            # After a hyphen between letters a word may be broken.
            begin = 0
            for i in range(1, len(word) - 1):
                if word[i] == "-" and word[i - 1].isalpha() and i - begin >= 1 and word[i + 1].isalpha():
                    chunks.append(word[begin : i + 1])
                    begin = i + 1
            chunks.append(word[begin:])
        return chunks

    def wrap(self, text):
        """The lines of a paragraph."""
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks = self._chunks(text)
        if self.fix_sentence_endings:
            for i, (chunk, blank) in enumerate(zip(chunks, chunks[1:])):
                word = chunk.rstrip("\"'")
                if blank == " " and len(word) > 1 and word[-1] in ".!?" and word[-2].islower():
                    chunks[i + 1] = "  "
        chunks.reverse()
        lines = []
        while chunks:
            prefix = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(prefix)
            line = []
            length = 0
            if self.drop_whitespace and lines and not chunks[-1].strip():
                chunks.pop()
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                room = max(width - length, 1)
                if self.break_long_words:
                    line.append(chunks[-1][:room])
                    chunks[-1] = chunks[-1][room:]
                elif not line:
                    line.append(chunks.pop())
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if not line:
                continue
            rest = chunks if not self.drop_whitespace else [chunk for chunk in chunks if chunk.strip()]
            if self.max_lines is None or len(lines) + 1 < self.max_lines or not rest:
                lines.append(prefix + "".join(line))
                continue
            while line:
                if line[-1].strip() and sum([len(part) for part in line]) + len(self.placeholder) <= width:
                    lines.append(prefix + "".join(line) + self.placeholder)
                    return lines
                line.pop()
            lines.append(prefix + self.placeholder.lstrip())
            return lines
        return lines

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
