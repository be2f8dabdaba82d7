"""Two columns or tables by their labels: `align`, `combine_first`, `compare`, `equals`, `update`."""

import math

import numpy as np

from pandas import _columns


def _same(a, b):
    return a == b or _columns.is_missing(a) and _columns.is_missing(b)


class Matched:
    """Methods of columns and tables."""

    def reindex_like(self, other, method=None, copy=True, limit=None, tolerance=None):
        """The rows, and a table's columns, of another's labels."""
        if self.ndim == 1:
            return self.reindex(other.index)
        return self.reindex(index=other.index, columns=list(other._columns))

    def align(self, other, join="outer", axis=None, level=None, copy=True, fill_value=math.nan):
        """Both under the same labels: all of them, those that both have, or those of one."""
        rows = _joined(self.index, other.index, join) if axis in (None, 0, "index") or self.ndim == 1 else None
        if self.ndim == 1 or other.ndim == 1:
            return self.reindex(rows, fill_value=fill_value), other.reindex(rows, fill_value=fill_value)
        names = _joined(self.columns, other.columns, join) if axis in (None, 1, "columns") else None
        return tuple([one.reindex(index=rows, columns=names, fill_value=fill_value) for one in (self, other)])

    def equals(self, other):
        """Whether another has the same labels and values; gaps are equal."""
        if type(other) is not type(self) or self.shape != other.shape or not self.index.equals(other.index):
            return False
        if self.ndim == 2:
            alike = list(self._columns) == list(other._columns)
            return alike and all([self[name].equals(other[name]) for name in self._columns])
        return self.dtype == other.dtype and all([_same(a, b) for a, b in zip(self.tolist(), other.tolist())])

    def combine_first(self, other):
        """The values, and those of another where nothing stands."""
        if self.ndim == 1:
            rows = self.index.union(other.index)
            mine, theirs = self.reindex(rows), other.reindex(rows)
            return mine.fillna(theirs)
        rows, names = self.index.union(other.index), self.columns.union(other.columns)
        empty = lambda: _series([math.nan] * len(rows), rows)  # noqa: E731
        part = lambda one, name: one[name].reindex(rows) if name in one else empty()  # noqa: E731
        made = {name: part(self, name).fillna(part(other, name)) for name in names}
        return type(self)(made, index=rows)

    def combine(self, other, func, fill_value=None, overwrite=True):
        """A function of both: of each pair of values, or of each pair of columns."""
        if self.ndim == 1:
            if not hasattr(other, "_values"):
                return self._like(_columns.of_list([func(a, other) for a in self.tolist()]))
            a, b = self.align(other, fill_value=math.nan if fill_value is None else fill_value)
            return a._like(_columns.of_list([func(x, y) for x, y in zip(a.tolist(), b.tolist())]))
        a, b = self.align(other)
        gap = lambda one: one if fill_value is None else one.fillna(fill_value)  # noqa: E731
        return type(self)({name: func(gap(a[name]), gap(b[name])) for name in a._columns}, index=a.index)

    def update(self, other, join="left", overwrite=True):
        """Takes the values of another where it has some."""
        if self.ndim == 1:
            other = other if hasattr(other, "_values") else type(self)(other)
            self._become(other.reindex(self.index).fillna(self))
            return
        for name in self._columns:
            if name in other:
                theirs = other[name].reindex(self.index)
                self[name] = theirs.fillna(self[name]) if overwrite else self[name].fillna(theirs)


class MatchedColumns:
    """Methods of columns."""

    def compare(self, other, align_axis=1, keep_shape=False, keep_equal=False, result_names=("self", "other")):
        """Both values where they differ."""
        from pandas._frame import DataFrame

        pairs = list(zip(self.tolist(), other.tolist()))
        places = [at for at, (a, b) in enumerate(pairs) if keep_shape or not _same(a, b)]
        shown = [pairs[at] if keep_equal or not _same(*pairs[at]) else (math.nan, math.nan) for at in places]
        columns = {name: _columns.of_list([pair[at] for pair in shown]) for at, name in enumerate(result_names)}
        return DataFrame(columns, index=self.index.take(places))


class MatchedTables:
    """Methods of tables."""

    def compare(self, other, align_axis=1, keep_shape=False, keep_equal=False, result_names=("self", "other")):
        """Both values where they differ, under each column's name."""
        if self.shape != other.shape or list(self._columns) != list(other._columns):
            raise ValueError("Can only compare identically-labeled (both index and columns) DataFrame objects")
        differs = {name: ~np.array([_same(a, b) for a, b in zip(self[name].tolist(), other[name].tolist())]) for name in self._columns}
        rows = np.flatnonzero(np.any(np.stack(list(differs.values())), 0)) if not keep_shape else np.arange(len(self))
        names = [name for name, flags in differs.items() if keep_shape or bool(flags.any())]
        made = {}
        for name in names:
            for source, which in zip((self, other), result_names):
                values = source[name].tolist()
                made[(name, which)] = _columns.of_list(
                    [values[at] if keep_equal or bool(differs[name][at]) else math.nan for at in rows.tolist()]
                )
        return type(self)(made, index=self.index.take(rows.tolist()))

    def isin(self, values):
        """Whether each value is one of these, of a column's own (a dictionary), or that of another table at the same labels."""
        if isinstance(values, dict):
            return self._each(lambda column: column.isin(values.get(column.name, [])))
        if hasattr(values, "_columns"):
            other = values.reindex(index=self.index)
            return self._each(lambda column: column == other[column.name] if column.name in other else column.isin([]))
        return self._each(lambda column: column.isin(values))

    def corrwith(self, other, axis=0, drop=False, method="pearson", numeric_only=False):
        """The correlation of each column with another, or with that of the same name."""
        kept = self.select_dtypes(["number", "bool"]) if numeric_only else self
        part = lambda name: other[name] if hasattr(other, "_columns") else other  # noqa: E731
        names = [name for name in kept._columns if not hasattr(other, "_columns") or name in other]
        return _series([kept[name].corr(part(name).reindex(self.index), method) for name in names], names)

    def dot(self, other):
        """The product of matrices."""
        if hasattr(other, "_columns"):
            return type(self)(self.to_numpy() @ other.to_numpy(), index=self.index, columns=list(other._columns))
        values = self.to_numpy() @ np.asarray(other)
        return _series(values, self.index) if values.ndim == 1 else type(self)(values, index=self.index)

    __matmul__ = dot

    def mode(self, axis=0, numeric_only=False, dropna=True):
        """The most frequent values of each column."""
        kept = self.select_dtypes("number") if numeric_only else self
        found = {name: kept[name].mode(dropna) for name in kept._columns}
        most = max([len(one) for one in found.values()], default=0)
        return type(self)({name: one if len(one) == most else one.reindex(range(most)) for name, one in found.items()})

    def to_records(self, index=True, column_dtypes=None, index_dtypes=None):
        """The rows as an array of records."""
        table = self.reset_index() if index else self
        arrays = [np.asarray(table[name]) for name in table._columns]
        return np.rec.fromarrays(arrays, names=[str(name) for name in table._columns])


def _series(values, index):
    from pandas._series import Series

    return Series(values, index=index)


def _joined(mine, theirs, join):
    # The labels of both, of one, or those in common.
    if mine.equals(theirs) or join == "left":
        return mine
    if join == "right":
        return theirs
    return mine.union(theirs) if join == "outer" else mine.intersection(theirs)
