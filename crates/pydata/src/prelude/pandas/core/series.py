"""`pandas.core.series`: columns."""

from pandas._series import Series
