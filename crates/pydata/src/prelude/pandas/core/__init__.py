"""`pandas.core`: where pandas defines its classes."""

from pandas.core import frame, series
