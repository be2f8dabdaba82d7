"""Columns of tables: arrays of numbers or flags, lists of anything else. Missing values are NaN."""

import math

import datetime as _datetime

import numpy as np
import torch
from numpy._times import TimeArray, time_type

from pandas import _files
from pandas._stamps import NaT
from pandas._time_parts import boxed, in_unit, stored, unboxed
from pandas._zones import in_zone, zoned


def column(data, count=None):
    """Converts a program's value to a column. A single value fills `count` rows."""
    if isinstance(data, Coded):
        return data
    if isinstance(data, TimeArray):
        return stored(data)
    if isinstance(data, np.ndarray):
        return data if data.ndim == 1 else data.reshape(-1)
    if isinstance(data, torch.Tensor):
        return data.detach().numpy()
    if hasattr(data, "_values"):
        return data._values
    if hasattr(data, "_array"):
        return data._array
    if isinstance(data, str) or not hasattr(data, "__iter__"):
        return of_list([data] * (1 if count is None else count))
    return of_list(list(data))


def of_list(values):
    """A list as an array where it holds numbers or flags only."""
    if not values:
        return []
    found = _files.column_of(values)
    if found is not None:
        return found
    if any([isinstance(value, _TIMES) for value in values[:2]]) or isinstance(values[-1], _TIMES):
        return _of_times(values)
    if all([isinstance(value, (bool, np.bool_)) for value in values]):
        return np.array([bool(value) for value in values])
    numbers = [is_number(value) for value in values]
    if all(numbers) and all([isinstance(value, (int, np.integer)) for value in values]):
        whole = [int(value) for value in values]
        return np.array(whole) if all([-(2**63) <= value < 2**63 for value in whole]) else whole
    known = [number or value is None for number, value in zip(numbers, values)]
    if all(known) and any(numbers):
        return np.array([math.nan if value is None else float(value) for value in values])
    has_texts_only = all([isinstance(value, str) or is_missing(value) for value in values])
    return [math.nan if value is None else value for value in values] if has_texts_only else list(values)


# What columns of moments and spans are made of.
_TIMES = (_datetime.datetime, _datetime.timedelta, np.datetime64, np.timedelta64)


def _of_times(values):
    # Moments or spans, and gaps: an array of a unit; else what they are.
    from pandas._stamps import Timedelta, Timestamp

    known = [value for value in values if not is_missing(value)]
    for kinds, one, kind in ((_TIMES[::2], Timestamp, "M"), (_TIMES[1::2], Timedelta, "m")):
        if all([isinstance(value, kinds) for value in known]) and (known or kind == "M"):
            made = [NaT if is_missing(value) else value if type(value) is one else one(value) for value in values]
            zones = {getattr(value, "_tzinfo", None) for value in made if value is not NaT}
            return values if len(zones) > 1 else unboxed(made, kind)
    return list(values)


def is_number(value):
    """Returns whether a value is a number but not a bool."""
    return isinstance(value, (int, float, np.number)) and not isinstance(value, (bool, np.bool_))


def is_missing(value):
    """Returns whether a value is missing."""
    return value is None or value is NaT or isinstance(value, (float, np.floating)) and value != value


def missing(values):
    """Returns where values are missing, as bools."""
    if isinstance(values, TimeArray):
        return values.isnat()
    if isinstance(values, np.ndarray):
        return np.zeros(len(values), dtype=bool) if values.dtype.kind != "f" else np.isnan(values)
    return _files.missing(list(values), NaT)


def filled(values, value):
    """The values, with another one where nothing stands."""
    gone = missing(values)
    if not bool(gone.any()):
        return copy(values)
    if isinstance(values, np.ndarray) and not isinstance(values, TimeArray) and is_number(value):
        return np.where(gone, float(value), values)
    return of_list([value if lost else one for one, lost in zip(tolist(values), gone.tolist())])


def take(values, places):
    """The rows at some places."""
    if isinstance(values, np.ndarray):
        return values[np.array(places, dtype=np.int64)]
    taken = list(map(values.__getitem__, places))
    return values.like(taken) if isinstance(values, Coded) else taken


def at(values, place):
    """The value of one row: NumPy's scalar where an array holds it."""
    if isinstance(values, TimeArray):
        return boxed(values[place : place + 1 or None])[0]
    return values[place]


def tolist(values):
    """Python's own values."""
    if isinstance(values, TimeArray):
        return boxed(values)
    return values.tolist() if isinstance(values, np.ndarray) else list(values)


class Values(list):
    """Values that no array holds."""

    def tolist(self):
        """A list of them."""
        return list(self)

    @property
    def shape(self):
        """(values,)"""
        return (len(self),)

    @property
    def dtype(self):
        """The type of the values."""
        return dtype(self)

    def __repr__(self):
        if dtype(self) != "str":
            return repr(np.array(list(self), dtype=object))
        from pandas._index_texts import in_lines

        shown = ["nan" if is_missing(value) else repr(value) for value in self]
        return f"<StringArray>\n{in_lines(shown)}\nLength: {len(self)}, dtype: str"

    __str__ = __repr__


class Coded(list):
    """Values of a few categories, which have an order."""

    def __init__(self, values, categories, ordered=False):
        super().__init__(values)
        self.categories, self.ordered = list(categories), ordered

    def like(self, values):
        """Other values of the same categories."""
        return Coded(values, self.categories, self.ordered)

    def copy(self):
        """The same values, kept apart."""
        return self.like(self)

    @property
    def codes(self):
        """The number of each value's category, -1 where there is none."""
        return np.array(self._codes(), dtype="int8" if len(self.categories) < 128 else "int16")

    @property
    def dtype(self):
        """The type: the categories and whether they have an order."""
        return CategoricalDtype(self.categories, self.ordered)

    def tolist(self):
        """The values."""
        return list(self)

    def value_counts(self, dropna=True):
        """How often each category occurs."""
        from pandas._series import Series

        return Series(self).value_counts(sort=False, dropna=dropna)

    def __getattr__(self, name):
        # What a column of categories can do.
        from pandas._categories import Categories
        from pandas._series import Series

        if name.startswith("_") or not hasattr(Categories, name):
            raise AttributeError(f"'Categorical' object has no attribute '{name}'")
        method = getattr(Categories(Series(self)), name)
        return lambda *args, **options: method(*args, **options)._values

    def _codes(self):
        places = {value: at for at, value in enumerate(self.categories)}
        return [places.get(value, -1) for value in self]

    def compared(self, other, operate):
        """Where the places of the categories compare with that of another; gaps do not."""
        codes = np.array(self._codes(), dtype="int64")
        flags = operate(codes, self.categories.index(other))
        differs = not operate(0, 0) and operate(0, 1) and operate(1, 0)
        return flags if differs else flags & (codes >= 0)

    def described(self):
        """The categories in words."""
        kinds = str(dtype(of_list(self.categories)))
        if any([hasattr(x, "closed") for x in self.categories]):
            whole = all([isinstance(x.left, int) for x in self.categories])
            kinds = f"interval[{'int64' if whole else 'float64'}, {self.categories[0].closed}]"
        texts = [repr(value) for value in self.categories]
        mark, start = " < " if self.ordered else ", ", f"Categories ({len(texts)}, {kinds}): ["
        lines = [start]
        for at, text in enumerate(texts):
            more = text + (mark if at < len(texts) - 1 else "]")
            if len(lines[-1]) + len(more.rstrip()) > 80 and lines[-1] != start:
                lines.append(" " * len(start))
            lines[-1] += more
        return "\n".join([line.rstrip() for line in lines])

    def __repr__(self):
        shown = [repr(value) if not is_missing(value) else "NaN" for value in self]
        return f"[{', '.join(shown)}]\n{self.described()}"


def coded(values, categories=None, ordered=False):
    """Values as categories: those that are given, or the distinct values in ascending order."""
    found = tolist(values)
    if categories is None:
        known = list(dict.fromkeys([value for value in found if not is_missing(value)]))
        categories = sorted(known) if len({isinstance(value, str) for value in known}) < 2 else known
    known = set(categories)
    return Coded([value if value in known else math.nan for value in found], categories, ordered)


def values(column):
    """Returns a column for the program: its array, or its values."""
    if isinstance(column, TimeArray) and column._kind == "M":
        return zoned(column, None)
    return column if isinstance(column, (np.ndarray, Coded)) else Values(column)


def copy(values):
    """The same values, kept apart."""
    return values.copy()


def dtype(values):
    """Returns a column's type: NumPy's dtype, or `str` or `object`."""
    if isinstance(values, np.ndarray):
        return values.dtype
    if isinstance(values, Coded):
        return Kind("category")
    texts = [isinstance(value, str) or is_missing(value) for value in values]
    if texts and not texts[0] and getattr(values[0], "_rule", None):
        return Kind(f"period[{values[0].freqstr}]")
    return Kind("str" if texts and all(texts) else "object")


class Kind:
    """The dtype of a column without an array."""

    def __init__(self, name):
        self.name, self.kind = name, "O"

    def __eq__(self, other):
        return self.name == getattr(other, "name", other) or other is {"str": str, "object": object}.get(self.name, self)

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        if self.name == "category":
            return "CategoricalDtype()"
        return "dtype('O')" if self.name == "object" else "<StringDtype(na_value=nan)>"


class CategoricalDtype:
    """The dtype of categories in an order."""

    __module__ = "pandas"

    def __init__(self, categories=None, ordered=False):
        self.categories, self.ordered = categories, ordered


# Types of pandas that may have gaps, and those that hold the same values without them.
_NULLABLE = {
    **{f"{sign}Int{bits}": f"{sign.lower()}int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)},
    **{"Float32": "float32", "Float64": "float64", "boolean": "bool"},
}


def _without_gaps(values, name):
    # The type of NumPy for one that may have gaps, which whole numbers and flags must not have here.
    if name.startswith("Float"):
        return _NULLABLE[name]
    if bool(missing(values).any()):
        raise NotImplementedError(f"columns of {name} with missing values are not there: use float64, or object for flags")
    return _NULLABLE[name]


def astype(values, kind):
    """A column of another kind."""
    name = getattr(kind, "name", kind)
    if isinstance(name, str) and name in _NULLABLE:
        kind = name = _without_gaps(values, name)
    if isinstance(name, str) and name.startswith(("datetime64", "timedelta64")) or kind in (np.datetime64, np.timedelta64):
        return _as_times(values, str(name) if isinstance(name, str) else f"{name.__name__}[ns]")
    if isinstance(values, TimeArray) and name not in (object, "object", "category") and not isinstance(kind, CategoricalDtype):
        return _from_times(values, name)
    if name in (str, "str", "string"):
        return [value if is_missing(value) else str(value) for value in tolist(values)]
    if isinstance(kind, CategoricalDtype):
        return coded(values, kind.categories, kind.ordered)
    if name == "category":
        return coded(values)
    if name in (object, "object"):
        return tolist(values)
    if isinstance(values, np.ndarray):
        if values.dtype.kind == "f" and np.dtype(kind).kind in "iu" and bool(missing(values).any()):
            raise ValueError("Cannot convert non-finite values (NA or inf) to integer")
        return values.astype(kind)
    whole = np.dtype(kind).kind in "iu"
    return np.array([int(value) if whole else float(value) for value in values]).astype(kind)


def _as_times(values, name):
    from pandas import _dates

    given = (
        np.array(values)
        if isinstance(values, list) and values and not isinstance(values[0], str) and is_number(values[0])
        else values
    )
    make = _dates.to_datetime if name.startswith("d") else _dates.to_timedelta
    made = given if isinstance(given, TimeArray) else make(given)._array
    plain, comma, zone = name.removesuffix("]").partition(", ")
    name = plain + "]" if comma else name
    unit = time_type(name).unit
    made = in_unit(stored(made), unit) if unit in ("s", "ms", "us", "ns") else stored(made.astype(name))
    return in_zone(made, zone if comma else None, isinstance(given, TimeArray)) if made._kind == "M" else made


def _from_times(values, name):
    if name in (str, "str", "string"):
        from pandas._time_texts import column_texts

        return [math.nan if value is NaT else text for value, text in zip(boxed(values), column_texts(values))]
    if bool(values.isnat().any()) and np.dtype(name).kind in "iu":
        raise ValueError("Cannot convert NaT values to integer")
    return values._inner.astype(name)


def joined(parts):
    """Columns one below the other."""
    if any([isinstance(part, TimeArray) for part in parts]):
        return of_list([value for part in parts for value in tolist(part)])
    if all([isinstance(part, np.ndarray) for part in parts]) and len({part.dtype.kind == "b" for part in parts}) == 1:
        return np.concatenate(parts)
    return of_list([value for part in parts for value in tolist(part)])


def order(values, ascending, na_position="last"):
    """Returns the order of the values. Missing values come last, or first (na_position="first")."""
    if na_position not in ("first", "last"):
        raise ValueError(f"invalid na_position: {na_position}")
    gone = missing(values)
    values = np.array(values._codes()) if isinstance(values, Coded) else values._inner if isinstance(values, TimeArray) else values
    places, lost = np.flatnonzero(~gone), np.flatnonzero(gone).tolist()
    if isinstance(values, np.ndarray):
        found = places[_stable_order(values[places], ascending)].tolist()
    else:
        found = sorted(places.tolist(), key=values.__getitem__, reverse=not ascending)
    return found + lost if na_position == "last" else lost + found


def _stable_order(values, ascending):
    # Equal values stay in their order, descending ones too.
    if ascending:
        return np.argsort(values, kind="stable")
    return len(values) - 1 - np.argsort(values[::-1], kind="stable")[::-1]


def distinct(values):
    """Each value once, in the order of their first places."""
    values = tolist(values)
    if not bool(missing(values).any()):
        return list(dict.fromkeys(values))
    return list({("missing",) if is_missing(value) else value: value for value in values}.values())
