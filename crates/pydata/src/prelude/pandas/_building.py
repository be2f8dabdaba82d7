"""What tables are made of: columns and labels of dictionaries, rows, records, arrays and other tables."""

import math

import numpy as np

from pandas import _columns
from pandas._indexes import Index, MultiIndex, of_labels, union_of


def _by_labels(data, index):
    # Columns with labels of their own get the same rows: all labels of them, in order, or those that are given.
    series = [value for value in data.values() if _is_series(value)]
    if not series:
        return data, index
    alike = all([one.index.equals(series[0].index) for one in series])
    if index is None and not alike:
        index = union_of([one.index for one in series])
    if index is None:
        return data, series[0].index
    index = index if isinstance(index, Index) else Index(index)
    return {name: value.reindex(index) if _is_series(value) else value for name, value in data.items()}, index


def given(data, index, names):
    # Converts a program's data for a table to columns and labels.
    if hasattr(data, "_columns"):
        if names is not None or index is not None and not data.index.equals(_as_labels(index)):
            data = data.reindex(index=index, columns=None if names is None else list(names))
        return dict(data._columns), data.index
    if _is_series(data):
        name = 0 if data.name is None else data.name
        if names is not None:
            name = next(iter(names))
        whole = data if index is None else data.reindex(index)
        return {name: whole._values}, data.index if index is None else index
    if getattr(getattr(data, "dtype", None), "names", None):
        found = {name: _columns.column(data[name]) for name in data.dtype.names}
        return found if names is None else {name: found[name] for name in names}, index
    if isinstance(data, dict) and not data and names is not None and index is None:
        return {name: [] for name in names}, None
    if isinstance(data, dict) and data and all([isinstance(value, dict) for value in data.values()]):
        data = {name: _series(value) for name, value in data.items()}
        index = _in_first_order([value.index for value in data.values()]) if index is None else index
    if isinstance(data, dict):
        if index is None and data and not any([_is_row(value) for value in data.values()]):
            raise ValueError("If using all scalar values, you must pass an index")
        data, index = _by_labels(data, index)
        count = max(
            [len(v) for v in data.values() if hasattr(v, "__len__") and not isinstance(v, str)], default=len(index or [0])
        )
        chosen = data if names is None else {name: data.get(name, [math.nan] * count) for name in names}
        return {name: _columns.column(value, count) for name, value in chosen.items()}, index
    if isinstance(data, list) and data and isinstance(data[0], dict):
        found = list(dict.fromkeys([name for row in data for name in row])) if names is None else list(names)
        return {name: _columns.of_list([row.get(name, math.nan) for row in data]) for name in found}, index
    if hasattr(data, "shape"):
        table = np.asarray(data)
        table = table.reshape(-1, 1) if table.ndim == 1 else table
        found = range(table.shape[1]) if names is None else names
        return {name: table[:, at] for at, name in enumerate(found)}, index
    if isinstance(data, (str, bytes)) or not hasattr(data, "__iter__"):
        raise ValueError("DataFrame constructor not properly called!")
    rows = list(data)
    if rows and _is_series(rows[0]):
        return _of_series(rows, names, index)
    if names is None and rows and hasattr(rows[0], "_fields"):
        names = rows[0]._fields
    found = _of_rows(rows, names)
    return found, index if found or index is not None else range(len(rows))


def _of_rows(rows, names):
    # Columns of rows of values, or one column of single values.
    if not rows:
        return {name: [] for name in names or []}
    if not _is_row(rows[0]):
        return {0 if names is None else list(names)[0]: _columns.of_list([_plain(value) for value in rows])}
    widths = [len(row) for row in rows]
    found = range(max(widths)) if names is None else list(names)
    rows = [list(row) for row in rows]
    picked = [[row[at] if at < width else None for row, width in zip(rows, widths)] for at in range(len(found))]
    return dict(zip(found, map(_columns.of_list, picked)))


def _is_series(value):
    return hasattr(value, "_values") and hasattr(value, "index")


def _series(value):
    from pandas._series import Series

    return Series(value)


def _in_first_order(parts):
    # All labels once, in the order in which they first stand.
    labels = list(dict.fromkeys([label for part in parts for label in part]))
    return MultiIndex.from_tuples(labels) if parts[0].nlevels > 1 else Index(labels)


def _of_series(rows, names, index):
    # Columns of rows that have labels; the rows' names are the labels of the table.
    found = list(dict.fromkeys([name for row in rows for name in row.index])) if names is None else list(names)
    cells = [dict(row.items()) for row in rows]
    labels = [at if row.name is None else row.name for at, row in enumerate(rows)] if index is None else index
    return {name: _columns.of_list([row.get(name, math.nan) for row in cells]) for name in found}, labels


def _as_labels(index):
    return of_labels(index)


def _is_row(value):
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes)) and getattr(value, "ndim", 1) > 0


def _plain(value):
    # The value of an array without dimensions.
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
