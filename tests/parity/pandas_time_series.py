# cpu only: pandas' columns are on the CPU
# Tables in time: labels by texts of dates, resampling, windows, shifts, files.
import datetime
import io

import numpy as np
import pandas as pd


def show(title, make):
    print("##", title)
    try:
        print(make())
    except Exception as error:
        print("!!", type(error).__name__, str(error)[:100])


def each(title, functions):
    for at, make in enumerate(functions):
        show(f"{title} {at}", make)


s = pd.Series(np.arange(60) * 1.5, index=pd.date_range("2020-01-15", periods=60), name="v")
h = pd.Series(range(48), index=pd.date_range("2020-01-01", periods=48, freq="h"))
f = pd.DataFrame({"a": range(10), "b": np.linspace(0, 1, 10)}, index=pd.date_range("2020-01-28", periods=10, name="day"))
odd = pd.Series([1.0, 2.0, 3.0, 4.0], index=pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-05", "2020-01-06"]))
each("select", [
    lambda: s["2020-02"].head(3),
    lambda: s.loc["2020-02-27":"2020-03-02"],
    lambda: s["2020-03-10":],
    lambda: s[:"2020-01-17"],
    lambda: s["2020-01-20"],
    lambda: s.loc[pd.Timestamp("2020-01-20")],
    lambda: s.loc[datetime.datetime(2020, 1, 21)],
    lambda: s["2021"],
    lambda: s["2020-01-01"],
    lambda: h["2020-01-02"].sum(),
    lambda: h["2020-01-01 05:00"],
    lambda: h["2020-01-01 05:00":"2020-01-01 07:00"],
    lambda: f.loc["2020-01-30"],
    lambda: f.loc["2020-02"],
    lambda: f.loc["2020-01-29":"2020-01-30", "b"],
    lambda: f["2020-02-03":],
    lambda: f[f.index > "2020-02-04"],
    lambda: f[f.index.month == 1],
    lambda: f.loc[f.index.dayofweek < 5, "a"].tolist(),
    lambda: s.iloc[:2],
    lambda: h.between_time("22:00", "23:00"),
    lambda: h.at_time("05:00"),
    lambda: f.at[pd.Timestamp("2020-01-30"), "a"],
    lambda: f.iloc[0],
    lambda: f.head(2).T,
])  # fmt: skip
for rule in ("D", "W", "ME", "MS", "QE", "YE", "2W", "10D", "W-MON", "B", "YS", "QS"):
    show(f"resample {rule}", lambda: s.resample(rule).sum())
for rule in ("6h", "12h", "D", "90min", "7h"):
    show(f"resample hours {rule}", lambda: h.resample(rule).mean())
for how in ("sum", "mean", "min", "max", "count", "first", "last", "median", "std", "size", "nunique", "prod", "var"):
    show(f"resample how {how}", lambda: odd.resample("2D").agg(how) if how != "size" else odd.resample("2D").size())
each("resample", [
    lambda: odd.resample("D").sum(),
    lambda: odd.resample("D").mean(),
    lambda: odd.resample("D").asfreq(),
    lambda: odd.resample("D").ffill(),
    lambda: odd.resample("D").bfill(),
    lambda: odd.resample("D").interpolate(),
    lambda: s.resample("ME").agg(["sum", "mean", "max"]),
    lambda: s.resample("ME").ohlc(),
    lambda: f.resample("W").sum(),
    lambda: f.resample("ME").agg({"a": "sum", "b": "mean"}),
    lambda: f["a"].resample("5D", label="right").sum(),
    lambda: f["a"].resample("5D", closed="right").sum(),
    lambda: f["a"].resample("ME").apply(lambda x: x.max() - x.min()),
    lambda: f.resample("ME").mean(),
    lambda: f.resample("ME")["a"].sum(),
    lambda: f.reset_index().resample("ME", on="day").sum(),
    lambda: h.resample("D").sum(),
    lambda: pd.Series([1, 2, 3]).resample("D"),
    lambda: [(key, len(part)) for key, part in f.resample("ME")],
    lambda: s.resample("ME").count(),
    lambda: h.head(3).resample("30min").ffill(),
    lambda: h.head(2).resample("20min").interpolate(),
])  # fmt: skip
each("windows", [
    lambda: s.rolling(3).mean().head(5),
    lambda: odd.rolling("2D").sum(),
    lambda: odd.rolling("3D").mean(),
    lambda: odd.rolling("3D", closed="left").sum(),
    lambda: odd.rolling("2D", min_periods=2).sum(),
    lambda: f.rolling("3D").sum().head(4),
    lambda: s.rolling(7, center=True).mean().iloc[:5],
    lambda: s.expanding().mean().head(3),
    lambda: s.ewm(span=3).mean().head(3),
    lambda: odd.shift(1),
    lambda: odd.shift(1, freq="D"),
    lambda: s.head(3).shift(2, freq="D"),
    lambda: f.head(2).shift(1, freq="h"),
    lambda: f.head(3).shift(1),
    lambda: s.head(3).diff(),
    lambda: s.head(3).pct_change(),
    lambda: odd.asfreq("D"),
    lambda: odd.asfreq("D", method="ffill"),
    lambda: odd.asfreq("D", fill_value=0.0),
    lambda: f.head(2).asfreq("12h"),
    lambda: odd.reindex(pd.date_range("2020-01-01", "2020-01-04")),
    lambda: odd.index.to_series().diff(),
    lambda: odd.interpolate(),
])  # fmt: skip
sales = pd.DataFrame({
    "date": pd.to_datetime(["2020-01-05", "2020-01-20", "2020-02-03", "2020-02-28", "2020-03-01"]),
    "shop": ["a", "b", "a", "b", "a"],
    "sum": [10, 20, 30, 40, 50],
})  # fmt: skip
each("groups", [
    lambda: sales.groupby(sales["date"].dt.month)["sum"].sum(),
    lambda: sales.groupby(sales.date.dt.to_period("M"))["sum"].sum(),
    lambda: sales.groupby([sales["date"].dt.year, sales["date"].dt.month])["sum"].mean(),
    lambda: sales.groupby(pd.Grouper(key="date", freq="ME"))["sum"].sum(),
    lambda: sales.groupby(pd.Grouper(key="date", freq="MS")).agg({"sum": "max"}),
    lambda: sales.groupby([pd.Grouper(key="date", freq="ME"), "shop"])["sum"].sum(),
    lambda: sales.set_index("date").groupby(lambda x: x.month)["sum"].sum(),
    lambda: sales.groupby("date")["sum"].sum(),
    lambda: sales.groupby("shop")["date"].max(),
    lambda: sales.groupby("shop")["date"].agg(["min", "max"]),
    lambda: sales.groupby("shop").agg(first=("date", "min"), total=("sum", "sum")),
    lambda: s.groupby(s.index.month).sum(),
    lambda: s.groupby([s.index.year, s.index.month]).sum(),
    lambda: s.groupby(pd.Grouper(freq="ME")).sum(),
    lambda: sales.assign(m=sales.date.dt.month).pivot_table(index="m", columns="shop", values="sum", aggfunc="sum"),
    lambda: sales["date"].dt.month.value_counts().sort_index(),
    lambda: sales["date"].dt.day_name().value_counts(),
])  # fmt: skip
csv = "date,price,kind\n2020-01-01,1.5,a\n2020-01-02,2.5,b\n2020-01-03,,a\n"
stamped = "when,x\n2020-01-01 10:00:00,1\n2020-01-01 11:30:00,2\n"


def info(frame):
    out = io.StringIO()
    frame.info(buf=out)
    return out.getvalue()


each("files", [
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=["date"]),
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=["date"]).dtypes,
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=["date"], index_col="date"),
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=True, index_col=0).index,
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=[0]).date.dt.day,
    lambda: pd.read_csv(io.StringIO(stamped), parse_dates=["when"]),
    lambda: pd.read_csv(io.StringIO("d,x\n05/01/2020,1\n31/12/2020,2\n"), parse_dates=["d"], dayfirst=True),
    lambda: pd.read_csv(io.StringIO("d,x\n05.01.2020,1\n"), parse_dates=["d"], date_format="%d.%m.%Y"),
    lambda: pd.read_csv(io.StringIO("d,x\nno,1\n"), parse_dates=["d"]).dtypes,
    lambda: pd.read_csv(io.StringIO("d,x\n2020-01-01,1\n,2\n"), parse_dates=["d"]),
    lambda: pd.read_csv(io.StringIO(csv), parse_dates=["no"]),
    lambda: sales.to_csv(index=False),
    lambda: f.head(2).to_csv(),
    lambda: h.head(2).to_frame("x").to_csv(),
    lambda: sales.to_csv(index=False, date_format="%d/%m/%Y"),
    lambda: sales.to_json(),
    lambda: sales.head(1).to_json(orient="records", date_format="iso"),
    lambda: f.head(2).to_json(),
    lambda: sales.to_dict("records")[0],
    lambda: info(sales),
    lambda: info(f.reset_index().set_index("day")),
    lambda: info(pd.DataFrame({"x": [1, 2]}, index=pd.date_range("2020-01-01", periods=2, freq="h"))),
    lambda: sales.describe(),
    lambda: sales["date"].describe(),
])  # fmt: skip
each("tables", [
    lambda: sales,
    lambda: f,
    lambda: h,
    lambda: s,
    lambda: h.to_frame("x"),
    lambda: sales.sort_values("date", ascending=False),
    lambda: sales[sales["date"] >= "2020-02-01"],
    lambda: sales[(sales.date > "2020-01-10") & (sales.date < datetime.datetime(2020, 3, 1))],
    lambda: sales.set_index("date"),
    lambda: sales.set_index("date").sort_index().index,
    lambda: sales.set_index("date").reset_index(),
    lambda: sales.assign(year=sales.date.dt.year, wait=sales.date.max() - sales.date),
    lambda: sales.assign(next=sales.date.shift(-1)),
    lambda: sales.date.diff().dt.days,
    lambda: sales.merge(pd.DataFrame({"date": pd.to_datetime(["2020-01-05"]), "rain": [1]}), on="date", how="left"),
    lambda: pd.concat([f.head(1), f.tail(1)]),
    lambda: sales.dtypes,
    lambda: sales.select_dtypes("datetime").columns.tolist(),
    lambda: sales.select_dtypes(include=["datetime64"]).columns.tolist(),
    lambda: sales.isna().sum(),
    lambda: sales.loc[0, "date"],
    lambda: sales.iloc[0],
    lambda: sales.max(),
    lambda: sales.query("date > '2020-02-01'"),
    lambda: sales.date.dt.strftime("%b %Y").tolist(),
    lambda: sales.drop_duplicates("date").shape,
    lambda: pd.DataFrame({"t": pd.to_timedelta(["1h", "2 days"]), "x": [1, 2]}),
    lambda: pd.DataFrame({"d": pd.date_range("2020", periods=3), "x": [1.5, None, 2]}),
    lambda: pd.DataFrame({"d": [pd.Timestamp("2020-01-01"), None]}),
    lambda: pd.DataFrame({"x": [1, 2]}, index=pd.to_datetime(["2020-01-01 10:00", "2020-01-02 11:00"])),
    lambda: s.index[:2].to_list(),
    lambda: [(label, value) for label, value in odd.items()][:2],
    lambda: [row for row in sales.head(1).itertuples()],
    lambda: f.index.name,
    lambda: s.idxmax(),
    lambda: f.index.is_monotonic_increasing,
    lambda: (f.index[-1] - f.index[0]).days,
    lambda: pd.isna(pd.Series([pd.NaT, pd.Timestamp("2020")])).tolist(),
    lambda: s.index.to_period("M")[:2],
    lambda: sales.to_html()[:200],
])  # fmt: skip
each("zones", [
    lambda: pd.Timestamp("2020-01-01 12:00").tz_localize("US/Eastern"),
    lambda: pd.Timestamp("2020-07-01 12:00", tz="US/Eastern").tz_convert("UTC"),
    lambda: pd.Timestamp("2020-07-01 12:00", tz="UTC") - pd.Timestamp("2020-07-01 12:00", tz="US/Eastern"),
    lambda: pd.Timestamp("2020-07-01 12:00", tz="UTC").tz_localize(None),
    lambda: pd.Timestamp("2020-07-01 12:00", tz="UTC") > pd.Timestamp("2020-07-01"),
])  # fmt: skip
