"""Groups of rows, and aggregates per group."""

import math

from pandas import _files
from pandas._columns import Coded, is_missing, of_list, tolist
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


def _call(group, func):
    # What a function says of a group, by its name or itself.
    if func in ("first", "last"):
        return next(iter(group.dropna().tolist()[:: 1 if func == "first" else -1]), math.nan)
    if isinstance(func, str):
        return group.shape[0] if func == "size" else getattr(group, func)()
    return func(group)


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

    def _group_of_rows(self):
        return {place: at for at, places in enumerate(self._places.values()) for place in places}

    def ngroup(self):
        """The number of each row's group."""
        return self._over_rows(lambda places, at: [at] * len(places))

    def cumcount(self):
        """The number of each row within its group."""
        return self._over_rows(lambda places, at: range(len(places)))

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

    def filter(self, func):
        """The rows of the groups of which a function is true."""
        kept = [places for places in self._places.values() if func(self._owner._take(places))]
        return self._owner._take(sorted([place for places in kept for place in places]))

    def pipe(self, func, *args, **kwargs):
        """A function of these groups."""
        return func(self, *args, **kwargs)


class SeriesGroups(_Groups):
    """A column's rows in groups."""

    def __init__(self, series, keys, names, sort=True, as_index=True, dropna=True):
        self._series = self._owner = series
        self._names, self._as_index = names if isinstance(names, list) else [names], as_index
        self._places = _grouped(_plain(keys), sort, dropna)

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
        found = [func(group, *args, **kwargs) for _, group in self]
        if found and hasattr(found[0], "_values"):
            return _stacked(self, found, self._series.name)
        return self._result(found)

    def agg(self, func=None, **named):
        """A function of each group, by its name; of several a column each."""
        if isinstance(func, (list, tuple)) or named:
            from pandas._frame import DataFrame

            pairs = named.items() if named else [(name_of(one), one) for one in func]
            columns = {name: of_list([_call(group, one) for _, group in self]) for name, one in pairs}
            return self._finished(DataFrame(columns, index=self._labels()))
        return self._result([_call(group, func) for _, group in self])

    aggregate = agg

    def describe(self):
        """Count, mean, deviation, extremes and quartiles of each group."""
        from pandas._frame import DataFrame

        facts = [group.describe() for _, group in self]
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

    def value_counts(self, normalize=False):
        """How often each value occurs in each group."""
        return _stacked(self, [group.value_counts(normalize) for _, group in self], "proportion" if normalize else "count")

    def nlargest(self, n=5):
        """The largest values of each group."""
        return _stacked(self, [group.nlargest(n) for _, group in self], self._series.name)

    def __getattr__(self, name):
        if name in _ROW_BY_ROW:
            return lambda *args, **kwargs: self.transform(name, *args, **kwargs)
        if name not in _AGGREGATES:
            known = ", ".join([*_AGGREGATES, *_ROW_BY_ROW])
            raise AttributeError(f"groups have no '{name}': there are {known}, size, first, last, apply, agg and transform")
        return lambda *args, **kwargs: self._result([getattr(group, name)(*args, **kwargs) for _, group in self])


def _stacked(groups, found, name):
    # Columns of groups below each other, their labels behind the keys of the groups.
    from pandas._series import Series

    labels, values = [], []
    for key, part in zip(groups._places, found):
        for label, value in part.items():
            labels.append((*(key if isinstance(key, tuple) else (key,)), label))
            values.append(value)
    inner = found[0].index.name if found else None
    return Series(of_list(values), index=labelled(labels, [*groups._names, inner]), name=name)


class Groups(_Groups):
    """A table's rows in groups of columns' values."""

    def __init__(self, table, by, sort=True, as_index=True, dropna=True):
        self._one = not isinstance(by, (list, tuple))
        parts = [by] if self._one else list(by)
        self._table = self._owner = table
        self._sort, self._as_index, self._dropna, self._by = sort, as_index, dropna, by
        keys = [self._keys_of(part) for part in parts]
        self._names = [
            part.key
            if hasattr(part, "spans")
            else getattr(part, "name", None)
            if hasattr(part, "_values") or hasattr(part, "_labels")
            else part
            if not callable(part)
            else table.index.name
            for part in parts
        ]
        self._keys = _plain(keys[0]) if len(keys) == 1 else list(zip(*map(tolist, keys)))
        self._places = _grouped(self._keys, sort, dropna)

    def _keys_of(self, part):
        if hasattr(part, "spans"):
            labels, places = part.spans(tolist(self._table._column(part.key)) if part.key else self._table.index.tolist())
            return [labels[at] if at >= 0 else math.nan for at in places]
        if hasattr(part, "_values"):
            return part._values
        if hasattr(part, "_labels"):
            return part.tolist()
        if callable(part):
            return [part(label) for label in self._table.index]
        if part not in self._table and part == self._table.index.name:
            return self._table.index.tolist()
        return self._table._column(part)

    def __getitem__(self, name):
        if isinstance(name, list):
            kept = [one for one in self._names if one in self._table and one not in name]
            return Groups(self._table[[*kept, *name]], self._by, self._sort, self._as_index, self._dropna)
        return SeriesGroups(self._table[name], self._keys, self._names, self._sort, self._as_index, self._dropna)

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
        left = self._table._like({n: c for n, c in self._table._columns.items() if n not in self._names})
        return list((left.select_dtypes("number") if numeric_only else left)._columns)

    def _column(self, name):
        return SeriesGroups(self._table[name], self._keys, self._names, self._sort, True, self._dropna)

    def _made(self, columns):
        from pandas._frame import DataFrame

        return self._finished(DataFrame(columns, index=self._labels()))

    def _each(self, which, numeric_only=False, *args):
        names = self._columns(numeric_only)
        return self._made({name: getattr(self._column(name), which)(*args)._values for name in names})

    def agg(self, func=None, **named):
        """A function of each column by its name, each column's own, or named ones: total=("sales", "sum")."""
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

    def describe(self):
        """Count, mean, deviation and quartiles of each column of numbers."""
        made = {}
        for name in self._columns(True):
            facts = self._column(name).describe()
            made.update({(name, fact): column for fact, column in facts._columns.items()})
        return self._made(made)

    def apply(self, func, *args, **kwargs):
        """A function of each group's table, without the columns of the keys."""
        from pandas._frame import DataFrame
        from pandas._series import Series

        kept = self._table[self._columns()]
        found = [func(kept._take(places), *args, **kwargs) for places in self._places.values()]
        if found and isinstance(found[0], DataFrame):
            raise NotImplementedError("apply() takes functions that return a number or a column: use transform or filter")
        if found and isinstance(found[0], Series):
            return self._made({name: of_list([row[name] for row in found]) for name in found[0].index})
        return self._finished(Series(of_list(found), index=self._labels()))

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
        return lambda numeric_only=False: self._each(name, numeric_only)
