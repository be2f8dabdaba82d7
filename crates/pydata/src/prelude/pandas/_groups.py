"""Groups of rows, and aggregates per group."""

import math

from pandas import _files
from pandas._columns import Coded, of_list, tolist
from pandas._indexes import labelled
from pandas._stamps import NaT

_AGGREGATES = (
    "sum",
    "mean",
    "median",
    "min",
    "max",
    "std",
    "var",
    "count",
    "nunique",
    "prod",
    "skew",
    "sem",
    "any",
    "all",
    "quantile",
    "idxmax",
    "idxmin",
    "kurt",
)
_ROW_BY_ROW = ("cumsum", "cumprod", "cummax", "cummin", "rank", "shift", "diff", "pct_change", "ffill", "bfill", "fillna")


def _grouped(keys, sort, dropna=True):
    # The positions of each key.
    order = keys.categories.index if isinstance(keys, Coded) else None
    places = _files.grouped(list(keys), dropna, NaT)
    return {key: places[key] for key in sorted(places, key=order)} if sort else places


def _plain(keys):
    return keys if isinstance(keys, Coded) else tolist(keys)


def name_of(func):
    """A function's name, as columns of results have it."""
    return func if isinstance(func, str) else getattr(func, "__name__", "<lambda>")


def _named_ways(ways):
    # (name, function) of each; functions without a name are numbered where they are one of several.
    found, lambdas = [], 0
    for way in ways:
        name, function = way if isinstance(way, tuple) else (name_of(way), way)
        if name == "<lambda>" and len(ways) > 1:
            name, lambdas = f"<lambda_{lambdas}>", lambdas + 1
        found.append((name, function))
    return found


def _call(group, func, *args, **kwargs):
    # What a function says of a group, by its name or itself.
    if func in ("first", "last"):
        return next(iter(group.dropna().tolist()[:: 1 if func == "first" else -1]), math.nan)
    if isinstance(func, str):
        return group.shape[0] if func == "size" else getattr(group, func)(*args, **kwargs)
    found = func(group, *args, **kwargs)
    if hasattr(found, "_values") and hasattr(found, "index"):
        raise ValueError("Must produce aggregated value")
    return found


class _Groups:
    """What columns' and tables' groups share: the positions of each key, and its names."""

    def __len__(self):
        return len(self._places)

    @property
    def ngroups(self):
        """The number of groups."""
        return len(self._places)

    @property
    def indices(self):
        """The positions of each group's rows."""
        return dict(self._places)

    def _labels(self):
        return labelled(self._places, self._names)

    def _finished(self, made):
        return made if self._as_index else made.reset_index()

    def _with_categories(self, keys, observed):
        # Groups of the categories that do not occur, too.
        if not observed and isinstance(keys, Coded):
            self._places = {one: self._places.get(one, []) for one in keys.categories}

    def _below(self, found):
        # Columns or tables of groups below each other, behind the keys of the groups where the program wants them.
        from pandas._reshape import concat

        keys = [key for key, _ in zip(self._places, found)]
        if self._group_keys:
            return concat(found, keys=keys, names=list(self._names))
        made = concat(found)
        alike = set(made.index) == set(self._owner.index) and made.index.is_unique
        return made.reindex(self._owner.index) if alike else made

    def sample(self, n=None, frac=None, replace=False, weights=None, random_state=None):
        """Some rows of each group, by chance."""
        import numpy as np
        from pandas._reshape import concat

        draw = np.random.RandomState(random_state) if isinstance(random_state, int) else random_state
        return concat([self._owner._take(places).sample(n, frac, replace, weights, draw) for places in self._places.values()])

    def rolling(self, *args, **options):
        """The windows of each group's rows."""
        return GroupWindows(self, "rolling", args, options)

    def expanding(self, *args, **options):
        """The windows of each group's rows up to each row."""
        return GroupWindows(self, "expanding", args, options)

    def ewm(self, *args, **options):
        """The windows of each group's rows, whose weights fall with the distance."""
        return GroupWindows(self, "ewm", args, options)

    def resample(self, rule, *args, **options):
        """The rows of each group in spans of time."""
        return GroupWindows(self, "resample", (rule, *args), options)

    def _group_of_rows(self):
        return {place: at for at, places in enumerate(self._places.values()) for place in places}

    def ngroup(self):
        """The number of each row's group."""
        return self._over_rows(lambda places, at: [at] * len(places))

    def cumcount(self, ascending=True):
        """The number of each row within its group."""
        return self._over_rows(lambda places, at: range(len(places))[:: 1 if ascending else -1])

    def _over_rows(self, number):
        from pandas._series import Series

        owner = self._owner
        made = [math.nan] * len(owner)
        for at, places in enumerate(self._places.values()):
            for place, value in zip(places, number(places, at)):
                made[place] = value
        return Series(of_list(made), index=owner.index)

    def _chosen(self, choose):
        return self._owner._take(sorted([place for places in self._places.values() for place in choose(places)]))

    def head(self, n=5):
        """The first rows of each group."""
        return self._chosen(lambda places: places[:n])

    def tail(self, n=5):
        """The last rows of each group."""
        return self._chosen(lambda places: places[-n:] if n else [])

    def nth(self, n):
        """The rows at one place of each group."""
        return self._chosen(lambda places: places[n : n + 1 or None])

    def filter(self, func, dropna=True, *args, **kwargs):
        """The rows of the groups of which a function is true."""
        kept = [places for places in self._places.values() if func(self._owner._take(places), *args, **kwargs)]
        return self._owner._take(sorted([place for places in kept for place in places]))

    def pipe(self, func, *args, **kwargs):
        """A function of these groups."""
        return func(self, *args, **kwargs)


class SeriesGroups(_Groups):
    """A column's rows in groups."""

    def __init__(self, series, keys, names, sort=True, as_index=True, dropna=True, group_keys=True, observed=True):
        self._series = self._owner = series
        self._names, self._as_index = names if isinstance(names, list) else [names], as_index
        self._group_keys = group_keys
        self._places = _grouped(_plain(keys), sort, dropna)
        self._with_categories(keys, observed)

    @property
    def groups(self):
        """The labels of each group's rows."""
        return {key: self._series.index.take(places).tolist() for key, places in self._places.items()}

    @property
    def dtype(self):
        """The type of each group's values."""
        return self._result([group.dtype for _, group in self])

    def __iter__(self):
        return ((key, self._series._take(places)) for key, places in self._places.items())

    def _result(self, values):
        from pandas._series import Series

        return self._finished(Series(of_list(values), index=self._labels(), name=self._series.name))

    def size(self):
        """Returns the number of rows per group."""
        made = self._result([len(places) for places in self._places.values()])
        return made.rename(None) if self._as_index else made.rename(columns={self._series.name: "size"})

    def get_group(self, key):
        """The rows of one group."""
        return self._series._take(self._places[key])

    def apply(self, func, *args, **kwargs):
        """A function of each group."""
        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        found = [func(group.rename(key), *args, **kwargs) for key, group in self]
        if found and isinstance(found[0], dict):
            found = [type(self._series)(one) for one in found]
        if found and (hasattr(found[0], "_values") or hasattr(found[0], "_columns")):
            named = hasattr(found[0], "_values")
            return self._below([one.rename(self._series.name) for one in found] if named else found)
        return self._result(found)

    def agg(self, func=None, *args, **named):
        """A function of each group, by its name; of several a column each."""
        if isinstance(func, (list, tuple)) or func is None:
            from pandas._frame import DataFrame

            pairs = named.items() if func is None else _named_ways(list(func))
            columns = {name: of_list([_call(group, one) for _, group in self]) for name, one in pairs}
            return self._finished(DataFrame(columns, index=self._labels()))
        if isinstance(func, dict):
            raise TypeError("nested renamer is not supported: give each function by a keyword")
        return self._result([_call(group, func, *args, **named) for _, group in self])

    aggregate = agg

    def describe(self, percentiles=None, include=None, exclude=None):
        """Count, mean, deviation, extremes and quartiles of each group."""
        from pandas._frame import DataFrame

        facts = [group.describe(percentiles) for _, group in self]
        return DataFrame({name: of_list([one[name] for one in facts]) for name in facts[0].index}, index=self._labels())

    def transform(self, func, *args, **kwargs):
        """A function of each group, its values at the rows of the group."""
        made = [math.nan] * len(self._series)
        for _, places in self._places.items():
            group = self._series._take(places)
            found = getattr(group, func)(*args, **kwargs) if isinstance(func, str) else func(group, *args, **kwargs)
            values = found.tolist() if hasattr(found, "_values") else [found] * len(places)
            for place, value in zip(places, values):
                made[place] = value
        return self._series._like(of_list(made))

    def first(self):
        """The first value of each group."""
        return self.agg("first")

    def last(self):
        """The last value of each group."""
        return self.agg("last")

    def unique(self):
        """The distinct values of each group."""
        return self.apply(lambda group: group.unique())

    def value_counts(self, normalize=False, sort=True, ascending=False, bins=None, dropna=True):
        """How often each value occurs in each group."""
        found = [group.value_counts(normalize, sort, ascending, bins, dropna) for _, group in self]
        return _stacked(self, found, "proportion" if normalize else "count")

    def nlargest(self, n=5, keep="first"):
        """The largest values of each group."""
        return _stacked(self, [group.nlargest(n) for _, group in self], self._series.name)

    def nsmallest(self, n=5, keep="first"):
        """The least values of each group."""
        return _stacked(self, [group.nsmallest(n) for _, group in self], self._series.name)

    def ohlc(self):
        """The first, largest, least and last value of each group."""
        return self.agg(open="first", high="max", low="min", close="last")

    def corr(self, other, method="pearson", min_periods=None):
        """The correlation of each group with another column."""
        return self._result([group.corr(other.reindex(group.index), method) for _, group in self])

    def quantile(self, q=0.5, interpolation="linear", numeric_only=False):
        """The quantile of each group, or several."""
        if hasattr(q, "__iter__"):
            return _stacked(self, [group.quantile(q, interpolation) for _, group in self], self._series.name)
        return self._result([group.quantile(q, interpolation) for _, group in self])

    def plot(self, *args, **options):
        """Draws each group's values."""
        return self._result([group.plot(*args, **options) for _, group in self])

    def hist(self, **options):
        """Draws the frequencies of each group's values."""
        return self._result([group.hist(**options) for _, group in self])

    def __getattr__(self, name):
        if name in _ROW_BY_ROW:
            return lambda *args, **kwargs: self.transform(name, *args, **kwargs)
        if name not in _AGGREGATES:
            known = ", ".join([*_AGGREGATES, *_ROW_BY_ROW])
            raise AttributeError(f"groups have no '{name}': there are {known}, size, first, last, apply, agg and transform")
        return lambda *args, **kwargs: self._reduced(name, args, kwargs)

    def _reduced(self, name, args, options):
        options = {key: value for key, value in options.items() if key not in ("engine", "engine_kwargs", "numeric_only")}
        least = options.pop("min_count", -1)
        found = [getattr(group, name)(*args, **options) for _, group in self]
        return self._result([value if group.count() >= least else math.nan for value, (_, group) in zip(found, self)])


class GroupWindows:
    """The windows, or the spans of time, of each group's rows."""

    def __init__(self, groups, kind, args, options):
        self._groups, self._kind, self._args, self._options = groups, kind, args, options

    def __getitem__(self, name):
        return GroupWindows(self._groups[name], self._kind, self._args, self._options)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *args, **options: self._each(lambda windows: getattr(windows, name)(*args, **options))

    def _each(self, operate):
        from pandas._reshape import concat

        groups = self._groups
        owner = groups._owner if groups._owner.ndim == 1 else groups._owner[groups._columns()]
        found = [operate(getattr(owner._take(places), self._kind)(*self._args, **self._options)) for places in groups._places.values()]
        return concat(found, keys=list(groups._places), names=list(groups._names))


def _stacked(groups, found, name):
    # Columns of groups below each other, their labels behind the keys of the groups.
    from pandas._series import Series

    labels, values = [], []
    for key, part in zip(groups._places, found):
        for label, value in part.items():
            labels.append((*(key if isinstance(key, tuple) else (key,)), label))
            values.append(value)
    inner = next((one.index.name for one in found if one.index.name is not None), None)
    return Series(of_list(values), index=labelled(labels, [*groups._names, inner]), name=name)


class Groups(_Groups):
    """A table's rows in groups of columns' values."""

    # The columns that are keys.
    _used = frozenset()

    def __init__(self, table, by, sort=True, as_index=True, dropna=True, group_keys=True, observed=True):
        values = isinstance(by, list) and len(by) == len(table) and not _are_keys(table, by)
        self._one = not isinstance(by, (list, tuple)) or values or isinstance(by, tuple) and by in table._columns
        parts = [by] if self._one else list(by)
        self._table = self._owner = table
        self._options = (sort, as_index, dropna, group_keys, observed)
        self._sort, self._as_index, self._dropna, self._by, self._group_keys = sort, as_index, dropna, by, group_keys
        keys = [self._keys_of(part) for part in parts]
        self._names = [self._name_of(part) for part in parts]
        self._used = {self._name_of(part) for part in parts if self._is_column(part)}
        self._keys = _plain(keys[0]) if len(keys) == 1 else list(zip(*map(tolist, keys)))
        self._places = _grouped(self._keys, sort, dropna)
        self._in_categories(keys, sort)
        self._with_categories(self._keys, observed)

    def _in_categories(self, keys, sort):
        # Groups of several keys in the order of the categories.
        if not sort or len(keys) < 2 or not any([isinstance(one, Coded) for one in keys]):
            return
        ranks = [{one: at for at, one in enumerate(key.categories)} if isinstance(key, Coded) else None for key in keys]
        rank = lambda label: tuple([part if known is None else known[part] for part, known in zip(label, ranks)])  # noqa: E731
        self._places = {label: self._places[label] for label in sorted(self._places, key=rank)}

    def _name_of(self, part):
        if hasattr(part, "spans"):
            return part.key
        if hasattr(part, "_values") or hasattr(part, "_labels"):
            return getattr(part, "name", None)
        if isinstance(part, list) or hasattr(part, "nbytes"):
            return None
        return self._table.index.name if callable(part) or isinstance(part, dict) else part

    def _is_column(self, part):
        # Whether a key is a column of the table, by its name or itself.
        if hasattr(part, "_values"):
            return self._table._columns.get(part.name) is part._values
        return not hasattr(part, "nbytes") and not isinstance(part, (list, dict)) and not callable(part) and (
            (part.key if hasattr(part, "spans") else getattr(part, "name", part)) in self._table._columns and not hasattr(part, "_labels")
        )

    def _keys_of(self, part):
        index = self._table.index
        if hasattr(part, "spans"):
            labels, places = part.spans(tolist(self._table._column(part.key)) if part.key else index.tolist())
            return [labels[at] if at >= 0 else math.nan for at in places]
        if hasattr(part, "_values"):
            return (part if len(part) == len(index) and part.index.equals(index) else part.reindex(index))._values
        if hasattr(part, "_labels") or hasattr(part, "nbytes"):
            return part.tolist()
        if isinstance(part, dict):
            return [part.get(label, math.nan) for label in index]
        if isinstance(part, list):
            return part
        if callable(part):
            return [part(label) for label in index]
        if part not in self._table and part in [name for name, _ in index.levels_of()]:
            return index.get_level_values(part).tolist()
        return self._table._column(part)

    def __getitem__(self, name):
        if isinstance(name, list):
            missing = [one for one in name if one not in self._table]
            if missing:
                raise KeyError(f"Columns not found: {', '.join(map(repr, missing))}")
            kept = [one for one in self._names if one in self._table and one not in name]
            return Groups(self._table[[*kept, *name]], self._by, *self._options)
        return self._column(name, self._as_index)

    def __iter__(self):
        wrapped = len(self._names) == 1 and not self._one
        return (((key,) if wrapped else key, self._table._take(places)) for key, places in self._places.items())

    @property
    def groups(self):
        """The labels of each group's rows."""
        return {key: self._table.index.take(places).tolist() for key, places in self._places.items()}

    def get_group(self, key):
        """The rows of one group."""
        return self._table._take(self._places[key[0] if isinstance(key, tuple) and len(key) == 1 else key])

    def size(self):
        """Returns the number of rows per group."""
        from pandas._series import Series

        made = Series([len(places) for places in self._places.values()], index=self._labels())
        return made if self._as_index else made.rename("size").reset_index()

    def _columns(self, numeric_only=False):
        left = self._table._like({n: c for n, c in self._table._columns.items() if n not in self._used})
        return list((left.select_dtypes("number") if numeric_only else left)._columns)

    def _column(self, name, as_index=True):
        sort, _, dropna, group_keys, _ = self._options
        made = SeriesGroups(self._table[name], [], self._names, sort, as_index, dropna, group_keys)
        made._places = self._places
        return made

    def _made(self, columns):
        from pandas._frame import DataFrame

        return self._finished(DataFrame(columns, index=self._labels()))

    def _each(self, which, numeric_only=False, *args):
        names = self._columns(numeric_only)
        return self._under_names(self._made({name: getattr(self._column(name), which)(*args)._values for name in names}))

    def _under_names(self, made):
        # The table's own names of columns, with the names of their levels.
        return made._headed(made, self._table._heading)

    def agg(self, func=None, *args, **named):
        """A function of each column by its name, each column's own, or named ones: total=("sales", "sum")."""
        if func is not None and (args or named):
            return self._made({name: self._column(name).agg(func, *args, **named)._values for name in self._columns()})
        if named:
            return self._made({name: self._column(column).agg(how)._values for name, (column, how) in named.items()})
        if isinstance(func, str):
            return getattr(self, func)()
        pairs = func if isinstance(func, dict) else dict.fromkeys(self._columns(), func)
        if any([isinstance(how, (list, tuple)) for how in pairs.values()]):
            return self._made(self._leveled(pairs))
        return self._made({name: self._column(name).agg(how)._values for name, how in pairs.items()})

    def _leveled(self, pairs):
        # Several functions of a column: names of two levels.
        made = {}
        for name, ways in pairs.items():
            for inner, function in _named_ways(list(ways) if isinstance(ways, (list, tuple)) else [ways]):
                made[(name, inner)] = self._column(name).agg(function)._values
        return made

    aggregate = agg

    def describe(self, percentiles=None, include=None, exclude=None):
        """Count, mean, deviation and quartiles of each column of numbers."""
        made = {}
        for name in self._columns(True):
            facts = self._column(name).describe(percentiles)
            made.update({(name, fact): column for fact, column in facts._columns.items()})
        return self._made(made)

    def apply(self, func, *args, include_groups=False, **kwargs):
        """A function of each group's table, without the columns of the keys."""
        from pandas._frame import DataFrame
        from pandas._series import Series

        if isinstance(func, str):
            return getattr(self, func)(*args, **kwargs)
        kept = self._table[self._columns()]
        found = [func(_called(kept._take(places), key), *args, **kwargs) for key, places in self._places.items()]
        if found and isinstance(found[0], DataFrame):
            return self._below(found)
        if found and isinstance(found[0], Series):
            labels = list(found[0].index)
            if any([list(one.index) != labels for one in found]):
                return self._below(found)
            made = self._made({name: of_list([row.tolist()[at] for row in found]) for at, name in enumerate(labels)})
            return made._headed(made, found[0].index.name) if self._as_index else made
        return self._finished(Series(of_list(found), index=self._labels()))

    def _of_tables(self, which, **options):
        # A table of each group, below each other.
        kept = self._table[self._columns(options.pop("numeric_only", False))]
        return self._below([getattr(kept._take(places), which)(**options) for places in self._places.values()])

    def corr(self, method="pearson", min_periods=1, numeric_only=False):
        """The correlations of each group's columns."""
        return self._of_tables("corr", method=method, numeric_only=numeric_only)

    def cov(self, min_periods=None, ddof=1, numeric_only=False):
        """The covariances of each group's columns."""
        return self._of_tables("cov", numeric_only=numeric_only)

    def value_counts(self, subset=None, normalize=False, sort=True, ascending=False, dropna=True):
        """How often each row occurs in each group."""
        names = [*[one for one in self._names if one in self._table], *(self._columns() if subset is None else list(subset))]
        return self._table.value_counts(names, normalize)

    def take(self, indices):
        """The rows at some places of each group."""
        return self._below([self._owner._take(places).take(indices) for places in self._places.values()])

    def nunique(self, dropna=True):
        """The number of distinct values of each column."""
        return self._each("nunique")

    def plot(self, *args, **options):
        """Draws each group's table."""
        from pandas._series import Series

        kept = self._table[self._columns()]
        return Series([kept._take(places).plot(*args, **options) for places in self._places.values()], index=self._labels())

    def boxplot(self, column=None, **options):
        """Draws a box for each group."""
        (one,) = self._names
        return self._table.boxplot(column=column, by=one, **options)

    def hist(self, **options):
        """Draws the frequencies of each group's columns."""
        return [self._table._take(places).hist(**options) for places in self._places.values()]

    def transform(self, func, *args, **kwargs):
        """A function of each column's groups, its values at their rows."""
        names = self._columns()
        return self._table._like({name: self._column(name).transform(func, *args, **kwargs)._values for name in names})

    def first(self):
        """The first value of each group."""
        return self._each("first")

    def last(self):
        """The last value of each group."""
        return self._each("last")

    def __getattr__(self, name):
        if name in self.__dict__.get("_table", ()):
            return self[name]
        if name in _ROW_BY_ROW:
            return lambda *args, **kwargs: self.transform(name, *args, **kwargs)
        if name not in _AGGREGATES:
            raise AttributeError(f"groups have no '{name}': there are {', '.join([*_AGGREGATES, *_ROW_BY_ROW])}, size and agg")
        return lambda *args, numeric_only=False, **options: self._of_columns(name, numeric_only, args, options)

    def _of_columns(self, name, numeric_only, args, options):
        names = self._columns(numeric_only)
        many = {one: getattr(self._column(one), name)(*args, **options) for one in names}
        first = next(iter(many.values()), None)
        if first is not None and len(first) != len(self._places):
            from pandas._frame import DataFrame

            return DataFrame(many)
        return self._under_names(self._made({one: found._values for one, found in many.items()}))


def _called(table, key):
    # A group's table, which says its key as `name`.
    if "name" not in table._columns:
        object.__setattr__(table, "name", key)
    return table


def _are_keys(table, by):
    # Whether a list names columns or levels, or holds keys of its own, rather than a value for each row.
    levels = [name for name, _ in table.index.levels_of()]
    own = (list, dict)
    return all([isinstance(one, own) or hasattr(one, "_values") or hasattr(one, "_labels") or callable(one) or hasattr(one, "spans") or hasattr(one, "nbytes") and getattr(one, "ndim", 0) or isinstance(one, (str, tuple, int)) and (one in table or one in levels) for one in by])
