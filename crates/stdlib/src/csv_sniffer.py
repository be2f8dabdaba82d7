# How a text is separated, guessed: part of csv. The rules are those of CPython's Sniffer, since programs rest on what it finds.

__name__ = "csv"

import csv as _csv
import re

# A quoted field by what stands around it: between two delimiters, at the beginning of a line, at its end, alone.
_QUOTED = (
    r"(?P<delim>[^\w\n\"\'])(?P<space> ?)(?P<quote>[\"\']).*?(?P=quote)(?P=delim)",
    r"(?:^|\n)(?P<quote>[\"\']).*?(?P=quote)(?P<delim>[^\w\n\"\'])(?P<space> ?)",
    r"(?P<delim>[^\w\n\"\'])(?P<space> ?)(?P<quote>[\"\']).*?(?P=quote)(?:$|\n)",
    r"(?:^|\n)(?P<quote>[\"\']).*?(?P=quote)(?:$|\n)",
)


def _most(counts):
    """The key that counts most."""
    return max(counts, key=counts.get)


class Sniffer:
    """Guesses how a text is separated."""

    def __init__(self):
        # Which delimiter to take where several fit.
        self.preferred = [",", "\t", ";", " ", ":"]

    def sniff(self, sample, delimiters=None):
        """A dialect for a sample of text.

        delimiters: the characters that may separate.
        """
        quote, doubled, delimiter, spaced = self._guess_quote_and_delimiter(sample, delimiters)
        if not delimiter:
            delimiter, spaced = self._guess_delimiter(sample, delimiters)
        if not delimiter:
            raise _csv.Error("Could not determine delimiter")

        class dialect(_csv.Dialect):
            _name = "sniffed"
            lineterminator = "\r\n"
            quoting = _csv.QUOTE_MINIMAL

        dialect.doublequote = doubled
        dialect.delimiter = delimiter
        # The reader wants one; where no text is quoted it does no harm.
        dialect.quotechar = quote or '"'
        dialect.skipinitialspace = spaced
        return dialect

    def _guess_quote_and_delimiter(self, data, delimiters):
        """Quote, whether it is doubled, delimiter and whether a space follows it: by the texts in quotes."""
        for pattern in _QUOTED:
            found = list(re.compile(pattern, re.DOTALL | re.MULTILINE).finditer(data))
            if found:
                break
        else:
            return "", False, None, 0
        quotes, delimiters_found, spaces = {}, {}, 0
        for one in found:
            groups = one.groupdict()
            if groups["quote"]:
                quotes[groups["quote"]] = quotes.get(groups["quote"], 0) + 1
            key = groups.get("delim")
            if key and (delimiters is None or key in delimiters):
                delimiters_found[key] = delimiters_found.get(key, 0) + 1
            spaces += bool(groups.get("space"))
        quote = _most(quotes)
        if not delimiters_found:
            return quote, False, "", 0
        delimiter = _most(delimiters_found)
        spaced = delimiters_found[delimiter] == spaces
        # A file of one column has line ends for delimiters.
        delimiter = "" if delimiter == "\n" else delimiter
        letter, around = re.escape(delimiter), re.escape(quote)
        doubled = rf"(({letter})|^)\W*{around}[^{letter}\n]*{around}[^{letter}\n]*{around}\W*(({letter})|$)"
        return quote, bool(re.search(doubled, data, re.MULTILINE)), delimiter, spaced

    def _guess_delimiter(self, data, delimiters):
        """The delimiter and whether a space follows it: a character that most lines have equally often."""
        lines = list(filter(None, data.split("\n")))
        letters = [chr(code) for code in range(127)]
        step, frequencies, modes, candidates = min(10, len(lines)), {}, {}, {}
        start, end, seen = 0, step, 1
        while start < len(lines):
            seen += 1
            for line in lines[start:end]:
                for letter in letters:
                    counts = frequencies.setdefault(letter, {})
                    count = line.count(letter)
                    counts[count] = counts.get(count, 0) + 1
            modes = self._modes(frequencies, modes)
            candidates = self._consistent(modes, min(step * seen, len(lines)), delimiters)
            if len(candidates) == 1:
                delimiter = next(iter(candidates))
                return delimiter, lines[0].count(delimiter) == lines[0].count(f"{delimiter} ")
            start, end = end, end + step
        if not candidates:
            return "", 0
        for delimiter in self.preferred if len(candidates) > 1 else ():
            if delimiter in candidates:
                return delimiter, lines[0].count(delimiter) == lines[0].count(f"{delimiter} ")
        delimiter = max((count, letter) for letter, count in candidates.items())[1]
        return delimiter, lines[0].count(delimiter) == lines[0].count(f"{delimiter} ")

    @staticmethod
    def _modes(frequencies, modes):
        """How often each character stands in most lines, and in how many more than otherwise."""
        for letter, counts in frequencies.items():
            if len(counts) == 1 and 0 in counts:
                continue
            often = max(counts.items(), key=lambda pair: pair[1])
            others = sum(lines for count, lines in counts.items() if count != often[0])
            modes[letter] = often if len(counts) == 1 else (often[0], often[1] - others)
        return modes

    @staticmethod
    def _consistent(modes, total, delimiters):
        """The characters whose count holds in nearly all lines; less and less must do, down to nine tenths."""
        consistency, found = 1.0, {}
        while not found and consistency >= 0.9:
            for letter, often in modes.items():
                if often[0] > 0 and often[1] > 0 and often[1] / total >= consistency:
                    if delimiters is None or letter in delimiters:
                        found[letter] = often
            consistency -= 0.01
        return found

    def has_header(self, sample):
        """Whether the first row of a sample names the columns: its fields are of other kinds or lengths than those below."""
        rows = _csv.reader(sample.splitlines(), self.sniff(sample))
        header = next(rows)
        kinds = dict.fromkeys(range(len(header)))
        for checked, row in enumerate(rows):
            if checked > 20:
                break
            if len(row) != len(header):
                continue
            for column in list(kinds):
                kind = _kind(row[column])
                if kind != kinds[column]:
                    if kinds[column] is None:
                        kinds[column] = kind
                    else:
                        del kinds[column]
        votes = 0
        for column, kind in kinds.items():
            if isinstance(kind, int):
                votes += 1 if len(header[column]) != kind else -1
            else:
                try:
                    kind(header[column])
                except (ValueError, TypeError):
                    votes += 1
                else:
                    votes -= 1
        return votes > 0


def _kind(text):
    """`complex` for a number, the length for other texts."""
    try:
        complex(text)
    except (ValueError, OverflowError):
        return len(text)
    return complex
