"""`pandas`, as far as tensors need it: tables from files, columns and rows, aggregates. Tensors do the rest."""

import math

from pandas import _files, api, core, errors, io, offsets, tseries
from pandas._categories import Categorical, Interval, cut, qcut
from pandas._columns import CategoricalDtype, column, is_missing, missing
from pandas._dates import bdate_range, date_range, infer_freq, timedelta_range, to_datetime, to_timedelta
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, MultiIndex, RangeIndex
from pandas._json import read_json
from pandas._offsets import DateOffset
from pandas._options import get_option, option_context, options, reset_option, set_option
from pandas._periods import Period, PeriodIndex, period_range
from pandas._read_csv import read_csv, read_table
from pandas._reshape import concat, crosstab, factorize, get_dummies, melt, merge, pivot, pivot_table, to_numeric
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
