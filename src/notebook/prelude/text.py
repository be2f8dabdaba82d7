"""Lists and texts that commands of the shell give."""

import re
from pathlib import Path


class LSString(str):
    """Text with its lines: .l or .list, .n or .nlstr, .s or .spstr, .p or .paths."""

    @property
    def list(self):
        return self.split("\n")

    @property
    def nlstr(self):
        return self

    @property
    def spstr(self):
        return self.replace("\n", " ")

    @property
    def paths(self):
        return [Path(path) for path in self.split("\n") if Path(path).exists()]

    l = list
    n = nlstr
    s = spstr
    p = paths


class SList(list):
    """Lines: .l or .list, .n or .nlstr, .s or .spstr, .p or .paths; grep, fields and sort choose among them."""

    @property
    def list(self):
        return self

    @property
    def nlstr(self):
        return "\n".join(self)

    @property
    def spstr(self):
        return " ".join(self)

    @property
    def paths(self):
        return [Path(path) for path in self if Path(path).exists()]

    l = list
    n = nlstr
    s = spstr
    p = paths

    def grep(self, pattern, prune=False, field=None):
        """The lines that match a pattern, or a predicate; with prune those that do not. field: only that column counts."""

        def target(line):
            if field is None:
                return line
            parts = line.split()
            try:
                return parts[field]
            except IndexError:
                return ""

        matches = pattern if callable(pattern) else lambda text: re.search(pattern, text, re.IGNORECASE)
        return SList([line for line in self if bool(matches(target(line))) != prune])

    def fields(self, *fields):
        """Columns of the lines, split at blanks."""
        rows = [line.split() for line in self]
        if not fields:
            return rows
        chosen = SList()
        for row in rows:
            parts = [row[at] for at in fields if -len(row) <= at < len(row)]
            if parts:
                chosen.append(" ".join(parts))
        return chosen

    def sort(self, field=None, nums=False):
        """The lines in order, by a column; nums: by the number that is in it."""

        def key(line):
            parts = line.split()
            text = line if field is None else parts[field] if -len(parts) <= field < len(parts) else ""
            if not nums:
                return text
            digits = "".join([c for c in text if c.isdigit()])
            return int(digits) if digits else 0

        return SList(sorted(self, key=key))
