"""`pandas`, as far as tensors need it: tables from files, columns and rows, aggregates. Tensors do the rest."""

import io
import math

from pandas import _files
from pandas._columns import astype, column, is_missing, missing, of_list
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, RangeIndex
from pandas._printing import SETTINGS
from pandas._reshape import concat, get_dummies, merge, to_numeric

__version__ = "3.0.0"
NA = math.nan
_MISSING = {"", "#N/A", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null", "<NA>", "-nan", "-NaN"}


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


def _read(values):
    # Texts of a file: bools, or texts with missing values.
    if not isinstance(values, list):
        return values
    if set(values) <= {"True", "False", "TRUE", "FALSE", "true", "false"}:
        return of_list([value.lower() == "true" for value in values])
    return [math.nan if value in _MISSING else value for value in values]


def read_csv(
    filepath_or_buffer,
    sep=",",
    header="infer",
    names=None,
    index_col=None,
    usecols=None,
    skiprows=0,
    nrows=None,
    dtype=None,
    delimiter=None,
):
    """The table in a text file: columns of whole numbers, numbers, flags or text."""
    headed = header is not None and names is None or header == 0
    if isinstance(filepath_or_buffer, io.TextIOBase):
        filepath_or_buffer = io.BytesIO(filepath_or_buffer.read().encode())
    found = _files.read_csv(filepath_or_buffer, delimiter or sep, headed, skiprows, nrows)
    columns = {name: _read(values) for name, values in found.items()}
    if names is not None:
        columns = dict(zip(names, columns.values()))
    elif header is None:
        columns = dict(enumerate(columns.values()))
    if usecols is not None:
        chosen = [name if isinstance(name, str) else list(columns)[name] for name in usecols]
        columns = {name: values for name, values in columns.items() if name in chosen}
    if dtype is not None:
        kinds = dtype if isinstance(dtype, dict) else dict.fromkeys(columns, dtype)
        columns = {name: astype(values, kinds[name]) if name in kinds else values for name, values in columns.items()}
    table = DataFrame(columns)
    if index_col is None or index_col is False:
        return table
    return table.set_index(index_col if isinstance(index_col, str) else list(columns)[index_col])


def read_parquet(path, columns=None):
    """The table in a Parquet file."""
    found = {name: values for name, values in _files.read_parquet(path).items() if name != "__index_level_0__"}
    return DataFrame(found if columns is None else {name: found[name] for name in columns})
