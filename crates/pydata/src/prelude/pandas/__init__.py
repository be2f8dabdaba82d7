"""`pandas`, as far as tensors need it: tables from files, columns and rows, aggregates. Tensors do the rest."""

import math

from pandas import _files, api, core, errors, io, offsets, plotting, tseries
from pandas._categories import Categorical, Interval, cut, qcut
from pandas._columns import CategoricalDtype, column, is_missing, missing
from pandas._dates import bdate_range, date_range, infer_freq, timedelta_range, to_datetime, to_timedelta
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, MultiIndex, RangeIndex
from pandas._json import json_normalize, read_json
from pandas._level_keys import IndexSlice
from pandas._offsets import DateOffset
from pandas._options import get_option, option_context, options, reset_option, set_option
from pandas._periods import Period, PeriodIndex, period_range
from pandas._read_csv import read_csv, read_table
from pandas._ordered_merges import merge_asof, merge_ordered
from pandas._reshape import (
    concat, crosstab, factorize, get_dummies, melt, merge, pivot, pivot_table, to_numeric, wide_to_long
)  # fmt: skip
from pandas._resample import Grouper
from pandas._stamps import NaT, Timedelta, Timestamp
from pandas._time_indexes import DatetimeIndex, TimedeltaIndex
from pandas._zones import DatetimeTZDtype

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


def read_pickle(filepath_or_buffer, compression="infer", storage_options=None):
    """What `to_pickle` wrote to a file."""
    import pickle

    if hasattr(filepath_or_buffer, "read"):
        return pickle.load(filepath_or_buffer)
    with open(filepath_or_buffer, "rb") as file:
        return pickle.load(file)


def eval(expr, parser="pandas", engine=None, local_dict=None, global_dict=None, **options):
    """The value of an expression of tables and columns, given as text."""
    import sys

    from pandas._expressions import evaluate

    frame = sys._getframe(1)
    return evaluate(None, expr, {**frame.f_globals, **frame.f_locals, **(global_dict or {}), **(local_dict or {})})
