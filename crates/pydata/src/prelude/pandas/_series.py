"""`Series`: a column with labels, and the common base of columns and tables."""

import math
from collections import _count_elements

import numpy as np

from numpy._times import TimeArray

from pandas import _columns, _info, _printing, _time_stats
from pandas._categories import Categories
from pandas._groups import SeriesGroups, name_of
from pandas._indexes import Index
from pandas._indexes import index as _index
from pandas._indexing import ByLabel, ByPlace
from pandas._indexing import flags as _flags
from pandas._indexing import of_labels
from pandas._levels import Leveled
from pandas._orders import Ordered
from pandas._tables import again, unstacked
from pandas._texts import Texts
from pandas._time_parts import accessor, box, operated
from pandas._timed import Timed


def _is_one_of(value, categories):
    return not hasattr(value, "__len__") and value in categories or isinstance(value, str) and value in categories


class Rows(Timed, Leveled):
    # The common base of columns and tables: their rows.

    __hash__ = None

    @property
    def iloc(self):
        """Rows and columns by their places."""
        return ByPlace(self)

    @property
    def loc(self):
        """Rows and columns by their labels."""
        return ByLabel(self)

    iat, at = iloc, loc

    @property
    def empty(self):
        """Whether it is empty."""
        return self.size == 0

    def to_json(self, path_or_buf=None, **options):
        """JSON by `orient` (columns, index, records, values, split, table): as text, or to a file."""
        from pandas import _json

        return _json.to_json(path_or_buf, self, **options)

    def head(self, n=5):
        """The first rows."""
        return self._take(range(len(self))[:n])

    def tail(self, n=5):
        """The last rows."""
        return self._take(range(len(self))[-n:] if n else [])

    def sample(self, n=None, frac=None, replace=False, random_state=None):
        """Some rows, by chance."""
        count = (1 if frac is None else round(frac * len(self))) if n is None else n
        draw = np.random.RandomState(random_state) if isinstance(random_state, int) else random_state or np.random
        return self._take(draw.choice(len(self), size=count, replace=replace).tolist())

    def sort_index(self, *, axis=0, ascending=True):
        """Rows in the order of their labels, or columns (axis=1) in that of their names."""
        if axis in (1, "columns"):
            return self[sorted(self._columns, reverse=not ascending)]
        return self._take(_columns.order(self.index.tolist(), ascending))

    def isnull(self):
        """Returns where values are missing."""
        return self.isna()

    def notnull(self):
        """Returns where values are present."""
        return ~self.isna()

    notna = notnull


def _define_operators(kind):
    # Arithmetic and comparisons, row by row.
    from operator import add, and_, eq, floordiv, ge, gt, le, lt, mod, mul, ne, or_, pow, sub, truediv, xor

    both = dict(add=add, sub=sub, mul=mul, truediv=truediv, floordiv=floordiv, mod=mod, pow=pow, and_=and_, or_=or_, xor=xor)
    for name, operate in (both | dict(eq=eq, ne=ne, ge=ge, gt=gt, le=le, lt=lt)).items():
        in_both_orders, name = name in both, name.rstrip("_")
        setattr(kind, f"__{name}__", lambda self, other, operate=operate: self._with(other, operate))
        if in_both_orders:
            turned = lambda self, other, operate=operate: self._with(other, lambda a, b: operate(b, a))  # noqa: E731
            setattr(kind, f"__r{name}__", turned)


_define_operators(Rows)


def _named(name, operate):
    # An operator's method: `fill_value` stands for what one of both operands lacks.
    def method(self, other, fill_value=None, axis="columns", level=None):
        if fill_value is None:
            return operate(self, other)
        if isinstance(other, Series) and isinstance(self, Series):
            return self._aligned_with(other, operate, fill_value)
        return operate(self.fillna(fill_value), other)

    method.__name__ = name
    return method


def _define_methods(kind):
    # The operators' names: add, rsub, eq.
    import operator

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
        operate = getattr(operator, name)
        setattr(kind, name, _named(name, operate))
        setattr(kind, f"r{name}", _named(f"r{name}", lambda a, b, operate=operate: operate(b, a)))
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        setattr(kind, name, _named(name, getattr(operator, name)))
    for name, other in dict(div="truediv", rdiv="rtruediv", multiply="mul", subtract="sub", divide="truediv").items():
        setattr(kind, name, getattr(kind, other))


_define_methods(Rows)


class Series(Rows, Ordered):
    """A column: values with labels and a name."""

    __module__ = "pandas"

    # What NumPy's functions ask before they call a column's own methods.
    __pandas_priority__ = 3000

    def __init__(self, data=None, index=None, dtype=None, name=None):
        if isinstance(data, dict):
            index = list(data) if index is None else index
            data = [data.get(label, math.nan) for label in index]
        elif isinstance(data, Series):
            index, name = data.index if index is None else index, data.name if name is None else name
        count = None if index is None else len(list(index))
        self._values = _columns.column([] if data is None else data, count)
        if dtype is not None:
            self._values = _columns.astype(self._values, dtype)
        self.index, self.name = _index(index, len(self._values)), name

    def _like(self, values, name=None):
        return Series(values, index=self.index, name=self.name if name is None else name)

    def _take(self, places):
        return Series(_columns.take(self._values, places), index=self.index.take(places), name=self.name)

    @property
    def values(self):
        """An array of the numbers, or a list of the texts."""
        return _columns.values(self._values)

    @property
    def dtype(self):
        """The type of the values."""
        return _columns.dtype(self._values)

    dtypes = dtype

    @property
    def shape(self):
        """(rows,)"""
        return (len(self._values),)

    @property
    def size(self):
        """The number of values."""
        return len(self._values)

    ndim = 1

    def to_numpy(self, dtype=None):
        """An array of the values."""
        if dtype in (object, "object", "O"):
            return np.array(self.tolist(), dtype=object)
        held = isinstance(self._values, (np.ndarray, TimeArray))
        array = self._values if held else np.array(list(self._values), dtype=object)
        return array if dtype is None else array.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        columns = [x for x in inputs if isinstance(x, Series)]
        values = [x.to_numpy() if isinstance(x, Series) else x for x in inputs]
        if method != "__call__":
            return getattr(ufunc, method)(*values, **options)
        if [x for x in columns if list(x.index) != list(self.index)]:
            raise NotImplementedError(
                f"numpy.{ufunc.__name__} of columns with different labels: use operators, which align them"
            )
        made = ufunc(*values, **options)
        name = self.name if len({x.name for x in columns}) == 1 else None
        wrap = lambda one: Series(one, index=self.index, name=name)
        return tuple(wrap(one) for one in made) if isinstance(made, tuple) else wrap(made)

    def tolist(self):
        """The values."""
        return _columns.tolist(self._values)

    to_list = tolist

    def to_string(self):
        """All of the column as text."""
        return _printing.whole_series(self.index, self._values, _columns.take)

    def info(self, verbose=None, buf=None, max_cols=None, memory_usage=None, show_counts=None):
        """Prints the type, the count and the memory."""
        if max_cols is not None:
            raise ValueError("Argument `max_cols` can only be passed in DataFrame.info, not Series.info")
        _info.series_info(self, verbose, buf, memory_usage is not False and (memory_usage or True), show_counts)

    @property
    def nbytes(self):
        """The bytes of the values."""
        return _info.bytes_of(self._values)

    def memory_usage(self, index=True, deep=False):
        """The bytes of the values and labels."""
        return _info.bytes_of(self._values, deep) + (_info.index_bytes(self.index, deep) if index else 0)

    def items(self):
        """(label, value) of each row."""
        return zip(self.index, self.tolist())

    def keys(self):
        """The labels."""
        return self.index

    def to_dict(self):
        """{label: value}"""
        return dict(self.items())

    def to_frame(self, name=None):
        """A table of this column."""
        from pandas._frame import DataFrame

        return DataFrame({name or self.name or 0: self._values}, index=self.index)

    def reset_index(self, drop=False, name=None):
        """Rows that are numbered from 0; the labels become columns."""
        from pandas._frame import DataFrame

        if drop:
            return Series(self._values, name=self.name)
        levels = self.index.levels_of()
        unnamed = (lambda at: "index") if len(levels) == 1 else (lambda at: f"level_{at}")
        first = {
            unnamed(at) if label is None else label: _columns.of_list(list(labels)) for at, (label, labels) in enumerate(levels)
        }
        return DataFrame({**first, (self.name or 0) if name is None else name: self._values})

    def copy(self):
        """The same, kept apart."""
        return self._like(_columns.copy(self._values))

    def rename(self, index=None):
        """The same under another name, or with other labels."""
        if callable(index) or isinstance(index, dict):
            return Series(
                self._values,
                index=self.index.map(lambda x: index.get(x, x) if isinstance(index, dict) else index(x)),
                name=self.name,
            )
        made = Series(self._values, index=self.index)
        made.name = index
        return made

    def astype(self, dtype):
        """The values as another kind."""
        return self._like(_columns.astype(self._values, dtype))

    def isna(self):
        """Returns where values are missing."""
        return self._like(_columns.missing(self._values))

    @property
    def dt(self):
        """Parts of moments and spans: series.dt.year."""
        return accessor(self)

    def fillna(self, value):
        """Values, with another one where nothing stood; another column's by their labels."""
        if isinstance(value, (dict, Series)):
            value = value if isinstance(value, Series) else Series(value)
            others = value.reindex(self.index).tolist() if not value.index.equals(self.index) else value.tolist()
            return self._like(_columns.of_list([b if _columns.is_missing(a) else a for a, b in zip(self.tolist(), others)]))
        return self._like(_columns.filled(self._values, value))

    def dropna(self):
        """Returns the rows with present values."""
        return self[self.notnull()]

    def unique(self):
        """Each value once, in the order of their first places."""
        return _columns.values(_columns.of_list(_columns.distinct(self._values)))

    def nunique(self):
        """Returns the number of distinct values."""
        return len(_columns.distinct(self.dropna()._values))

    def value_counts(self, normalize=False, sort=True, ascending=False, dropna=True):
        """Counts how often each value occurs, the most frequent first."""
        counts = dict.fromkeys(getattr(self._values, "categories", ()), 0)
        _count_elements(counts, (self.dropna() if dropna else self).tolist())
        if sort:
            counts = dict(sorted(counts.items(), key=lambda pair: pair[1], reverse=not ascending))
        total = sum(counts.values())
        values = [count / total if normalize else count for count in counts.values()]
        return Series(values, index=Index(counts, self.name), name="proportion" if normalize else "count")

    def map(self, arg):
        """The values of a function, or of a dictionary."""
        if isinstance(arg, dict):
            return self._like(_columns.of_list([arg.get(value, math.nan) for value in self.tolist()]))
        return self._like(_columns.of_list([arg(value) for value in self.tolist()]))

    def apply(self, func, args=(), **kwargs):
        """The values of a function."""
        if isinstance(func, str):
            return self.agg(func)
        return self._like(_columns.of_list([func(value, *args, **kwargs) for value in self.tolist()]))

    def agg(self, func):
        """A function of the column, by its name; of several a column of results."""
        if isinstance(func, (list, tuple)):
            return Series([self.agg(one) for one in func], index=[name_of(one) for one in func], name=self.name)
        return getattr(self, func)() if isinstance(func, str) else func(self)

    aggregate = agg

    def pipe(self, func, *args, **kwargs):
        """A function of the column."""
        return func(self, *args, **kwargs)

    def duplicated(self, keep="first"):
        """Returns which values stood before."""
        return self._like(np.array(again(self.tolist(), keep), dtype=bool))

    def drop_duplicates(self, keep="first"):
        """The rows whose values did not stand before."""
        return self[~self.duplicated(keep)]

    def explode(self):
        """A row for each element of the lists."""
        return self.to_frame("0").explode("0")["0"].rename(self.name)

    def reindex(self, index, fill_value=math.nan):
        """The rows of these labels; new ones hold gaps."""
        known, values = set(self.index), self.tolist()
        made = [values[self.index.place(label)] if label in known else fill_value for label in index]
        return Series(
            _columns.of_list(made), index=index if isinstance(index, Index) else Index(index, self.index.name), name=self.name
        )

    def unstack(self, level=-1, fill_value=None):
        """A table: one level of the labels becomes the columns."""
        return unstacked(self, level, fill_value)

    def prod(self, axis=None):
        """The product."""
        return self._numbers().prod()

    def replace(self, to_replace, value=None):
        """Some values in place of others."""
        many = to_replace if isinstance(to_replace, list) else [to_replace]
        pairs = (
            to_replace
            if isinstance(to_replace, dict)
            else dict(zip(many, value if isinstance(value, list) else [value] * len(many)))
        )
        return self._like(_columns.of_list([pairs.get(x, x) for x in self.tolist()]))

    def isin(self, values):
        """Returns whether each value is one of these."""
        known = set(values)
        return self._like(np.array([value in known for value in self.tolist()], dtype=bool))

    def between(self, left, right):
        """Returns whether each value is between two others."""
        return (self >= left) & (self <= right)

    def sort_values(self, ascending=True):
        """Rows in the order of their values."""
        return self._take(_columns.order(self._values, ascending))

    def groupby(self, by=None, level=None, sort=True):
        """Rows that have something in common: values, a function of the labels, or a level of them."""
        if isinstance(by, str) and level is None and by in [name for name, _ in self.index.levels_of()]:
            level = by
        if level is not None:
            name, keys = self.index.levels_of()[self.index.level(level) if self.index.nlevels > 1 else 0]
            return SeriesGroups(self, keys, name, sort)
        if getattr(by, "freq", None) is not None and hasattr(by, "spans"):
            return self.resample(by)
        if isinstance(by, list) and by and all([isinstance(one, (Series, Index)) for one in by]):
            return SeriesGroups(self, list(zip(*[one.tolist() for one in by])), [one.name for one in by], sort)
        keys = [by(x) for x in self.index] if callable(by) else by._values if isinstance(by, Series) else by
        keys = keys.tolist() if isinstance(keys, Index) else keys
        return SeriesGroups(self, keys, self.index.name if callable(by) else getattr(by, "name", None), sort)

    def _of_times(self, which, **options):
        # A statistic of moments or spans.
        return _time_stats.reduced(self._values, which, **options)

    def _numbers(self, skipna=True):
        if not isinstance(self._values, np.ndarray):
            raise TypeError(f"column '{self.name}' holds text, which is not a number")
        return self._values[~_columns.missing(self._values)] if skipna else self._values

    def count(self):
        """Returns the number of present values."""
        return np.int64((~_columns.missing(self._values)).sum())

    def sum(self, axis=None, skipna=True):
        """The sum, or the texts one behind the other."""
        if isinstance(self._values, TimeArray):
            return self._of_times("sum")
        return self._numbers(skipna).sum() if isinstance(self._values, np.ndarray) else "".join(self._values)

    def mean(self, axis=None, skipna=True):
        """The mean."""
        if isinstance(self._values, TimeArray):
            return self._of_times("mean")
        found = self._numbers(skipna)
        return found.mean() if len(found) else math.nan

    def median(self, axis=None):
        """The value in the middle."""
        return self.quantile(0.5)

    def quantile(self, q=0.5):
        """Returns the quantile: the value below which a fraction of the values is."""
        if isinstance(q, (list, tuple, np.ndarray)):
            return Series([self.quantile(float(one)) for one in q], index=list(q), name=self.name)
        if isinstance(self._values, TimeArray):
            return self._of_times("quantile", q=q)
        found = self._numbers()
        return np.quantile(found.astype(np.float64), q) if len(found) else math.nan

    def var(self, ddof=1, axis=None):
        """The variance."""
        found = self._numbers().astype(np.float64)
        return ((found - found.mean()) ** 2).sum() / (len(found) - ddof) if len(found) > ddof else math.nan

    def std(self, ddof=1, axis=None):
        """The standard deviation."""
        if isinstance(self._values, TimeArray):
            return self._of_times("std", ddof=ddof)
        return np.sqrt(self.var(ddof))

    def _extreme(self, choose, which):
        if isinstance(self._values, _columns.Coded):
            return self._values.categories[choose([code for code in self._values.codes() if code >= 0])]
        if isinstance(self._values, TimeArray):
            return self._of_times(which)
        if isinstance(self._values, np.ndarray):
            found = self._numbers()
            return getattr(found, which)() if len(found) else math.nan
        return choose(self.dropna().tolist())

    def min(self, axis=None):
        """The least."""
        return self._extreme(min, "min")

    def max(self, axis=None):
        """The largest."""
        return self._extreme(max, "max")

    def idxmax(self):
        """The label of the largest."""
        return self.index[self.tolist().index(self.max())]

    def idxmin(self):
        """The label of the least."""
        return self.index[self.tolist().index(self.min())]

    def mode(self):
        """Returns the most frequent values."""
        counts = self.value_counts()
        return Series(sorted([value for value, count in counts.items() if count == counts.max()]), name=self.name)

    def abs(self):
        """Without signs."""
        return self._like(np.abs(self._numbers(skipna=False)))

    def round(self, decimals=0):
        """Numbers with fewer decimals."""
        return self._like(np.round(self._numbers(skipna=False), decimals))

    def all(self, axis=None):
        """Returns whether all are true."""
        return bool(all(self.tolist()))

    def any(self, axis=None):
        """Returns whether any is true."""
        return bool(any(self.tolist()))

    def describe(self):
        """Count, mean, deviation, extremes and quartiles."""
        if isinstance(self._values, TimeArray):
            facts = _time_stats.described(self)
            return Series(list(facts.values()), index=list(facts), name=self.name)
        if not isinstance(self._values, np.ndarray):
            counts = self.value_counts()
            facts = dict(count=self.count(), unique=len(counts), top=counts.index[0], freq=counts.tolist()[0])
            return Series(list(facts.values()), index=list(facts), name=self.name)
        facts = dict(count=float(self.count()), mean=self.mean(), std=self.std(), min=self.min())
        facts |= {f"{round(q * 100)}%": self.quantile(q) for q in (0.25, 0.5, 0.75)}
        return Series(facts | dict(max=self.max()), name=self.name).astype(float)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self.tolist())

    def __contains__(self, label):
        return label in self.index

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.loc[key] if of_labels(key) else self.iloc[key]
        flags = _flags(key, len(self))
        return self._take(flags) if flags is not None else self.loc[key]

    def __setitem__(self, key, value):
        flags = _flags(key, len(self))
        places = flags if flags is not None else [self.index.place(key)]
        self._put(places, value)

    def _put(self, places, value):
        values = self.tolist()
        given = value.tolist() if hasattr(value, "tolist") and hasattr(value, "__len__") else [value] * len(places)
        for place, new in zip(places, given):
            values[place] = new
        self._values = _columns.of_list(values)

    def _with(self, other, operate):
        # Both operands by labels. Text supports only Python's own arithmetic.
        if isinstance(other, Series) and not self.index.equals(other.index):
            return self._aligned_with(other, operate, math.nan)
        if isinstance(other, Series) and other.name != self.name:
            return self.rename(None)._with(other._values, operate)
        other = other._values if isinstance(other, Series) else other
        mine = self._values
        if isinstance(mine, _columns.Coded) and mine.ordered and _is_one_of(other, mine.categories):
            return self._like(mine.compared(other, operate))
        if isinstance(mine, TimeArray):
            return self._like(operated(mine, other, operate))
        if isinstance(other, TimeArray):
            return self._like(operated(other, _columns.column(mine), lambda a, b: operate(b, a)))
        if isinstance(mine, np.ndarray) and not isinstance(other, (list, str)):
            return self._like(operate(mine, other))
        others = other if isinstance(other, list) else _columns.tolist(_columns.column(other, len(self)))
        return self._like(_columns.of_list([operate(a, b) for a, b in zip(self.tolist(), others)]))

    def _aligned_with(self, other, operate, fill):
        # Both operands at all labels of either, in order where they differ.
        labels = list(dict.fromkeys([*self.index, *other.index]))
        labels = labels if set(self.index) == set(other.index) else sorted(labels)
        parts = [one.reindex(labels) if fill != fill else one.reindex(labels).fillna(fill) for one in (self, other)]
        if set(self.index) != set(other.index):
            parts = [one.astype("float64") if isinstance(one._values, np.ndarray) else one for one in parts]
        return parts[0]._with(Series(parts[1]._values, index=parts[0].index, name=other.name), operate)

    def __invert__(self):
        return self._like(~self._values)

    def __neg__(self):
        return self._like(-self._values)

    def __getattr__(self, name):
        if name == "dt":
            raise AttributeError("Can only use .dt accessor with datetimelike values")
        if name == "str":
            return Texts(self)
        if name == "cat" and isinstance(self._values, _columns.Coded):
            return Categories(self)
        if not name.startswith("_") and name in self.__dict__.get("index", ()):
            return self.loc[name]
        raise AttributeError(f"'Series' object has no attribute '{name}': this is as much of pandas as tensors meet")

    def __repr__(self):
        named = "" if self.name is None else f"Name: {_printing.title(self.name)}, "
        return _printing.series(self.index, self._values, _columns.take, f"{named}dtype: {self.dtype}")
