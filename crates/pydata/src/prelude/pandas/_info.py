"""`info` and `memory_usage`: what a table holds, and the bytes that it takes."""

import sys

import numpy as np

from pandas import _columns
from pandas._indexes import MultiIndex, RangeIndex
from pandas._options import SETTINGS
from pandas._printing import title

# What an index of numbered rows takes.
_RANGE_BYTES = 132


def bytes_of(values, deep=False):
    """The bytes of a column: texts as Arrow holds them, other objects as addresses."""
    if isinstance(values, np.ndarray):
        return values.nbytes
    if isinstance(values, _columns.Coded):
        width = 1 if len(values.categories) < 128 else 2
        return width * len(values) + bytes_of(_columns.of_list(values.categories))
    if str(_columns.dtype(values)) == "str":
        known = [value for value in values if not _columns.is_missing(value)]
        flags = (len(values) + 7) // 8 if len(known) < len(values) else 0
        return 8 * len(values) + sum([len(text.encode("utf-8", "surrogatepass")) for text in known]) + flags
    return 8 * len(values) + (sum([sys.getsizeof(value) for value in values]) if deep else 0)


def index_bytes(index, deep=False):
    """The bytes of labels."""
    if isinstance(index, RangeIndex):
        return _RANGE_BYTES
    if isinstance(index, MultiIndex):
        levels = [_columns.of_list(_columns.distinct(labels)) for _, labels in index.levels_of()]
        return sum([bytes_of(level, deep) + len(index) + sys.getsizeof(None) for level in levels])
    return bytes_of(_columns.of_list(index.tolist()), deep)


def _size(count, mark):
    for unit in ("bytes", "KB", "MB", "GB", "TB"):
        if count < 1024:
            return f"{count:3.1f}{mark} {unit}"
        count /= 1024
    return f"{count:3.1f}{mark} PB"


def _counted(number, thing):
    return f"{thing}: {number} entries"


def _head(obj, kind):
    index = obj.index
    ends = ", {} to {}".format(*index._end_texts()) if len(index) else ""
    step = getattr(index, "freq", None)
    steps = [] if step is None else [f"Freq: {index.freqstr}"]
    return [f"<class 'pandas.{kind}'>", _counted(len(index), type(index).__name__) + ends, *steps]


def _grid(rows):
    # Lines of cells to the left, under their heads and a rule.
    widths = [max([len(row[at]) for row in rows]) for at in range(len(rows[0]))]
    rule = ["-" * max(len(text), 3 if at == 0 and text == " # " else 0) for at, text in enumerate(rows[0])]
    return ["  ".join([f"{text:<{width}}" for text, width in zip(row, widths)]) for row in [rows[0], rule, *rows[1:]]]


def _foot(columns, index, usage):
    kinds = [str(_columns.dtype(values)) for values in columns]
    lines = ["dtypes: " + ", ".join([f"{kind}({kinds.count(kind)})" for kind in sorted(set(kinds))])]
    if not usage:
        return lines[0]
    deep = usage == "deep"
    total = sum([bytes_of(values, deep) for values in columns]) + index_bytes(index, deep)
    objects = "object" in kinds or not isinstance(index, (RangeIndex, MultiIndex)) and str(index.dtype) == "object"
    mark = "+" if objects and not deep else ""
    return f"{lines[0]}\nmemory usage: {_size(total, mark)}\n"


def _counts(show, rows, columns):
    if show is not None:
        return show
    limit = SETTINGS["display.max_info_rows"]
    return columns <= SETTINGS["display.max_info_columns"] and (limit is None or rows < limit)


def _known(values):
    return len(values) - int(np.sum(_columns.missing(values))) if len(values) else 0


def _written(text, buf):
    (sys.stdout if buf is None else buf).write(text)


def frame_info(frame, verbose, buf, max_cols, memory_usage, show_counts):
    """Writes the type and count of each column of a table."""
    columns, lines = frame._columns, _head(frame, "DataFrame")
    if not columns:
        return _written("\n".join([*lines, "Empty DataFrame\n"]), buf)
    limit = SETTINGS["display.max_info_columns"] if max_cols is None else max_cols
    if verbose or verbose is None and len(columns) <= limit:
        counted = _counts(show_counts, len(frame), len(columns))
        rows = [[" # ", "Column", *(["Non-Null Count"] if counted else []), "Dtype"]]
        for at, (name, values) in enumerate(columns.items()):
            count = [f"{_known(values)} non-null"] if counted else []
            rows.append([f" {at}", title(name), *count, str(_columns.dtype(values))])
        lines += [f"Data columns (total {len(columns)} columns):", *_grid(rows)]
    else:
        names = list(columns)
        lines.append(_counted(len(names), "Columns") + f", {names[0]} to {names[-1]}")
    _written("\n".join([*lines, _foot(columns.values(), frame.index, memory_usage)]), buf)


def series_info(series, verbose, buf, memory_usage, show_counts):
    """Writes the type and count of a column."""
    lines = _head(series, "Series")
    if verbose is not False:
        kind = str(_columns.dtype(series._values))
        rows = [["Non-Null Count", "Dtype"], [f"{_known(series._values)} non-null", kind]]
        if not _counts(show_counts, len(series), 1):
            rows = [row[1:] for row in rows]
        lines += [f"Series name: {series.name}", *_grid(rows)]
    _written("\n".join([*lines, _foot([series._values], series.index, memory_usage)]), buf)
