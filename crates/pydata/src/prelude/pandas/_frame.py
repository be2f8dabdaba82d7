"""`DataFrame`: columns of one length with their names."""

import math

import numpy as np
from numpy._times import TimeArray

from pandas import _columns, _info, _printing
from pandas._groups import Groups
from pandas._indexes import Index, RangeIndex, labelled, levels_of_names, named, union_of
from pandas._indexes import index as _index
from pandas._indexing import flags as _flags
from pandas._indexing import of_labels
from pandas._levels import split_levels
from pandas._orders import Windows, shifted_labels
from pandas._series import Rows, Series
from pandas._stamps import NaT
from pandas._tables import Shaped
from pandas._time_texts import column_texts


class DataFrame(Rows, Shaped):
    """Columns by name."""

    __module__ = "pandas"

    # The name that the row of the columns' names has.
    _heading = None

    def __init__(self, data=None, index=None, columns=None, dtype=None):
        found, index = _given({} if data is None else data, index, columns)
        lengths = {len(column) for column in found.values()}
        if len(lengths) > 1:
            raise ValueError("All arrays must be of the same length")
        count = lengths.pop() if lengths else 0 if index is None else len(index)
        if dtype is not None:
            found = {name: _columns.astype(column, dtype) for name, column in found.items()}
        self._columns, self._index = found, _index(index, count)
        if isinstance(data, DataFrame):
            self._heading = data._heading
        if getattr(columns, "nlevels", 1) > 1:
            self._heading = columns.names

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
        return named(self._columns, self._heading)

    @columns.setter
    def columns(self, names):
        object.__setattr__(self, "_heading", names.names if getattr(names, "nlevels", 1) > 1 else getattr(names, "name", None))
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
        return self._headed(DataFrame(rows, index=self.columns), self.index.name)

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
            return self.loc[key] if of_labels(key) else self.iloc[key]
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
        if isinstance(key, (list, Index)):
            parts = value._columns.values() if isinstance(value, DataFrame) else [value] * len(key)
            for name, part in zip(key, parts):
                self[name] = part
            return
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

    def copy(self):
        """The same, kept apart."""
        return self._like({name: _columns.copy(column) for name, column in self._columns.items()})

    def drop(self, labels=None, axis=0, columns=None, index=None):
        """Without some rows or columns."""
        if columns is None and (axis in (1, "columns") or index is None and set(_list(labels)) <= set(self._columns)):
            columns, labels = labels, None
        names = [columns] if isinstance(columns, tuple) and columns in self._columns else _list(columns)
        for name in names:
            if name not in self:
                raise KeyError(f"{names} not found in axis")
        gone = set(self._chosen(names))
        left = self._like({name: column for name, column in self._columns.items() if name not in gone})
        rows = set(_list(index if labels is None else labels))
        if unknown := rows - set(self.index):
            raise KeyError(f"{sorted(unknown)} not found in axis")
        return left._take([at for at, label in enumerate(self.index) if label not in rows]) if rows else left

    def rename(self, mapper=None, columns=None, index=None, axis=0):
        """Columns under other names, or rows under other labels."""
        if mapper is not None:
            columns, index = (mapper, index) if axis in (1, "columns") else (columns, mapper)
        new = lambda names: names if callable(names) else lambda name: names.get(name, name)  # noqa: E731
        each = lambda name, one: tuple(map(one, name)) if self._depth > 1 else one(name)  # noqa: E731
        made = self if columns is None else self._like({each(name, new(columns)): c for name, c in self._columns.items()})
        return made if index is None else DataFrame(made._columns, index=made.index.map(new(index)))

    def rename_axis(self, mapper=None, axis=0, columns=None, index=None):
        """The same, with another name of the labels or of the columns."""
        made = self.copy()
        if axis in (1, "columns") or columns is not None:
            return self._headed(made, mapper if columns is None else columns)
        made.index = Index(self.index.tolist(), mapper if index is None else index)
        return made

    def add_prefix(self, prefix):
        """Columns whose names begin with a text."""
        return self.rename(columns=lambda name: f"{prefix}{name}")

    def add_suffix(self, suffix):
        """Columns whose names end with a text."""
        return self.rename(columns=lambda name: f"{name}{suffix}")

    def assign(self, **columns):
        """With more columns, each a value or a function of the table."""
        made = self.copy()
        for name, value in columns.items():
            made[name] = value(made) if callable(value) else value
        return made

    def astype(self, dtype):
        """The columns as another kind, or each as its own."""
        kinds = dtype if isinstance(dtype, dict) else dict.fromkeys(self._columns, dtype)
        made = {n: _columns.astype(c, kinds[n]) if n in kinds else c for n, c in self._columns.items()}
        return self._like(made)

    def select_dtypes(self, include=None, exclude=None):
        """The columns of some kinds."""
        chosen = {n: c for n, c in self._columns.items() if include is None or _is_one(c, _list(include))}
        return self._like({n: c for n, c in chosen.items() if exclude is None or not _is_one(c, _list(exclude))})

    def _each(self, operate):
        return self._like({name: operate(self[name])._values for name in self._columns})

    def isna(self):
        """Returns where values are missing."""
        return self._each(Series.isna)

    def fillna(self, value):
        """With another value where nothing stood, or each column with its own."""
        if isinstance(value, (dict, Series)):
            return self._like({n: self[n].fillna(value[n])._values if n in value else c for n, c in self._columns.items()})
        return self._each(lambda column: column.fillna(value))

    def dropna(self, axis=0, how="any", thresh=None, subset=None, ignore_index=False):
        """The rows (or columns) without gaps, or not all gaps (how="all"), or with so many values."""
        if axis in (1, "columns"):
            lost = {name: _columns.missing(column).tolist() for name, column in self._columns.items()}
            return self[[name for name, flags in lost.items() if _kept(flags, how, thresh)]]
        lost = [_columns.missing(self._column(name)).tolist() for name in (self._columns if subset is None else _list(subset))]
        left = self._take([at for at in range(len(self)) if _kept([flags[at] for flags in lost], how, thresh)])
        return left.reset_index(drop=True) if ignore_index else left

    def sort_values(self, by, ascending=True, ignore_index=False, key=None):
        """Rows in the order of columns."""
        if ignore_index or key is not None:
            return self._sorted_by_keys(by, ascending, ignore_index, key)
        made, ways, names = self, _list(ascending), [by] if isinstance(by, tuple) and by in self._columns else _list(by)
        ways = ways * len(names) if len(ways) == 1 else ways
        for name, way in reversed(list(zip(names, ways))):
            made = made._take(_columns.order(made._column(name), way))
        return made

    def _sorted_by_keys(self, by, ascending, ignore_index, key):
        names = _list(by)
        keys = self if key is None else self._like({name: key(self[name])._values for name in names})
        order = keys.assign(**{"\0": np.arange(len(self))}).sort_values(by, ascending)._columns["\0"].tolist()
        made = self._take(order)
        return made.reset_index(drop=True) if ignore_index else made

    def reset_index(self, drop=False, level=None):
        """Rows that are numbered from 0; the labels, or some levels of them, become columns."""
        if level is not None and self.index.nlevels > 1:
            first, rest = split_levels(self.index, level)
            columns = {**({} if drop else {name: _columns.of_list(labels) for name, labels in first.items()}), **self._columns}
            return self._headed(DataFrame(columns, index=rest), self._heading)
        levels = self.index.levels_of()
        unnamed = (lambda at: "index") if len(levels) == 1 else (lambda at: f"level_{at}")
        first = {
            unnamed(at) if name is None else name: _columns.of_list(list(labels)) for at, (name, labels) in enumerate(levels)
        }
        first = {} if drop else {self._whole_name(name): labels for name, labels in first.items()}
        return self._headed(DataFrame({**first, **self._columns}), self._heading)

    def set_index(self, keys, drop=True):
        """Columns' values as labels of the rows."""
        names = _list(keys)
        parts = [self[name].tolist() for name in names]
        labels = labelled(list(zip(*parts)) if len(names) > 1 else parts[0], names)
        return DataFrame({n: c for n, c in self._columns.items() if not drop or n not in names}, index=labels)

    def apply(self, func, axis=0):
        """A function of each column, or of each row."""
        if axis in (1, "columns"):
            found = {label: func(row) for label, row in self.iterrows()}
            labels, whole = self.index, [func(self._row(at)) for at in range(len(self))] if len(found) < len(self) else None
            found = whole or list(found.values())
            if found and isinstance(found[0], Series):
                return DataFrame({n: [row[n] for row in found] for n in found[0].index}, index=labels)
            return Series(_columns.of_list(found), index=labels)
        found = {name: func(self[name]) for name in self._columns}
        if all([isinstance(value, Series) for value in found.values()]):
            return self._like({name: value._values for name, value in found.items()})
        return Series(_columns.of_list(list(found.values())), index=self.columns)

    def map(self, func):
        """A function of each value."""
        return self._each(lambda column: column.map(func))

    applymap = map

    def merge(self, right, *args, **options):
        """The rows that have a column's value in common with those of another table."""
        from pandas._reshape import merge

        return merge(self, right, *args, **options)

    def groupby(self, by=None, level=None, as_index=True, sort=True, dropna=True, observed=True):
        """Rows that have columns' values in common."""
        if getattr(by, "freq", None) is not None and hasattr(by, "spans"):
            return self.resample(by)
        if level is not None:
            by = [Series(labels, name=name) for name, labels in self.index.levels_of()][
                self.index.level(level) if self.index.nlevels > 1 else 0
            ]
        return Groups(self, by, sort, as_index, dropna)

    def agg(self, func):
        """A function of each column by its name, or several."""
        if isinstance(func, str):
            return getattr(self, func)()
        if isinstance(func, dict):
            return Series([self[name].agg(how) for name, how in func.items()], index=list(func))
        if callable(func):
            return self.apply(func)
        return DataFrame({name: [getattr(self[name], f)() for f in func] for name in self._columns}, index=func)

    def _reduce(self, which, axis, numeric_only):
        kept = {n: c for n, c in self._columns.items() if not numeric_only or _is_one(c, ["number", "bool"])}
        if axis in (1, "columns"):
            return Series([getattr(self._like(kept)._row(at), which)() for at in range(len(self))], index=self.index)
        return Series([getattr(self[name], which)() for name in kept], index=named(kept, self._heading))

    def count(self, axis=0, numeric_only=False):
        """Returns the number of values per column."""
        return self._reduce("count", axis, numeric_only)

    def nunique(self, axis=0):
        """Returns the number of distinct values per column."""
        return self._reduce("nunique", axis, False)

    def sum(self, axis=0, numeric_only=False):
        """The sum of each column."""
        return self._reduce("sum", axis, numeric_only)

    def mean(self, axis=0, numeric_only=False):
        """The mean of each column."""
        return self._reduce("mean", axis, numeric_only)

    def median(self, axis=0, numeric_only=False):
        """The value in the middle of each column."""
        return self._reduce("median", axis, numeric_only)

    def std(self, axis=0, numeric_only=False):
        """The standard deviation of each column."""
        return self._reduce("std", axis, numeric_only)

    def var(self, axis=0, numeric_only=False):
        """The variance of each column."""
        return self._reduce("var", axis, numeric_only)

    def min(self, axis=0, numeric_only=False):
        """The least of each column."""
        return self._reduce("min", axis, numeric_only)

    def max(self, axis=0, numeric_only=False):
        """The largest of each column."""
        return self._reduce("max", axis, numeric_only)

    def abs(self):
        """Without signs."""
        return self._each(Series.abs)

    def round(self, decimals=0):
        """Numbers with fewer decimals."""
        kept = {n: self[n].round(decimals)._values if _is_one(c, ["number"]) else c for n, c in self._columns.items()}
        return self._like(kept)

    def corr(self, numeric_only=False):
        """Returns the correlation of columns."""
        kept = self.select_dtypes("number") if numeric_only else self
        pairs = {a: [_correlation(kept._column(a), kept._column(b)) for b in kept._columns] for a in kept._columns}
        return DataFrame(pairs, index=kept.columns)

    def describe(self, include=None):
        """Count, mean, deviation, extremes and quartiles of the numbers, or what texts there are."""
        if include == "all":
            raise NotImplementedError("describe(include='all') is not there: describe numbers and texts apart")
        kept = self.select_dtypes(["number", "datetime", "timedelta"] if include is None else include)
        facts = {name: kept[name].describe() for name in kept._columns}
        if len({len(fact) for fact in facts.values()}) > 1:
            names = list(dict.fromkeys([name for fact in sorted(facts.values(), key=len) for name in fact.index]))
            facts = {name: fact.reindex(names) for name, fact in facts.items()}
        return DataFrame({n: fact._values for n, fact in facts.items()}, index=next(iter(facts.values())).index)

    def to_numpy(self, dtype=None):
        """The values: (rows, columns). Columns of several kinds give objects."""
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

    def to_dict(self, orient="dict"):
        """{name: {label: value}}, or by `orient` lists of columns or of rows."""
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

    def to_csv(self, path_or_buf=None, sep=",", index=True, header=True, date_format=None):
        """Writes a text file, or returns its text."""
        import csv
        import io

        out = io.StringIO()
        writer = csv.writer(out, delimiter=sep, lineterminator="\n")
        levels = self.index.levels_of() if index else []
        for row in _head_rows(self._columns, self._heading, levels) if header else ():
            writer.writerow(row)
        labels = _written(self.index.values, date_format) if hasattr(self.index, "_array") else self.index
        for at, row in enumerate(zip(*[_written(column, date_format) for column in self._columns.values()])):
            values = ["" if _columns.is_missing(value) else value for value in row]
            label = labels[at] if index else ()
            writer.writerow([*(label if isinstance(label, tuple) else (label,)), *values])
        if path_or_buf is None:
            return out.getvalue()
        if hasattr(path_or_buf, "write"):
            path_or_buf.write(out.getvalue())
        else:
            np._replace(path_or_buf, out.getvalue().encode())

    def info(self, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=None):
        """Prints the type and count of each column, and the memory: `memory_usage="deep"` follows objects."""
        _info.frame_info(self, verbose, buf, max_cols, memory_usage is not False and (memory_usage or True), show_counts)

    def memory_usage(self, index=True, deep=False):
        """The bytes of each column."""
        sizes = {name: _info.bytes_of(values, deep) for name, values in self._columns.items()}
        return Series({**({"Index": _info.index_bytes(self.index, deep)} if index else {}), **sizes})

    def _with(self, other, operate):
        part = lambda name: other[name] if isinstance(other, (DataFrame, Series)) else other  # noqa: E731
        return self._like({name: self[name]._with(part(name), operate)._values for name in self._columns})

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
    for name in ("skew", "kurt", "sem", "prod", "idxmax", "idxmin", "any", "all"):
        setattr(DataFrame, name, lambda self, axis=0, numeric_only=False, name=name: self._reduce(name, axis, numeric_only))
    for name in ("rolling", "expanding"):
        setattr(DataFrame, name, lambda self, *args, name=name, **options: _windows(self, name, args, options))


def _each_column(name):
    def method(self, *args, **options):
        if options.get("freq") is not None:
            return shifted_labels(self, args[0] if args else options.get("periods", 1), options["freq"])
        return self._each(lambda column: getattr(column, name)(*args, **options))

    return method


def _windows(table, name, args, options):
    on = options.pop("on", None)
    if on is not None:
        kept = table[[one for one in table._columns if one != on]]
        made = _windows(kept.set_axis(Index(table._column(on))), name, args, options)
        return made
    spans = getattr(Series([0.0] * len(table), index=table.index), name)(*args, **options)
    return Windows(table, spans._spans, spans._least)


_define_each()


def _written(column, date_format):
    # A column's values as text files have them.
    if not isinstance(column, TimeArray):
        return _columns.tolist(column)
    values = _columns.tolist(column)
    if date_format is not None:
        return ["" if value is NaT else value.strftime(date_format) for value in values]
    return ["" if value is NaT else text for value, text in zip(values, column_texts(column))]


def _correlation(a, b):
    # Only the rows where both are present.
    kept = ~(_columns.missing(a) | _columns.missing(b))
    a, b = a[kept].astype(np.float64), b[kept].astype(np.float64)
    a, b = a - a.mean(), b - b.mean()
    scale = math.sqrt((a * a).sum() * (b * b).sum())
    return (a * b).sum() / scale if scale else math.nan


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


def _head_rows(columns, heading, levels):
    # The first rows of a text file: the columns' names, above them their outer levels, below those the levels' names of rows.
    depth, names = levels_of_names(columns), [name or "" for name, _ in levels]
    if depth == 1:
        return [[*names, *columns]]
    titles = heading if isinstance(heading, list) else [None] * depth
    rows = [[*[titles[at] or "", *names[1:]][: len(names)], *[name[at] for name in columns]] for at in range(depth)]
    return [*rows, [*names, *[""] * len(columns)]] if any(names) else rows


def _by_labels(data, index):
    # Columns with labels of their own get the same rows: all labels of them, in order, or those that are given.
    series = [value for value in data.values() if isinstance(value, Series)]
    if not series:
        return data, index
    alike = all([one.index.equals(series[0].index) for one in series])
    if index is None and not alike:
        index = union_of([one.index for one in series])
    if index is None:
        return data, series[0].index
    index = index if isinstance(index, Index) else Index(index)
    return {name: value.reindex(index) if isinstance(value, Series) else value for name, value in data.items()}, index


def _given(data, index, names):
    # Converts a program's data for a table to columns and labels.
    if isinstance(data, DataFrame):
        return dict(data._columns), data.index if index is None else index
    if isinstance(data, Series):
        return {data.name or 0: data._values}, data.index if index is None else index
    if isinstance(data, dict) and not data and names is not None and index is None:
        return {name: [] for name in names}, None
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


def _is_row(value):
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes)) and getattr(value, "ndim", 1) > 0


def _plain(value):
    # The value of an array without dimensions.
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value
