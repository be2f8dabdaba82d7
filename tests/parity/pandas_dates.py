# cpu only: pandas' columns are on the CPU
# Moments and spans in tables: parsing, parts, arithmetic, ranges, printing.
import datetime
import io

import numpy as np
import pandas as pd


def show(title, make):
    print("##", title)
    try:
        print(make())
    except Exception as error:
        print("!!", type(error).__name__, str(error)[:120])


def each(title, functions):
    for at, make in enumerate(functions):
        show(f"{title} {at}", make)


# One moment.
for text in ("2020-01-01", "2020-01-01 10:20", "2020-01-01T10:20:30.5", "2020-01-01 10:20:30.123456789", "2020", "2020-03", "20200105",
             "Jan 5, 2020", "5 January 2020", "2020/01/05", "01/02/2020", "13/02/2020", "January 2020", "2020-01-01 5:30 PM",
             "2020-01-01 10:00:00Z", "2020-01-01 10:00+02:00", "2020Q3", "nonsense", "2020-13-01", "NaT"):  # fmt: skip
    show(
        f"Timestamp {text}",
        lambda: (repr(pd.Timestamp(text)), pd.Timestamp(text).unit if pd.Timestamp(text) is not pd.NaT else ""),
    )
each("Timestamp of", [
    lambda: repr(pd.Timestamp(2020, 1, 2)),
    lambda: repr(pd.Timestamp(year=2020, month=1, day=2, hour=3)),
    lambda: repr(pd.Timestamp(10**18)),
    lambda: repr(pd.Timestamp(1577836800, unit="s")),
    lambda: repr(pd.Timestamp(18262, unit="D")),
    lambda: repr(pd.Timestamp(1.5, unit="s")),
    lambda: repr(pd.Timestamp(datetime.datetime(2020, 1, 2, 3, 4))),
    lambda: repr(pd.Timestamp(datetime.date(2020, 1, 2))),
    lambda: repr(pd.Timestamp("2020-01-01", tz="UTC")),
    lambda: pd.Timestamp(pd.NaT),
])  # fmt: skip
t = pd.Timestamp("2020-02-29 13:45:59.123456")
for name in ("year month day hour minute second microsecond nanosecond dayofweek day_of_week dayofyear quarter week days_in_month "
             "is_leap_year is_month_start is_month_end is_quarter_end is_year_start is_year_end value unit tz").split():  # fmt: skip
    show(f"Timestamp.{name}", lambda: getattr(t, name))
each("Timestamp method", [
    lambda: (t.day_name(), t.month_name(), t.weekday(), t.isoweekday(), tuple(t.isocalendar())),
    lambda: (t.floor("h"), t.ceil("D"), t.round("min"), t.round("s"), t.normalize()),
    lambda: (t.date(), t.time(), t.to_pydatetime(), t.timestamp(), t.isoformat(), t.toordinal()),
    lambda: (t.strftime("%d/%m/%Y %H:%M"), f"{t:%b %d}", str(t)),
    lambda: (t.replace(year=2024, minute=0), t.replace(hour=0, minute=0, second=0, microsecond=0)),
    lambda: (isinstance(t, datetime.datetime), t == datetime.datetime(2020, 2, 29, 13, 45, 59, 123456), hash(t) == hash(pd.Timestamp(t))),
    lambda: repr(t.to_datetime64()),
    lambda: (t + pd.Timedelta(days=1), t - pd.Timedelta("2h"), t - pd.Timestamp("2020-01-01"), t + datetime.timedelta(1), t - datetime.datetime(2020, 1, 1)),
    lambda: (t < pd.Timestamp("2021"), t >= datetime.datetime(2020, 1, 1), t == "x", t != t, max(t, pd.Timestamp("2019"))),
    lambda: t + 1,
    lambda: t.tz_localize("UTC"),
    lambda: repr(pd.Timestamp("2020-01-01 12:00", tz="UTC").tz_convert("Europe/Berlin")),
    lambda: t.to_period("M"),
])  # fmt: skip

# One span.
for text in (
    "1 days",
    "2h",
    "1 day 2 hours",
    "01:30:00",
    "1.5h",
    "-1 days",
    "3min 20s",
    "1W",
    "500ms",
    "2us",
    "7ns",
    "1 days 00:00:01.5",
    "P1DT2H",
    "x",
):
    show(f"Timedelta {text}", lambda: (repr(pd.Timedelta(text)), pd.Timedelta(text).unit))
d = pd.Timedelta("3 days 04:05:06.789")
each("Timedelta", [
    lambda: (repr(pd.Timedelta(days=2, hours=3)), repr(pd.Timedelta(90, unit="min")), repr(pd.Timedelta(5)), repr(pd.Timedelta(2, "D"))),
    lambda: (d.days, d.seconds, d.microseconds, d.nanoseconds, d.total_seconds(), d.value, d.unit),
    lambda: d.components,
    lambda: (d.floor("h"), d.ceil("D"), d.round("min"), d.isoformat()),
    lambda: (d + d, d - pd.Timedelta("1h"), d * 2, d * 1.5, d / 2, d / pd.Timedelta("1h"), d // pd.Timedelta("1h"), d % pd.Timedelta("1h"), -d, abs(-d)),
    lambda: (d > pd.Timedelta(0), d == datetime.timedelta(days=3), d < datetime.timedelta(days=4), bool(pd.Timedelta(0))),
    lambda: (pd.Timestamp("2020") + d, d + pd.Timestamp("2020"), d.to_pytimedelta()),
    lambda: isinstance(d, datetime.timedelta),
    lambda: pd.Timedelta("nat"),
])  # fmt: skip
each("NaT", [
    lambda: (pd.NaT, repr(pd.NaT), pd.NaT == pd.NaT, pd.NaT != pd.NaT, pd.NaT < t, pd.isna(pd.NaT), pd.NaT is pd.to_datetime(None)),
    lambda: (pd.NaT + d, t - pd.NaT, pd.NaT.year, pd.NaT.strftime("%Y"), pd.Timestamp(float("nan"))),
])  # fmt: skip

# Columns from texts and numbers.
each("to_datetime", [
    lambda: pd.to_datetime(["2020-01-01", "2020-02-03", None]),
    lambda: pd.to_datetime(pd.Series(["2020-01-01 10:00", "2020-02-03 12:30"], name="when")),
    lambda: pd.to_datetime(["01/02/2020", "12/31/2020"]),
    lambda: pd.to_datetime(["01/02/2020", "25/12/2020"], dayfirst=True),
    lambda: pd.to_datetime(["1-Feb-2020", "12-Mar-2021"]),
    lambda: pd.to_datetime("March 5, 2021 3:04 PM"),
    lambda: pd.to_datetime(["20200105", "20201231"]),
    lambda: pd.to_datetime(["05.01.2020", "31.12.2020"], format="%d.%m.%Y"),
    lambda: pd.to_datetime(pd.Series([20200105, 20201231]), format="%Y%m%d"),
    lambda: pd.to_datetime(["2020-01-01", "what"], errors="coerce"),
    lambda: pd.to_datetime(["2020-01-01", "what"]),
    lambda: pd.to_datetime(["2020-01-01", "2020-01-02 10:00"]),
    lambda: pd.to_datetime(["2020-01-01", "2020-01-02 10:00"], format="mixed"),
    lambda: pd.to_datetime(["2020-01-01", "2020-01-02 10:00"], format="ISO8601"),
    lambda: pd.to_datetime([1577836800, 1577923200], unit="s"),
    lambda: pd.to_datetime(pd.Series([1577836800000, 1577923200000]), unit="ms"),
    lambda: pd.to_datetime([18262, 18263], unit="D"),
    lambda: pd.to_datetime([1.5, 2.25], unit="s"),
    lambda: pd.to_datetime([1, 2], unit="D", origin="2020-01-01"),
    lambda: pd.to_datetime(pd.DataFrame({"year": [2020, 2021], "month": [1, 2], "day": [3, 4]})),
    lambda: pd.to_datetime(pd.DataFrame({"year": [2020], "month": [1]})),
    lambda: repr(pd.to_datetime("2020-01-01")),
    lambda: pd.to_datetime([datetime.datetime(2020, 1, 1), datetime.datetime(2021, 1, 1, 5)]),
    lambda: pd.to_datetime([]),
    lambda: pd.to_datetime("2020-01-01", format="%d/%m/%Y"),
])  # fmt: skip
each("to_timedelta", [
    lambda: pd.to_timedelta(["1 days", "2h", None]),
    lambda: pd.to_timedelta([1, 2, 3], unit="h"),
    lambda: pd.to_timedelta(pd.Series([1.5, 2]), unit="D"),
    lambda: pd.to_timedelta("1h30min"),
    lambda: pd.to_timedelta(["1 days", "x"], errors="coerce"),
    lambda: pd.Series(pd.to_timedelta(["1 days", "2 days"])),
    lambda: pd.Series(pd.to_timedelta(["1 days", "2h", None])),
    lambda: pd.Series(pd.to_timedelta(["1 days", "2h"])).describe(),
    lambda: pd.Series(pd.to_timedelta(["1 days", "26h"])).dt.total_seconds(),
    lambda: pd.Series(pd.to_timedelta(["1 days 02:00", "26h"])).dt.days,
    lambda: pd.Series(pd.to_timedelta(["1 days 02:00", "26h"])).dt.components,
    lambda: pd.Series(pd.to_timedelta(["1 days 02:00", "26h"])).sum(),
    lambda: pd.timedelta_range("0 days", periods=4, freq="6h"),
    lambda: pd.timedelta_range("1 days", "3 days"),
])  # fmt: skip

# Ranges.
for how in (dict(periods=3), dict(periods=3, freq="h"), dict(periods=4, freq="15min"), dict(periods=3, freq="W"), dict(periods=3, freq="W-MON"),
            dict(periods=3, freq="ME"), dict(periods=3, freq="MS"), dict(periods=3, freq="QE"), dict(periods=3, freq="QS"), dict(periods=3, freq="YE"),
            dict(periods=3, freq="YS"), dict(periods=4, freq="B"), dict(periods=3, freq="2D"), dict(periods=3, freq="7h"), dict(periods=3, freq="BME"),
            dict(end="2020-01-20"), dict(end="2020-01-20", freq="2D"), dict(end="2020-04-20", freq="ME"), dict(end="2020-01-20", periods=3),
            dict(periods=3, freq="M"), dict(periods=3, freq="500ms"), dict(periods=2, freq="2ME"), dict(end="2020-01-17", inclusive="left"),
            dict(periods=2, freq="x"), dict(periods=3, name="n")):  # fmt: skip
    show(f"date_range {how}", lambda: pd.date_range("2020-01-15", **how))
each("date_range", [
    lambda: pd.date_range(end="2020-01-20", periods=3),
    lambda: pd.date_range("2020-01-01", "2020-12-31"),
    lambda: pd.date_range("2020-01-01 08:00", periods=3, freq="12h"),
    lambda: pd.date_range(end="2020-03-15", periods=3, freq="ME"),
    lambda: pd.date_range("2020-01-01"),
    lambda: pd.bdate_range("2020-01-03", periods=3),
    lambda: pd.date_range("2020", "2023", freq="YE"),
])  # fmt: skip
i = pd.date_range("2020-01-30", periods=4, name="day")
each("DatetimeIndex", [
    lambda: pd.DatetimeIndex(["2020-01-01", "2020-01-05"]),
    lambda: pd.DatetimeIndex(["2020-01-01 10:00", None]),
    lambda: (repr(i[0]), i.freq, i.freqstr, i.name, i.dtype, len(i), i.shape, i.size, i.is_unique, i.nbytes),
    lambda: i[1:3],
    lambda: i[::2],
    lambda: i[[0, 3]],
    lambda: i[i > "2020-01-31"],
    lambda: (i.year, i.month, i.day, i.dayofweek),
    lambda: (i.day_name(), i.month_name()),
    lambda: (i.is_month_end, list(i.date), i.weekday),
    lambda: (i + pd.Timedelta("1h"), i - pd.Timestamp("2020-01-01"), i + pd.DateOffset(months=1)),
    lambda: (i.min(), i.max(), "2020-01-31" in i, i.get_loc("2020-02-01"), pd.Timestamp("2021") in i),
    lambda: i.strftime("%d %b"),
    lambda: i.normalize(),
    lambda: i.tolist(),
    lambda: i.shift(2),
    lambda: i.to_series(),
    lambda: i.values,
    lambda: (i == pd.Timestamp("2020-01-31"), i >= "2020-02-01"),
    lambda: pd.Index(pd.to_datetime(["2020-01-01", "2020-01-02"])),
    lambda: pd.Index([pd.Timestamp("2020-01-01")]),
    lambda: i.inferred_freq,
    lambda: i.to_period("M"),
    lambda: i.map(lambda x: x.day),
    lambda: pd.DatetimeIndex(["2020-01-02", "2020-01-01"]).sort_values(),
])  # fmt: skip

# Columns of moments.
s = pd.Series(pd.to_datetime(["2020-01-01", "2020-02-29", None, "2021-12-31"]), name="when")
h = pd.Series(pd.to_datetime(["2020-01-01 10:20:30", "2020-02-29 23:59:59"]))
for name in "year month day hour dayofweek weekday dayofyear quarter days_in_month is_month_start is_month_end is_leap_year date time unit".split():
    show(f"dt.{name}", lambda: getattr(s.dt, name))
    show(f"dt.{name} of hours", lambda: getattr(h.dt, name))
each("dt", [
    lambda: s.dt.day_name(),
    lambda: s.dt.month_name(),
    lambda: s.dt.strftime("%Y/%m"),
    lambda: (h.dt.floor("h"), h.dt.ceil("D"), h.dt.round("min"), h.dt.normalize()),
    lambda: h.dt.isocalendar()["week"].tolist(),
    lambda: s.dt.to_period("M"),
    lambda: pd.Series([1, 2]).dt,
    lambda: h.dt.as_unit("s"),
])  # fmt: skip
each("column", [
    lambda: s,
    lambda: h,
    lambda: (s.dtype, s.dtype == "datetime64[us]", s.isna().tolist(), s.count(), s.nunique()),
    lambda: (s.min(), s.max(), s.mean(), s.median(), h.max() - h.min()),
    lambda: s.describe(),
    lambda: s - s[0],
    lambda: (s - s[0]).dt.days,
    lambda: s + pd.Timedelta(days=1),
    lambda: s + pd.DateOffset(months=1),
    lambda: s + pd.offsets.MonthEnd(1),
    lambda: s.diff(),
    lambda: s.shift(1),
    lambda: s > "2020-02-01",
    lambda: s == pd.Timestamp("2020-01-01"),
    lambda: s[s.dt.year == 2020],
    lambda: s.sort_values(ascending=False),
    lambda: s.fillna(pd.Timestamp("2000-01-01")),
    lambda: s.dropna(),
    lambda: s.ffill(),
    lambda: s.between("2020-01-01", "2020-12-31"),
    lambda: s.astype(str),
    lambda: h.astype("int64"),
    lambda: s.value_counts(),
    lambda: s.map(lambda x: x.year),
    lambda: s.apply(lambda x: x.strftime("%d") if x is not pd.NaT else "-"),
    lambda: s.isin([pd.Timestamp("2020-01-01")]),
    lambda: repr(s[0]),
    lambda: s.tolist(),
    lambda: s.values,
    lambda: pd.Series([datetime.datetime(2020, 1, 1), pd.NaT]),
    lambda: pd.Series([pd.Timestamp("2020-01-01 00:00:00.5"), pd.Timestamp("2020-01-02")]),
    lambda: pd.Series([datetime.date(2020, 1, 1)]),
    lambda: pd.Series([pd.Timedelta("1h"), None]),
    lambda: pd.Series(["2020-01-01"], dtype="datetime64[ns]"),
    lambda: pd.Series(["2020-01-01", "2020-05-05"]).astype("datetime64[ns]"),
    lambda: pd.Series(pd.date_range("2020-01-01", periods=70)),
    lambda: s.idxmax(),
    lambda: pd.concat([s, s]).reset_index(drop=True),
    lambda: s.where(s > "2020-02-01"),
    lambda: len(s.unique()),
    lambda: (h - pd.Timestamp("2020-01-01")) / pd.Timedelta("1h"),
    lambda: (h - pd.Timestamp("2020-01-01")) // pd.Timedelta("1D"),
    lambda: (pd.Timestamp("2021-01-01") - h).dt.days,
    lambda: s.dt.year.fillna(0).astype(int),
])  # fmt: skip

# Steps.
m = pd.Timestamp("2020-01-31 10:00")
for step in (pd.offsets.MonthEnd(), pd.offsets.MonthEnd(2), pd.offsets.MonthBegin(), pd.offsets.BDay(), pd.offsets.BDay(5), pd.offsets.Week(), pd.offsets.Week(weekday=0),
             pd.offsets.YearEnd(), pd.offsets.YearBegin(), pd.offsets.QuarterEnd(), pd.offsets.QuarterBegin(), pd.offsets.Day(3), pd.offsets.Hour(2), pd.offsets.BMonthEnd(),
             pd.DateOffset(months=1), pd.DateOffset(days=2, hours=1), pd.DateOffset(years=1), pd.DateOffset(day=1), pd.DateOffset(weeks=1)):  # fmt: skip
    show(
        f"step {step!r}",
        lambda: (m + step, m - step, step.n, pd.Timestamp("2020-02-15") + step, pd.Timestamp("2020-02-15") - step),
    )
each("steps", [
    lambda: (pd.offsets.MonthEnd().rollforward(m), pd.offsets.MonthBegin().rollback(m), pd.offsets.MonthEnd().is_on_offset(m)),
    lambda: (pd.tseries.frequencies.to_offset("2h"), pd.tseries.frequencies.to_offset("ME").freqstr, pd.tseries.frequencies.to_offset("W").freqstr),
    lambda: (2 * pd.offsets.Day(), pd.offsets.Day(2) == pd.offsets.Day(2), pd.offsets.Hour(2).freqstr),
    lambda: (repr(pd.Period("2020-01")), pd.Period("2020-01") + 1, pd.Period("2020Q2"), pd.Period("2020-01-05", "D"), pd.Period("2020-01").start_time, pd.Period("2020-03") - pd.Period("2020-01")),
    lambda: pd.period_range("2020-01", periods=3, freq="M"),
    lambda: pd.Period("2020-01") < pd.Period("2020-02"),
])  # fmt: skip
