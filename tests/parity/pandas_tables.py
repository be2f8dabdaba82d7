# cpu only: tables are the host's
# pandas: columns, rows, selections, sums, groups and joins, as pandas shows them.
import io
import math

import numpy as np
import pandas as pd

table = pd.DataFrame(
    {
        "city": ["Rome", "Oslo", "Lima", "Oslo", "Rome"],
        "count": [3, 1, 4, 1, 5],
        "share": [0.5, 0.25, np.nan, 2.0, -1.125],
        "open": [True, False, True, True, False],
    }
)
print(table)
print(table.shape, len(table), table.size, list(table.columns), list(table), "count" in table)
print(table.head(2), table.tail(2), table[1:3], sep="\n")
print(table["city"], table.share, table["count"], table["open"], sep="\n")
print(table.dtypes.astype(str).tolist(), table["share"].dtype, table["open"].dtype)
print(table[["count", "city"]])

# rows and columns
print(table.iloc[0], table.iloc[-1, 1], table.iloc[1:3, [0, -2]], table.iloc[[0, 2]], table.iloc[:2, 1:], sep="\n")
print(table.loc[2, "city"], table.loc[1:2, "count":"open"], table.loc[table["count"] > 2, ["city", "share"]], sep="\n")
print(table[table["city"] == "Oslo"], table[(table["count"] > 1) & ~table["open"]], sep="\n")
print(table[table.city.isin(["Rome"])]["count"].tolist(), table.set_index("city").loc["Lima", "count"])
changed = table.copy()
changed["double"] = changed["count"] * 2
changed["none"] = 0
changed.loc[changed["count"] == 1, "share"] = 9.5
changed.iloc[0, 1] = 7
changed.loc[2, "city"] = "Bonn"
print(changed)
print(changed.drop(columns=["none", "open"]), changed.drop("double", axis=1).shape, changed.drop([0, 1]).index.tolist(), sep="\n")
print(changed.rename(columns={"count": "n"}).columns.tolist(), changed.pop("none").sum(), changed.shape)

# numbers
print(table["count"].mean(), table["count"].sum(), table["share"].mean(), round(table["share"].std(), 6), table["share"].min(), table.share.median())
print(table["count"].max(), table["count"].idxmax(), table["count"].quantile(0.25), table["share"].count(), table["city"].nunique())
print(table[["count", "share"]].mean(), table[["count", "share"]].describe(), sep="\n")
print(table["count"].describe(), table.select_dtypes("number").columns.tolist(), sep="\n")
print((table["count"] + table["share"]).tolist()[:2], (10 - table["count"]).tolist(), (table["count"] ** 2 / 2).tolist(), (table["count"] >= 3).tolist())
print(table["count"].cumsum().tolist(), table["share"].abs().round(1).tolist()[3:], table[["count", "share"]].corr().round(6), sep="\n")
print(table.mean(numeric_only=True), table[["count", "share"]].sum(axis=1), sep="\n")

# gaps
print(table.isna().sum(), table.isnull().values.any(), table["share"].fillna(0).tolist(), table.dropna().index.tolist(), sep="\n")
print(table.fillna(-1)["share"].tolist(), pd.isna(np.nan), pd.notna(None), pd.isnull(table["share"]).tolist())

# values
print(table["city"].value_counts(), table["city"].value_counts(normalize=True), table["city"].unique().tolist(), sep="\n")
print(table["city"].str.lower().tolist(), table["city"].str.contains("o").tolist(), table["city"].str.len().tolist(), table["city"].str[0].tolist())
print(table["city"].map({"Rome": 1, "Oslo": 2}).tolist()[:2], table["count"].apply(lambda x: x * 1.5).tolist(), table["city"].replace("Rome", "Roma").tolist())
print(table.apply(lambda row: row["count"] + len(row["city"]), axis=1).tolist(), table[["count", "share"]].apply(lambda c: c.max() - c.min()), sep="\n")
print(table.sort_values("count"), table.sort_values(["city", "count"], ascending=[True, False]).index.tolist(), table["share"].sort_values().index.tolist(), sep="\n")
print(table.sort_values("share", ascending=False).reset_index(drop=True)["count"].tolist(), table["count"].astype(float).tolist(), table["count"].astype(str).tolist())
for at, row in table.head(2).iterrows():
    print(at, row["city"], row["count"])
print([(row.Index, row.city, row.share) for row in table.head(2).itertuples()], table["count"].to_numpy().dtype, table[["count", "share"]].values.shape)
print(table.to_dict("list")["count"], table.head(1).to_dict("records"), table["count"].to_dict())

# groups and joins
print(table.groupby("city")["count"].sum(), table.groupby("city")[["count", "share"]].mean(), table.groupby("city").size(), sep="\n")
print(table.groupby("city").agg({"count": "max", "share": "min"}), [(key, len(part)) for key, part in table.groupby("city")], sep="\n")
print(pd.concat([table, changed.drop(columns="double")]).shape, pd.concat([table["count"], table["share"]], axis=1), sep="\n")
print(pd.concat([table.head(1), table.tail(1)], ignore_index=True), pd.concat([table.head(1)[["city"]], table.tail(1)[["count"]]]), sep="\n")
print(pd.get_dummies(table[["city", "count"]]), pd.get_dummies(table["city"], dtype=int), sep="\n")
print(pd.get_dummies(pd.DataFrame({"a": ["x", None], "b": [1, 2]}), dummy_na=True), pd.get_dummies(table.city, drop_first=True).columns.tolist(), sep="\n")
print(table.merge(pd.DataFrame({"city": ["Rome", "Oslo"], "land": ["I", "N"]}), on="city"))
print(pd.merge(table[["city", "count"]], pd.DataFrame({"city": ["Rome", "Lima"], "count": [8, 9]}), on="city", how="left"))
print(table.drop_duplicates().shape, table.T.shape, pd.to_numeric(pd.Series(["1", "2.5"])).tolist())

# files
text = "name,age,score\nAda,36,1.5\nBob,,2\n,40,NA\n"
read = pd.read_csv(io.StringIO(text))
print(read, read.isna().sum().tolist(), sep="\n")
print(read.to_csv(index=False), table.head(2).to_csv(), sep="\n")
print(pd.read_csv(io.StringIO("1;2\n3;4\n"), sep=";", header=None), pd.read_csv(io.StringIO(text), usecols=["age"]).shape)
print(pd.read_csv(io.StringIO("k,v\na,1\nb,2\n"), index_col="k"), pd.read_csv(io.StringIO("1 True\n2 False\n"), sep=" ", names=["n", "f"]), sep="\n")

# making and showing
print(pd.Series([1.5, 2, None], index=["a", "b", "c"], name="s"), pd.Series({"x": 1, "y": 2}), pd.Series(["p", "q"]), sep="\n")
print(pd.DataFrame([[1, 2.5], [3, 4]], columns=["a", "b"], index=["r", "s"]), pd.DataFrame(np.arange(6).reshape(2, 3)), sep="\n")
print(pd.DataFrame([{"a": 1, "b": "x"}, {"a": 2}]), pd.DataFrame({"a": range(3), "b": 1.0}), pd.DataFrame(columns=["u", "v"]), sep="\n")
print(pd.DataFrame({"n": np.arange(100), "half": np.arange(100) / 2}), pd.Series(np.arange(70) * 1.0), sep="\n")
print(pd.Series([1e-8, 1.0]), pd.Series([123456789.25, 1.0]), pd.Series([0.1, 0.123456789]), pd.Series([1e10, 2.5]), pd.Series([math.inf, 1.0]), sep="\n")
wide = pd.DataFrame({f"column_{at}": [at / 7, -at] for at in range(12)})
pd.set_option("display.max_columns", 20, "display.width", 80)
print(wide, pd.get_option("display.width"))
pd.set_option("display.max_rows", 4, "display.max_columns", 4, "display.precision", 2)
print(wide, table, table.share, sep="\n")
print(pd.DataFrame({f"c{at}": [at] for at in range(25)}).shape, pd.Series([], dtype=float))
print(table.index, table.columns, table["count"].index.tolist(), table.set_index("city").index.tolist())
for wrong in (lambda: table["nothing"], lambda: table.iloc[9], lambda: table.loc[99], lambda: pd.DataFrame({"a": [1], "b": [1, 2]}), lambda: table.__setitem__("x", [1, 2])):
    try:
        wrong()
    except (KeyError, IndexError, ValueError) as error:
        print(type(error).__name__, error)
