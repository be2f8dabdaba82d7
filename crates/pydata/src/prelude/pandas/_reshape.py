"""Tables one below or beside the other, joined by a column, and labels as columns of flags."""

import math

import numpy as np

from pandas._columns import astype, column, dtype, is_missing, joined, of_list, tolist
from pandas._frame import DataFrame, Series
from pandas._indexes import Index


def concat(objs, axis=0, ignore_index=False):
    """Tables or columns one below the other, or beside each other."""
    objs = list(objs)
    if not objs:
        raise ValueError("No objects to concatenate")
    if axis in (1, "columns"):
        parts = [part.to_frame() if isinstance(part, Series) else part for part in objs]
        return DataFrame({name: values for part in parts for name, values in part._columns.items()}, index=parts[0].index)
    index = None if ignore_index else Index([label for part in objs for label in part.index])
    if all([isinstance(part, Series) for part in objs]):
        names = {part.name for part in objs}
        return Series(joined([part._values for part in objs]), index=index, name=names.pop() if len(names) == 1 else None)
    names = list(dict.fromkeys([name for part in objs for name in part._columns]))
    found = {name: joined([part._columns.get(name, [math.nan] * len(part)) for part in objs]) for name in names}
    return DataFrame(found, index=index)


def get_dummies(data, prefix=None, prefix_sep="_", dummy_na=False, columns=None, drop_first=False, dtype=bool):
    """For each value of a column of texts a column of flags."""
    if not isinstance(data, DataFrame):
        values = column(data)
        index = data.index if isinstance(data, Series) else None
        return DataFrame(dict(_flags(values, lambda value: value, dummy_na, drop_first, dtype)), index=index)
    chosen = [name for name, values in data._columns.items() if isinstance(values, list)] if columns is None else columns
    found = {name: values for name, values in data._columns.items() if name not in chosen}
    for at, name in enumerate(chosen):
        start = (
            name if prefix is None else prefix if isinstance(prefix, str) else prefix[name if isinstance(prefix, dict) else at]
        )
        label = lambda value, start=start: f"{start}{prefix_sep}{value}"  # noqa: E731
        found.update(_flags(data._columns[name], label, dummy_na, drop_first, dtype))
    return DataFrame(found, index=data.index)


def _flags(values, label, dummy_na, drop_first, kind):
    values = tolist(values)
    kinds = sorted({value for value in values if not is_missing(value)})
    found = [(label(kind_), np.array([value == kind_ for value in values])) for kind_ in kinds]
    if dummy_na:
        found.append((label(math.nan), np.array([is_missing(value) for value in values])))
    return [(name, astype(flags, kind)) for name, flags in found[drop_first:]]


def merge(left, right, how="inner", on=None, left_on=None, right_on=None, suffixes=("_x", "_y")):
    """The rows of two tables that have a column's value in common."""
    if on is None and left_on is None:
        on = [name for name in left._columns if name in right._columns]
    first, second = _names(left_on or on), _names(right_on or on)
    keys, others = _keys(left, first), _keys(right, second)
    places = {}
    for place, key in enumerate(others):
        places.setdefault(key, []).append(place)
    if how not in ("inner", "left"):
        raise NotImplementedError(f"merge(how={how!r}) is not there: use 'inner' or 'left'")
    pairs = [(a, b) for a, key in enumerate(keys) for b in places.get(key, [None] if how == "left" else [])]
    shared = set(left._columns) & set(right._columns) - set(first if first == second else [])
    found = {n + suffixes[0] if n in shared else n: _picked(c, [a for a, _ in pairs]) for n, c in left._columns.items()}
    for name, values in right._columns.items():
        if first != second or name not in second:
            found[name + suffixes[1] if name in shared else name] = _picked(values, [b for _, b in pairs])
    return DataFrame(found)


def _names(given):
    return [given] if isinstance(given, str) else list(given)


def _keys(table, names):
    return list(zip(*[tolist(table._column(name)) for name in names]))


def _picked(values, places):
    values = tolist(values)
    return of_list([math.nan if place is None else values[place] for place in places])


def to_numeric(arg, errors="raise"):
    """Texts as numbers."""

    def number(text):
        try:
            return float(text) if "." in str(text) or "e" in str(text).lower() else int(text)
        except ValueError:
            if errors == "coerce":
                return math.nan
            raise ValueError(f'Unable to parse string "{text}"') from None

    if dtype(column(arg)).kind != "O":
        return arg
    made = of_list([value if is_missing(value) else number(value) for value in tolist(column(arg))])
    return arg._like(made) if isinstance(arg, Series) else made
