"""`pandas.core.frame`: tables."""

from pandas._frame import DataFrame
