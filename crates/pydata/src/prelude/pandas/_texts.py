"""Methods of texts, for each of a column."""

import math

import numpy as np

from pandas import _columns


class Texts:
    """Methods of texts, for each of a column: series.str.lower()."""

    def __init__(self, series):
        self._series = series

    def _each(self, operate):
        values = [value if _columns.is_missing(value) else operate(value) for value in self._series.tolist()]
        return self._series._like(_columns.of_list(values)) if hasattr(self._series, "_values") else self._of_labels(values)

    def _of_labels(self, values):
        # Flags of labels are an array, texts are labels.
        flags = _columns.of_list(values)
        return flags if isinstance(flags, np.ndarray) and flags.dtype.kind == "b" else self._series._like(values)

    def join(self, sep):
        """Each list of texts as one text."""
        return self._each(lambda parts: sep.join(parts))

    def _marked(self, operate, na):
        # Whether something is true of each text; of gaps `na`, which is False here.
        values = [na if _columns.is_missing(value) else operate(value) for value in self._series.tolist()]
        return self._series._like(_columns.of_list(values)) if hasattr(self._series, "_values") else self._of_labels(values)

    def contains(self, pat, case=True, flags=0, na=False, regex=True):
        """Returns whether each text contains a pattern."""
        import re

        find = re.compile(pat if regex else re.escape(pat), flags | (0 if case else re.IGNORECASE)).search
        return self._marked(lambda text: find(text) is not None, na)

    def match(self, pat, case=True, flags=0, na=False):
        """Returns whether each text begins with a pattern."""
        import re

        find = re.compile(pat, flags | (0 if case else re.IGNORECASE)).match
        return self._marked(lambda text: find(text) is not None, na)

    def fullmatch(self, pat, case=True, flags=0, na=False):
        """Returns whether each text is a match of a pattern."""
        import re

        find = re.compile(pat, flags | (0 if case else re.IGNORECASE)).fullmatch
        return self._marked(lambda text: find(text) is not None, na)

    def startswith(self, pat, na=False):
        """Returns whether each text begins with another."""
        return self._marked(lambda text: text.startswith(pat), na)

    def endswith(self, pat, na=False):
        """Returns whether each text ends with another."""
        return self._marked(lambda text: text.endswith(pat), na)

    def count(self, pat, flags=0):
        """How often a pattern occurs in each text."""
        import re

        return self._each(lambda text: len(re.findall(pat, text, flags)))

    def findall(self, pat, flags=0):
        """The matches of a pattern in each text."""
        import re

        return self._each(lambda text: re.findall(pat, text, flags))

    def replace(self, pat, repl=None, n=-1, case=True, flags=0, regex=False):
        """Each text with others in place of a text, or of a pattern."""
        import re

        if isinstance(pat, dict):
            one = self
            for old, new in pat.items():
                one = one.replace(old, new, n, case, flags, regex).str
            return one._series
        find = pat if hasattr(pat, "sub") else re.compile(pat if regex else re.escape(pat), flags | (0 if case else re.IGNORECASE))
        new = repl if regex or callable(repl) else lambda match: repl
        return self._each(lambda text: find.sub(new, text, count=max(n, 0)))

    def _table(self, rows):
        from pandas._frame import DataFrame

        most = max([len(row) for row in rows], default=0)
        columns = {at: [row[at] if at < len(row) else None for row in rows] for at in range(most)}
        columns = {at: [math.nan if value is None else value for value in column] for at, column in columns.items()}
        return DataFrame(columns, index=self._series.index)

    def _rows(self, operate):
        return [[] if _columns.is_missing(value) else operate(value) for value in self._series.tolist()]

    def split(self, pat=None, n=-1, expand=False, regex=None):
        """The parts of each text: a list, or columns of a table; of a pattern where `regex` says so or `pat` has more characters."""
        import re

        if pat is not None and (regex or regex is None and (hasattr(pat, "split") and not isinstance(pat, str) or len(pat) > 1)):
            find = re.compile(pat)
            parts = lambda text: find.split(text, maxsplit=max(n, 0))  # noqa: E731
        else:
            parts = lambda text: text.split(pat, n if n else -1)  # noqa: E731
        return self._table(self._rows(parts)) if expand else self._each(parts)

    def rsplit(self, pat=None, n=-1, expand=False):
        """The parts of each text from its end."""
        parts = lambda text: text.rsplit(pat, n if n else -1)  # noqa: E731
        return self._table(self._rows(parts)) if expand else self._each(parts)

    def extract(self, pat, flags=0, expand=True):
        """The groups of a pattern's first match in each text, as columns."""
        import re

        find = re.compile(pat, flags)
        names = {at - 1: name for name, at in find.groupindex.items()}
        rows = self._rows(
            lambda text: (lambda match: list(match.groups()) if match else [None] * find.groups)(find.search(text))
        )
        made = self._table([row or [None] * find.groups for row in rows])
        made.columns = [names.get(at, at) for at in range(find.groups)]
        return made if expand or find.groups > 1 else made[made.columns[0]].rename(self._series.name)

    def cat(self, others=None, sep="", na_rep=None):
        """The texts one behind the other, or with those of another column."""
        fill = lambda values: [x if not _columns.is_missing(x) else na_rep for x in values]  # noqa: E731
        if others is None:
            return sep.join([x for x in fill(self._series.tolist()) if x is not None])
        pairs = zip(fill(self._series.tolist()), fill(others.tolist() if hasattr(others, "tolist") else others))
        return self._series._like([math.nan if a is None or b is None else a + sep + b for a, b in pairs])

    def extractall(self, pat, flags=0):
        """The groups of each match of a pattern in each text, as rows behind the labels and the number of the match."""
        import re

        from pandas._frame import DataFrame
        from pandas._indexes import MultiIndex

        find = re.compile(pat, flags)
        names = {at - 1: name for name, at in find.groupindex.items()}
        labels, rows = [], []
        for label, text in zip(self._series.index, self._series.tolist()):
            for number, match in enumerate([] if _columns.is_missing(text) else find.finditer(text)):
                labels.append((*(label if isinstance(label, tuple) else (label,)), number))
                rows.append([math.nan if part is None else part for part in match.groups()])
        made = {names.get(at, at): [row[at] for row in rows] for at in range(find.groups)}
        return DataFrame(made, index=MultiIndex(labels, [*self._series.index.names, "match"]))

    def wrap(self, width, **options):
        """Each text in lines of a width."""
        import textwrap

        return self._each(lambda text: "\n".join(textwrap.wrap(text, width, **options)))

    def normalize(self, form):
        """Each text in a Unicode form."""
        import unicodedata

        return self._each(lambda text: unicodedata.normalize(form, text))

    def decode(self, encoding, errors="strict"):
        """Each row of bytes as text."""
        return self._each(lambda data: data.decode(encoding, errors))

    def slice_replace(self, start=None, stop=None, repl=""):
        """Each text with another in place of a part."""
        end = lambda text: len(text) if stop is None else stop  # noqa: E731
        return self._each(lambda text: text[: start or 0] + repl + text[end(text) :])

    def get(self, i):
        """The part at a place of each text or list."""
        if isinstance(i, str):
            return self._each(lambda value: value.get(i, math.nan))
        return self._each(lambda value: value[i] if -len(value) <= i < len(value) else math.nan)

    def slice(self, start=None, stop=None, step=None):
        """A part of each text."""
        return self._each(lambda text: text[start:stop:step])

    def repeat(self, repeats):
        """Each text several times."""
        return self._each(lambda text: text * repeats)

    def pad(self, width, side="left", fillchar=" "):
        """Each text in a width."""
        ways = {"left": str.rjust, "right": str.ljust, "both": str.center}
        return self._each(lambda text: ways[side](text, width, fillchar))

    def get_dummies(self, sep="|"):
        """A column of 0 and 1 for each part that occurs."""
        from pandas._frame import DataFrame

        rows = self._rows(lambda text: text.split(sep))
        names = sorted({part for row in rows for part in row if part})
        return DataFrame({name: [int(name in row) for row in rows] for name in names}, index=self._series.index)

    def len(self):
        """Returns the length of each text."""
        return self._each(len)

    def __getitem__(self, key):
        return self._each(lambda text: text[key]) if isinstance(key, slice) else self.get(key)

    def __getattr__(self, name):
        method = getattr(str, name)
        return lambda *args, **options: self._each(lambda text: method(text, *args, **options))
