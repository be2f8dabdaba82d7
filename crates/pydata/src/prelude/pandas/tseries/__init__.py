"""`pandas.tseries`: steps of the calendar."""

from pandas.tseries import frequencies, offsets
