"""Rows by their places or labels: `take`, `truncate`, `asof`, `drop`, `argsort`, `searchsorted`."""

import math

import numpy as np

from pandas import _columns


def _many(labels):
    return list(labels) if isinstance(labels, (list, set, np.ndarray)) or hasattr(labels, "tolist") else [labels]


class Placed:
    """Methods of columns and tables."""

    def take(self, indices, axis=0):
        """The rows, or the columns (axis=1), at some places."""
        if axis in (1, "columns"):
            names = list(self._columns)
            return self[[names[at] for at in indices]]
        count = len(self)
        return self._take([range(count)[int(at)] for at in indices])

    def truncate(self, before=None, after=None, axis=None, copy=True):
        """The rows from one label to another."""
        return self.loc[before:after]

    def _without_rows(self, labels, errors):
        # Without the rows of some labels; of several levels a label may be the first levels alone.
        given = [labels] if isinstance(labels, tuple) else _many(labels)
        whole = set(self.index)
        short = [one for one in given if one not in whole and self.index.nlevels > 1]
        starts = {one if isinstance(one, tuple) else (one,) for one in short}
        known = whole | {label[: len(one)] for one in starts for label in whole}
        unknown = [one for one in given if one not in known and (one,) not in known]
        if unknown and errors == "raise":
            raise KeyError(f"{unknown} not found in axis")
        gone = set(given)
        stays = lambda label: label not in gone and not (starts and any([label[: len(one)] == one for one in starts]))  # noqa: E731
        return self._take([at for at, label in enumerate(self.index) if stays(label)])

    def get(self, key, default=None):
        """The row or column of a key, or the default where it has none."""
        try:
            return self[key]
        except (KeyError, IndexError, ValueError):
            return default

    @property
    def axes(self):
        """The labels of the rows, and of a table's columns."""
        return [self.index] if self.ndim == 1 else [self.index, self.columns]

    @property
    def attrs(self):
        """What the program notes about it."""
        return self.__dict__.setdefault("_attrs", {})

    def infer_objects(self, copy=True):
        """Columns of objects as columns of numbers where all are."""
        if self.ndim == 2:
            return self._each(lambda column: column.infer_objects())
        return self._like(_columns.of_list(self.tolist()) if isinstance(self._values, list) else self._values)

    def convert_dtypes(self, **options):
        """Columns of the kinds that fit their values."""
        return self.infer_objects()

    def to_pickle(self, path, compression="infer", protocol=5):
        """Writes it to a file, which `read_pickle` reads."""
        import pickle

        with open(path, "wb") as file:
            pickle.dump(self, file, protocol=protocol)

    def asof(self, where, subset=None):
        """The last row before or at a label that has no gaps."""
        known = self.dropna(subset=subset) if self.ndim == 2 else self.dropna()
        labels = known.index
        one = not hasattr(where, "__iter__") or isinstance(where, str)
        places = [int(labels.searchsorted(label, side="right")) - 1 for label in ([where] if one else where)]
        if one:
            return known.iloc[places[0]] if places[0] >= 0 else math.nan
        made = known._take([max(at, 0) for at in places])
        made.index = where if hasattr(where, "_labels") else type(labels)(where)
        return made


class PlacedColumns:
    """Methods of columns."""

    @property
    def array(self):
        """The values."""
        return self.values

    @property
    def hasnans(self):
        """Whether values are missing."""
        return bool(_columns.missing(self._values).any())

    @property
    def is_unique(self):
        """Whether all values are distinct."""
        return len(set(self.tolist())) == len(self)

    @property
    def is_monotonic_increasing(self):
        """Whether each value is at least the one before."""
        values = self.tolist()
        return all([a <= b for a, b in zip(values, values[1:])])

    @property
    def is_monotonic_decreasing(self):
        """Whether each value is at most the one before."""
        values = self.tolist()
        return all([a >= b for a, b in zip(values, values[1:])])

    @property
    def T(self):
        """The column itself."""
        return self

    def transpose(self):
        """The column itself."""
        return self

    def ravel(self):
        """The values as an array."""
        return self.to_numpy()

    def item(self):
        """The only value."""
        if len(self) != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self.tolist()[0]

    def squeeze(self, axis=None):
        """The only value, or the column where there are more."""
        return self.iloc[0] if len(self) == 1 else self

    def drop(self, labels=None, axis=0, index=None, columns=None, level=None, errors="raise"):
        """Without the rows of some labels."""
        labels = index if labels is None else labels
        if level is None:
            return self._without_rows(labels, errors)
        at, gone = self.index.level(level), set(_many(labels))
        return self._take([place for place, label in enumerate(self.index) if label[at] not in gone])

    def pop(self, item):
        """Takes a row's value out."""
        value = self.loc[item]
        self._become(self.drop(item))
        return value

    def argsort(self, axis=0, kind="quicksort", order=None, ascending=True):
        """The places of the values in their order."""
        return self._like(np.array(_columns.order(self._values, True), dtype=np.int64))

    def argmax(self, axis=None, skipna=True):
        """The place of the largest value."""
        return np.int64(self.tolist().index(self.max()))

    def argmin(self, axis=None, skipna=True):
        """The place of the least value."""
        return np.int64(self.tolist().index(self.min()))

    def searchsorted(self, value, side="left", sorter=None):
        """Where values go in a column that is in order."""
        return np.searchsorted(self.to_numpy(), getattr(value, "_values", value), side=side, sorter=sorter)

    def repeat(self, repeats, axis=None):
        """Each row several times."""
        counts = [repeats] * len(self) if isinstance(repeats, (int, np.integer)) else list(repeats)
        return self._take([at for at, count in enumerate(counts) for _ in range(count)])

    def factorize(self, sort=False, use_na_sentinel=True):
        """The number of each value, and the distinct values."""
        from pandas._reshape import factorize

        return factorize(self, sort)

    def autocorr(self, lag=1):
        """The correlation with the values some rows before."""
        return self.corr(self.shift(lag))

    def dot(self, other):
        """The sum of products with another column, or with each column of a table."""
        if hasattr(other, "_columns"):
            return type(self)([self.dot(other[name]) for name in other._columns], index=other.columns)
        other = other.reindex(self.index) if hasattr(other, "reindex") else other
        return np.dot(self.to_numpy(), np.asarray(other))

    __matmul__ = dot

    def filter(self, items=None, like=None, regex=None, axis=None):
        """The rows whose labels are given, contain a text or match a pattern."""
        import re

        if items is not None:
            return self._take([self.index.place(label) for label in items if label in self.index])
        keeps = (lambda label: like in label) if like is not None else re.compile(regex).search
        return self._take([at for at, label in enumerate(self.index) if keeps(str(label))])

    def add_prefix(self, prefix, axis=None):
        """The rows under labels that begin with a text."""
        return self.rename(lambda label: f"{prefix}{label}")

    def add_suffix(self, suffix, axis=None):
        """The rows under labels that end with a text."""
        return self.rename(lambda label: f"{label}{suffix}")

    def set_axis(self, labels, axis=0, copy=True):
        """The rows under other labels."""
        made = self.copy()
        made.index = labels
        return made

    def rename_axis(self, mapper=None, index=None, axis=0, copy=True):
        """The rows with other names of the labels."""
        from pandas._indexes import renamed_levels

        return self.set_axis(self.index.set_names(renamed_levels(self.index, mapper if index is None else index)))

    def to_csv(self, path_or_buf=None, sep=",", na_rep="", float_format=None, columns=None, header=True, index=True, **options):
        """Writes a text file, or returns its text."""
        return self.to_frame().to_csv(path_or_buf, sep, na_rep, float_format, None, header, index, **options)

    def to_markdown(self, buf=None, mode="wt", index=True):
        """The column in Markdown."""
        return self.to_frame().to_markdown(index=index)

    def case_when(self, caselist):
        """The values, with another where the first of several conditions holds."""
        made = self
        for condition, replacement in reversed(list(caselist)):
            flags = condition(self) if callable(condition) else condition
            made = made.mask(flags, replacement(self) if callable(replacement) else replacement)
        return made
