# cpu only: columns of moments lie in the host's memory
# Moments of texts with offsets, clock changes, steps of the calendar in a zone, labels put behind others.
import datetime as dt
import warnings

import pandas as pd

warnings.simplefilter("ignore")


def t(work):
    try:
        found = work()
        print(repr(found), getattr(found, "dtype", None))
    except Exception as error:
        print(type(error).__name__, error)


B = "Europe/Berlin"
STEPS = (
    pd.DateOffset(days=1), pd.DateOffset(), pd.offsets.Day(1), pd.offsets.Week(1), pd.DateOffset(weeks=1), pd.DateOffset(hours=24),
    pd.offsets.Hour(24), pd.DateOffset(days=1, hours=2), pd.offsets.MonthEnd(1), pd.offsets.BDay(1), pd.DateOffset(months=1),
    pd.Timedelta(days=1), dt.timedelta(days=1), pd.DateOffset(weekday=0), pd.DateOffset(hour=2, minute=30),
    pd.DateOffset(months=-2, days=3),
)  # fmt: skip
for step in STEPS:
    for text in ("2024-03-30 12:00", "2024-10-26 02:30", "2024-10-26 23:15", "2024-10-20 12:00", "2024-04-01 00:00"):
        for zone in (B, "America/New_York", "Australia/Sydney", "Asia/Kolkata"):
            moment = pd.Timestamp(text, tz=zone)
            print(step, text, zone, end=" ")
            t(lambda: moment + step)
            t(lambda: moment - step)
    t(lambda: pd.DatetimeIndex(["2024-10-26 12:00", "2024-03-30 12:00"], tz=B) + step)
    t(lambda: (pd.Series(pd.DatetimeIndex(["2024-10-26 12:00", "2024-03-30 12:00"], tz=B)) - step).tolist())
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00+01:00"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00+02:00"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00Z", "2024-07-01T12:30:00Z"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00Z", "2024-07-01T12:30:00+00:00"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00Z", "2024-07-01T12:30:00"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00", "2024-07-01T12:30:00Z"]))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00Z", None]))
t(lambda: pd.to_datetime(pd.Series(["2024-01-01T00:00:00-05:30", None])))
t(lambda: pd.to_datetime("2024-01-01T00:00:00-05:30"))
t(lambda: pd.to_datetime("2024-01-01T00:00:00-05:30", utc=True))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00+02:00"], utc=True))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01"], utc=True))
t(lambda: pd.to_datetime(["01.02.2024 10:00 +0100"], format="%d.%m.%Y %H:%M %z"))
t(lambda: pd.to_datetime(["01.02.2024 10:00 +0100", "01.02.2024 10:00 +0200"], format="%d.%m.%Y %H:%M %z"))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01"], errors="coerce"))
t(lambda: pd.DatetimeIndex(["2024-01-01T00:00:00+01:00"]))
t(lambda: pd.DatetimeIndex(["2024-01-01T00:00:00+01:00"], tz="Europe/Berlin"))
t(lambda: pd.DatetimeIndex(["2024-01-01T00:00:00"], tz="Europe/Berlin"))
t(lambda: pd.Series(["2024-01-01T00:00:00"]).astype("datetime64[us, UTC]"))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01T00:00:00"])).astype("datetime64[us, UTC]"))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01T00:00:00Z"])).astype("datetime64[ns, Europe/Berlin]"))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01T00:00:00Z"])).astype("datetime64[ns]"))
t(lambda: pd.date_range("2024-01-01", periods=2).append(pd.date_range("2024-02-01", periods=2)))
t(lambda: pd.date_range("2024-01-01", periods=2, tz="UTC").append(pd.date_range("2024-02-01", periods=2, tz="UTC")))
t(lambda: pd.concat([pd.Series(pd.date_range("2024-01-01", periods=2, tz="UTC"))] * 2))
t(lambda: pd.concat([pd.Series(1, pd.date_range("2024-01-01", periods=2, tz="UTC"))] * 2))
s = pd.Series(pd.date_range("2024-01-01", periods=3, tz="Europe/Berlin"))
t(lambda: s.where([True, False, True]))
t(lambda: s.shift(1))
t(lambda: s.isna().sum())
t(lambda: s.sort_values(ascending=False))
t(lambda: s.value_counts())
t(lambda: pd.DataFrame({"t": s, "v": [1, 2, 3]}).merge(pd.DataFrame({"t": s[:2], "w": [5, 6]}), on="t"))
t(lambda: pd.Series(1, pd.date_range("2024-03-30", periods=3, tz="Europe/Berlin")).asfreq("12h"))
t(lambda: pd.Timestamp("2024-10-27 02:30").tz_localize("Europe/Berlin", ambiguous=True))
t(lambda: pd.Timestamp("2024-10-27 02:30").tz_localize("Europe/Berlin", ambiguous="NaT"))
t(lambda: pd.Timestamp("2024-10-27 02:30").tz_localize("Europe/Berlin"))
t(lambda: pd.Timestamp("2024-03-31 02:30").tz_localize("Europe/Berlin"))
t(lambda: pd.Timestamp("2024-03-31 02:30").tz_localize("Europe/Berlin", nonexistent="shift_forward"))
t(lambda: pd.Timestamp("2024-03-31 02:30", tz="Europe/Berlin"))
t(lambda: pd.Timestamp("2024-03-31", tz="Europe/Berlin") + pd.DateOffset(months=1))
t(lambda: pd.Timestamp("2024-03-30 12:00", tz="Europe/Berlin") + pd.DateOffset(days=1))
t(lambda: pd.Timestamp("2024-03-30 12:00", tz="Europe/Berlin") + pd.Timedelta(days=1))
t(lambda: pd.Series(1, pd.date_range("2024-01-31", periods=3, freq="ME", tz="Europe/Berlin")))
t(lambda: s.dt.strftime("%Y-%m-%d %z"))
t(lambda: s.dt.tz_convert("Asia/Tokyo").dt.hour.tolist())
t(lambda: s.astype(str))
t(lambda: s.to_list())
t(lambda: pd.Series([pd.Timestamp("2024-01-01", tz="UTC"), pd.Timestamp("2024-01-01", tz="Asia/Tokyo")]))
t(lambda: pd.DataFrame({"t": s}).to_csv())
t(lambda: pd.Timestamp("2024-10-27 02:30", tz=B))
t(lambda: pd.Timestamp(dt.datetime(2024, 10, 27, 2, 30), tz=B))
t(lambda: pd.Timestamp(2024, 10, 27, 2, 30, tz=B))
t(lambda: pd.Timestamp("2024-10-27 02:30", tz=B).tz_localize(None))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00"], format="ISO8601"))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00+02:00"], format="ISO8601"))
t(lambda: pd.to_datetime(["2024-01-01T00:00:00+01:00", "2024-07-01T12:30:00+02:00"], format="mixed", utc=True))
t(lambda: pd.to_datetime([dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)]))
t(lambda: pd.to_datetime([dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)], utc=True))
t(
    lambda: pd.to_datetime(
        [dt.datetime(2024, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=3))), dt.datetime(2024, 1, 1, tzinfo=dt.timezone.utc)]
    )
)
t(lambda: pd.to_datetime([pd.Timestamp("2024-01-01", tz="UTC"), pd.Timestamp("2024-01-01", tz=B)]))
t(lambda: pd.Index([1, 2], name="a").append(pd.Index([3], name="a")))
t(lambda: pd.Index([1, 2], name="a").append(pd.Index(["x"], name="b")))
t(lambda: pd.Index([1, 2]).append([pd.Index([3]), pd.Index([4.5])]))
t(lambda: pd.RangeIndex(3).append(pd.RangeIndex(3, 5)))
t(lambda: pd.timedelta_range("1h", periods=2).append(pd.timedelta_range("3h", periods=1)))
t(lambda: pd.MultiIndex.from_tuples([(1, 2)], names=["a", "b"]).append(pd.MultiIndex.from_tuples([(3, 4)], names=["a", "b"])))
t(lambda: pd.Series(["2024-01-01", None]).astype("datetime64[ns]").tolist())
t(lambda: pd.Series(["2024-01-01"]).astype("datetime64[s]"))
t(lambda: pd.Series(["1h"]).astype("timedelta64[s]"))
t(lambda: pd.DatetimeIndex(["2024-01-01"], tz="UTC").astype("datetime64[ns, Asia/Tokyo]"))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01"])).astype("datetime64[s]"))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01"])).astype(pd.DatetimeTZDtype("ns", "UTC")))
t(lambda: pd.Series(pd.to_datetime(["2024-01-01"], utc=True)).astype(pd.DatetimeTZDtype("ns", "Asia/Tokyo")))
t(lambda: pd.RangeIndex(1, 10, 3))
t(lambda: pd.RangeIndex(range(2, 5), name="n"))
t(lambda: pd.RangeIndex(5, 0, -2).tolist())
t(lambda: pd.RangeIndex(3).append(pd.RangeIndex(4, 5)))
t(lambda: pd.RangeIndex(3).append([pd.RangeIndex(3, 5), pd.RangeIndex(5, 9)]))
t(lambda: (pd.RangeIndex(1, 4).start, pd.RangeIndex(1, 4).stop, pd.RangeIndex(1, 4).step, len(pd.RangeIndex(1, 4))))
t(lambda: pd.DataFrame({"a": [5, 6]}, index=pd.RangeIndex(1, 3, name="row")))
t(lambda: pd.DataFrame({"a": [5, 6]}, index=pd.RangeIndex(1, 3)).reset_index())
t(lambda: pd.Index([1, 2.5, 3]))
t(lambda: pd.Series([1, 2], index=[1, 2.5]))
t(lambda: pd.Index([True, 2.5]).tolist())
t(lambda: pd.DataFrame({"a": [5, 6]}, index=pd.RangeIndex(1, 3)).info())
