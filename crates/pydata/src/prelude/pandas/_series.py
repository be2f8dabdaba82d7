"""`Series`: a column with labels, and the common base of columns and tables."""

import math
from collections import _count_elements

import numpy as np

from numpy._times import TimeArray

from pandas import _columns, _info, _printing, _time_stats
from pandas._categories import Categories
from pandas._groups import SeriesGroups, name_of
from pandas._indexes import Index, MultiIndex, of_labels
from pandas._indexes import index as _index
from pandas._indexing import ByLabel, ByPlace
from pandas._indexing import flags as _flags
from pandas._indexing import of_labels as _by_labels
from pandas._in_place import define_in_place
from pandas._levels import Leveled
from pandas._matched import Matched, MatchedColumns
from pandas._orders import Ordered
from pandas._placed import Placed, PlacedColumns
from pandas._tables import again, unstacked
from pandas._texts import Texts
from pandas._time_parts import accessor, operated
from pandas._timed import Timed


def _as_labels(index):
    return of_labels(index)


def _of_keys(keys):
    # The labels of a dictionary's keys: tuples are labels of several levels.
    levels = bool(keys) and all([isinstance(key, tuple) for key in keys])
    return MultiIndex.from_tuples(keys) if levels else Index(keys)


def _is_one_of(value, categories):
    return not hasattr(value, "__len__") and value in categories or isinstance(value, str) and value in categories


class Rows(Timed, Leveled, Placed, Matched):
    # The common base of columns and tables: their rows.

    __hash__ = None

    @property
    def iloc(self):
        """Rows and columns by their places."""
        return ByPlace(self)

    @property
    def plot(self):
        """Draws lines, or what `kind` names: plot(kind="bar"), plot.bar()."""
        from pandas._plotting import Plot

        return Plot(self)

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

    def sample(self, n=None, frac=None, replace=False, weights=None, random_state=None, axis=0, ignore_index=False):
        """Some rows, or columns (axis=1), by chance; with `weights` in proportion to them."""
        if axis in (1, "columns"):
            return self.T.sample(n, frac, replace, weights, random_state).T
        count = (1 if frac is None else round(frac * len(self))) if n is None else n
        draw = np.random.RandomState(random_state) if isinstance(random_state, int) else random_state or np.random
        weights = self[weights] if isinstance(weights, str) else weights
        shares = None if weights is None else np.asarray(weights, dtype=np.float64) / np.asarray(weights, dtype=np.float64).sum()
        made = self._take(draw.choice(len(self), size=count, replace=replace, p=shares).tolist())
        return made.reset_index(drop=True) if ignore_index else made

    def sort_index(
        self,
        axis=0,
        level=None,
        ascending=True,
        kind="quicksort",
        na_position="last",
        sort_remaining=True,
        ignore_index=False,
        key=None,
    ):
        """Rows in the order of their labels, or columns (axis=1) in that of their names."""
        if axis in (1, "columns"):
            names = list(self._columns)
            return self[[names[at] for at in self.columns.order(level, ascending, sort_remaining, na_position, key)]]
        made = self._take(self.index.order(level, ascending, sort_remaining, na_position, key))
        return made.reset_index(drop=True) if ignore_index else made

    def isnull(self):
        """Returns where values are missing."""
        return self.isna()

    def notnull(self):
        """Returns where values are present."""
        return ~self.isna()

    notna = notnull


def _is_hashable(value):
    return getattr(value, "__hash__", None) is not None


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
        by_rows = axis in (0, "index") and isinstance(other, Series) and not isinstance(self, Series)
        if fill_value is None:
            return self._with_rows(other, operate) if by_rows else operate(self, other)
        if hasattr(other, "_columns") and hasattr(self, "_columns"):
            a, b = self.align(other)
            gap = a.isna() & b.isna()
            return operate(a.fillna(fill_value), b.fillna(fill_value)).mask(gap)
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


class Series(Rows, Ordered, PlacedColumns, MatchedColumns):
    """A column: values with labels and a name."""

    __module__ = "pandas"

    # What NumPy's functions ask before they call a column's own methods.
    __pandas_priority__ = 3000

    def __init__(self, data=None, index=None, dtype=None, name=None, copy=None):
        index = None if index is None else _as_labels(index)
        if isinstance(data, dict):
            index = _of_keys(list(data)) if index is None else index
            data = [data.get(label, math.nan) for label in index]
        elif isinstance(data, Series):
            name = data.name if name is None else name
            data = data if index is None or data.index.equals(_as_labels(index)) else data.reindex(index)
            index = data.index if index is None else index
        count = None if index is None else len(list(index))
        self._values = _columns.column([] if data is None else data, count)
        if dtype is not None:
            self._values = _columns.astype(self._values, dtype)
        self.index, self.name = _index(index, len(self._values)), name

    @property
    def index(self):
        """The labels of the rows."""
        return self._index

    @index.setter
    def index(self, labels):
        self._index = _index(labels, len(self._values))

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

    def to_numpy(self, dtype=None, copy=False, na_value=None):
        """An array of the values."""
        if na_value is not None:
            return self.fillna(na_value).to_numpy(dtype)
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

    def to_dict(self, into=dict):
        """{label: value}"""
        return into(self.items())

    def to_frame(self, name=None):
        """A table of this column."""
        from pandas._frame import DataFrame

        name = self.name if name is None else name
        return DataFrame({0 if name is None else name: self._values}, index=self.index)

    def reset_index(self, level=None, drop=False, name=None, allow_duplicates=False):
        """Rows that are numbered from 0; the labels, or some levels of them, become columns."""
        if drop:
            return self.to_frame(0).reset_index(level, drop=True)[0].rename(self.name)
        return self.to_frame(name).reset_index(level, allow_duplicates=allow_duplicates)

    def _become(self, made):
        # Takes another column's place: its values, labels and name.
        self._values, self.index, self.name = made._values, made.index, made.name

    def copy(self, deep=True):
        """The same, kept apart."""
        return self._like(_columns.copy(self._values))

    def rename(self, index=None, axis=0, copy=True, level=None, errors="ignore"):
        """The same under another name, or with other labels."""
        if callable(index) or isinstance(index, (dict, Series)):
            new = index if callable(index) else lambda label: index[label] if label in index else label
            return Series(self._values, index=self.index.renamed(new, level), name=self.name)
        made = Series(self._values, index=self.index)
        made.name = index
        return made

    def astype(self, dtype, copy=True, errors="raise"):
        """The values as another kind; errors="ignore" keeps what cannot be converted."""
        if isinstance(dtype, dict):
            dtype = dtype[self.name]
        try:
            return self._like(_columns.astype(self._values, dtype))
        except (ValueError, TypeError):
            if errors != "ignore":
                raise
            return self.copy()

    def isna(self):
        """Returns where values are missing."""
        return self._like(_columns.missing(self._values))

    @property
    def dt(self):
        """Parts of moments and spans: series.dt.year."""
        return accessor(self)

    def fillna(self, value, axis=0, limit=None):
        """Values, with another one where nothing stood, in the first `limit` gaps; another column's by their labels."""
        if limit is not None:
            gaps = self.isna()
            return self.where(~(gaps & (gaps.cumsum() <= limit)), self.fillna(value))
        if isinstance(value, (dict, Series)):
            value = value if isinstance(value, Series) else Series(value)
            others = value.reindex(self.index).tolist() if not value.index.equals(self.index) else value.tolist()
            return self._like(_columns.of_list([b if _columns.is_missing(a) else a for a, b in zip(self.tolist(), others)]))
        return self._like(_columns.filled(self._values, value))

    def dropna(self, axis=0, how=None, ignore_index=False):
        """Returns the rows with present values."""
        left = self[self.notnull()]
        return left.reset_index(drop=True) if ignore_index else left

    def unique(self):
        """Each value once, in the order of their first places."""
        return _columns.values(_columns.of_list(_columns.distinct(self._values)))

    def nunique(self, dropna=True):
        """Returns the number of distinct values."""
        return len(_columns.distinct((self.dropna() if dropna else self)._values))

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """Counts how often each value occurs, the most frequent first; of intervals where there are `bins`."""
        if bins is not None:
            from pandas._categories import cut

            return cut(self, bins, include_lowest=True).rename(None).value_counts(normalize, sort, ascending)
        categories = getattr(self._values, "categories", None)
        counts = dict.fromkeys(categories or (), 0)
        _count_elements(counts, (self.dropna() if dropna else self).tolist())
        if sort:
            counts = dict(sorted(counts.items(), key=lambda pair: pair[1], reverse=not ascending))
        total = sum(counts.values())
        values = [count / total if normalize else count for count in counts.values()]
        labels = list(counts) if categories is None else self._values.like(list(counts))
        return Series(values, index=Index(labels, self.name), name="proportion" if normalize else "count")

    def map(self, arg=None, na_action=None, func=None, **kwargs):
        """The values of a function, of a dictionary, or of a column at these labels; na_action="ignore" keeps gaps."""
        arg = func if arg is None else arg
        if isinstance(arg, Series):
            arg = dict(zip(arg.index.tolist(), arg.tolist()))
        if isinstance(arg, dict):
            gap = lambda value: arg[value] if value in arg or hasattr(arg, "__missing__") else math.nan  # noqa: E731
            return self._like(_columns.of_list([gap(value) for value in self.tolist()]))
        kept = lambda value: na_action == "ignore" and _columns.is_missing(value)  # noqa: E731
        return self._like(_columns.of_list([value if kept(value) else arg(value, **kwargs) for value in self.tolist()]))

    def apply(self, func, args=(), by_row="compat", **kwargs):
        """The values of a function; a function that gives columns makes a table."""
        if isinstance(func, (str, list, dict)):
            return self.agg(func)
        if isinstance(func, np.ufunc):
            return func(self, *args, **kwargs)
        found = [func(value, *args, **kwargs) for value in self.tolist()]
        if found and isinstance(found[0], Series):
            from pandas._frame import DataFrame

            made = DataFrame([one.rename(None) for one in found])
            made.index = self.index
            return made
        return self._like(_columns.of_list(found))

    def agg(self, func=None, axis=0, *args, **kwargs):
        """A function of the column, by its name; of several a column of results."""
        if func is None:
            func = kwargs
        if isinstance(func, dict):
            return Series([self.agg(one) for one in func.values()], index=list(func), name=self.name)
        if isinstance(func, (list, tuple)):
            return Series([self.agg(one) for one in func], index=[name_of(one) for one in func], name=self.name)
        return getattr(self, func)(*args, **kwargs) if isinstance(func, str) else func(self, *args, **kwargs)

    aggregate = agg

    def transform(self, func, axis=0, *args, **kwargs):
        """A function that gives as many values; of several a table."""
        if isinstance(func, (list, tuple, dict)):
            return self.to_frame(0).transform({0: func}).droplevel(0, axis=1)
        return getattr(self, func)(*args, **kwargs) if isinstance(func, str) else self.apply(func, args, **kwargs)

    def pipe(self, func, *args, **kwargs):
        """A function of the column."""
        return func(self, *args, **kwargs)

    def duplicated(self, keep="first"):
        """Returns which values stood before."""
        return self._like(np.array(again(self.tolist(), keep), dtype=bool))

    def drop_duplicates(self, keep="first", ignore_index=False):
        """The rows whose values did not stand before."""
        left = self[~self.duplicated(keep)]
        return left.reset_index(drop=True) if ignore_index else left

    def explode(self, ignore_index=False):
        """A row for each element of the lists."""
        return self.to_frame("0").explode("0", ignore_index)["0"].rename(self.name)

    def reindex(self, index=None, axis=0, method=None, copy=True, level=None, fill_value=math.nan, limit=None, tolerance=None):
        """The rows of these labels; new ones hold gaps, or what `method` (ffill, bfill, nearest) takes from neighbours."""
        if method is not None:
            places = self.index.get_indexer(index, method, limit, tolerance).tolist()
            index = index if isinstance(index, Index) else Index(index, self.index.name)
            values = self.tolist()
            return Series([math.nan if at < 0 else values[at] for at in places], index=index, name=self.name)
        known, values = set(self.index), self.tolist()
        made = [values[self.index.place(label)] if label in known else fill_value for label in index]
        return Series(
            _columns.of_list(made), index=index if isinstance(index, Index) else Index(index, self.index.name), name=self.name
        )

    def unstack(self, level=-1, fill_value=None, sort=True):
        """A table: one level of the labels becomes the columns."""
        return unstacked(self, level, fill_value)

    def prod(self, axis=None, skipna=True, numeric_only=False, min_count=0):
        """The product."""
        return self._numbers(skipna).prod() if self.count() >= min_count else math.nan

    product = prod

    def replace(self, to_replace=None, value=None, regex=False):
        """Some values in place of others; with `regex` parts of texts that match patterns."""
        if regex is not False:
            return self._replaced_patterns(to_replace if regex is True else regex, value)
        if isinstance(to_replace, Series):
            to_replace = to_replace.to_dict()
        many = to_replace if isinstance(to_replace, list) else [to_replace]
        pairs = (
            to_replace
            if isinstance(to_replace, dict)
            else dict(zip(many, value if isinstance(value, list) else [value] * len(many)))
        )
        gap = next((new for old, new in pairs.items() if _columns.is_missing(old)), math.nan)
        one = lambda x: gap if _columns.is_missing(x) else pairs.get(x, x) if _is_hashable(x) else x  # noqa: E731
        return self._like(_columns.of_list([one(x) for x in self.tolist()]))

    def _replaced_patterns(self, patterns, value):
        import re

        many = patterns if isinstance(patterns, list) else [patterns]
        news = value if isinstance(value, list) else [value] * len(many)
        pairs = list(patterns.items()) if isinstance(patterns, dict) else list(zip(many, news))

        def one(text):
            for pattern, new in pairs:
                if not isinstance(text, str):
                    break
                found = re.search(pattern, text)
                text = text if found is None else re.sub(pattern, new, text) if isinstance(new, str) else new
            return text

        return self._like(_columns.of_list([one(x) for x in self.tolist()]))

    def hist(self, by=None, **options):
        """Draws how often values are in each of some intervals."""
        from pandas._plotting import hist_of_column

        return hist_of_column(self, by, **options)

    def isin(self, values):
        """Returns whether each value is one of these."""
        known = set(values)
        return self._like(np.array([value in known for value in self.tolist()], dtype=bool))

    def between(self, left, right, inclusive="both"):
        """Returns whether each value is between two others."""
        if inclusive not in ("both", "neither", "left", "right"):
            raise ValueError("Inclusive has to be either string of 'both','left', 'right', or 'neither'.")
        above = self >= left if inclusive in ("both", "left") else self > left
        return above & (self <= right if inclusive in ("both", "right") else self < right)

    def sort_values(
        self, axis=0, ascending=True, kind="quicksort", na_position="last", ignore_index=False, key=None
    ):
        """Rows in the order of their values."""
        way = ascending[0] if isinstance(ascending, (list, tuple)) else ascending
        keys = self._values if key is None else _columns.column(key(self))
        made = self._take(_columns.order(keys, way, na_position))
        return made.reset_index(drop=True) if ignore_index else made

    def groupby(self, by=None, level=None, as_index=True, sort=True, group_keys=True, observed=True, dropna=True):
        """Rows that have something in common: values, a function of the labels, or a level of them."""
        if isinstance(by, (dict, Series)) and not (isinstance(by, Series) and len(by) == len(self) and by.index.equals(self.index)):
            name, given = getattr(by, "name", None), dict(by.items())
            found = [given.get(label, math.nan) for label in self.index]
            return SeriesGroups(self, found, name, sort, True, dropna, group_keys)
        if isinstance(level, (list, tuple)):
            by = [self.index.get_level_values(one) for one in level]
            level = None
        if isinstance(by, list) and by and all([isinstance(one, str) for one in by]) and len(by) != len(self):
            by = [self.index.get_level_values(one) for one in by]
        if isinstance(by, str) and level is None and by in [name for name, _ in self.index.levels_of()]:
            level = by
        if level is not None:
            name, keys = self.index.levels_of()[self.index.level(level) if self.index.nlevels > 1 else 0]
            return SeriesGroups(self, keys, name, sort, True, dropna, group_keys)
        if getattr(by, "freq", None) is not None and hasattr(by, "spans"):
            return self.resample(by)
        if isinstance(by, list) and by and all([isinstance(one, (Series, Index)) for one in by]):
            keys = list(zip(*[one.tolist() for one in by]))
            return SeriesGroups(self, keys, [one.name for one in by], sort, True, dropna, group_keys)
        keys = [by(x) for x in self.index] if callable(by) else by._values if isinstance(by, Series) else by
        keys = keys.tolist() if isinstance(keys, Index) else keys
        name = self.index.name if callable(by) else getattr(by, "name", None)
        return SeriesGroups(self, keys, name, sort, True, dropna, group_keys)

    def _of_times(self, which, **options):
        # A statistic of moments or spans.
        return _time_stats.reduced(self._values, which, **options)

    def _numbers(self, skipna=True):
        if not isinstance(self._values, np.ndarray):
            raise TypeError(f"column '{self.name}' holds text, which is not a number")
        return self._values[~_columns.missing(self._values)] if skipna else self._values

    def _numeric(self, skipna):
        # The numbers of a column of numbers, or of objects that are all numbers.
        if isinstance(self._values, np.ndarray):
            return self._numbers(skipna)
        known = self.dropna().tolist() if skipna else self.tolist()
        if known and all([isinstance(one, (int, float, complex, np.number, np.bool_)) for one in known]):
            return np.array(known)
        return self._numbers(skipna)

    def count(self):
        """Returns the number of present values."""
        return np.int64((~_columns.missing(self._values)).sum())

    def sum(self, axis=None, skipna=True, numeric_only=False, min_count=0):
        """The sum, or the texts one behind the other."""
        if isinstance(self._values, TimeArray):
            return self._of_times("sum")
        if self.count() < min_count:
            return math.nan
        if isinstance(self._values, np.ndarray):
            return self._numbers(skipna).sum()
        known = self.dropna().tolist() if skipna else self.tolist()
        total = known[0] if known else 0
        for value in known[1:]:
            total = total + value
        return total

    def mean(self, axis=None, skipna=True, numeric_only=False):
        """The mean."""
        if isinstance(self._values, TimeArray):
            return self._of_times("mean")
        found = self._numeric(skipna)
        return found.mean() if len(found) else math.nan

    def median(self, axis=None, skipna=True, numeric_only=False):
        """The value in the middle."""
        return self.quantile(0.5) if skipna or not self.hasnans else math.nan

    def quantile(self, q=0.5, interpolation="linear"):
        """Returns the quantile: the value below which a fraction of the values is."""
        if isinstance(q, (list, tuple, np.ndarray, Index, Series)):
            return Series([self.quantile(float(one), interpolation) for one in q], index=list(q), name=self.name)
        if isinstance(self._values, TimeArray):
            return self._of_times("quantile", q=q)
        found = self._numeric(True)
        whole = interpolation in ("lower", "higher", "nearest")
        found = found if whole else found.astype(np.float64)
        made = np.quantile(found, q, method=interpolation) if len(found) else math.nan
        return found.dtype.type(made) if whole and len(found) else made

    def var(self, axis=None, skipna=True, ddof=1, numeric_only=False):
        """The variance."""
        found = self._numeric(skipna).astype(np.float64)
        return ((found - found.mean()) ** 2).sum() / (len(found) - ddof) if len(found) > ddof else math.nan

    def std(self, axis=None, skipna=True, ddof=1, numeric_only=False):
        """The standard deviation."""
        if isinstance(self._values, TimeArray):
            return self._of_times("std", ddof=ddof)
        return np.sqrt(self.var(axis, skipna, ddof))

    def _extreme(self, choose, which, skipna):
        if not skipna and self.hasnans:
            return math.nan
        if isinstance(self._values, _columns.Coded):
            return self._values.categories[choose([code for code in self._values._codes() if code >= 0])]
        if isinstance(self._values, TimeArray):
            return self._of_times(which)
        if isinstance(self._values, np.ndarray):
            found = self._numbers()
            return getattr(found, which)() if len(found) else math.nan
        return choose(self.dropna().tolist())

    def min(self, axis=None, skipna=True, numeric_only=False):
        """The least."""
        return self._extreme(min, "min", skipna)

    def max(self, axis=None, skipna=True, numeric_only=False):
        """The largest."""
        return self._extreme(max, "max", skipna)

    def idxmax(self, axis=0, skipna=True):
        """The label of the largest."""
        return self.index[self.tolist().index(self.max())]

    def idxmin(self, axis=0, skipna=True):
        """The label of the least."""
        return self.index[self.tolist().index(self.min())]

    def mode(self, dropna=True):
        """Returns the most frequent values."""
        counts = self.value_counts(dropna=dropna)
        return Series(sorted([value for value, count in counts.items() if count == counts.max()]), name=self.name)

    def abs(self):
        """Without signs."""
        return self._like(np.abs(self._numbers(skipna=False)))

    def round(self, decimals=0):
        """Numbers with fewer decimals."""
        return self._like(np.round(self._numbers(skipna=False), decimals))

    def all(self, axis=None, bool_only=False, skipna=True):
        """Returns whether all are true."""
        return np.bool_(all((self.dropna() if skipna else self).tolist()))

    def any(self, axis=None, bool_only=False, skipna=True):
        """Returns whether any is true."""
        return np.bool_(any((self.dropna() if skipna else self).tolist()))

    def describe(self, percentiles=None, include=None, exclude=None):
        """Count, mean, deviation, extremes and quartiles, or the percentiles that are given."""
        if isinstance(self._values, TimeArray):
            facts = _time_stats.described(self)
            return Series(list(facts.values()), index=list(facts), name=self.name)
        if not isinstance(self._values, np.ndarray) or self._values.dtype.kind == "b":
            counts = self.value_counts()
            facts = dict(count=self.count(), unique=len(counts), top=counts.index[0], freq=counts.tolist()[0])
            return Series(list(facts.values()), index=list(facts), name=self.name)
        facts = dict(count=float(self.count()), mean=self.mean(), std=self.std(), min=self.min())
        shares = sorted({0.25, 0.5, 0.75} if percentiles is None else {*percentiles})
        facts |= {f"{round(q * 100, 10):g}%": self.quantile(q) for q in shares}
        return Series(facts | dict(max=self.max()), name=self.name).astype(float)

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self.tolist())

    def __contains__(self, label):
        return label in self.index

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.loc[key] if _by_labels(key) else self.iloc[key]
        flags = _flags(key, len(self))
        return self._take(flags) if flags is not None else self.loc[key]

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            (self.loc if _by_labels(key) else self.iloc)[key] = value
            return
        flags = _flags(key, len(self))
        if flags is None:
            self.loc[key] = value
        else:
            self._put(flags, self._at_same_labels(value, flags))

    def _at_same_labels(self, value, places):
        # The values of a column at the labels of some rows.
        return value.reindex(self.index.take(places)) if isinstance(value, Series) else value

    def _enlarge(self, label, value):
        # One more row.
        values = [*self.tolist(), value]
        labels = self.index.insert(len(self), label)
        self._values = _columns.of_list(values)
        self.index = labels

    def _put(self, places, value):
        values = self.tolist()
        listed = hasattr(value, "tolist") and hasattr(value, "__len__") or isinstance(value, list) and len(value) == len(places)
        given = (value.tolist() if hasattr(value, "tolist") else value) if listed else [value] * len(places)
        for place, new in zip(places, given):
            values[place] = new
        self._values = _columns.of_list(values)

    def __delitem__(self, label):
        self._become(self.drop(label))

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
        if not name.startswith("_") and name in self.__dict__.get("_index", ()):
            return self.loc[name]
        raise AttributeError(f"'Series' object has no attribute '{name}': this is as much of pandas as tensors meet")

    def __repr__(self):
        named = "" if self.name is None else f"Name: {_printing.title(self.name)}, "
        return _printing.series(self.index, self._values, _columns.take, f"{named}dtype: {self.dtype}")


define_in_place(Series)
