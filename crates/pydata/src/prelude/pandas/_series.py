"""`Series`: a column with labels, and the common base of columns and tables."""

import math

import numpy as np

from pandas import _columns, _printing
from pandas._groups import SeriesGroups
from pandas._indexes import Index
from pandas._indexes import index as _index
from pandas._indexing import ByLabel, ByPlace
from pandas._indexing import flags as _flags


class Rows:
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

    def sort_index(self, ascending=True):
        """Rows in the order of their labels."""
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


class Series(Rows):
    """A column: values with labels and a name."""

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
        array = self._values if isinstance(self._values, np.ndarray) else np.array(self._values)
        return array if dtype is None else array.astype(dtype)

    def __array__(self, dtype=None, copy=None):
        return self.to_numpy(dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        columns = [x for x in inputs if isinstance(x, Series)]
        values = [x.to_numpy() if isinstance(x, Series) else x for x in inputs]
        if method != "__call__":
            return getattr(ufunc, method)(*values, **options)
        if [x for x in columns if list(x.index) != list(self.index)]:
            raise NotImplementedError(f"numpy.{ufunc.__name__} of columns with different labels: use operators, which align them")
        made = ufunc(*values, **options)
        name = self.name if len({x.name for x in columns}) == 1 else None
        wrap = lambda one: Series(one, index=self.index, name=name)
        return tuple(wrap(one) for one in made) if isinstance(made, tuple) else wrap(made)

    def tolist(self):
        """The values."""
        return _columns.tolist(self._values)

    to_list = tolist

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

    def reset_index(self, drop=False):
        """Rows that are numbered from 0; the labels become a column."""
        from pandas._frame import DataFrame

        if drop:
            return Series(self._values, name=self.name)
        return DataFrame({self.index.name or "index": self.index.values, self.name or 0: self._values})

    def copy(self):
        """The same, kept apart."""
        return self._like(_columns.copy(self._values))

    def rename(self, name):
        """The same under another name."""
        return Series(self._values, index=self.index, name=name)

    def astype(self, dtype):
        """The values as another kind."""
        return self._like(_columns.astype(self._values, dtype))

    def isna(self):
        """Returns where values are missing."""
        return self._like(_columns.missing(self._values))

    def fillna(self, value):
        """Values, with another one where nothing stood."""
        return self._like([value if _columns.is_missing(x) else x for x in self.tolist()])

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
        counts = {}
        for value in (self.dropna() if dropna else self).tolist():
            counts[value] = counts.get(value, 0) + 1
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

    def apply(self, func, args=()):
        """The values of a function."""
        return self._like(_columns.of_list([func(value, *args) for value in self.tolist()]))

    def replace(self, to_replace, value=None):
        """Some values in place of others."""
        pairs = to_replace if isinstance(to_replace, dict) else {to_replace: value}
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

    def groupby(self, by):
        """Rows that have something in common."""
        return SeriesGroups(self, by._values if isinstance(by, Series) else by, getattr(by, "name", None))

    def _numbers(self, skipna=True):
        if not isinstance(self._values, np.ndarray):
            raise TypeError(f"column '{self.name}' holds text, which is not a number")
        return self._values[~_columns.missing(self._values)] if skipna else self._values

    def count(self):
        """Returns the number of present values."""
        return int((~_columns.missing(self._values)).sum())

    def sum(self):
        """The sum, or the texts one behind the other."""
        return self._numbers().sum() if isinstance(self._values, np.ndarray) else "".join(self._values)

    def mean(self):
        """The mean."""
        found = self._numbers()
        return found.mean() if len(found) else math.nan

    def median(self):
        """The value in the middle."""
        return self.quantile(0.5)

    def quantile(self, q=0.5):
        """Returns the quantile: the value below which a fraction of the values is."""
        found = self._numbers()
        return np.quantile(found.astype(np.float64), q) if len(found) else math.nan

    def var(self, ddof=1):
        """The variance."""
        found = self._numbers().astype(np.float64)
        return ((found - found.mean()) ** 2).sum() / (len(found) - ddof) if len(found) > ddof else math.nan

    def std(self, ddof=1):
        """The standard deviation."""
        return np.sqrt(self.var(ddof))

    def _extreme(self, choose, which):
        if isinstance(self._values, np.ndarray):
            found = self._numbers()
            return getattr(found, which)() if len(found) else math.nan
        return choose(self.dropna().tolist())

    def min(self):
        """The least."""
        return self._extreme(min, "min")

    def max(self):
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

    def cumsum(self):
        """Sums so far."""
        return self._like(np.cumsum(self._numbers(skipna=False)))

    def all(self):
        """Returns whether all are true."""
        return bool(all(self.tolist()))

    def any(self):
        """Returns whether any is true."""
        return bool(any(self.tolist()))

    def describe(self):
        """Count, mean, deviation, extremes and quartiles."""
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
            return self.iloc[key]
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
        # Both operands by rows. Text supports only Python's own arithmetic.
        other = other._values if isinstance(other, Series) else other
        mine = self._values
        if isinstance(mine, np.ndarray) and not isinstance(other, (list, str)):
            return self._like(operate(mine, other))
        others = other if isinstance(other, list) else _columns.tolist(_columns.column(other, len(self)))
        return self._like(_columns.of_list([operate(a, b) for a, b in zip(self.tolist(), others)]))

    def __invert__(self):
        return self._like(~self._values)

    def __neg__(self):
        return self._like(-self._values)

    def __getattr__(self, name):
        if name == "str":
            return _Texts(self)
        raise AttributeError(f"'Series' object has no attribute '{name}': this is as much of pandas as tensors meet")

    def __repr__(self):
        named = "" if self.name is None else f"Name: {self.name}, "
        return _printing.series(self.index, self._values, _columns.take, f"{named}dtype: {self.dtype}")


class _Texts:
    """Methods of texts, for each of a column: series.str.lower()."""

    def __init__(self, series):
        self._series = series

    def _each(self, operate):
        values = [value if _columns.is_missing(value) else operate(value) for value in self._series.tolist()]
        return self._series._like(_columns.of_list(values))

    def contains(self, pat, regex=True):
        """Returns whether each text contains a pattern."""
        import re

        return self._each(lambda text: re.search(pat, text) is not None if regex else pat in text)

    def len(self):
        """Returns the length of each text."""
        return self._each(len)

    def __getitem__(self, key):
        return self._each(lambda text: text[key])

    def __getattr__(self, name):
        method = getattr(str, name)
        return lambda *args, **options: self._each(lambda text: method(text, *args, **options))
