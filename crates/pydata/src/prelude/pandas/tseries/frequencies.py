"""`pandas.tseries.frequencies`: steps by their names."""

from pandas._dates import infer_freq
from pandas._offsets import to_offset
