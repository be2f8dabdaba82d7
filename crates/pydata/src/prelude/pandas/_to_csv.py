"""Tables as text files: the rows as text, and where they are written."""

import csv
import io

import numpy as np
from numpy._times import TimeArray

from pandas import _columns
from pandas._stamps import NaT
from pandas._time_texts import column_texts


class Form:
    """How the values of a text file are written."""

    def __init__(self, sep, na_rep, float_format, quoting, quotechar, lineterminator, date_format, decimal):
        self._na, self._float_format, self._date_format, self._decimal = na_rep, float_format, date_format, decimal
        quoting = csv.QUOTE_MINIMAL if quoting is None else quoting
        end = "\n" if lineterminator is None else lineterminator
        self._layout = dict(delimiter=sep, quoting=quoting, quotechar=quotechar, lineterminator=end)

    def text(self, table, header, index, index_label):
        """The whole table as text."""
        out = io.StringIO()
        writer = csv.writer(out, **self._layout)
        levels = table.index.levels_of() if index else []
        if header is not False:
            heads = table._columns if header is True else list(header)
            for row in _heads(heads, table._heading, levels, index_label):
                writer.writerow(row)
        labels = [self._column(table.index.column_of(at)) for at in range(len(levels))]
        for row in zip(*labels, *[self._column(column) for column in table._columns.values()]):
            writer.writerow(row)
        return out.getvalue()

    def _column(self, column):
        # A column's values as the file has them.
        values = _columns.tolist(column)
        if isinstance(column, TimeArray):
            if self._date_format is not None:
                return [self._na if value is NaT else value.strftime(self._date_format) for value in values]
            return [self._na if value is NaT else text for value, text in zip(values, column_texts(column))]
        return [self._na if _columns.is_missing(value) else self._value(value) for value in values]

    def _value(self, value):
        if not isinstance(value, float):
            return value
        text = value
        if callable(self._float_format):
            text = self._float_format(value)
        elif self._float_format is not None:
            text = self._float_format % value if "%" in self._float_format else self._float_format.format(value)
        return text if self._decimal == "." else str(text).replace(".", self._decimal)


def _heads(columns, heading, levels, label):
    # The first rows: the columns' names, above them their outer levels, below those the levels' names of rows.
    from pandas._indexes import levels_of_names

    depth, names = levels_of_names(columns), ["" if name is None else name for name, _ in levels]
    if label is not None and label is not False:
        names = list(label) if isinstance(label, (list, tuple)) else [label]
    names = [] if label is False else names
    if depth == 1:
        return [[*names, *columns]]
    titles = heading if isinstance(heading, list) else [None] * depth
    rows = [[*[titles[at] or "", *names[1:]][: len(names)], *[name[at] for name in columns]] for at in range(depth)]
    return [*rows, [*names, *[""] * len(columns)]] if any([name != "" for name in names]) else rows


def write(text, target, mode, encoding, compression):
    """Puts the text where the program wants it; gives it back where it names nothing."""
    if target is None:
        return text
    if hasattr(target, "write"):
        target.write(text if "b" not in getattr(target, "mode", "") else text.encode(encoding or "utf-8"))
        return None
    path, data = str(target), text.encode(encoding or "utf-8")
    if compression == "gzip" or compression == "infer" and path.endswith(".gz"):
        import gzip

        data = gzip.compress(data)
    elif compression not in ("infer", None):
        raise NotImplementedError(f"to_csv(compression={compression!r}) is not there: use 'gzip' or None")
    if mode == "w":
        np._replace(target, data)
        return None
    with open(target, mode + "b") as file:
        file.write(data)
    return None
