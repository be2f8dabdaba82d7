"""`pandas`, as far as tensors need it: tables from files, columns and rows, aggregates. Tensors do the rest."""

import math

from pandas import _files, errors
from pandas._categories import Categorical, Interval, cut, qcut
from pandas._columns import CategoricalDtype, column, is_missing, missing
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, MultiIndex, RangeIndex
from pandas._printing import SETTINGS
from pandas._read_csv import read_csv, read_table
from pandas._reshape import concat, crosstab, factorize, get_dummies, melt, merge, pivot, pivot_table, to_numeric

__version__ = "3.0.0"
NA = math.nan


def isna(obj):
    """Returns where values are missing."""
    if isinstance(obj, (DataFrame, Series)):
        return obj.isna()
    return missing(column(obj)) if hasattr(obj, "__iter__") and not isinstance(obj, str) else is_missing(obj)


isnull = isna


def notna(obj):
    """Returns where values are present."""
    found = isna(obj)
    return not found if isinstance(found, bool) else ~found


notnull = notna


def set_option(*pairs):
    """Sets how much of tables is shown: set_option("display.max_rows", 100)."""
    for name, value in zip(pairs[::2], pairs[1::2]):
        SETTINGS[_option(name)] = value


def get_option(name):
    """Returns how much of tables is shown."""
    return SETTINGS[_option(name)]


def _option(name):
    found = [known for known in SETTINGS if name in known]
    if len(found) != 1:
        raise KeyError(f"No such option: {name!r}: there are {', '.join(SETTINGS)}")
    return found[0]


def unique(values):
    """Each value once, in the order of their first places."""
    return Series(values).unique()


class NamedAgg:
    """An aggregate of a column: total=NamedAgg("sales", "sum")."""

    def __init__(self, column, aggfunc):
        self.column, self.aggfunc = column, aggfunc

    def __iter__(self):
        return iter((self.column, self.aggfunc))


def read_parquet(path, columns=None):
    """The table in a Parquet file."""
    found = {name: values for name, values in _files.read_parquet(path).items() if name != "__index_level_0__"}
    return DataFrame(found if columns is None else {name: found[name] for name in columns})
