"""`iloc` and `loc`: rows and columns by their places and by their labels."""

import numpy as np

from pandas._columns import tolist


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
        values = tolist(values)
        if len(values) != count:
            raise ValueError(f"Item wrong length {len(values)} instead of {count}.")
        return [place for place, flag in enumerate(values) if flag]
    return None


def _all_flags(values):
    return all([isinstance(value, (bool, np.bool_)) for value in values])


class _By:
    def __init__(self, owner):
        self._owner = owner

    def _split(self, key):
        # (rows, columns) of a key. A single key means rows.
        if self._owner.ndim == 2 and isinstance(key, tuple):
            return key
        return key, slice(None)

    def __getitem__(self, key):
        rows, columns = self._split(key)
        found, one = self._places(rows, self._owner.index)
        if self._owner.ndim == 1:
            return tolist(self._owner._values)[found[0]] if one else self._owner._take(found)
        names = list(self._owner._columns)
        at, single = self._places(columns, self._owner.columns)
        if single:
            column = self._owner[names[at[0]]]
            return tolist(column._values)[found[0]] if one else column._take(found)
        table = self._owner[[names[place] for place in at]]
        return table._row(found[0]) if one else table._take(found)

    def __setitem__(self, key, value):
        rows, columns = self._split(key)
        found, _ = self._places(rows, self._owner.index)
        if self._owner.ndim == 1:
            return self._owner._put(found, value)
        names = list(self._owner._columns)
        try:
            at = self._places(columns, self._owner.columns)[0]
        except KeyError:
            self._owner[columns] = float("nan")
            names, at = list(self._owner._columns), [len(names)]
        for place in at:
            column = self._owner[names[place]]
            column._put(found, value)
            self._owner._columns[names[place]] = column._values
        return None


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


def _plain(key):
    values = key.tolist() if hasattr(key, "tolist") else key
    return values if isinstance(values, list) else list(values) if hasattr(values, "__iter__") else [values]


class ByLabel(_By):
    """Rows and columns by their labels: table.loc['a'], table.loc[table.x > 0, 'y']."""

    def _places(self, key, labels):
        if isinstance(key, slice):
            start = 0 if key.start is None else labels.place(key.start)
            stop = len(labels) if key.stop is None else _last(labels, key.stop) + 1
            return list(range(start, stop, key.step or 1)), False
        found = flags(key, len(labels))
        if found is not None:
            return found, False
        if isinstance(key, (list, np.ndarray)) or hasattr(key, "_values") or hasattr(key, "_labels"):
            return [labels.place(label) for label in _plain(key)], False
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
