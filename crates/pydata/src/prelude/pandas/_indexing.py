"""`iloc` and `loc`: rows and columns by their places and by their labels."""

import numpy as np

from pandas._columns import at as value_at, tolist
from pandas._level_keys import is_many


def flags(key, count):
    """Returns the positions of True values, or None if a key is not bools."""
    values = getattr(key, "_values", key)
    if (
        isinstance(values, np.ndarray)
        and values.dtype.kind == "b"
        or isinstance(values, list)
        and values
        and _all_flags(values)
    ):
        if len(values) != count:
            raise ValueError(f"Item wrong length {len(values)} instead of {count}.")
        return np.flatnonzero(np.asarray(values)).tolist()
    return None


def of_labels(key):
    """Whether a slice is one of labels, not of positions."""
    return any([bound is not None and not isinstance(bound, (int, np.integer)) for bound in (key.start, key.stop)])


def _all_flags(values):
    return all([isinstance(value, (bool, np.bool_)) for value in values])


class _By:
    def __init__(self, owner):
        self._owner = owner

    def _split(self, key):
        # (rows, columns) of a key. A single key means rows.
        levels = self._owner.index.nlevels
        if self._owner.ndim == 2 and isinstance(key, tuple):
            whole = (
                levels > 1
                and isinstance(self, ByLabel)
                and not isinstance(key[0], (tuple, slice))
                and key[-1] not in self._owner
            )
            return (key, slice(None)) if whole else key
        return key, slice(None)

    def __getitem__(self, key):
        rows, columns = self._split(key)
        if isinstance(self, ByLabel) and self._owner.index.nlevels > 1 and _is_label(rows):
            return self._within(rows, columns)
        found, one = self._places(rows, self._owner.index)
        if self._owner.ndim == 1:
            return value_at(self._owner._values, found[0]) if one else self._owner._take(found)
        if isinstance(self, ByLabel) and _is_label(columns) and columns in self._owner and columns not in self._owner._columns:
            table = self._owner[columns]
            return table.iloc[found[0]] if one else table._take(found)
        names = list(self._owner._columns)
        at, single = self._places(columns, self._owner.columns)
        if single:
            column = self._owner[names[at[0]]]
            return value_at(column._values, found[0]) if one else column._take(found)
        table = self._owner[[names[place] for place in at]]
        return table._row(found[0]) if one else table._take(found)

    def _within(self, label, columns):
        # The rows of some first levels, under the labels of the others; of lists and slices under whole labels.
        parts = label if isinstance(label, tuple) else (label,)
        if any([is_many(part) for part in parts]):
            places, _ = self._owner.index.located(parts)
            taken = self._owner._take(places)
            single = [at for at, part in enumerate(parts) if not is_many(part)]
            if taken.ndim == 1:
                whole = all([not is_many(part) or part == slice(None) for part in parts])
                return taken.droplevel(single) if whole and single else taken
            return taken if isinstance(columns, slice) and columns == slice(None) else taken.loc[:, columns]
        places, rest = self._owner.index.within(label)
        taken = self._owner._take(places)
        every = isinstance(columns, slice) and columns == slice(None)
        if len(rest) == 0 or len(parts) == self._owner.index.nlevels:
            if len(places) > 1:
                return taken if taken.ndim == 1 or every else taken.loc[:, columns]
            return taken.iloc[0] if taken.ndim == 1 or every else taken[columns].iloc[0]
        taken.index = rest
        return taken if taken.ndim == 1 or every else taken.loc[:, columns]

    def __setitem__(self, key, value):
        rows, columns = self._split(key)
        if isinstance(self, ByLabel) and self._is_new(rows):
            return self._owner._enlarge(rows, value) if self._owner.ndim == 1 else self._enlarged(rows, columns, value)
        found, one = self._places(rows, self._owner.index)
        if self._owner.ndim == 1:
            return self._owner._put(found, self._owner._at_same_labels(value, found))
        names = list(self._owner._columns)
        try:
            at, single = self._places(columns, self._owner.columns)
        except KeyError:
            new = columns if isinstance(columns, list) else [columns]
            for name in new:
                if name not in self._owner._columns:
                    self._owner[name] = float("nan")
            names, single = list(self._owner._columns), not isinstance(columns, list)
            at = [names.index(name) for name in new]
        for number, place in enumerate(at):
            column = self._owner[names[place]]
            column._put(found, _part_of(value, names[place], number, len(at), found, one, single, self._owner))
            self._owner._columns[names[place]] = column._values
        return None

    def _is_new(self, rows):
        # Whether a key is one label that is not there.
        return _is_label(rows) and rows not in self._owner.index and not (
            self._owner.index.nlevels > 1 and not (isinstance(rows, tuple) and len(rows) == self._owner.index.nlevels)
        ) and not hasattr(self._owner.index, "_array")

    def _enlarged(self, label, columns, value):
        # The table with one more row.
        owner, names = self._owner, list(self._owner._columns)
        chosen = names if isinstance(columns, slice) else columns if isinstance(columns, list) else [columns]
        if isinstance(value, dict) or hasattr(value, "index") and hasattr(value, "_values"):
            cells = dict(value.items())
        else:
            values = list(value) if hasattr(value, "__iter__") and not isinstance(value, str) else [value] * len(chosen)
            if len(values) != len(chosen):
                raise ValueError("cannot set a row with mismatched columns")
            cells = dict(zip(chosen, values))
        kind = type(owner)
        columns = {name: [*tolist(column), cells.get(name, float("nan"))] for name, column in owner._columns.items()}
        owner._become(owner._headed(kind(columns, index=owner.index.insert(len(owner), label)), owner._heading))


def _part_of(value, name, number, count, rows, one, single, owner):
    # What one column takes of a value for some rows and columns.
    if hasattr(value, "_columns"):
        return value[name].reindex(owner.index.take(rows)) if name in value else float("nan")
    if isinstance(value, dict):
        return value[name]
    if hasattr(value, "_values") and hasattr(value, "index"):
        if one and not single:
            return value.loc[name]
        return value.reindex(owner.index.take(rows)) if single or count == 1 or len(value) != count else value.tolist()[number]
    if isinstance(value, np.ndarray) and value.ndim == 2:
        return value[:, number]
    if isinstance(value, (list, tuple, np.ndarray)) and len(value) == count and (one or count > 1) and not single:
        return list(value)[number]
    return value


class ByPlace(_By):
    """Rows and columns by their places: table.iloc[0], table.iloc[:3, [0, -1]]."""

    def _places(self, key, labels):
        count = len(labels)
        if isinstance(key, slice):
            return list(range(count)[key]), False
        if isinstance(key, (int, np.integer)):
            if not -count <= key < count:
                raise IndexError("single positional indexer is out-of-bounds")
            return [int(key) % count], True
        found = flags(key, count)
        return (found if found is not None else [range(count)[int(place)] for place in _plain(key)]), False


def _is_label(key):
    # Whether a key is one label, or the first levels of labels.
    return isinstance(key, (str, int, float, tuple, np.integer)) and not isinstance(key, bool)


def _plain(key):
    values = key.tolist() if hasattr(key, "tolist") else key
    return values if isinstance(values, list) else list(values) if hasattr(values, "__iter__") else [values]


class ByLabel(_By):
    """Rows and columns by their labels: table.loc['a'], table.loc[table.x > 0, 'y']."""

    def _places(self, key, labels):
        found = labels.located(key)
        if found is not None:
            return found
        if isinstance(key, slice):
            start = 0 if key.start is None else labels.place(key.start)
            stop = len(labels) if key.stop is None else _last(labels, key.stop) + 1
            return list(range(start, stop, key.step or 1)), False
        found = flags(key, len(labels))
        if found is not None:
            return found, False
        if isinstance(key, (list, np.ndarray)) or hasattr(key, "_values") or hasattr(key, "_labels"):
            return [labels.place(label) for label in _plain(key)], False
        if hasattr(labels, "_array"):
            key = labels._label(key)
        places = [place for place, label in enumerate(labels) if label == key]
        if not places:
            raise KeyError(key)
        return places, len(places) == 1


def _last(labels, label):
    # The last position of a label. For numbers that are not labels, the position before them.
    places = [place for place, known in enumerate(labels) if known == label]
    if places:
        return places[-1]
    lower = [place for place, known in enumerate(labels) if isinstance(known, int) and known < label]
    if not lower:
        raise KeyError(label)
    return lower[-1]
