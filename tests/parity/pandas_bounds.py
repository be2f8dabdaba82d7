# cpu only: columns of moments lie in the host's memory
# Moments and spans that do not fit their unit, and numbers and texts that are none.
import numpy as np
import pandas as pd


def tried(work):
    try:
        print(repr(work()))
    except Exception as error:
        print(type(error).__name__, error)


for errors in ("raise", "coerce"):
    for values, unit in [
        (["abc", 1], "s"), ([1, "abc"], "s"), ([1e30, 5], "s"), ([10**18, 5], "s"), ([10**30, 5], "s"), (10**18, "s"), ("abc", "s"),
        (1e30, "s"), ([1, None, "x", True], "D"), ([20200101, 5], "D"), ([1, [2]], "D"), ([float("inf"), 1], "s"), ([1.25, 1], "s"),
        ([1.0, 1], "s"), ([1, 2], "ms"), (1.25, "s"), (["2020-01-01", 1], "s"), ([], "s"), ([None, 1], "h"), (-1, "D"),
    ]:
        tried(lambda: pd.to_datetime(values, unit=unit, errors=errors))
for work in (
    lambda: pd.Timestamp("1500-01-01").as_unit("ns"),
    lambda: pd.Timestamp(10**20),
    lambda: pd.Timestamp(2**63 - 1) + pd.Timedelta(1),
    lambda: pd.Timestamp("2262-01-01").as_unit("ns") + pd.Timedelta(days=365),
    lambda: pd.Timestamp("9999-12-31") + pd.Timedelta(days=1),
    lambda: pd.Timestamp("10000-01-01"),
    lambda: pd.Timedelta(10**20),
    lambda: pd.Timedelta(days=10**9),
    lambda: pd.Timedelta(days=10**6).as_unit("ns"),
    lambda: pd.to_timedelta([10**20]),
    lambda: pd.to_timedelta([10**15], unit="D"),
    lambda: pd.to_timedelta([10**15, 3], unit="D", errors="coerce"),
    lambda: pd.to_timedelta(["x", "3 days"], errors="coerce"),
    lambda: pd.to_datetime(["1500-01-01", "2020-01-01"]),
    lambda: pd.Series(pd.to_datetime(["1500-01-01"])).astype("datetime64[ns]"),
    lambda: pd.to_datetime(pd.Series(["1500-01-01"])).dt.as_unit("ns"),
    lambda: pd.errors.OutOfBoundsDatetime.__mro__[1],
    lambda: pd.errors.OutOfBoundsTimedelta.__mro__[1],
    lambda: np.array(pd.to_datetime(["1500-01-01"])),
):
    tried(work)
