# cpu only: pandas' columns are on the CPU
# Labels of several levels, and tables turned: pivot, stack, crosstab, cut, categories.
import numpy as np
import pandas as pd


def show(title, make):
    print("##", title)
    try:
        print(make())
    except Exception as error:
        print("!!", type(error).__name__, str(error)[:100])


t = pd.DataFrame({
    "city": ["Rome", "Oslo", "Rome", "Lima", "Oslo", "Rome"],
    "kind": ["a", "b", "a", "b", "a", "b"],
    "year": [2020, 2020, 2021, 2021, 2021, 2020],
    "sales": [10, 20, 30, 40, 50, 60],
    "price": [1.5, 2.5, np.nan, 4.0, 5.5, 6.0],
})  # fmt: skip
g = t.groupby(["city", "kind"])["sales"].sum()
m = pd.MultiIndex.from_product([["x", "y"], [1, 2]], names=["a", "b"])
s = pd.Series([1.0, 2.0, 3.0, 4.0], index=m)
scores = pd.Series([1, 5, 7, 12, 20], name="score")
c = pd.Series(pd.Categorical(["lo", "hi", "lo"], categories=["lo", "mid", "hi"], ordered=True))
for at, make in enumerate([
    lambda: m,
    lambda: pd.MultiIndex.from_tuples([("a", 1), ("b", 2)]),
    lambda: pd.MultiIndex.from_arrays([["a", "b"], [1, 2]], names=["p", "q"]),
    lambda: s,
    lambda: s["x"],
    lambda: s.loc[("y", 1)],
    lambda: s.xs("x"),
    lambda: s.xs(1, level="b"),
    lambda: s.unstack(),
    lambda: s.unstack(0),
    lambda: s.unstack("a"),
    lambda: s.reset_index(name="v"),
    lambda: s.swaplevel(),
    lambda: s.sort_index(ascending=False),
    lambda: s.groupby(level=0).sum(),
    lambda: s.groupby("a").mean(),
    lambda: s.groupby(level="b").max(),
    lambda: s.droplevel("b"),
    lambda: g.unstack(fill_value=0),
    lambda: g.loc["Rome"],
    lambda: g.index,
    lambda: t.set_index(["city", "kind"]),
    lambda: t.set_index(["city", "kind"]).loc["Rome"],
    lambda: t.set_index(["city", "kind"]).sort_index(),
    lambda: t.set_index(["city", "kind"]).xs("a", level="kind"),
    lambda: t.set_index(["city", "kind"]).reset_index(level="kind").head(2),
    lambda: t.pivot_table(index="city", columns="kind", values="sales"),
    lambda: t.pivot_table(index="city", values="sales", aggfunc="sum"),
    lambda: t.pivot_table(index=["city", "year"], values="sales", aggfunc="sum"),
    lambda: t.pivot_table(index="city", columns="kind", values="sales", aggfunc="sum", margins=True),
    lambda: t.pivot_table(index="city", columns="kind", values="sales", aggfunc="sum", fill_value=0, margins=True),
    lambda: t.pivot_table(index="city", columns="kind", values="sales", aggfunc=np.sum),
    lambda: t.pivot_table(index="city", values=["sales", "price"]),
    lambda: pd.crosstab(t.city, t.kind),
    lambda: pd.crosstab(t.city, t.kind, margins=True),
    lambda: pd.crosstab(t.city, t.kind, normalize=True),
    lambda: pd.crosstab(t.city, t.kind, normalize="index"),
    lambda: pd.crosstab(t.city, t.kind, values=t.sales, aggfunc="sum"),
    lambda: pd.cut(scores, [0, 5, 10, 25]),
    lambda: pd.cut(scores, [0, 5, 10, 25], labels=["a", "b", "c"]),
    lambda: pd.cut(scores, 3),
    lambda: pd.cut(scores, [0, 5, 10, 25]).value_counts(),
    lambda: pd.cut(scores, [1, 5, 20], include_lowest=True),
    lambda: pd.qcut(scores, 2),
    lambda: pd.qcut(scores, 4, labels=False),
    lambda: pd.qcut(scores, [0, 0.5, 1], labels=["low", "high"]),
    lambda: t.assign(band=pd.cut(t.sales, [0, 25, 100])).groupby("band", observed=True)["sales"].sum(),
    lambda: c,
    lambda: (c.cat.categories, c.cat.codes.tolist(), c.cat.ordered),
    lambda: c.sort_values(),
    lambda: c > "lo",
    lambda: c.min(),
    lambda: c.value_counts(),
    lambda: c.astype(str).tolist(),
    lambda: t.city.astype("category").cat.codes,
    lambda: t.city.astype("category").dtype,
    lambda: pd.Categorical(["a", "b", "a"]),
    lambda: t[["sales", "price"]].stack(),
    lambda: t.head(2).melt(id_vars=["city"], value_vars=["sales", "price"]),
    lambda: t.drop_duplicates(["year", "city"]).pivot(index="year", columns="city", values="sales"),
    lambda: t.groupby(["city", "kind"]).size(),
    lambda: t.groupby(["city", "kind"], as_index=False)["sales"].mean(),
    lambda: t.groupby("city")["sales"].describe(),
    lambda: t.groupby("city")["sales"].nlargest(1),
    lambda: t.groupby("city", sort=False)["sales"].sum(),
    lambda: t.corr(numeric_only=True).round(3),
    lambda: t.sample(2, random_state=0).index.tolist(),
    lambda: t.groupby("city").sum(numeric_only=True),
    lambda: t.nunique(),
    lambda: t.value_counts(["city", "kind"]),
    lambda: t.describe(),
    lambda: pd.concat([t.head(1), t.tail(1)], keys=["p", "q"]),
    lambda: pd.concat([s, s], axis=1, keys=["u", "v"]),
    lambda: t.values[0],
    lambda: t.to_numpy().dtype,
    lambda: t.city.to_numpy(),
    lambda: t[["city", "kind"]].values.tolist()[0],
]):
    show(at, make)
