"""`DataFrame`: columns of one length with their names."""

import math

import numpy as np
from numpy._times import TimeArray

from pandas import _columns, _info, _printing
from pandas._building import given
from pandas._groups import Groups
from pandas._indexes import Index, MultiIndex, RangeIndex, levels_of_names, named, of_labels, renamed_levels
from pandas._indexes import index as _index
from pandas._indexing import flags as _flags
from pandas._indexing import of_labels as _by_name
from pandas._in_place import define_in_place
from pandas._orders import Windows, shifted_labels
from pandas._matched import MatchedTables
from pandas._row_statistics import REDUCED, EachWeighted, across
from pandas._series import Rows, Series
from pandas._tables import Shaped


class DataFrame(Rows, Shaped, MatchedTables):
    """Columns by name."""

    __module__ = "pandas"

    @property
    def _heading(self):
        # The name that the row of the columns' names has, or the names of their levels; the program may change those of `columns`.
        shown = self.__dict__.get("_shown")
        if shown is None:
            return self.__dict__.get("_title")
        return list(shown.names) if shown.nlevels > 1 else shown.name

    @_heading.setter
    def _heading(self, title):
        self.__dict__["_title"] = title
        self.__dict__.pop("_shown", None)

    def __init__(self, data=None, index=None, columns=None, dtype=None):
        columns = None if columns is None else of_labels(columns)
        found, index = given({} if data is None else data, index, columns)
        lengths = {len(column) for column in found.values()}
        if len(lengths) > 1:
            raise ValueError("All arrays must be of the same length")
        count = lengths.pop() if lengths else 0 if index is None else len(index)
        if dtype is not None:
            found = {name: _columns.astype(column, dtype) for name, column in found.items()}
        self._columns, self._index = found, _index(index, count)
        if isinstance(data, DataFrame):
            self._heading = data._heading
        if columns is not None:
            self._heading = columns.names if columns.nlevels > 1 else columns.name

    @classmethod
    def from_dict(cls, data, orient="columns", columns=None):
        """A table of columns by name, or of rows by label (orient="index")."""
        if orient == "columns":
            return cls(data)
        rows = list(data.values())
        if rows and isinstance(rows[0], dict):
            return cls(rows, index=list(data))
        return cls(rows, index=list(data), columns=columns)

    @classmethod
    def from_records(cls, data, columns=None):
        """A table of rows."""
        return cls(list(data), columns=columns)

    @property
    def index(self):
        """The labels of the rows."""
        return self._index

    @index.setter
    def index(self, labels):
        self._index = _index(labels, len(self))

    @property
    def columns(self):
        """The columns' names."""
        names = named(self._columns, self._heading)
        self.__dict__["_shown"] = names
        return names

    @columns.setter
    def columns(self, names):
        names = of_labels(names)
        object.__setattr__(self, "_heading", names.names if names.nlevels > 1 else names.name)
        names = list(names)
        if len(names) != len(self._columns):
            raise ValueError(
                f"Length mismatch: Expected axis has {len(self._columns)} elements, new values have {len(names)} elements"
            )
        self._columns = dict(zip(names, self._columns.values()))

    def _ipython_key_completions_(self):
        return list(self._columns)

    @property
    def dtypes(self):
        """The type of each column."""
        kinds = Series([], name=None)
        kinds._values = [_columns.dtype(column) for column in self._columns.values()]
        kinds.index = self.columns
        return kinds

    @property
    def shape(self):
        """(rows, columns)"""
        return (len(self), len(self._columns))

    @property
    def size(self):
        """The number of values."""
        return len(self) * len(self._columns)

    ndim = 2

    @property
    def T(self):
        """Rows as columns."""
        rows = {label: [_columns.tolist(c)[at] for c in self._columns.values()] for at, label in enumerate(self.index)}
        return self._headed(DataFrame(rows, index=self.columns), list(self.index.names) if self.index.nlevels > 1 else self.index.name)

    def _headed(self, made, heading):
        object.__setattr__(made, "_heading", heading)
        return made

    def __len__(self):
        return len(self._index)

    def __iter__(self):
        return iter(list(self._columns))

    def __contains__(self, name):
        return name in self._columns or bool(self._below(name))

    @property
    def _depth(self):
        return levels_of_names(self._columns)

    def _below(self, name):
        # The columns whose names begin so, by the rest of their names.
        first = name if isinstance(name, tuple) else (name,)
        if self._depth <= len(first):
            return {}
        return {key[len(first) :]: column for key, column in self._columns.items() if key[: len(first)] == first}

    def _part(self, name, below):
        # The columns under a name as a table; as a column where the other levels are empty.
        rest = {key if len(key) > 1 else key[0]: column for key, column in below.items()}
        if list(below) == [("",) * (self._depth - 1)]:
            return Series(next(iter(below.values())), index=self._index, name=name)
        heading = self._heading[-len(next(iter(below))) :] if isinstance(self._heading, list) else None
        single = heading is not None and len(heading) == 1
        return self._headed(DataFrame(rest, index=self._index), heading[0] if single else heading)

    def keys(self):
        """The columns' names."""
        return self.columns

    def items(self):
        """(name, column) of each."""
        return [(name, self[name]) for name in self._columns]

    def iterrows(self):
        """(label, row) of each row."""
        return ((label, self.iloc[at]) for at, label in enumerate(self.index))

    def itertuples(self, index=True, name="Pandas"):
        """Each row as a named tuple."""
        from collections import namedtuple

        names = [*(["Index"] if index else []), *[str(name) for name in self._columns]]
        kind = namedtuple(name, names, rename=True)
        values = [*([self.index.tolist()] if index else []), *[_columns.tolist(c) for c in self._columns.values()]]
        return (kind(*row) for row in zip(*values))

    transpose = lambda self: self.T  # noqa: E731

    def _become(self, made):
        # Takes another table's place: its columns, labels and names.
        for name in ("_columns", "_index", "_heading"):
            object.__setattr__(self, name, getattr(made, name))

    def _like(self, columns):
        return self._headed(DataFrame(columns, index=self._index), self._heading)

    def _take(self, places):
        taken = {name: _columns.take(column, places) for name, column in self._columns.items()}
        return self._headed(DataFrame(taken, index=self.index.take(places)), self._heading)

    def _row(self, place):
        values = _columns.of_list([_columns.tolist(column)[place] for column in self._columns.values()])
        return Series(values, index=self.columns, name=self.index[place])

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.loc[key] if _by_name(key) else self.iloc[key]
        flags = _flags(key, len(self))
        if flags is not None:
            return self._take(flags)
        if isinstance(key, (list, Index)):
            return self._like(self._chosen(key))
        below = {} if key in self._columns else self._below(key)
        if below:
            return self._part(key, below)
        return Series(self._column(key), index=self.index, name=key)

    def _chosen(self, names):
        # Columns by their names, or by the first levels of them.
        found = {}
        for name in names:
            first = name if isinstance(name, tuple) else (name,)
            below = {} if name in self._columns else self._below(name)
            found.update({(*first, *rest): column for rest, column in below.items()} or {name: self._column(name)})
        return found

    def _column(self, name):
        if name not in self._columns:
            raise KeyError(name)
        return self._columns[name]

    def __setitem__(self, key, value):
        if isinstance(key, DataFrame):
            return self._become(self.mask(key, value))
        if isinstance(key, slice):
            self.iloc[key] = value
            return None
        flags = _flags(key, len(self)) if isinstance(key, (Series, np.ndarray)) or isinstance(key, list) and len(key) == len(self) else None
        if flags is not None and not (isinstance(key, list) and all([isinstance(one, str) for one in key])):
            self.iloc[flags] = value
            return None
        if isinstance(key, (list, Index)):
            parts = value._columns.values() if isinstance(value, DataFrame) else [value] * len(key)
            for name, part in zip(key, parts):
                self[name] = part
            return None
        column = self._aligned(value) if isinstance(value, Series) else _columns.column(value, len(self))
        if self._columns and len(column) != len(self):
            raise ValueError(f"Length of values ({len(column)}) does not match length of index ({len(self)})")
        if not self._columns:
            self._index = RangeIndex(len(column))
        self._columns[self._whole_name(key)] = column

    def _whole_name(self, name):
        # A name with as many levels as those of the other columns.
        depth = self._depth if self._columns else 1
        parts = name if isinstance(name, tuple) else (name,)
        return (*parts, *[""] * (depth - len(parts))) if depth > 1 and len(parts) < depth else name

    def _aligned(self, series):
        # A column's rows by label.
        if not self._columns or self.index.equals(series.index):
            return _columns.copy(series._values)
        known, values = set(series.index), series.tolist()
        return _columns.of_list([values[series.index.place(x)] if x in known else math.nan for x in self.index])

    def __delitem__(self, name):
        del self._columns[name]

    def pop(self, name):
        """Takes a column out."""
        column = self[name]
        del self[name]
        return column

    def insert(self, loc, column, value):
        """Puts a column at a place."""
        items = list(self._columns.items())
        items.insert(loc, (column, _columns.column(value, len(self))))
        self._columns = dict(items)

    def __getattr__(self, name):
        if "_columns" in self.__dict__ and name in self:
            return self[name]
        raise AttributeError(f"'DataFrame' object has no attribute '{name}': this is as much of pandas as tensors meet")

    def __setattr__(self, name, value):
        if name in self.__dict__.get("_columns", {}):
            self[name] = value
        else:
            object.__setattr__(self, name, value)

    def copy(self, deep=True):
        """The same, kept apart."""
        return self._like({name: _columns.copy(column) for name, column in self._columns.items()})

    def drop(self, labels=None, axis=0, columns=None, index=None, level=None, errors="raise"):
        """Without some rows or columns; errors="ignore" passes over labels that are not there."""
        if level is not None:
            return self._without_level(labels if index is None and columns is None else index or columns, axis, columns, level)
        if columns is None and (axis in (1, "columns") or index is None and set(_list(labels)) <= set(self._columns)):
            columns, labels = labels, None
        names = [columns] if isinstance(columns, tuple) and columns in self._columns else _list(columns)
        unknown = [name for name in names if name not in self]
        if unknown and errors == "raise":
            raise KeyError(f"{unknown} not found in axis")
        gone = set(self._chosen([name for name in names if name not in unknown]))
        left = self._like({name: column for name, column in self._columns.items() if name not in gone})
        rows = index if labels is None else labels
        return left if rows is None else left._without_rows(rows, errors)

    def _without_level(self, labels, axis, columns, level):
        # Without the rows or columns that have some labels at a level.
        gone = set(_list(labels))
        if columns is not None or axis in (1, "columns"):
            at = self.columns.level(level)
            return self[[name for name in self._columns if name[at] not in gone]]
        at = self.index.level(level)
        return self._take([place for place, label in enumerate(self.index) if label[at] not in gone])

    def rename(self, mapper=None, *, columns=None, index=None, axis=0, copy=True, level=None, errors="ignore"):
        """Columns under other names, or rows under other labels."""
        if errors == "raise":
            self._refuse_unknown(mapper, columns, index, axis)
        if mapper is not None:
            columns, index = (mapper, index) if axis in (1, "columns") else (columns, mapper)
        new = lambda names: names if callable(names) else lambda name: names.get(name, name)  # noqa: E731
        made = self.copy()
        if columns is not None:
            made.columns = self.columns.renamed(new(columns), level)
        if index is not None:
            made.index = made.index.renamed(new(index), level)
        return made

    def _refuse_unknown(self, mapper, columns, index, axis):
        # Renaming what is not there is an error where the program asks for it.
        if mapper is not None:
            columns, index = (mapper, index) if axis in (1, "columns") else (columns, mapper)
        for names, known in ((columns, self._columns), (index, self.index)):
            unknown = [name for name in names if name not in known] if isinstance(names, dict) else []
            if unknown:
                raise KeyError(f"{unknown} not found in axis")

    def rename_axis(self, mapper=None, axis=0, columns=None, index=None, copy=True):
        """The same, with another name of the labels or of the columns."""
        made = self.copy()
        if mapper is not None:
            columns, index = (mapper, index) if axis in (1, "columns") else (columns, mapper)
        if columns is not None:
            heading = renamed_levels(self.columns, columns)
            made = self._headed(made, heading if len(heading) > 1 else heading[0])
        if index is not None:
            made.index = self.index.set_names(renamed_levels(self.index, index))
        return made

    def add_prefix(self, prefix, axis=1):
        """Columns whose names begin with a text."""
        return self.rename(lambda name: f"{prefix}{name}", axis=axis)

    def add_suffix(self, suffix, axis=1):
        """Columns whose names end with a text."""
        return self.rename(lambda name: f"{name}{suffix}", axis=axis)

    def assign(self, **columns):
        """With more columns, each a value or a function of the table."""
        made = self.copy()
        for name, value in columns.items():
            made[name] = value(made) if callable(value) else value
        return made

    def astype(self, dtype, copy=True, errors="raise"):
        """The columns as another kind, or each as its own; errors="ignore" keeps what cannot be converted."""
        kinds = dtype if isinstance(dtype, (dict, Series)) else dict.fromkeys(self._columns, dtype)
        return self._like(
            {n: self[n].astype(kinds[n], errors=errors)._values if n in kinds else c for n, c in self._columns.items()}
        )

    def select_dtypes(self, include=None, exclude=None):
        """The columns of some kinds."""
        chosen = {n: c for n, c in self._columns.items() if include is None or _is_one(c, _list(include))}
        return self._like({n: c for n, c in chosen.items() if exclude is None or not _is_one(c, _list(exclude))})

    def _each(self, operate):
        return self._like({name: operate(self[name])._values for name in self._columns})

    def isna(self):
        """Returns where values are missing."""
        return self._each(Series.isna)

    def fillna(self, value, axis=0, limit=None):
        """With another value where nothing stood, or each column with its own."""
        if isinstance(value, (dict, Series, DataFrame)):
            own = lambda name: self[name].fillna(value[name], limit=limit)._values  # noqa: E731
            return self._like({n: own(n) if n in value else c for n, c in self._columns.items()})
        return self._each(lambda column: column.fillna(value, limit=limit))

    def dropna(self, axis=0, how="any", thresh=None, subset=None, ignore_index=False):
        """The rows (or columns) without gaps, or not all gaps (how="all"), or with so many values."""
        if axis in (1, "columns"):
            lost = {name: _columns.missing(column).tolist() for name, column in self._columns.items()}
            return self[[name for name, flags in lost.items() if _kept(flags, how, thresh)]]
        lost = [_columns.missing(self._column(name)).tolist() for name in (self._columns if subset is None else _list(subset))]
        left = self._take([at for at in range(len(self)) if _kept([flags[at] for flags in lost], how, thresh)])
        return left.reset_index(drop=True) if ignore_index else left

    def sort_values(
        self, by, axis=0, ascending=True, kind="quicksort", na_position="last", ignore_index=False, key=None
    ):
        """Rows in the order of columns, or columns in the order of rows (axis=1)."""
        if axis in (1, "columns"):
            return self[[self.columns[at] for at in self.T.reset_index(drop=True).sort_values(by, 0, ascending).index]]
        names = [by] if isinstance(by, tuple) and by in self._columns else _list(by)
        ways = _list(ascending)
        if len(ways) > 1 and len(ways) != len(names):
            raise ValueError(f"Length of ascending ({len(ways)}) != length of by ({len(names)})")
        made = self._in_order_of(names, ways * len(names) if len(ways) == 1 else ways, na_position, key)
        return made.reset_index(drop=True) if ignore_index else made

    def _in_order_of(self, names, ways, na_position, key):
        order = list(range(len(self)))
        for name, way in reversed(list(zip(names, ways))):
            column = self._level_or_column(name)
            column = column if key is None else key(Series(column, index=self.index, name=name))._values
            order = [order[at] for at in _columns.order(_columns.take(column, order), way, na_position)]
        return self._take(order)

    def _level_or_column(self, name):
        # The values of a column, or the labels of a level with this name.
        if name not in self._columns and name in [level for level, _ in self.index.levels_of()]:
            return _columns.of_list(self.index.get_level_values(name).tolist())
        return self._column(name)

    def reset_index(self, level=None, drop=False, col_level=0, col_fill="", allow_duplicates=False, names=None):
        """Rows that are numbered from 0; the labels, or some levels of them, become columns."""
        levels = self.index.levels_of()
        chosen = list(range(len(levels))) if level is None else sorted([self.index.level(one) for one in _list(level)])
        kept = [at for at in range(len(levels)) if at not in chosen]
        first = {} if drop else self._label_columns(levels, chosen, _list(names))
        for name in first:
            if name in self._columns and not allow_duplicates:
                raise ValueError(f"cannot insert {name}, already exists")
        rest = self.index.kept(kept) if kept else None
        return self._headed(DataFrame({**first, **self._columns}, index=rest if kept else range(len(self))), self._heading)

    def _label_columns(self, levels, chosen, names):
        # The labels of some levels as columns, under their names.
        found = {}
        for number, at in enumerate(chosen):
            name, labels = levels[at]
            if names:
                name = names[number]
            elif name is None:
                name = ("index" if "index" not in self._columns else "level_0") if len(levels) == 1 else f"level_{at}"
            found[self._whole_name(name)] = self.index.column_of(at)
        return found

    def set_index(self, keys, drop=True, append=False, verify_integrity=False):
        """Columns' values as labels of the rows, behind those that are there with `append`."""
        single = not isinstance(keys, (list, tuple)) or isinstance(keys, tuple) and keys in self._columns
        parts = [(one, self._labels_for(one)) for one in ([keys] if single else keys)]
        known = [self.index.get_level_values(at) for at in range(self.index.nlevels)] if append else []
        levels = [*known, *[labels for _, labels in parts]]
        if len(levels) > 1:
            index = MultiIndex(list(zip(*[one.tolist() for one in levels])), [one.name for one in levels])
        else:
            index = levels[0]
        if verify_integrity and not index.is_unique:
            raise ValueError(f"Index has duplicate keys: {index[index.duplicated()].unique()}")
        gone = [one for one, _ in parts if isinstance(one, (str, int, tuple))] if drop else []
        left = {name: column for name, column in self._columns.items() if name not in gone}
        return self._headed(DataFrame(left, index=index), self._heading)

    def _labels_for(self, key):
        # Labels of a column by its name, or of given values.
        if isinstance(key, Index):
            return key
        if isinstance(key, Series) or isinstance(key, (list, np.ndarray)):
            return Index(key if not isinstance(key, Series) else key._values, getattr(key, "name", None))
        if key not in self._columns:
            raise KeyError(f"None of [{key!r}] are in the columns")
        return Index(self._columns[key], key)

    def apply(self, func, axis=0, raw=False, result_type=None, args=(), **kwargs):
        """A function of each column, or of each row."""
        if isinstance(func, (str, list, dict)):
            return self.agg(func, axis)
        call = lambda one: func(one.to_numpy() if raw else one, *args, **kwargs)  # noqa: E731
        if axis in (1, "columns"):
            return self._of_rows_called([call(self._row(at)) for at in range(len(self))], result_type)
        found = {name: call(self[name]) for name in self._columns}
        kinds = list(found.values())
        if kinds and all([isinstance(value, Series) for value in kinds]):
            return self._headed(DataFrame(found), self._heading)
        if kinds and all([isinstance(value, np.ndarray) and value.ndim == 1 for value in kinds]):
            return self._like(found) if len(kinds[0]) == len(self) else DataFrame(found)
        return Series(_columns.of_list(kinds), index=self.columns)

    def _of_rows_called(self, found, result_type):
        # What a function gave for each row: a table of columns, or one column.
        if found and isinstance(found[0], Series):
            names = list(dict.fromkeys([name for row in found for name in row.index]))
            cell = lambda row, name: row.loc[name] if name in row.index else math.nan  # noqa: E731
            made = {name: _columns.of_list([cell(row, name) for row in found]) for name in names}
            return DataFrame(made, index=self.index)
        if found and result_type in ("expand", "broadcast") and isinstance(found[0], (list, tuple, np.ndarray)):
            made = DataFrame([list(row) for row in found], index=self.index)
            if result_type == "broadcast":
                made.columns = self.columns
            return made
        return Series(_columns.of_list(found), index=self.index)

    def map(self, func, na_action=None, **kwargs):
        """A function of each value; na_action="ignore" keeps gaps."""
        return self._each(lambda column: column.map(lambda value: func(value, **kwargs), na_action))

    applymap = map

    def merge(self, right, *args, **options):
        """The rows that have a column's value in common with those of another table."""
        from pandas._reshape import merge

        return merge(self, right, *args, **options)

    def groupby(self, by=None, level=None, as_index=True, sort=True, group_keys=True, observed=True, dropna=True):
        """Rows that have columns' values in common."""
        if getattr(by, "freq", None) is not None and hasattr(by, "spans"):
            return self.resample(by)
        if level is not None:
            by = self.index.get_level_values(level) if not isinstance(level, (list, tuple)) else [
                self.index.get_level_values(one) for one in level
            ]
        elif by is None:
            raise TypeError("You have to supply one of 'by' and 'level'")
        return Groups(self, by, sort, as_index, dropna, group_keys, observed)

    def agg(self, func=None, axis=0, *args, **kwargs):
        """A function of each column by its name, or several; named ones give rows: least=("price", "min")."""
        if axis in (1, "columns"):
            made = self.T.agg(func, 0, *args, **kwargs)
            return made.T if isinstance(made, DataFrame) else made
        if func is None:
            return DataFrame({column: {name: self[column].agg(how)} for name, (column, how) in kwargs.items()}).reindex(list(kwargs))
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        if isinstance(func, dict) and not any([isinstance(how, (list, tuple)) for how in func.values()]):
            return Series([self[name].agg(how) for name, how in func.items()], index=list(func))
        if callable(func):
            return self.apply(func, args=args, **kwargs)
        ways = func if isinstance(func, dict) else dict.fromkeys(self._columns, func)
        found = {name: self[name].agg(how if isinstance(how, list) else [how]) for name, how in ways.items()}
        labels = list(dict.fromkeys([label for column in found.values() for label in column.index]))
        return self._headed(DataFrame({n: column.reindex(labels) for n, column in found.items()}), self._heading)

    def _reduce(self, which, axis, numeric_only, **options):
        kept = {n: c for n, c in self._columns.items() if not numeric_only or _is_one(c, ["number", "bool"])}
        if axis in (1, "columns"):
            table = self._like(kept)
            fast = across(kept, which, options)
            if fast is not None:
                return Series(fast, index=self.index)
            found = [getattr(table._row(at), which)(**options) for at in range(len(self))]
            return Series(_columns.of_list(found), index=self.index)
        found = [getattr(self[name], which)(**options) for name in kept]
        if axis is None:
            return getattr(Series(np.concatenate([np.asarray(c) for c in kept.values()])), which)(**options)
        return Series(found, index=named(kept, self._heading))

    def count(self, axis=0, numeric_only=False):
        """Returns the number of values per column."""
        return self._reduce("count", axis, numeric_only)

    def nunique(self, axis=0, dropna=True):
        """Returns the number of distinct values per column."""
        return self._reduce("nunique", axis, False, dropna=dropna)

    def abs(self):
        """Without signs."""
        return self._each(Series.abs)

    def round(self, decimals=0):
        """Numbers with fewer decimals, or each column with its own."""
        own = decimals if isinstance(decimals, (dict, Series)) else dict.fromkeys(self._columns, decimals)
        kept = {n: self[n].round(own[n])._values if n in own and _is_one(c, ["number"]) else c for n, c in self._columns.items()}
        return self._like(kept)

    def corr(self, method="pearson", min_periods=1, numeric_only=False):
        """Returns the correlation of columns: pearson, spearman, kendall, or a function of two arrays."""
        kept = self.select_dtypes(["number", "bool"]) if numeric_only else self
        one = lambda a, b: 1.0 if a == b and callable(method) else kept[a].corr(kept[b], method, min_periods)  # noqa: E731
        pairs = {a: [one(a, b) for b in kept._columns] for a in kept._columns}
        return self._headed(DataFrame(pairs, index=kept.columns, columns=list(kept._columns)), self._heading)

    def describe(self, percentiles=None, include=None, exclude=None):
        """Count, mean, deviation, extremes and quartiles of the numbers, or what texts there are; of all with include="all"."""
        kept = self if include == "all" else self.select_dtypes(
            ["number", "datetime", "timedelta"] if include is None and exclude is None else include, exclude
        )
        if include is None and exclude is None and not kept._columns:
            kept = self
        facts = {name: kept[name].describe(percentiles) for name in kept._columns}
        if len({tuple(fact.index) for fact in facts.values()}) > 1:
            names = list(dict.fromkeys([name for fact in sorted(facts.values(), key=len) for name in fact.index]))
            facts = {name: fact.reindex(names) for name, fact in facts.items()}
        made = DataFrame({n: fact._values for n, fact in facts.items()}, index=next(iter(facts.values())).index)
        return self._headed(made, self._heading)

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """The values: (rows, columns). Columns of several kinds give objects."""
        if na_value is not None:
            return self.fillna(na_value).to_numpy(dtype)
        columns = list(self._columns.values())
        if (
            any([isinstance(column, list) for column in columns])
            or len({isinstance(column, TimeArray) for column in columns}) > 1
        ):
            rows = [list(row) for row in zip(*map(_columns.tolist, columns))]
            array = np.array(rows, dtype=object)
        else:
            array = np.stack(columns, 1)
        return array if dtype is None else array.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        if method != "__call__" or [x for x in inputs if hasattr(x, "shape") and not isinstance(x, DataFrame)]:
            return getattr(ufunc, method)(*[x.to_numpy() if isinstance(x, DataFrame) else x for x in inputs], **options)
        made = {name: ufunc(*[x[name] if isinstance(x, DataFrame) else x for x in inputs], **options) for name in self._columns}
        return DataFrame(made, index=self.index)

    @property
    def values(self):
        """The values: (rows, columns)."""
        return self.to_numpy()

    def to_dict(self, orient="dict", into=dict, index=True):
        """{name: {label: value}}, or by `orient` lists of columns or of rows."""
        if into is not dict:
            return into(self.to_dict(orient))
        if orient in ("split", "tight"):
            data = [list(row) for row in zip(*[_columns.tolist(c) for c in self._columns.values()])]
            made = {"index": self.index.tolist(), "columns": list(self._columns), "data": data}
            return made if index else {name: part for name, part in made.items() if name != "index"}
        if orient == "list":
            return {name: _columns.tolist(column) for name, column in self._columns.items()}
        if orient == "records":
            return [dict(zip(self._columns, row)) for row in zip(*[_columns.tolist(c) for c in self._columns.values()])]
        if orient == "index":
            return dict(zip(self.index, self.to_dict("records")))
        if orient == "series":
            return {name: self[name] for name in self._columns}
        if orient not in ("dict", "columns"):
            raise ValueError(f"orient '{orient}' not understood")
        return {name: self[name].to_dict() for name in self._columns}

    def set_axis(self, labels, axis=0):
        """The same with other labels of the rows or columns."""
        made = self.copy()
        if axis in (1, "columns"):
            made.columns = labels
        else:
            made.index = labels
        return made

    def to_csv(
        self,
        path_or_buf=None,
        sep=",",
        na_rep="",
        float_format=None,
        columns=None,
        header=True,
        index=True,
        index_label=None,
        mode="w",
        encoding=None,
        compression="infer",
        quoting=None,
        quotechar='"',
        lineterminator=None,
        date_format=None,
        decimal=".",
    ):
        """Writes a text file, or returns its text."""
        from pandas import _to_csv

        table = self if columns is None else self[list(columns)]
        form = _to_csv.Form(sep, na_rep, float_format, quoting, quotechar, lineterminator, date_format, decimal)
        text = form.text(table, header, index, index_label)
        return _to_csv.write(text, path_or_buf, mode, encoding, compression)

    def info(self, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=None):
        """Prints the type and count of each column, and the memory: `memory_usage="deep"` follows objects."""
        _info.frame_info(self, verbose, buf, max_cols, memory_usage is not False and (memory_usage or True), show_counts)

    def memory_usage(self, index=True, deep=False):
        """The bytes of each column."""
        sizes = {name: _info.bytes_of(values, deep) for name, values in self._columns.items()}
        return Series({**({"Index": _info.index_bytes(self.index, deep)} if index else {}), **sizes})

    def _with(self, other, operate):
        # A table by labels and names, a column by the names, an array by places.
        if isinstance(other, DataFrame):
            a, b = self.align(other) if self._differs(other) else (self, other)
            return a._like({name: a[name]._with(b[name], operate)._values for name in a._columns})
        if isinstance(other, Series):
            names = list(self._columns) if set(other.index) <= set(self._columns) else list(self.columns.union(other.index))
            own = self if names == list(self._columns) else self.reindex(columns=names)
            whole = set(other.index) == set(self._columns)
            known = lambda name: other.loc[name] if whole or not _columns.is_number(other.loc[name]) else float(other.loc[name])  # noqa: E731
            cell = lambda name: known(name) if name in other.index else math.nan  # noqa: E731
            return own._like({name: own[name]._with(cell(name), operate)._values for name in names})
        if isinstance(other, (list, tuple, np.ndarray)) and len(np.shape(other)):
            rows = np.broadcast_to(np.asarray(other), self.shape) if np.shape(other) != (len(self),) or len(self) == self.shape[1] else None
            if rows is None:
                raise ValueError(f"Unable to coerce to Series, length must be {self.shape[1]}: given {len(other)}")
            return self._like({name: self[name]._with(rows[:, at], operate)._values for at, name in enumerate(self._columns)})
        return self._like({name: self[name]._with(other, operate)._values for name in self._columns})

    def _differs(self, other):
        return not (self.index.equals(other.index) and list(self._columns) == list(other._columns))

    def _with_rows(self, other, operate):
        # Each column with another by the labels of the rows (axis=0).
        return self._like({name: self[name]._with(other.rename(name), operate)._values for name in self._columns})

    def __invert__(self):
        return self._each(lambda column: ~column)

    def __neg__(self):
        return self._each(lambda column: -column)

    def __repr__(self):
        return _printing.frame(self._columns, self.index, _columns.take, len(self), self._heading)

    def _repr_html_(self):
        return _printing.frame_html(self._columns, self.index, _columns.take, len(self), self._heading)


def _define_each():
    # Methods of columns that tables have for each of theirs.
    for name in (
        "cumsum",
        "cumprod",
        "cummax",
        "cummin",
        "shift",
        "diff",
        "pct_change",
        "rank",
        "clip",
        "ffill",
        "bfill",
        "interpolate",
    ):
        setattr(DataFrame, name, _each_column(name))
    for name in REDUCED:
        setattr(DataFrame, name, _reduction(name))
    DataFrame.product, DataFrame.kurtosis, DataFrame.aggregate = DataFrame.prod, DataFrame.kurt, DataFrame.agg
    for name in ("rolling", "expanding", "ewm"):
        setattr(DataFrame, name, lambda self, *args, name=name, **options: _windows(self, name, args, options))


def _reduction(name):
    def method(self, axis=0, skipna=True, numeric_only=False, **options):
        options = options if skipna else {**options, "skipna": skipna}
        return self._reduce(name, axis, numeric_only or options.pop("bool_only", False), **options)

    method.__name__, method.__doc__ = name, f"The {REDUCED[name]} of each column, or of each row (axis=1)."
    return method


def _each_column(name):
    def method(self, *args, **options):
        if options.get("freq") is not None:
            return shifted_labels(self, args[0] if args else options.get("periods", 1), options["freq"])
        if options.pop("axis", 0) in (1, "columns"):
            made = getattr(self.T.infer_objects(), name)(*args, **options).T
            return self._headed(made, self._heading)
        kept = self.select_dtypes(["number", "bool"]) if options.pop("numeric_only", False) else self
        return kept._each(lambda column: getattr(column, name)(*args, **options))

    return method


def _windows(table, name, args, options):
    on = options.pop("on", None)
    if on is not None:
        kept = table[[one for one in table._columns if one != on]]
        made = _windows(kept.set_axis(Index(table._column(on))), name, args, options)
        return made
    if name == "ewm":
        return EachWeighted(table, args, options)
    spans = getattr(Series([0.0] * len(table), index=table.index), name)(*args, **options)
    return Windows(table, spans._spans, spans._least)


_define_each()
define_in_place(DataFrame, "set_index")


def _kept(flags, how, thresh):
    # Whether a row or column stays whose values are missing where the flags say so.
    if thresh is not None:
        return len(flags) - sum(flags) >= thresh
    return not (all(flags) if how == "all" else any(flags))


def _list(value):
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple, set, Index, Series)) else [value]


def _is_one(column, kinds):
    # Whether a column has one of the given kinds or types.
    kind = _columns.dtype(column)
    named = {"b": "bool", "O": "object", "M": "datetime", "m": "timedelta"}.get(kind.kind, "number")
    named = f"{named}64" if kind.kind in "Mm" and f"{named}64" in kinds else named
    return any([given in (named, str(kind)) or getattr(given, "__name__", None) in (named, str(kind)) for given in kinds])
