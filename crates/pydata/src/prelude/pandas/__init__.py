"""`pandas`, as far as tensors need it: tables from files, columns and rows, aggregates. Tensors do the rest."""

import io
import math

from pandas import _files
from pandas._categories import Categorical, Interval, cut, qcut
from pandas._columns import CategoricalDtype, astype, column, is_missing, missing, of_list
from pandas._frame import DataFrame, Series
from pandas._indexes import Index, MultiIndex, RangeIndex
from pandas._printing import SETTINGS
from pandas._reshape import concat, crosstab, factorize, get_dummies, melt, merge, pivot, pivot_table, to_numeric

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


class NamedAgg:
    """An aggregate of a column: total=NamedAgg("sales", "sum")."""

    def __init__(self, column, aggfunc):
        self.column, self.aggfunc = column, aggfunc

    def __iter__(self):
        return iter((self.column, self.aggfunc))


def _read(values, missing=frozenset()):
    # Texts of a file: numbers, bools, or texts with missing values.
    if not isinstance(values, list):
        return values
    if missing:
        values = ["" if value in missing else value for value in values]
        numbers = _numbers(values)
        if numbers is not None:
            return numbers
    if set(values) <= {"True", "False", "TRUE", "FALSE", "true", "false"}:
        return of_list([value.lower() == "true" for value in values])
    return [math.nan if value in _MISSING else value for value in values]


def _numbers(values):
    # Numbers that texts stand for, where all do.
    try:
        found = [math.nan if value in _MISSING else float(value) for value in values]
    except ValueError:
        return None
    whole = all([value not in _MISSING and "." not in value and "e" not in value.lower() for value in values])
    return of_list([int(value) for value in values] if whole else found)


def _joined_digits(values, mark):
    # Texts of numbers without the mark between their thousands.
    if not isinstance(values, list):
        return values
    found = _numbers([value.replace(mark, "") for value in values])
    return values if found is None else found


def _without_comments(file, mark):
    # A file with each line up to a mark.
    lines = [line.split(mark)[0].rstrip() for line in _text_of(file).splitlines()]
    return io.BytesIO("\n".join([line for line in lines if line]).encode())


def _spaced(file):
    # A file whose fields are apart by spaces, with commas.
    return io.BytesIO("\n".join([",".join(line.split()) for line in _text_of(file).splitlines()]).encode())


def _text_of(file):
    if not hasattr(file, "read"):
        with open(file) as opened:
            text = opened.read()
    else:
        text = file.read()
    return text.decode() if isinstance(text, bytes) else text


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
    na_values=None,
    comment=None,
    thousands=None,
    encoding=None,
):
    """The table in a text file: columns of whole numbers, numbers, flags or text."""
    headed = header is not None and names is None or header == 0
    if comment is not None:
        filepath_or_buffer = _without_comments(filepath_or_buffer, comment)
    if isinstance(filepath_or_buffer, io.TextIOBase):
        filepath_or_buffer = io.BytesIO(filepath_or_buffer.read().encode())
    if sep == r"\s+" or delimiter == r"\s+":
        filepath_or_buffer, delimiter = _spaced(filepath_or_buffer), ","
    found = _files.read_csv(filepath_or_buffer, delimiter or sep, headed, skiprows, nrows)
    marks = frozenset([na_values] if isinstance(na_values, str) else [str(one) for one in na_values or ()])
    if thousands is not None:
        found = {name: _joined_digits(values, thousands) for name, values in found.items()}
    columns = {name: _read(values, marks) for name, values in found.items()}
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
