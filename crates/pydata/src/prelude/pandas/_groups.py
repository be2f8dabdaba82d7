"""Groups of rows, and aggregates per group."""

from pandas._columns import of_list, tolist
from pandas._indexes import Index

_NAMES = ("sum", "mean", "median", "min", "max", "std", "var", "count", "nunique")


def _grouped(keys, sort):
    # The positions of each key.
    places = {}
    for place, key in enumerate(keys):
        if not any([part != part for part in (key if isinstance(key, tuple) else (key,))]):
            places.setdefault(key, []).append(place)
    return {key: places[key] for key in sorted(places)} if sort else places


class SeriesGroups:
    """A column's rows in groups."""

    def __init__(self, series, keys, name, sort=True):
        self._series, self._name = series, name
        self._places = _grouped(tolist(keys), sort)

    def __iter__(self):
        return ((key, self._series._take(places)) for key, places in self._places.items())

    def __len__(self):
        return len(self._places)

    def _result(self, values):
        made = self._series.head(0)
        made._values, made.index = of_list(values), Index(self._places, self._name)
        return made

    def size(self):
        """Returns the number of rows per group."""
        return self._result([len(places) for places in self._places.values()]).rename(None)

    def apply(self, func):
        """A function of each group."""
        return self._result([func(group) for _, group in self])

    def agg(self, func):
        """A function of each group, by its name."""
        return getattr(self, func)() if isinstance(func, str) else self.apply(func)

    def __getattr__(self, name):
        if name not in _NAMES:
            raise AttributeError(f"groups have no '{name}': there are {', '.join(_NAMES)}, size, apply and agg")
        return lambda: self.apply(lambda group: getattr(group, name)())


class Groups:
    """A table's rows in groups of columns' values."""

    def __init__(self, table, by, sort=True):
        names = [by] if isinstance(by, str) else list(by)
        self._table, self._names, self._sort, self._one = table, names, sort, isinstance(by, str)
        keys = [tolist(table._column(name)) for name in names]
        self._keys = keys[0] if len(keys) == 1 else list(zip(*keys))
        self._name = names[0] if len(names) == 1 else None
        self._places = _grouped(self._keys, sort)

    def __getitem__(self, name):
        if isinstance(name, list):
            return Groups(self._table[list(dict.fromkeys(self._names + name))], self._names, self._sort)
        return SeriesGroups(self._table[name], self._keys, self._name, self._sort)

    def __iter__(self):
        wrapped = len(self._names) == 1 and not self._one
        return (((key,) if wrapped else key, self._table._take(places)) for key, places in self._places.items())

    def __len__(self):
        return len(self._places)

    @property
    def groups(self):
        """The labels of each group's rows."""
        return {key: self._table.index.take(places).tolist() for key, places in self._places.items()}

    def get_group(self, key):
        """The rows of one group."""
        return self._table._take(self._places[key[0] if isinstance(key, tuple) and len(key) == 1 else key])

    def size(self):
        """Returns the number of rows per group."""
        return self[self._names[0]].size()

    def _columns(self, numeric_only):
        left = self._table.drop(columns=self._names)
        return list((left.select_dtypes("number") if numeric_only else left)._columns)

    def _each(self, which, numeric_only=False):
        made = self._table.head(0)
        found = {name: getattr(self[name], which)() for name in self._columns(numeric_only)}
        made._columns = {name: values._values for name, values in found.items()}
        object.__setattr__(made, "_index", Index(self._places, self._name))
        return made

    def agg(self, func):
        """A function of each column by its name, or each column's own."""
        if isinstance(func, str):
            return self._each(func)
        made = self._table.head(0)
        made._columns = {name: self[name].agg(which)._values for name, which in func.items()}
        object.__setattr__(made, "_index", Index(self._places, self._name))
        return made

    def __getattr__(self, name):
        if name not in _NAMES:
            raise AttributeError(f"groups have no '{name}': there are {', '.join(_NAMES)}, size and agg")
        return lambda numeric_only=False: self._each(name, numeric_only)
