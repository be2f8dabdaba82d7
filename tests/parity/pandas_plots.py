# cpu only: figures are drawn on the CPU
# What plots of columns and tables draw: limits, ticks, names and counts of artists.
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

table = pd.DataFrame({"a": [3, 1, 2, 5], "b": [1.0, 2.0, 3.0, 1.0]}, index=list("xyzw"))
days = pd.DataFrame({"v": np.arange(6.0), "w": np.arange(6.0)[::-1]}, index=pd.RangeIndex(6, name="day"))


def facts(ax):
    limits = [round(float(x), 4) for x in (*ax.get_xlim(), *ax.get_ylim())]
    counts = [len(ax.lines), len(ax.patches), len(ax.collections), len(ax.images)]
    legend = None if ax.get_legend() is None else [text.get_text() for text in ax.get_legend().get_texts()]
    return limits, counts, ax.get_title(), ax.get_xlabel(), ax.get_ylabel(), legend, [t.get_text() for t in ax.get_xticklabels()][:5]


CALLS = {
    **{f"table {kind}": lambda kind=kind: table.plot(kind=kind, title=kind) for kind in ("line", "bar", "barh", "hist", "box", "kde", "area")},
    **{f"column {kind}": lambda kind=kind: table["a"].plot(kind=kind) for kind in ("line", "bar", "hist", "box", "kde", "pie")},
    "stacked": lambda: table.plot.bar(stacked=True, rot=0),
    "labels": lambda: days.plot(xlabel="when", ylabel="how much", grid=True),
    "x and y": lambda: days.reset_index().plot(x="day", y="w", style="o--", legend=False),
    "log": lambda: (days + 1).plot(logy=True),
    "scatter": lambda: table.plot.scatter("a", "b", s=20),
    "hist": lambda: table["a"].hist(bins=5),
    "boxplot": lambda: table.boxplot(),
    "on axes": lambda: table["b"].plot(ax=plt.subplots()[1], color="red", label="own", legend=True),
    "limits": lambda: days.plot(xlim=(0, 3), ylim=(-1, 9), xticks=[0, 1, 2]),
}
for name, call in CALLS.items():
    print(name, facts(call()))
    plt.close("all")
for name, axes in {"subplots": table.plot(subplots=True), "hists": table.hist(), "grid": table.plot(subplots=True, layout=(1, 2))}.items():
    print(name, axes.shape, [facts(ax)[:3] for ax in axes.reshape(-1)])
plt.close("all")
for bad in (lambda: table.plot(kind="nope"), lambda: pd.DataFrame({"t": ["x"]}).plot()):
    try:
        bad()
    except (ValueError, TypeError) as error:
        print(type(error).__name__, str(error)[:26])
plt.close("all")
