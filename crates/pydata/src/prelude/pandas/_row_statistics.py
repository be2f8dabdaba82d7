"""Statistics of tables: their names, those of all rows at once, and windows with weights of each column."""

import numpy as np
from numpy._times import TimeArray

# Statistics of each column (axis=0) or each row (axis=1), and what they are.
REDUCED = {
    "sum": "sum",
    "mean": "mean",
    "median": "value in the middle",
    "std": "standard deviation",
    "var": "variance",
    "min": "least value",
    "max": "largest value",
    "prod": "product",
    "skew": "skewness",
    "kurt": "excess kurtosis",
    "sem": "standard error of the mean",
    "idxmax": "label of the largest value",
    "idxmin": "label of the least value",
    "any": "answer whether any value is true",
    "all": "answer whether all values are true",
}


def across(columns, which, options):
    """The statistic of each row at once, where all columns are numbers; None where the rows need their own kind."""
    arrays = list(columns.values())
    plain = all([isinstance(one, np.ndarray) and not isinstance(one, TimeArray) and one.dtype.kind in "iuf" for one in arrays])
    if which not in ("sum", "mean", "min", "max", "std", "median") or options or not plain or not arrays:
        return None
    table = np.stack(arrays, 1)
    if table.dtype.kind == "f" and bool(np.isnan(table).any()):
        return None
    return table.std(1, ddof=1) if which == "std" else np.median(table, 1) if which == "median" else getattr(table, which)(1)


class EachWeighted:
    """Windows with weights, of each column."""

    def __init__(self, table, args, options):
        self._table, self._args, self._options = table, args, options

    def __getattr__(self, name):
        each = lambda column, args, options: getattr(column.ewm(*self._args, **self._options), name)(*args, **options)  # noqa: E731
        return lambda *args, **options: self._table._each(lambda column: each(column, args, options))
