"""What labels can do besides finding rows: sets of them, places of others, orders, changed copies."""

import bisect
import math

import numpy as np


def _gap(label):
    return label is None or isinstance(label, float) and label != label


def _in_order(labels):
    # Labels in order where they have one.
    try:
        return sorted(labels)
    except TypeError:
        return labels


class Labels:
    """Methods of indexes."""

    ndim = 1
    inferred_freq = None

    @property
    def T(self):
        """The labels themselves."""
        return self

    @property
    def array(self):
        """The labels as an array."""
        return self.to_numpy()

    @property
    def names(self):
        """The names of the levels."""
        from pandas._indexes import FrozenNames

        return FrozenNames([name for name, _ in self.levels_of()])

    @names.setter
    def names(self, names):
        if len(names) != 1:
            raise ValueError(f"Length of new names must be 1, got {len(names)}")
        (self.name,) = names

    @property
    def empty(self):
        """Whether there are no labels."""
        return not len(self)

    @property
    def hasnans(self):
        """Whether labels are missing."""
        return any(map(_gap, self.tolist()))

    @property
    def has_duplicates(self):
        """Whether a label occurs twice."""
        return not self.is_unique

    @property
    def inferred_type(self):
        """The kind of the labels in a word."""
        kinds = {type(label) for label in self.tolist()}
        words = {int: "integer", float: "floating", str: "string", bool: "boolean"}
        return words.get(next(iter(kinds)), "mixed") if len(kinds) == 1 else "mixed" if kinds else "empty"

    def level(self, level):
        """The number of a level, given by its name or number."""
        if level in (0, -1) or level is not None and level == self.name:
            return 0
        if isinstance(level, int):
            raise IndexError(f"Too many levels: Index has only 1 level, not {level + 1}")
        raise KeyError(f"Requested level ({level}) does not match index name ({self.name})")

    def get_level_values(self, level):
        """The labels of the only level."""
        self.level(level)
        return self

    def kept(self, levels):
        """The labels with their only level."""
        return self

    def column_of(self, at):
        """The labels of a level as a table's column."""
        from pandas._columns import of_list

        if self.nlevels == 1 and hasattr(self, "_array"):
            return self._array
        values = self.values if self.nlevels == 1 else None
        return values if hasattr(values, "nbytes") else of_list(list(self.levels_of()[at][1]))

    def renamed(self, new, level=None):
        """The labels that a function makes of these, or of one of their levels."""
        if self.nlevels == 1:
            made = self._like([new(label) for label in self])
            return made
        at = None if level is None else self.level(level)
        one = lambda label: tuple([new(part) if at in (None, i) else part for i, part in enumerate(label)])  # noqa: E731
        return self._like([one(label) for label in self])

    def set_names(self, names, level=None):
        """The same under other names."""
        names = list(names) if isinstance(names, (list, tuple)) and not (self.nlevels == 1 and isinstance(names, tuple)) else [names]
        made = self._like(list(self)) if not hasattr(self, "_array") else self._over(self._array, getattr(self, "freq", None))
        if level is None:
            made.names = names
            return made
        known = list(self.names)
        for one, name in zip(level if isinstance(level, (list, tuple)) else [level], names):
            known[self.level(one)] = name
        made.names = known
        return made

    def order(self, level=None, ascending=True, sort_remaining=True, na_position="last", key=None):
        """The places of the labels in their order, or in that of some levels first."""
        from pandas import _columns

        if self.nlevels == 1:
            column = self.column_of(0) if key is None else _columns.column(key(self))
            return _columns.order(column, _one_way(ascending), na_position)
        first = [] if level is None else [self.level(one) for one in (level if isinstance(level, (list, tuple)) else [level])]
        rest = [at for at in range(self.nlevels) if at not in first] if level is None or sort_remaining else []
        levels, ways = [*first, *rest], ascending if isinstance(ascending, (list, tuple)) else [ascending] * len([*first, *rest])
        ways = [*ways, *[True] * (len(levels) - len(ways))]
        order = list(range(len(self)))
        for at, way in reversed(list(zip(levels, ways))):
            column = self.column_of(at) if key is None else _columns.column(key(self.get_level_values(at)))
            order = [order[place] for place in _columns.order(_columns.take(column, order), way, na_position)]
        return order

    def sort_values(self, return_indexer=False, ascending=True, na_position="last", key=None):
        """The labels in order, with their places where `return_indexer` asks for them."""
        places = self.order(None, ascending, True, na_position, key)
        made = self.take(places)
        return (made, np.array(places)) if return_indexer else made

    def argsort(self, *args, **options):
        """The places of the labels in their order."""
        return np.array(self.order(), dtype=np.int64)

    def _set(self, labels, other):
        names = {self.name, getattr(other, "name", self.name)} if self.nlevels == 1 else ()
        made = self._like(labels) if self.nlevels > 1 or hasattr(self, "_array") else _index(labels)
        if self.nlevels == 1:
            made.name = self.name if len(names) == 1 else None
        return made

    def union(self, other, sort=None):
        """The labels of both, in order."""
        if not hasattr(other, "_labels"):
            other = _index(other)
        if self.equals(other):
            return self
        known = list(dict.fromkeys([*self, *other]))
        return self._set(known if sort is False else _in_order(known), other)

    def intersection(self, other, sort=False):
        """The labels that both have."""
        known = set(other)
        return self._set(list(dict.fromkeys([label for label in self if label in known])), other)

    def difference(self, other, sort=None):
        """The labels that another lacks."""
        known = set(other)
        left = list(dict.fromkeys([label for label in self if label not in known]))
        return self._set(left if sort is False else _in_order(left), self)

    def symmetric_difference(self, other, result_name=None, sort=None):
        """The labels that only one has."""
        mine, theirs = set(self), set(other)
        left = [label for label in [*self, *other] if (label in mine) != (label in theirs)]
        return self._set(_in_order(list(dict.fromkeys(left))), other)

    def join(self, other, how="left", level=None, return_indexers=False, sort=False):
        """The labels of a join."""
        return {"left": lambda: self, "right": lambda: other, "inner": lambda: self.intersection(other), "outer": lambda: self.union(other)}[how]()

    def get_indexer(self, target, method=None, limit=None, tolerance=None):
        """The place of each label, -1 where it is not there; `method` takes a neighbour (ffill, bfill, nearest)."""
        if method is None:
            places = {label: at for at, label in enumerate(self)}
            return np.array([places.get(label, -1) for label in target], dtype=np.int64)
        if method not in ("ffill", "pad", "bfill", "backfill", "nearest"):
            raise ValueError(f"Invalid fill method. Expecting pad (ffill), backfill (bfill) or nearest. Got {method}")
        if not self.is_monotonic_increasing:
            raise ValueError("index must be monotonic increasing or decreasing")
        labels = list(self)
        found = [_neighbour(labels, label, method) for label in target]
        if tolerance is not None:
            found = [at if at >= 0 and abs(labels[at] - label) <= tolerance else -1 for at, label in zip(found, target)]
        return np.array(_limited(found, labels, list(target), limit), dtype=np.int64)

    get_indexer_for = get_indexer

    def searchsorted(self, value, side="left", sorter=None):
        """Where labels go among these, which are in order."""
        find = bisect.bisect_left if side == "left" else bisect.bisect_right
        labels = list(self)
        convert = self._label if hasattr(self, "_array") else lambda one: one
        if hasattr(value, "__iter__") and not isinstance(value, str):
            return np.array([find(labels, convert(one)) for one in value], dtype=np.int64)
        return np.int64(find(labels, convert(value)))

    def slice_indexer(self, start=None, end=None, step=None):
        """The places from one label to another."""
        first = 0 if start is None else int(self.searchsorted(start))
        return slice(first, len(self) if end is None else int(self.searchsorted(end, "right")), step)

    def drop(self, labels, errors="raise"):
        """Without some labels."""
        gone = [labels] if isinstance(labels, (str, tuple, int, float)) else list(labels)
        if errors == "raise" and (unknown := [label for label in gone if label not in self]):
            raise KeyError(f"{unknown} not found in axis")
        return self.take([at for at, label in enumerate(self) if label not in set(gone)])

    def delete(self, loc):
        """Without the labels at some places."""
        gone = {at % len(self) for at in ([loc] if isinstance(loc, (int, np.integer)) else loc)}
        return self.take([at for at in range(len(self)) if at not in gone])

    def insert(self, loc, item):
        """With one more label at a place."""
        labels = list(self)
        labels.insert(loc, item)
        return self._like(labels) if self.nlevels > 1 or hasattr(self, "_array") else _index(labels, self.name)

    def dropna(self, how="any"):
        """The labels that are not missing."""
        return self.take([at for at, gone in enumerate(self.isna().tolist()) if not gone])

    def isna(self):
        """Where labels are missing."""
        return np.array([_gap(label) for label in self], dtype=bool)

    isnull = isna

    def notna(self):
        """Where labels are present."""
        return ~self.isna()

    notnull = notna

    def fillna(self, value):
        """The labels, with another where one is missing."""
        return self._like([value if _gap(label) else label for label in self])

    def duplicated(self, keep="first"):
        """Which labels stood before."""
        from pandas._tables import again

        return np.array(again(list(self), keep), dtype=bool)

    def drop_duplicates(self, keep="first"):
        """Each label once."""
        return self.take(np.flatnonzero(~self.duplicated(keep)).tolist())

    def nunique(self, dropna=True):
        """The number of distinct labels."""
        return len({label for label in self if not (dropna and _gap(label))})

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """How often each label occurs."""
        return self.to_series().value_counts(normalize, sort, ascending, bins, dropna)

    def where(self, cond, other=math.nan):
        """The labels where a condition holds, else another."""
        others = list(other) if hasattr(other, "__iter__") and not isinstance(other, str) else [other] * len(self)
        return self._like([label if flag else new for label, flag, new in zip(self, cond, others)])

    def astype(self, dtype, copy=True):
        """The labels as another kind."""
        from pandas import _columns

        if dtype == "category":
            return _index(_columns.coded(list(self)), self.name)
        return _index(_columns.astype(self.column_of(0), dtype), self.name)

    def copy(self, name=None, deep=False):
        """The same labels, under another name where one is given."""
        made = self.take(range(len(self)))
        if name is not None:
            made.name = name
        return made

    view = copy

    def to_frame(self, index=True, name=None):
        """A table of the labels."""
        from pandas._frame import DataFrame

        levels = self.levels_of()
        names = list(name) if isinstance(name, (list, tuple)) else [name] * len(levels) if name is not None else [one for one, _ in levels]
        columns = {at if one is None else one: self.column_of(at) for at, one in enumerate(names)}
        return DataFrame(columns, index=self if index else None)

    def to_flat_index(self):
        """The labels themselves."""
        return self

    def repeat(self, repeats, axis=None):
        """Each label several times."""
        counts = [repeats] * len(self) if isinstance(repeats, (int, np.integer)) else list(repeats)
        return self.take([at for at, count in enumerate(counts) for _ in range(count)])

    def argmax(self, axis=None, skipna=True):
        """The place of the largest label."""
        return np.int64(list(self).index(self.max()))

    def argmin(self, axis=None, skipna=True):
        """The place of the least label."""
        return np.int64(list(self).index(self.min()))

    def any(self, *args, **options):
        """Whether any label is true."""
        return any(self)

    def all(self, *args, **options):
        """Whether all labels are true."""
        return all(self)

    def factorize(self, sort=False, use_na_sentinel=True):
        """The number of each label, and the distinct labels."""
        from pandas._reshape import factorize

        return factorize(self, sort)

    def identical(self, other):
        """Whether another has the same labels and names."""
        return self.equals(other) and list(self.names) == list(other.names)

    def is_(self, other):
        """Whether it is the same object."""
        return self is other

    def item(self):
        """The only label."""
        if len(self) != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return list(self)[0]

    def groupby(self, values):
        """The labels of each of some values."""
        found = {}
        for label, value in zip(self, values):
            found.setdefault(value, []).append(label)
        return {value: self._like(labels) for value, labels in found.items()}


def _index(labels, name=None):
    from pandas._indexes import Index

    return Index(labels, name)


def _one_way(ascending):
    return ascending[0] if isinstance(ascending, (list, tuple)) else ascending


def _neighbour(labels, label, method):
    # The place of a label, or of the one before, behind or nearest to it; -1 where there is none.
    before = bisect.bisect_right(labels, label) - 1
    if before >= 0 and labels[before] == label:
        return before
    behind = before + 1 if before + 1 < len(labels) else -1
    if method in ("ffill", "pad"):
        return before
    if method in ("bfill", "backfill") or before < 0:
        return behind
    return before if behind < 0 or label - labels[before] < labels[behind] - label else behind


def _limited(found, labels, target, limit):
    # At most so many labels in a row take one neighbour.
    if limit is None:
        return found
    made, runs = [], {}
    for at, label in zip(found, target):
        exact = at >= 0 and labels[at] == label
        runs[at] = 0 if exact else runs.get(at, 0) + 1
        made.append(at if runs[at] <= limit else -1)
    return made
