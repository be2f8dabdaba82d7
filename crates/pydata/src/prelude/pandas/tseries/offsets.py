"""`pandas.tseries.offsets`: steps of the calendar."""

from pandas.offsets import *  # noqa: F403
